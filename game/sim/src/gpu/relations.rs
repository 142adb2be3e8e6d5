//! Relations to other flocks in the layout that shaders read.

use super::wgsl::{wgsl_struct, Padding1, Padding3, Vec3f};
use crate::steering::relation::{Relation, RelationKind};
use bytemuck::Zeroable;

wgsl_struct! {
    pub(crate) struct RelationUniform {
        /// Weight of the wish, negative to flee; for flocking, the factor of the sums.
        weight: f32,
        /// Number of boids of the own flock.
        count: u32,
        /// 1 for the first flock with which this flock flocks.
        is_first: u32,
        padding: Padding1,
    }
}

wgsl_struct! {
    /// Parameters by which the boids of another flock become threats.
    pub(crate) struct NotedUniform {
        radius: f32,
        weight: f32,
        /// Index of its first boid among the threats.
        first: u32,
        /// Number of boids of the other flock.
        count: u32,
        /// Index of its first block of threats.
        first_block: u32,
        padding: Padding3,
    }
}

wgsl_struct! {
    /// The sums of one boid, as in [`OtherSums`](crate::step::others::OtherSums).
    pub(crate) struct OtherSums {
        cohesion: Vec3f,
        padding_1: Padding1,
        separation: Vec3f,
        padding_2: Padding1,
        alignment: Vec3f,
        padding_3: Padding1,
        counts: Vec3f,
        padding_4: Padding1,
    }
}

impl RelationUniform {
    /// `count` is the number of boids of the own flock.
    pub(super) fn new(relation: &Relation, count: usize, is_first: bool) -> Self {
        Self {
            weight: match relation.kind {
                RelationKind::Flee => -relation.weight,
                _ => relation.weight,
            },
            count: count as u32,
            is_first: is_first.into(),
            padding: Zeroable::zeroed(),
        }
    }
}

impl NotedUniform {
    /// The `count` boids of the other flock become the threats from the first index on, and the blocks
    /// from the second one on.
    pub(super) fn new(relation: &Relation, [first, first_block]: [usize; 2], count: usize) -> Self {
        Self {
            radius: relation.radius,
            weight: relation.weight,
            first: first as u32,
            count: count as u32,
            first_block: first_block as u32,
            padding: Zeroable::zeroed(),
        }
    }
}
