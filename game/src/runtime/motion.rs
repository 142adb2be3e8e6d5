//! The motion of a node whose script affects flocks.

use flock_sim::{influences::InfluenceMotion, Placement, Vec3};
use serde::{Deserialize, Serialize};

/// Speed above which a change of place is a teleport, in m/s.
pub(super) const TELEPORTED: f32 = 300.0;

/// Rotation, in radians, above which a change of place is a teleport.
pub(super) const WIDEST_TURN: f32 = std::f32::consts::FRAC_PI_3;

/// Angular velocity above which a rotation is a teleport, in rad/s: the largest one of an influence.
const FASTEST_TURN: f32 = 1000.0;

/// Time over which the motion of an influence is averaged, in seconds: a node that physics or an
/// animation moves in jerks moves steadily for the boids.
const AVERAGED: f32 = 0.15;

/// Distance, in metres, that a node at rest seems to move by when a shift of its scene rounds its
/// position.
const SHIFTED: f32 = 0.001;

/// Time without a change of place after which a node is at rest, in seconds.
const LONGEST_JERK: f32 = 0.3;

/// The motion of a node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Motion {
    /// The placement at the end of the last frame with a duration above 0.
    placement: Placement,
    /// Velocity in m/s.
    pub(super) velocity: Vec3,
    /// The averaged motion.
    #[serde(default)]
    steady: SteadyMotion,
    /// Number of calls of [`FlockObstacle::put`] up to the last change of place.
    pub(super) puts: u32,
}

/// A motion that is averaged over some frames of the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SteadyMotion {
    /// Velocity in m/s.
    velocity: Vec3,
    /// Angular velocity in rad/s.
    spin: Vec3,
    /// Time since the last change of place, in seconds; at most [`LONGEST_JERK`], so that a node at
    /// rest does not change.
    still: f32,
}

impl Default for SteadyMotion {
    /// At rest.
    fn default() -> Self {
        Self {
            velocity: Vec3::zeros(),
            spin: Vec3::zeros(),
            still: LONGEST_JERK,
        }
    }
}

impl SteadyMotion {
    /// The motion of an influence at a node at this place.
    pub(super) fn of_influence(&self, about: Vec3) -> InfluenceMotion {
        InfluenceMotion {
            velocity: self.velocity,
            spin: self.spin,
            about,
        }
    }

    fn is_at_rest(&self) -> bool {
        self.still >= LONGEST_JERK
    }

    /// Takes the velocity and the angular velocity in a frame of `seconds` seconds into account.
    fn take(&mut self, velocity: Vec3, spin: Vec3, seconds: f32) {
        let is_still = velocity == Vec3::zeros() && spin == Vec3::zeros();
        self.still = if is_still { self.still + seconds } else { 0.0 };
        if self.is_at_rest() {
            *self = Self::default();
            return;
        }
        let share = 1.0 - (-seconds / AVERAGED).exp();
        self.velocity += (velocity - self.velocity) * share;
        self.spin += (spin - self.spin) * share;
    }
}

impl Motion {
    pub(super) fn resting(placement: Placement, puts: u32) -> Self {
        Self {
            placement,
            velocity: Vec3::zeros(),
            steady: SteadyMotion::default(),
            puts,
        }
    }

    pub(super) fn steady(&self) -> &SteadyMotion {
        &self.steady
    }

    /// Updates the placement in a frame of `seconds` seconds. The velocities are kept in a frame of 0
    /// seconds, and are zero after a teleport. `is_put`: the node, or what the placement is in, was
    /// teleported.
    pub(super) fn go_on(&mut self, placement: Placement, puts: u32, is_put: bool, seconds: f32) {
        let velocity = (placement.origin - self.placement.origin) / seconds;
        let is_finite = seconds <= 0.0 || velocity.iter().all(|x| x.is_finite());
        let is_put = is_put || puts != self.puts || !is_finite;
        if is_put && placement != self.placement {
            *self = Self::resting(placement, puts);
        } else if seconds > 0.0 {
            self.velocity = velocity;
            let spin = InfluenceMotion::between(&self.placement, &placement, seconds).spin;
            let angle = self.placement.rotation.angle_to(&placement.rotation);
            if angle <= WIDEST_TURN && spin.norm() <= FASTEST_TURN {
                self.steady.take(self.velocity, spin, seconds);
            } else {
                self.steady = SteadyMotion::default();
            }
            self.placement = placement;
        }
    }

    /// Moves the last place of the node with its whole scene, without a movement.
    pub(super) fn shift(&mut self, by: &Vec3) {
        self.placement.origin += by;
    }

    /// Takes the position of a node at rest after a shift of the scene for the last one, if the two
    /// differ only because positions are rounded.
    pub(super) fn settle(&mut self, position: &Vec3) {
        let way = (position - self.placement.origin).norm();
        if self.steady.is_at_rest() && way <= SHIFTED {
            self.placement.origin = *position;
        }
    }

