//! The broad phase: which triangles come into question.

use super::Vec3d;
use crate::Vec3;
use glam::Vec3A;
use obvhs::{
    aabb::Aabb,
    bvh2::{builder::build_bvh2, node::Bvh2Node, Bvh2},
    fast_stack,
    faststack::FastStack,
    BvhBuildParams,
};
use std::{ops::ControlFlow, time::Duration};

/// A bounding volume hierarchy over triangles.
#[derive(Clone, Default)]
pub(super) struct Bvh {
    tree: Bvh2,
}

impl Bvh {
    pub(super) fn new(triangles: &[[Vec3; 3]]) -> Self {
        let boxes: Vec<Aabb> = triangles.iter().map(bounding_box).collect();
        let mut tree = build_bvh2(&boxes, BUILD, &mut Duration::default());
        // The traversals size their stacks by this, and the builder's optimiser may have deepened the tree.
        tree.max_depth = tree.max_depth.max(depth(&tree) + 1);
        Self { tree }
    }

    /// The box around everything; `None` without triangles.
    pub(super) fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let root = self.tree.nodes.first()?.aabb();
        Some((root.min.to_array().into(), root.max.to_array().into()))
    }

    /// Calls `visit` with every triangle whose box touches the given one, until it breaks.
    pub(super) fn for_each_in_box(
        &self,
        min: &Vec3d,
        max: &Vec3d,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) {
        let query = Aabb::new(rounded(min, f32::next_down), rounded(max, f32::next_up));
        self.tree.aabb_traverse(query, |tree, node| {
            let node = &tree.nodes[node as usize];
            primitives(tree, node)
                .try_for_each(&mut visit)
                .is_continue()
        });
    }

    /// Calls `visit` with every triangle whose box touches the ray from `origin`. No component of `direction` may be zero.
    pub(super) fn for_each_on_ray(
        &self,
        origin: &Vec3d,
        direction: &Vec3d,
        mut visit: impl FnMut(u32),
    ) {
        let tree = &self.tree;
        let inverse = direction.map(|x| 1.0 / x);
        fast_stack!(u32, (96, 192), tree.max_depth, stack, {
            stack.push(0);
            while let Some(index) = stack.pop() {
                let Some(node) = tree.nodes.get(index as usize) else {
                    continue;
                };
                if !touches_ray(node.aabb(), origin, &inverse) {
                    continue;
                }
                if node.is_leaf() {
                    primitives(tree, node).for_each(&mut visit);
                } else {
                    stack.push(node.first_index);
                    stack.push(node.first_index + 1);
                }
            }
        });
    }
}

const BUILD: BvhBuildParams = BvhBuildParams::fast_build();

fn bounding_box(triangle: &[Vec3; 3]) -> Aabb {
    Aabb::from_points(&triangle.map(|vertex| Vec3A::from_array(vertex.into())))
}

fn primitives<'a>(tree: &'a Bvh2, node: &Bvh2Node) -> impl Iterator<Item = u32> + 'a {
    let first = node.first_index as usize;
    tree.primitive_indices[first..first + node.prim_count as usize]
        .iter()
        .copied()
}

/// To 32 bits, and on to the next number outwards, so that a box never shrinks by rounding.
fn rounded(corner: &Vec3d, outwards: fn(f32) -> f32) -> Vec3A {
    Vec3A::from_array(corner.map(|x| outwards(x as f32)).into())
}

fn touches_ray(bounds: &Aabb, origin: &Vec3d, inverse_direction: &Vec3d) -> bool {
    let mut enter = 0.0_f64;
    let mut leave = f64::INFINITY;
    for axis in 0..3 {
        let [a, b] = [bounds.min, bounds.max]
            .map(|corner| (f64::from(corner[axis]) - origin[axis]) * inverse_direction[axis]);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    // Boxes of triangles in a plane are flat: without the slack, rounding could make the ray miss them.
    enter <= leave * (1.0 + 1e-12)
}

fn depth(tree: &Bvh2) -> usize {
    let mut deepest = 0;
    let mut pending = vec![(0, 1)];
    while let Some((index, depth)) = pending.pop() {
        let Some(node) = tree.nodes.get(index as usize) else {
            continue;
        };
        deepest = deepest.max(depth);
        if !node.is_leaf() {
            pending
                .extend([node.first_index, node.first_index + 1].map(|child| (child, depth + 1)));
        }
    }
    deepest
}
