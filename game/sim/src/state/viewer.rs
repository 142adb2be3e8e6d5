//! Viewers of a flock, by which its level of detail is chosen.

use crate::{
    math::Vec3,
    settings::validation::{Check, SettingsError},
};
use serde::{Deserialize, Serialize};

/// Largest number of viewers of a flock.
pub(crate) const MOST_VIEWERS: usize = 64;

/// A camera, or anything else near which boids must be simulated in full detail. See
/// [`Flock::set_viewers`](crate::Flock::set_viewers).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Viewer {
    /// Position in the flock's frame, in metres. Within ±10,000 in every component.
    pub point: Vec3,
    /// Direction in which the viewer looks, a unit vector.
    pub direction: Vec3,
    /// Full angle of the cone of view in degrees, 0 to 360; 360 sees in all directions. For a
    /// camera, the cone must include the corners of the picture.
    pub field_of_view: f32,
}

impl Viewer {
    /// Creates a viewer at `point` that sees in all directions.
    pub fn all_around(point: Vec3) -> Self {
        Self {
            point,
            direction: Vec3::z(),
            field_of_view: 360.0,
        }
    }

    pub(crate) fn check(&self, field: &str, check: &mut Check) {
        check.vector(&format!("{field}.point"), &self.point, "m");
        let length = self.direction.norm();
        if !(0.999..=1.001).contains(&length) {
            let value = format!("{:?}", self.direction.data.0[0]);
            check.refuse(&format!("{field}.direction"), value, "a unit vector");
        }
        let field = format!("{field}.field_of_view");
        check.range(&field, self.field_of_view, 0.0, 360.0, "degrees");
    }
}

/// Checks the number of viewers and the range of every value.
pub(crate) fn validate(viewers: &[Viewer]) -> Result<(), SettingsError> {
    let mut check = Check::default();
    if viewers.len() > MOST_VIEWERS {
        let allowed = format!("0 to {MOST_VIEWERS}");
        check.refuse("number of viewers", viewers.len(), allowed);
    }
    for (index, viewer) in viewers.iter().enumerate() {
        viewer.check(&format!("viewers[{index}]"), &mut check);
    }
    check.finish()
}