    /// True if a change of place in `seconds` seconds is a teleport. So is one from or to a place that is
    /// none.
    pub(super) fn is_put_to(&self, placement: &Placement, seconds: f32) -> bool {
        let way = (placement.origin - self.placement.origin).norm();
        let is_way = way <= TELEPORTED * seconds;
        seconds > 0.0 && !is_way
    }

    /// False for a motion that no node can have had. `fastest`: its largest speed, in m/s.
    fn is_sound(&self, fastest: f32) -> bool {
        let velocities = [self.velocity, self.steady.velocity];
        let is_slow = velocities.iter().all(|it| it.norm() <= fastest)
            && self.steady.spin.norm() <= FASTEST_TURN
            && self.steady.still >= 0.0;
        self.placement.validate().is_ok() && is_slow
    }

    /// False for a motion that no node can have had in the world.
    pub(super) fn is_sound_in_world(&self) -> bool {
        self.is_sound(TELEPORTED)
    }

    /// False for a motion that no node can have had in the frame of another node: a frame that turns
    /// moves what is far away with any speed.
    pub(super) fn is_sound_in_frame(&self) -> bool {
        self.is_sound(f32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flock_sim::nalgebra::UnitQuaternion;

    fn at(x: f32) -> Placement {
        Placement {
            origin: Vec3::x() * x,
            ..Placement::default()
        }
    }

    #[test]
    fn a_node_that_is_put_makes_no_way_in_the_next_change_of_its_place() {
        let mut motion = Motion::resting(at(0.0), 0);
        let mut speed = |x, puts, seconds| {
            let is_put = motion.is_put_to(&at(x), seconds);
            motion.go_on(at(x), puts, is_put, seconds);
            motion.velocity.x
        };
        assert_eq!(speed(1.0, 0, 0.5), 2.0);
        // Marked as a teleport before it happens.
        assert_eq!(speed(1.0, 1, 0.5), 0.0);
        assert_eq!(speed(3.0, 1, 0.5), 0.0);
        assert_eq!(speed(4.0, 1, 0.5), 2.0);
        // In a frame of 0 seconds.
        assert_eq!(speed(4.5, 1, 0.0), 2.0);
        assert_eq!(speed(9.0, 2, 0.0), 0.0);
        assert_eq!(speed(9.5, 2, 0.5), 1.0);
        assert_eq!(speed(200.0, 2, 0.5), 0.0);
    }

    #[test]
    fn a_place_that_is_none_gives_no_velocity() {
        for bad in [f32::NAN, f32::INFINITY] {
            let mut motion = Motion::resting(at(0.0), 0);
            for (x, expected) in [(1.0, 2.0), (bad, 0.0), (bad, 0.0), (1.0, 0.0), (2.0, 2.0)] {
                motion.go_on(at(x), 0, false, 0.5);
                assert_eq!(motion.velocity.x, expected, "{x}");
                assert!(motion.steady.velocity.x.is_finite());
            }
        }
    }

    fn turned(angle: f32) -> Placement {
        Placement {
            rotation: UnitQuaternion::from_axis_angle(&Vec3::y_axis(), angle),
            ..at(0.0)
        }
    }

    #[test]
    fn a_node_that_turns_too_far_or_is_put_has_no_spin() {
        let mut motion = Motion::resting(turned(0.0), 0);
        let mut spin = |angle, puts, seconds| {
            motion.go_on(turned(angle), puts, false, seconds);
            motion.steady.spin.y
        };
        // Long frames are hardly averaged.
        assert!((spin(0.1, 0, 2.0) - 0.05).abs() < 1e-3);
        assert_eq!(spin(0.1, 0, 0.5), 0.0);
        assert!((spin(1.1, 0, 2.0) - 0.5).abs() < 0.05);
        assert_eq!(spin(2.2, 0, 0.5), 0.0);
        assert_eq!(spin(2.3, 1, 0.5), 0.0);
        assert_eq!(spin(2.4, 1, 1e-6), 0.0);
    }

    #[test]
    fn jerks_are_averaged_and_a_node_that_stops_comes_to_rest() {
        let dt = 1.0 / 60.0;
        let mut motion = Motion::resting(at(0.0), 0);
        let mut x = 0.0;
        for frame in 0..120 {
            // 2 m/s, in jerks of three frames.
            if frame % 3 == 0 {
                x += 2.0 * 3.0 * dt;
            }
            motion.go_on(at(x), 0, false, dt);
            let speed = motion.steady.velocity.x;
            assert!(frame < 40 || (speed - 2.0).abs() < 0.3, "{speed}");
        }
        for _ in 0..18 {
            motion.go_on(at(x), 0, false, dt);
        }
        assert_eq!(motion.steady, SteadyMotion::default());
        let before = motion;
        motion.go_on(at(x), 0, false, dt);
        assert_eq!(motion, before);
    }
}
