//! The volume that the boids stay in.

use super::{declare::*, Region};
use crate::math::Vec3;

group! {
    /// The volume, in the flock's own frame, that the boids stay in. It has no weight: the boundary
    /// takes precedence over all steering.
    pub struct Boundary("b1f7a1d4-0c55-4d5a-8f0d-2f5c3f9c7be0") {
        /// Switches the boundary on. Default: on.
        pub enabled: bool = true;
        /// Volume. A box must have some width on every side. Default: a box from (-3, -1.5, -3) to
        /// (3, 1.5, 3).
        pub shape: Region = Region::cuboid(Vec3::new(3.0, 1.5, 3.0));
        /// Behaviour at the boundary. Default: boids are reflected.
        pub mode: BoundaryMode = BoundaryMode::Reflect;
    }
}

impl Boundary {
    /// A boundary of this shape that reflects boids.
    pub const fn new(shape: Region) -> Self {
        Self {
            enabled: true,
            shape,
            mode: BoundaryMode::Reflect,
        }
    }

    /// The same with another behaviour.
    pub const fn with_mode(self, mode: BoundaryMode) -> Self {
        Self { mode, ..self }
    }

    /// Margin of a soft turn.
    pub(super) fn margin(&self) -> Option<Number<'_>> {
        match &self.mode {
            BoundaryMode::SoftTurn { margin } => Some(Number {
                field: "mode.margin",
                value: f64::from(*margin),
                text: margin,
                range: ValueRange {
                    min: 0.001,
                    max: 10_000.0,
                },
                unit: "m",
            }),
            BoundaryMode::Reflect | BoundaryMode::Wrap => None,
        }
    }
}

/// Behaviour at the boundary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "0f5a1c86-1f57-45f3-9f0b-6c8a5a2f7f5e"),
    visit(optional)
)]
pub enum BoundaryMode {
    /// Reverses the outward component of the velocity of a boid outside, at once. In a sphere that
    /// is the component along the normal of its surface, within the plane of a planar flock, and at
    /// least half of the speed then leads inward.
    #[default]
    Reflect,
    /// Turns a boid near the boundary away in a smooth curve at its speed, the tighter the nearer
    /// it comes: by at most π radians on a way as long as the margin. A boid that nothing else
    /// steers turns back before it is outside, unless it moves by more than a fiftieth of the
    /// margin in a step. One that gets outside all the same is reflected.
    SoftTurn {
        /// Distance from the boundary, in metres, at which the turn begins; in a narrow volume at
        /// most half of its width. 0.001 to 10,000; default 1.
        #[serde(default = "default_margin")]
        #[cfg_attr(
            feature = "reflect",
            reflect(min_value = 0.001, max_value = 10000.0, step = 0.1),
            strum(default_with = "default_margin")
        )]
        margin: f32,
    },
    /// Periodic boundary: a boid that leaves comes in again on the opposite side, with its
    /// velocity; in a sphere at the opposite point, as deep inside as it was outside. Among
    /// geometry it turns back if its place on the other side is not clear. Nothing wraps along the
    /// normal of a planar flock; where its plane misses a sphere, there is no other side and boids
    /// are reflected.
    ///
    /// Neighbours are seen across the boundary, each once: in a box as the nearest of their
    /// periodic images (minimum image); in a sphere as far beyond the opposite point of the surface
    /// as they are before it, unless they are within the radius of the rules as they are.
    Wrap,
}

fn default_margin() -> f32 {
    1.0
}
