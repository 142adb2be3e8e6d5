//! Random boundaries for tests, and comparisons with tolerance.

pub(crate) use crate::math::samples::vector;

use crate::{
    math::{frame::Placement, Vec3},
    settings::{Boundary, BoundaryMode, Plane, Region, Settings, Steering},
};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

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

fn mode() -> impl Strategy<Value = BoundaryMode> {
    prop_oneof![
        Just(BoundaryMode::Reflect),
        Just(BoundaryMode::Wrap),
        (0.001f32..6.0).prop_map(|margin| BoundaryMode::SoftTurn { margin }),
    ]
}

/// Settings with any boundary, in any plane, with both kinds of steering.
pub(crate) fn bounded() -> impl Strategy<Value = Settings> {
    let steering = prop::sample::select(vec![Steering::Acceleration, Steering::Velocity]);
    (shape(), mode(), plane(), steering).prop_map(|(shape, mode, plane, steering)| {
        let mut settings = Settings {
            boundary: Boundary::new(shape).with_mode(mode),
            ..Settings::default()
        };
        settings.motion.plane = plane;
        settings.motion.steering = steering;
        settings
    })
}

/// Zero, and shifts by the rounding of coordinates of some 10 m in all directions.
pub(crate) fn shifts() -> impl Iterator<Item = Vec3> + Clone {
    let steps = || [0.0f32, -1.0, 1.0].into_iter();
    steps().flat_map(move |x| {
        steps().flat_map(move |y| steps().map(move |z| Vec3::new(x, y, z) * 4e-6))
    })
}

/// Asserts that each number of the GPU lies between the numbers of the CPU for positions that
/// differ by rounding, up to `slack`. At a wall, either side may be right.
#[track_caller]
pub(crate) fn assert_between<const N: usize>(
    what: &str,
    found: &[f32; N],
    near: impl Iterator<Item = [f32; N]> + Clone,
    slack: f32,
) {
    for part in 0..N {
        let all = || near.clone().map(|it| it[part]);
        let least = all().fold(f32::INFINITY, f32::min);
        let most = all().fold(f32::NEG_INFINITY, f32::max);
        assert!(
            least - slack <= found[part] && found[part] <= most + slack,
            "{what}: {found:?}, not {:?}, up to {slack}",
            near.clone().next(),
        );
    }
}
