//! The hierarchy as one array, for machines without a stack.

use super::{Bvh, Node};
use crate::Vec3;

/// A box. The boxes within it follow it in the array; who does not look into it goes on at `skip`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FlatNode {
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
    /// The index of the first box behind it that is not within it: always larger than its own.
    pub(crate) skip: u32,
    /// The number of the triangle in it; none if there are further boxes in it.
    pub(crate) triangle: Option<u32>,
}

impl Bvh {
    /// All boxes, each before those within it.
    pub(in super::super) fn flat(&self) -> Vec<FlatNode> {
        let mut all = Vec::with_capacity(self.order.len() + self.nodes.len());
        if let Some(root) = self.nodes.first() {
            self.push_flat(root, &mut all);
        }
        all
    }

    fn push_flat(&self, node: &Node, all: &mut Vec<FlatNode>) {
        for lane in 0..node.count as usize {
            let (bounds, content) = (node.boxes.get(lane), node.contents[lane]);
            let index = all.len();
            let below = content.as_node();
            all.push(FlatNode {
                min: bounds.min,
                max: bounds.max,
                skip: 0,
                triangle: below.is_none().then_some(content.0),
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
    use crate::shapes;

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
