//! Where a collider is, and whether a flock collides with it.

use fyrox::{
    core::algebra::{Matrix4, UnitQuaternion, Vector3},
    scene::collider::InteractionGroups,
};

/// All numbers that decide where an obstacle is, bit by bit: a NaN stays the same, and so does what moves nowhere.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Place([u32; 23]);

impl Place {
    /// Of a collider at a place in the frame of its body.
    pub(super) fn new(
        body: &Matrix4<f32>,
        position: &Vector3<f32>,
        rotation: &UnitQuaternion<f32>,
    ) -> Self {
        let numbers = body.iter().chain(position).chain(&rotation.coords);
        let mut bits = [0; 23];
        bits.iter_mut()
            .zip(numbers)
            .for_each(|(bits, number)| *bits = number.to_bits());
        Self(bits)
    }

    /// Of a node that is where it is drawn.
    pub(super) fn of_transform(transform: &Matrix4<f32>) -> Self {
        Self::new(transform, &Vector3::zeros(), &UnitQuaternion::identity())
    }
}

/// As physics tests it: the memberships of each side share a bit with the filter of the other.
pub(super) fn interacts(ours: InteractionGroups, theirs: InteractionGroups) -> bool {
    let meets = |a: InteractionGroups, b: InteractionGroups| a.memberships.0 & b.filter.0 != 0;
    meets(ours, theirs) && meets(theirs, ours)
}
