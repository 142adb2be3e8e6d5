//! Static colliders that the game moves.
//!
//! A change of the level is built anew in the background, which takes some frames. A wall that the game moves in
//! each frame would leave boids behind it, so a collider that moves in successive frames is a moving obstacle until it
//! rests. While one becomes the other, it is both: the geometry has it until a build without it is in use, and it
//! moves until a build with it is.

use fyrox::core::algebra::Matrix4;

/// Frames between two changes of a pose that are successive: scripts may move things in every other frame.
const SUCCESSIVE: u64 = 4;

/// Number of successive changes that are a motion. What is put somewhere may change twice: physics sets its own
/// rounding of the pose.
const MOTION: u32 = 3;

/// Change of the numbers of a pose, in metres and sines, up to which it is rounding.
const ROUNDING: f32 = 1e-4;

/// Frames without a change after which a collider rests.
const RESTS_AFTER: u64 = 30;

/// How a static collider stands between the geometry and the obstacles that move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Part {
    /// It is part of the geometry.
    #[default]
    Level,
    /// It moves, and the next geometry is built without it.
    Moves,
    /// It rests, and the next geometry is built with it.
    Settles,
}

/// The way of a static collider, from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct MovedByHand {
    pub(super) part: Part,
    /// The frame of the last change of its pose, and the number of successive ones.
    changed: Option<u64>,
    changes: u32,
    /// Its pose in the geometry that is being built, and in the one in use.
    building: Option<Matrix4<f32>>,
    built: Option<Matrix4<f32>>,
    /// Where the obstacle begins that it has just become.
    first_pose: Option<Matrix4<f32>>,
    /// True if it was said that it cannot move.
    pub(super) is_refused: bool,
}

impl MovedByHand {
    /// Takes a change of the pose. True if the collider is in motion.
    pub(super) fn changes(&mut self, frame: u64) -> bool {
        let before = self.changed.replace(frame);
        let is_successive = before.is_some_and(|before| frame - before <= SUCCESSIVE);
        self.changes = match is_successive {
            true => self.changes.saturating_add(1),
            false => 1,
        };
        self.changes >= MOTION
    }

    /// True in the frame in which a collider that moves comes to rest.
    pub(super) fn comes_to_rest(&mut self, frame: u64) -> bool {
        let rests = self
            .changed
            .is_none_or(|changed| frame - changed >= RESTS_AFTER);
        let settles = self.part == Part::Moves && rests;
        if settles {
            self.part = Part::Settles;
        }
        settles
    }

    /// Makes it an obstacle that moves.
    pub(super) fn moves(&mut self) {
        if self.part == Part::Level {
            self.first_pose = self.built;
        }
        self.part = Part::Moves;
    }

    /// True if a geometry that is being built has it.
    pub(super) fn is_being_built(&self) -> bool {
        self.building.is_some()
    }

    /// A build begins, with the collider at this pose, or without it.
    pub(super) fn build_begins(&mut self, pose: Option<Matrix4<f32>>) {
        self.building = pose.filter(|_| self.part != Part::Moves);
    }

    /// The geometry that was being built is in use.
    pub(super) fn build_ends(&mut self) {
        self.built = self.building.take();
        if self.part == Part::Settles && self.built.is_some() {
            self.part = Part::Level;
        }
    }

    /// Where the obstacle begins, once: its pose in the geometry in use.
    pub(super) fn begins_at(&mut self) -> Option<Matrix4<f32>> {
        self.first_pose.take()
    }
}

/// True if a pose differs from another one by more than rounding.
pub(super) fn is_way(from: &Matrix4<f32>, to: &Matrix4<f32>) -> bool {
    (to - from).amax() > ROUNDING
}
