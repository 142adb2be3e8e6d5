//! The motions of the nodes whose scripts affect flocks.

use crate::{effects::FlockObstacle, node_frame::NodeFrame, placement::placement};
use flock_sim::{influences::InfluenceMotion, Placement, Vec3};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

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

    /// Takes the velocity and the angular velocity in a frame of `seconds` seconds into account.
    fn take(&mut self, velocity: Vec3, spin: Vec3, seconds: f32) {
        let is_still = velocity == Vec3::zeros() && spin == Vec3::zeros();
        self.still = if is_still { self.still + seconds } else { 0.0 };
        if self.still >= LONGEST_JERK {
            *self = Self::default();
            return;
        }
        let share = 1.0 - (-seconds / AVERAGED).exp();
        self.velocity += (velocity - self.velocity) * share;
        self.spin += (spin - self.spin) * share;
    }
}

impl Motion {
    fn resting(placement: Placement, puts: u32) -> Self {
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
    fn go_on(&mut self, placement: Placement, puts: u32, is_put: bool, seconds: f32) {
        if (is_put || puts != self.puts) && placement != self.placement {
            *self = Self::resting(placement, puts);
        } else if seconds > 0.0 {
            self.velocity = (placement.origin - self.placement.origin) / seconds;
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

    /// Takes the place of a node after a shift of the scene for the last one, if the two differ only
    /// because positions are rounded.
    fn settle(&mut self, placement: &Placement) {
        let way = (placement.origin - self.placement.origin).norm();
        if way <= SHIFTED {
            self.placement = *placement;
        }
    }

    /// True if a change of place in `seconds` seconds is a teleport.
    fn is_put_to(&self, placement: &Placement, seconds: f32) -> bool {
        let way = (placement.origin - self.placement.origin).norm();
        seconds > 0.0 && way > TELEPORTED * seconds
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

/// The motions of all nodes whose scripts affect flocks.
#[derive(Default)]
pub(super) struct Motions {
    in_world: HashMap<Handle<Node>, Motion>,
    /// The motions in the frames of nodes in which flocks live: first the node of the frame.
    in_frames: HashMap<(Handle<Node>, Handle<Node>), Motion>,
    /// True if the whole scene was shifted since the last frame of the game.
    is_shifted: bool,
}

/// The motion of a node that was saved and found again.
pub(super) struct RestoredMotion {
    pub(super) node: Handle<Node>,
    /// `None` if it is at rest.
    pub(super) in_world: Option<Motion>,
    /// The motions in frames: first the node of the frame.
    pub(super) in_frames: Vec<(Handle<Node>, Motion)>,
}

impl Motions {
    /// Updates the motion of a node in the world and in the frames in which flocks live, in a frame
    /// of the game of `seconds` seconds.
    pub(super) fn track(
        &mut self,
        graph: &Graph,
        node: Handle<Node>,
        frames: &[NodeFrame],
        seconds: f32,
    ) {
        let puts = puts(&graph[node]);
        let here = placement(graph, node);
        let motion = self.in_world.entry(node);
        let motion = motion.or_insert_with(|| Motion::resting(here, puts));
        if self.is_shifted {
            motion.settle(&here);
        }
        let is_put_in_world = motion.is_put_to(&here, seconds);
        motion.go_on(here, puts, is_put_in_world, seconds);
        for within in frames.iter().filter(|within| !within.is_world()) {
            let here = within.placement_of(graph, node);
            let motion = self.in_frames.entry((within.node(), node));
            let motion = motion.or_insert_with(|| Motion::resting(here, puts));
            if self.is_shifted {
                motion.settle(&here);
            }
            let is_put = is_put_in_world || within.has_left_behind(graph, node);
            motion.go_on(here, puts, is_put, seconds);
        }
    }

    pub(super) fn forget(&mut self, node: Handle<Node>) {
        self.in_world.remove(&node);
        self.in_frames
            .retain(|(frame, known), _| *frame != node && *known != node);
    }

    /// Ends a frame of the game: drops the motions in frames in which no flock lives.
    pub(super) fn end_frame(&mut self, frames: &[NodeFrame]) {
        self.is_shifted = false;
        let is_used = |node: Handle<Node>| frames.iter().any(|frame| frame.node() == node);
        self.in_frames.retain(|(frame, _), _| is_used(*frame));
    }

    /// The nodes that move in the world.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Handle<Node>> + '_ {
        self.in_world.keys().copied()
    }

    /// The motion of a node in the world.
    pub(super) fn get(&self, node: Handle<Node>) -> Option<Motion> {
        self.in_world.get(&node).copied()
    }

    /// The motion of a node in the frame of another one; in the world for [`Handle::NONE`].
    pub(super) fn within(&self, frame: Handle<Node>, node: Handle<Node>) -> Option<Motion> {
        if frame.is_none() {
            return self.get(node);
        }
        self.in_frames.get(&(frame, node)).copied()
    }

    /// The motions of a node in frames: first the node of the frame.
    pub(super) fn in_frames_of(
        &self,
        node: Handle<Node>,
    ) -> impl Iterator<Item = (Handle<Node>, Motion)> + '_ {
        let all = self.in_frames.iter();
        all.filter_map(move |((frame, known), motion)| {
            (*known == node).then_some((*frame, *motion))
        })
    }

    /// Takes a shift of the whole scene into account.
    pub(super) fn shift(&mut self, by: &Vec3) {
        self.is_shifted = true;
        self.in_world
            .values_mut()
            .for_each(|motion| motion.placement.origin += by);
    }

    /// All nodes are at rest where they are in the next frame of the game.
    pub(super) fn rest(&mut self) {
        self.in_world.clear();
        self.in_frames.clear();
    }

    /// Restores the motions of some nodes; nodes without a motion are at rest, and so are those of
    /// other nodes in frames.
    pub(super) fn restore(&mut self, motions: &[RestoredMotion]) {
        self.in_frames.clear();
        for restored in motions {
            self.in_world.remove(&restored.node);
        }
        self.restore_new(motions);
    }

    /// Restores the motions of nodes that have no motion yet.
    pub(super) fn restore_new(&mut self, motions: &[RestoredMotion]) {
        for restored in motions {
            let node = restored.node;
            if let Some(motion) = restored.in_world {
                self.in_world.entry(node).or_insert(motion);
            }
            for (frame, motion) in &restored.in_frames {
                self.in_frames.entry((*frame, node)).or_insert(*motion);
            }
        }
    }
}

/// Number of calls of [`FlockObstacle::put`] for a node.
fn puts(node: &Node) -> u32 {
    let obstacles = node
        .scripts()
        .filter_map(|script| script.cast::<FlockObstacle>());
    obstacles.fold(0, |sum, obstacle| sum.wrapping_add(*obstacle.puts))
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
