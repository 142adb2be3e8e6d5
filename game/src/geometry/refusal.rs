//! Reasons why a static collider that the game moves stays part of the geometry.

use super::solid_error::SolidError;
use flock_sim::SettingsError;
use fyrox::core::log::Log;

/// Largest number of obstacles of a flock.
pub(super) const MOST_OBSTACLES: usize = 256;

/// Why a collider cannot be a moving obstacle, and how to fix it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum Refusal {
    #[error(
        "its shape is not convex; turn on solids.concave_bodies of the flock, or make its collider a Polyhedron, of \
         which the parts are obstacles that move"
    )]
    NotConvex,
    #[error(transparent)]
    Shape(#[from] SolidError),
    #[error("{0}, for an obstacle that moves; give it such a size and place, or make it of several colliders")]
    OutOfRange(#[from] SettingsError),
    #[error("its position or rotation is NaN or infinite; set both anew")]
    NoPlace,
    #[error(
        "it has {parts} convex parts, and flocks have {others} other obstacles already, of at most {MOST_OBSTACLES} \
         together; let fewer bodies move at a time, or take out scripts"
    )]
    TooMany { parts: usize, others: usize },
}

impl Refusal {
    pub(super) fn log(&self, name: &str) {
        Log::warn(format!(
            "{name} is moved by the game, and its body is static: flocks meet it where it was when the level was built \
             last, and boids may end up behind it, because {self}"
        ));
    }
}

/// Returns an error if `parts` obstacles and `others` exceed the limit.
pub(super) fn check_count(parts: usize, others: usize) -> Result<(), Refusal> {
    if parts + others <= MOST_OBSTACLES {
        Ok(())
    } else {
        Err(Refusal::TooMany { parts, others })
    }
}
