//! Walking and flying of the player.

use super::controls::Held;
use fyrox::core::algebra::{UnitQuaternion, Vector3};

/// Speed factors of running and of flying.
const RUN: f32 = 1.9;
const FLIGHT: f32 = 1.6;

/// Time constant with which the velocity approaches the wanted velocity (63%), in seconds.
const RESPONSE: f32 = 0.09;

/// Initial speed of a jump, in m/s.
pub(super) const JUMP: f32 = 5.2;

/// Steepest view up and down, in radians.
const STEEPEST: f32 = 1.5;

/// The view of the player, in radians. Yaw 0 looks along +Z, a positive pitch down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Rotation about the vertical axis.
    pub yaw: f32,
    /// Angle below the horizon.
    pub pitch: f32,
}

impl View {
    /// Rotates the view by a movement of the mouse, in pixels.
    pub(super) fn turn(&mut self, pixels: (f64, f64), sensitivity: f32) {
        self.yaw -= pixels.0 as f32 * sensitivity;
        self.pitch = (self.pitch + pixels.1 as f32 * sensitivity).clamp(-STEEPEST, STEEPEST);
    }

    /// The rotation about the vertical axis.
    pub(super) fn heading(&self) -> UnitQuaternion<f32> {
        UnitQuaternion::from_axis_angle(&Vector3::y_axis(), self.yaw)
    }

    /// The rotation by yaw and pitch.
    pub fn rotation(&self) -> UnitQuaternion<f32> {
        self.heading() * UnitQuaternion::from_axis_angle(&Vector3::x_axis(), self.pitch)
    }

    /// The look direction.
    pub fn direction(&self) -> Vector3<f32> {
        self.rotation() * Vector3::z()
    }
}

/// The velocity for the held keys, in m/s: horizontal while walking.
fn wish(held: Held, view: View, speed: f32, is_flying: bool) -> Vector3<f32> {
    let axis = |plus: bool, minus: bool| f32::from(i8::from(plus) - i8::from(minus));
    let (ahead, left) = (axis(held.forward, held.back), axis(held.left, held.right));
    let frame = if is_flying {
        view.rotation()
    } else {
        view.heading()
    };
    let mut wish = frame * Vector3::new(left, 0.0, ahead);
    if is_flying {
        wish.y += axis(held.up, held.down);
    }
    let run = if held.fast { RUN } else { 1.0 };
    let flight = if is_flying { FLIGHT } else { 1.0 };
    wish.try_normalize(1e-3).unwrap_or_default() * (speed * run * flight)
}

/// The velocity after `seconds`. Gravity is left to the physics.
pub(super) fn velocity(
    now: Vector3<f32>,
    held: Held,
    view: View,
    speed: f32,
    is_flying: bool,
    seconds: f32,
) -> Vector3<f32> {
    let wish = wish(held, view, speed, is_flying);
    let share = 1.0 - (-seconds / RESPONSE).exp();
    let mut velocity = now + (wish - now) * share;
    if !is_flying {
        velocity.y = now.y;
    }
    velocity
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, PI};

    const AHEAD: Held = Held {
        forward: true,
        back: false,
        left: false,
        right: false,
        up: false,
        down: false,
        fast: false,
    };

    #[test]
    fn one_that_walks_goes_where_it_looks_but_not_into_the_ground() {
        let view = View {
            yaw: FRAC_PI_2,
            pitch: 1.0,
        };
        let mut now = Vector3::new(0.0, -3.0, 0.0);
        for _ in 0..120 {
            now = velocity(now, AHEAD, view, 4.0, false, 1.0 / 60.0);
        }
        assert!((now - Vector3::new(4.0, -3.0, 0.0)).norm() < 1e-3, "{now}");
        let flying = velocity(now, AHEAD, view, 4.0, true, 1e3);
        assert!(flying.y < -4.0 && (flying.norm() - 4.0 * FLIGHT).abs() < 1e-3);
    }

    #[test]
    fn left_is_left() {
        let held = Held {
            left: true,
            ..Held::default()
        };
        let view = View {
            yaw: PI,
            pitch: 0.0,
        };
        // The player looks along -Z, so -X is to its left.
        let now = velocity(Vector3::zeros(), held, view, 4.0, false, 1e3);
        assert!((now + Vector3::x() * 4.0).norm() < 1e-3, "{now}");
    }

    #[test]
    fn the_view_stops_before_the_vertical() {
        let mut view = View::default();
        view.turn((0.0, 1e6), 0.002);
        assert!(view.direction().y < -0.99 && view.pitch < FRAC_PI_2);
    }
}
