//! An emitter beside a flock.

use flock_sim::{emitters::Emitter, settings::Region, Placement, SettingsError, Vec3};

/// An emitter in the coordinates in which a flock is placed. A flock stores it relative to its
/// placement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedEmitter {
    pub(super) center: Vec3,
    /// Initial velocity of the boids; `None` for random directions.
    pub(super) velocity: Option<Vec3>,
    /// Centre and radius of the exit.
    pub(super) exit: Option<(Vec3, f32)>,
    /// The settings of the emitter, without positions.
    pub(super) emitter: Emitter,
    /// Number of boids that appear when the emitter starts.
    pub(crate) burst: u32,
}

impl PlacedEmitter {
    /// The emitter relative to a flock with the placement `flock`.
    pub(crate) fn in_flock(&self, flock: &Placement) -> Emitter {
        let to_flock = flock.rotation.inverse();
        let ball = |center: Vec3, radius| Region::Sphere {
            center: to_flock * (center - flock.origin),
            radius,
        };
        let radius = match self.emitter.region {
            Region::Sphere { radius, .. } => radius,
            Region::Box { .. } => 0.0,
        };
        Emitter {
            region: ball(self.center, radius),
            velocity: self.velocity.map(|velocity| to_flock * velocity),
            exit: self.exit.map(|(center, radius)| ball(center, radius)),
            ..self.emitter.clone()
        }
    }

    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        self.in_flock(&Placement::default()).validate()
    }
}
