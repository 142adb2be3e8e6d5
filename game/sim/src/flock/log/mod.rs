//! The input log: the calls that a game makes on a flock, for a replay.

mod recording;

use crate::{
    flock::{
        inputs::{
            emitters::{Emitter, EmitterId},
            tags::ItemId,
        },
        population::transferred_boid::TransferredBoid,
        reports::events::Player,
    },
    math::{frame::Placement, reference_frame::ReferenceFrame, Vec3, Vec3d},
    motion::{loose_body::Death, wind::Wind},
    obstacles::{set::ObstacleId, shape::MovingObstacle},
    perches::{perch::Perch, set::PerchId},
    settings::Settings,
    state::{boid_id::BoidId, viewer::Viewer},
    steering::{
        fear::predator::{Predator, PredatorId},
        influences::{Influence, InfluenceId},
        scare::Scare,
    },
};
use nalgebra::UnitQuaternion;
use serde::{Deserialize, Serialize};

/// A call that changes what becomes of a flock, named as the method of [`Flock`](crate::Flock),
/// with its arguments.
///
/// All places, directions and velocities are in the flock's frame, also those that the method takes
/// in the world, except for those of the frame itself. So a replay does not depend on the frame at
/// the time of the call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the methods document their arguments")]
pub enum FlockInput {
    SetSettings(Box<Settings>),
    SetPlacement(Placement),
    SetFrame(ReferenceFrame),
    /// Logged for each step, with the frame at its end, and with the seconds of the game for each
    /// simulated second.
    MoveFrame {
        frame: ReferenceFrame,
        stretch: f64,
    },
    Translate(Vec3d),
    Depenetrate,
    Spawn(u32),
    SpawnAt {
        position: Vec3,
        velocity: Vec3,
    },
    Remove(BoidId),
    /// [`Flock::transfer`](crate::Flock::transfer) from this flock.
    Depart(BoidId),
    /// [`Flock::transfer`](crate::Flock::transfer) to this flock.
    Arrive(TransferredBoid),
    SetData {
        id: BoidId,
        data: u32,
    },
    Kill {
        id: BoidId,
        death: Death,
    },
    Revive(BoidId),
    Hold(BoidId),
    MoveHeld {
        id: BoidId,
        position: Vec3,
        rotation: UnitQuaternion<f32>,
    },
    Release {
        id: BoidId,
        velocity: Vec3,
    },
    Scare(Scare),
    AddInfluence(Influence),
    SetInfluence {
        id: InfluenceId,
        influence: Influence,
        /// True if the volumes or the form of a formation stay as they are. They are then not logged
        /// again, which keeps the log small when a script changes an influence in every frame.
        keeps_shapes: bool,
    },
    RemoveInfluence(InfluenceId),
    SetWind(Wind),
    AddEmitter(Emitter),
    SetEmitter {
        id: EmitterId,
        emitter: Emitter,
    },
    RemoveEmitter(EmitterId),
    Burst {
        id: EmitterId,
        count: u32,
    },
    SetPlayer(Option<Player>),
    AddObstacle(MovingObstacle),
    /// Logged for each step, with the placement at its end.
    MoveObstacle {
        id: ObstacleId,
        placement: Placement,
    },
    TeleportObstacle {
        id: ObstacleId,
        placement: Placement,
    },
    RemoveObstacle(ObstacleId),
    SetViewers(Vec<Viewer>),
    SetCoarseness(f32),
    AddPerch(Perch),
    SetPerchTimes {
        id: PerchId,
        landings: f32,
        stay: [f32; 2],
    },
    RemovePerch(PerchId),
    TakeOff {
        id: PerchId,
        from: Vec3,
    },
    AddPredator(Predator),
    /// Logged for each step, with the place at its end.
    MovePredator {
        id: PredatorId,
        predator: Predator,
    },
    RemovePredator(PredatorId),
    SetTag {
        item: ItemId,
        tag: Option<u64>,
    },
}

/// A log of calls, each with the number of steps before it. See
/// [`Flock::start_log`](crate::Flock::start_log).
///
/// Reading one takes time and memory in proportion to its length: what it asks for is checked, and
/// done, when it is replayed. [`files::read_at_most`](crate::files::read_at_most) bounds the length
/// of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputLog {
    inputs: Vec<(u64, FlockInput)>,
    /// Number of steps that the flock had made when the log was ended.
    steps: u64,
}

impl InputLog {
    /// The calls in their order, each with the number of steps that the flock had made before it.
    pub fn inputs(&self) -> &[(u64, FlockInput)] {
        &self.inputs
    }

    /// Adds a call that was made after `steps` steps.
    pub(crate) fn push(&mut self, steps: u64, input: FlockInput) {
        self.inputs.push((steps, input));
    }
}

/// A log that is being replayed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replay {
    log: InputLog,
    /// Number of calls that have been repeated.
    done: usize,
}

/// The log that a flock records, and the one that it replays.
#[derive(Default)]
pub(crate) struct Log {
    /// The log that is being recorded.
    pub(crate) current: Option<InputLog>,
    /// The log that is being replayed.
    pub(crate) replay: Option<Replay>,
}

impl Replay {
    pub(crate) fn new(log: InputLog) -> Self {
        Self { log, done: 0 }
    }

    /// Number of calls that have not been repeated yet.
    pub(crate) fn left(&self) -> usize {
        self.log.inputs.len() - self.done
    }

    /// The next call that is due after `steps` steps.
    pub(crate) fn next_before(&mut self, steps: u64) -> Option<&FlockInput> {
        let next = self.log.inputs.get(self.done);
        let (_, input) = next.filter(|(step, _)| *step <= steps)?;
        self.done += 1;
        Some(input)
    }

    /// The next call among the first `count` calls of the log.
    pub(crate) fn next_of_first(&mut self, count: usize) -> Option<&FlockInput> {
        let (_, input) = self.log.inputs.iter().take(count).nth(self.done)?;
        self.done += 1;
        Some(input)
    }

    /// True if calls are left, or if the log was ended at a later step than `steps`.
    pub(crate) fn lasts(&self, steps: u64) -> bool {
        self.left() > 0 || steps < self.log.steps
    }

    /// False if more calls were repeated than the log has, which a corrupt file can claim.
    pub(crate) fn is_sound(&self) -> bool {
        self.done <= self.log.inputs.len()
    }
}
