//! BVH as one array in depth-first order with skip pointers, for traversal on the GPU without a
//! stack (see Smits, "Efficiency Issues for Ray Tracing", 1998).

use super::{Bvh, Node};
use crate::math::Vec3;

/// Node of the stackless BVH. Its descendants follow it in the array; a query that misses its box
/// continues at `skip`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FlatNode {
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
    /// Index of the next node that is not a descendant: always larger than the node's own index.
    pub(crate) skip: u32,
    /// Number of the triangle of a leaf; `None` for inner nodes.
    pub(crate) triangle: Option<u32>,
}

impl Bvh {
    /// All nodes in depth-first order, each before its descendants.
    pub(in super::super) fn flat(&self) -> Vec<FlatNode> {
        let mut all = Vec::with_capacity(self.order.len() + self.nodes.len());
        if let Some(root) = self.nodes.first() {
            self.push_flat(root, &mut all);
        }
        all
    }

    fn push_flat(&self, node: &Node, all: &mut Vec<FlatNode>) {
        for lane in 0..node.count as usize {
            let (bounds, child) = (node.boxes.get(lane), node.children[lane]);
            let index = all.len();
            let below = child.as_node();
            all.push(FlatNode {
                min: bounds.min,
                max: bounds.max,
                skip: 0,
                triangle: below.is_none().then_some(child.0),
            });
            if let Some(below) = below {
                self.push_flat(&self.nodes[below], all);
            }
            all[index].skip = all.len() as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    #[test]
    fn every_triangle_is_in_the_box_before_it_and_in_all_boxes_around_that() {
        let triangles = shapes::ball(1.0, 4);
        let bvh = Bvh::new(&triangles);
        let flat = bvh.flat();
        let mut seen = vec![0; triangles.len()];
        let mut around: Vec<usize> = Vec::new();
        for (index, node) in flat.iter().enumerate() {
            assert!(index < node.skip as usize && node.skip as usize <= flat.len());
            around.retain(|outer| index < flat[*outer].skip as usize);
            for outer in &around {
                let outer = &flat[*outer];
                assert!(node.skip <= outer.skip);
                assert_eq!(outer.min.inf(&node.min), outer.min);
                assert_eq!(outer.max.sup(&node.max), outer.max);
            }
            match node.triangle {
                Some(triangle) => {
                    seen[triangle as usize] += 1;
                    for corner in triangles[bvh.order()[triangle as usize] as usize] {
                        assert_eq!(node.min.inf(&corner), node.min);
                        assert_eq!(node.max.sup(&corner), node.max);
                    }
                    assert_eq!(node.skip as usize, index + 1);
                }
                None => around.push(index),
            }
        }
        assert!(seen.iter().all(|times| *times == 1));
        assert!(Bvh::default().flat().is_empty());
    }
}
