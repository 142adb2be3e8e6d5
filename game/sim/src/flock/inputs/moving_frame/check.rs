//! Checks of frames that come from the game or from a file.

use crate::{
    math::{
        reference_frame::{FrameVelocity, ReferenceFrame},
        Vec3d,
    },
    settings::validation::{Check, SettingsError},
};
use nalgebra::UnitQuaternion;

/// Largest coordinate of a frame's origin, in metres: double precision has a tenth of a micrometre
/// there.
const FARTHEST_ORIGIN: f64 = 1e9;

/// Largest velocity in a file, in m/s or rad/s: more than any move within the largest coordinates.
const FASTEST: f64 = 1e15;

/// Largest difference of the squared length of a rotation from 1 after it was normalized.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Checks a frame, and returns it with a unit quaternion in double precision. A frame that was
/// returned keeps all bits, so that a replay has those of the recorded run.
pub(crate) fn checked(frame: &ReferenceFrame) -> Result<ReferenceFrame, SettingsError> {
    let mut check = Check::default();
    check_far_vector(&mut check, "frame.origin", &frame.origin);
    check.rotation("frame.rotation", &frame.rotation.cast());
    check.finish()?;
    let rotation = frame.rotation.into_inner();
    if (rotation.norm_squared() - 1.0).abs() <= ROUNDING {
        return Ok(*frame);
    }
    Ok(ReferenceFrame {
        origin: frame.origin,
        rotation: UnitQuaternion::new_normalize(rotation),
    })
}

/// Checks a frame that the game gives. Of the two quaternions of its rotation, it returns the one
/// with a positive real part, so that equal frames have equal bits.
pub(crate) fn given(frame: &ReferenceFrame) -> Result<ReferenceFrame, SettingsError> {
    let frame = checked(frame)?;
    let rotation = match frame.rotation.w < 0.0 {
        true => UnitQuaternion::new_unchecked(-frame.rotation.into_inner()),
        false => frame.rotation,
    };
    Ok(ReferenceFrame { rotation, ..frame })
}

/// Refuses a number of the game's seconds for each simulated second that no frame has.
pub(crate) fn check_stretch(stretch: f64) -> Result<(), SettingsError> {
    let mut check = Check::default();
    if !(1e-6..=1e12).contains(&stretch) {
        check.refuse("stretch", stretch, "0.000001 to 1e12");
    }
    check.finish()
}

/// Refuses a vector of the world that is not finite or too long.
pub(crate) fn check_far_vector(check: &mut Check, field: &str, vector: &Vec3d) {
    let is_near = |x: &f64| x.abs() <= FARTHEST_ORIGIN;
    if !vector.iter().all(is_near) {
        let value = format!("({}, {}, {})", vector.x, vector.y, vector.z);
        let allowed = "-1e9 to 1e9 m in every component";
        check.refuse(field, value, allowed);
    }
}

/// Refuses a velocity that no frame has.
pub(super) fn check_velocity(velocity: &FrameVelocity) -> Result<(), SettingsError> {
    let mut check = Check::default();
    let FrameVelocity { linear, angular } = velocity;
    for (name, vector) in [("linear", linear), ("angular", angular)] {
        let is_slow = |x: &f64| x.abs() <= FASTEST;
        if !vector.iter().all(is_slow) {
            let value = format!("({}, {}, {})", vector.x, vector.y, vector.z);
            let allowed = format!("-{FASTEST:e} to {FASTEST:e} in every component");
            check.refuse(&format!("frame.velocity.{name}"), value, allowed);
        }
    }
    check.finish()
}
