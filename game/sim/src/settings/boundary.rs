//! Boundary: the volume that the boids stay in.

use super::{declare::*, Region};
use crate::math::Vec3;

group! {
    /// Boundary: the volume, in the flock's own frame, that the boids stay in.
    ///
    /// The boundary has no weight: it takes precedence over all steering.
    pub struct Boundary("b1f7a1d4-0c55-4d5a-8f0d-2f5c3f9c7be0") {
        /// Switches the boundary on. Default: on.
        pub enabled: bool = true;
        /// Shape of the volume. A box needs a width above 0 along every axis. Default: a box from
        /// (-3, -1.5, -3) to (3, 1.5, 3).
        pub shape: Region = Region::cuboid(Vec3::new(3.0, 1.5, 3.0));
        /// What happens to boids at the boundary. Default: they are reflected.
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

    /// The same boundary with another behaviour.
    pub const fn with_mode(self, mode: BoundaryMode) -> Self {
        Self { mode, ..self }
    }

    /// Margin of a soft turn as a number with its range; `None` for the other modes.
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

/// What happens to boids at the boundary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "0f5a1c86-1f57-45f3-9f0b-6c8a5a2f7f5e"),
    visit(optional)
)]
pub enum BoundaryMode {
    /// Reflects boids: if a boid is outside, the component of its velocity that leads outward is
    /// reversed at once. In a sphere this is the component along the normal of its surface, within
    /// the plane of a planar flock. At least half of the boid's speed then leads inward.
    #[default]
    Reflect,
    /// Turns boids away from the boundary in a smooth curve. They keep their speed.
    ///
    /// The curve is tighter the nearer a boid comes to the boundary; over a path as long as the
    /// margin, a boid turns by at most π radians. A boid that nothing else steers turns back before
    /// it is outside, unless it moves by more than a fiftieth of the margin in a step. A boid that
    /// is outside all the same is reflected.
    SoftTurn {
        /// Distance from the boundary, in metres, at which the turn begins. In a narrow volume it
        /// is limited to half of the width. 0.001 to 10,000; default 1.
        #[serde(default = "default_margin")]
        #[cfg_attr(
            feature = "reflect",
            reflect(min_value = 0.001, max_value = 10000.0, step = 0.1),
            strum(default_with = "default_margin")
        )]
        margin: f32,
    },
    /// Periodic boundary: a boid that leaves comes in again on the opposite side and keeps its
    /// velocity.
    ///
    /// In a sphere it comes in at the opposite point, as deep inside as it was outside. If its
    /// place on the other side is not clear of geometry, it turns back. Nothing wraps along the
    /// normal of a planar flock. If the plane of a flock does not cut the sphere, boids are
    /// reflected.
    ///
    /// Boids see neighbours across the boundary, and count each neighbour once. In a box, a boid
    /// sees the nearest periodic image of a neighbour (minimum image). In a sphere, it sees a
    /// neighbour as far beyond the opposite point of the surface as the neighbour is before it,
    /// unless the neighbour itself is within the radius of the rules.
    Wrap,
}

fn default_margin() -> f32 {
    1.0
}
