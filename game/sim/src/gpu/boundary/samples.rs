//! Random boundaries for tests.

use crate::{Boundary, BoundaryResponse, Placement, Plane, Region, Settings, Steering, Vec3};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

/// A vector with components up to `extent`.
pub(crate) fn vector(extent: f32) -> impl Strategy<Value = Vec3> {
    let number = move || -extent..=extent;
    (number(), number(), number()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

pub(crate) fn plane() -> impl Strategy<Value = Plane> {
    prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz])
}

pub(crate) fn placement() -> impl Strategy<Value = Placement> {
    (vector(3.0), vector(3.0)).prop_map(|(origin, turn)| Placement {
        origin,
        rotation: UnitQuaternion::from_scaled_axis(turn),
    })
}

fn shape() -> impl Strategy<Value = Region> {
    let sphere = (
        vector(3.0),
        prop_oneof![1 => Just(0.0f32), 6 => 0.5f32..5.0],
    )
        .prop_map(|(center, radius)| Region::Sphere { center, radius });
    let width = || 0.5f32..8.0;
    let cuboid = (vector(3.0), width(), width(), width()).prop_map(|(middle, x, y, z)| {
        let half = Vec3::new(x, y, z) * 0.5;
        Region::Box {
            min: middle - half,
            max: middle + half,
        }
    });
    prop_oneof![sphere, cuboid]
}

fn response() -> impl Strategy<Value = BoundaryResponse> {
    prop_oneof![
        Just(BoundaryResponse::Reverse),
        Just(BoundaryResponse::Wrap),
        (0.001f32..6.0).prop_map(|margin| BoundaryResponse::SoftTurn { margin }),
    ]
}

/// Settings with any boundary, in any plane, steered either way.
pub(crate) fn bounded() -> impl Strategy<Value = Settings> {
    let steering = prop::sample::select(vec![Steering::Acceleration, Steering::Velocity]);
    (shape(), response(), plane(), steering).prop_map(|(shape, response, plane, steering)| {
        let mut settings = Settings {
            boundary: Boundary {
                response,
                ..Boundary::new(shape)
            },
            ..Settings::default()
        };
        settings.motion.plane = plane;
        settings.motion.steering = steering;
        settings
    })
}
