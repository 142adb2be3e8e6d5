//! Common parts of the colliders of 3D and 2D physics.

use crate::node_frame::NodeSide;
use fyrox::{
    core::{
        algebra::{Matrix4, UnitQuaternion, Vector3},
        math::Matrix4Ext,
    },
    scene::{
        base::Base, collider::InteractionGroups, rigidbody::RigidBodyType, transform::Transform,
    },
};

/// Selects colliders by their body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bodies {
    /// Static bodies.
    Static,
    /// Dynamic and kinematic bodies.
    Moving,
}

impl Bodies {
    /// `side`: that of the body for the frame. A body that carries the frame is static in it. A
    /// static body outside of the frame is not seen: all of the level would move.
    pub(super) fn have(self, body_type: RigidBodyType, side: NodeSide) -> bool {
        let is_static = body_type == RigidBodyType::Static;
        match side {
            NodeSide::Carries => self == Self::Static,
            NodeSide::Inside => is_static == (self == Self::Static),
            NodeSide::Outside => self == Self::Moving && !is_static,
        }
    }
}

/// False for sensors, for disabled colliders and bodies, for bodies of another type, and if the
/// collision groups of the collider and of the flock do not interact.
pub(super) fn is_solid(
    body: &Base,
    is_body_type: bool,
    collider: &Base,
    is_sensor: bool,
    [ours, theirs]: [InteractionGroups; 2],
) -> bool {
    is_body_type
        && body.is_globally_enabled()
        && collider.is_globally_enabled()
        && !is_sensor
        && interacts(ours, theirs)
}

/// The same test as in the physics engine: the memberships of each side share a bit with the filter
/// of the other side.
fn interacts(ours: InteractionGroups, theirs: InteractionGroups) -> bool {
    let meets = |a: InteractionGroups, b: InteractionGroups| a.memberships.0 & b.filter.0 != 0;
    meets(ours, theirs) && meets(theirs, ours)
}

/// Largest speed of the origin of a collider on a dynamic body, in m/s, from the speeds of the body
/// in m/s and rad/s; `None` for other bodies.
pub(super) fn speed(
    body_type: RigidBodyType,
    [linear, angular]: [f32; 2],
    collider: &Transform,
) -> Option<f32> {
    let is_moved = body_type == RigidBodyType::Dynamic;
    is_moved.then(|| linear + angular * collider.position().norm())
}

/// True if the scale of a body or of its collider differs from 1 by more than a hundredth.
pub(super) fn is_scaled(body: &Matrix4<f32>, collider: &Transform) -> bool {
    let basis = body.basis();
    let of_body = basis.column_iter().map(|axis| axis.norm());
    let of_collider = collider.scale().iter().map(|size| size.abs());
    let mut sizes = of_body.chain(of_collider);
    sizes.any(|size| (size - 1.0).abs() > 0.01)
}

/// Bit patterns of all numbers that determine the pose of a solid. Unlike floats, equal NaNs
/// compare equal.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct PoseBits([u32; 23]);

impl PoseBits {
    /// The pose of a collider: the transform of its body and its own local transform.
    pub(super) fn of_collider(body: &Matrix4<f32>, collider: &Transform) -> Self {
        Self::new(body, collider.position(), collider.rotation())
    }

    /// The pose of a mesh node that is a solid.
    pub(super) fn of_node(transform: &Matrix4<f32>) -> Self {
        Self::new(transform, &Vector3::zeros(), &UnitQuaternion::identity())
    }

    fn new(
        transform: &Matrix4<f32>,
        position: &Vector3<f32>,
        rotation: &UnitQuaternion<f32>,
    ) -> Self {
        let numbers = transform.iter().chain(position).chain(&rotation.coords);
        let mut bits = [0; 23];
        bits.iter_mut()
            .zip(numbers)
            .for_each(|(bits, number)| *bits = number.to_bits());
        Self(bits)
    }
}
