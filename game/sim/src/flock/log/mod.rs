//! The input log: the calls that a game makes on a flock, for a replay.

use crate::{
    flock::{
        inputs::{
            emitters::{Emitter, EmitterId},
            tags::ItemId,
        },
        reports::events::Player,
        Flock,
    },
    math::{frame::Placement, Vec3},
    motion::{loose_body::Death, wind::Wind},
    obstacles::{set::ObstacleId, shape::MovingObstacle},
    perches::{perch::Perch, set::PerchId},
    settings::Settings,
    state::{boid_id::BoidId, viewer::Viewer},
    steering::{
        fear::hunter::{Hunter, HunterId},
        influences::{Influence, InfluenceId},
        scare::Scare,
    },
};
use nalgebra::UnitQuaternion;
use serde::{Deserialize, Serialize};

/// A call that changes what becomes of a flock, named as the method of [`Flock`](crate::Flock),
/// with its arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the methods document their arguments")]
pub enum FlockInput {
    SetSettings(Box<Settings>),
    SetPlacement(Placement),
    Depenetrate,
    Spawn(u32),
    SpawnAt {
        position: Vec3,
        velocity: Vec3,
    },
    Remove(BoidId),
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
        /// True if the volumes stay as they are. They are then not logged again, which keeps the
        /// log small when a script changes an influence in every frame.
        keeps_volumes: bool,
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
    RemovePerch(PerchId),
    TakeOff {
        id: PerchId,
        from: Vec3,
    },
    AddHunter(Hunter),
    /// Logged for each step, with the place at its end.
    MoveHunter {
        id: HunterId,
        hunter: Hunter,
    },
    RemoveHunter(HunterId),
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

impl Flock {
    /// Begins to log the calls that change what becomes of the flock, for a replay; a log that was
    /// begun before is dropped. Calls that are refused, or that change nothing, are not logged.
    /// Together with a [snapshot](Self::snapshot) taken now, or with the settings of a new flock,
    /// it is all that a replay needs: a few bytes for each call, whatever the number of boids.
    ///
    /// Geometry and custom rules are not logged: the level sets them at the same steps again.
    /// Neither are the frames: steps have a fixed length, so they make no difference but to what is
    /// decided from the frame that came back last from a GPU (see [`replay`](Self::replay)).
    ///
    /// ```
    /// use flock_sim::{saving::InputLog, threats::Scare, Flock, Placement, Settings, Vec3};
    ///
    /// let new = || Flock::new(Settings::default(), Placement::default(), Default::default());
    /// let mut flock = new()?;
    /// flock.start_log();
    /// for frame in 0..60 {
    ///     if frame == 20 {
    ///         flock.scare(Scare { point: Vec3::zeros(), radius: 2.0, strength: 9.0, decay: 0.5 })?;
    ///         flock.spawn(10)?;
    ///     }
    ///     flock.advance(1.0 / 60.0);
    /// }
    /// let saved = ron::to_string(&flock.take_log())?;
    ///
    /// let log: InputLog = ron::from_str(&saved)?;
    /// let mut again = new()?;
    /// again.replay(log);
    /// while again.statistics().steps < 60 {
    ///     again.advance(1.0 / 144.0);
    /// }
    /// assert_eq!(again.state_hash(), flock.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_log(&mut self) {
        self.log.current = Some(InputLog::default());
    }

    /// Ends the log and returns it. The log is empty if none was started.
    pub fn take_log(&mut self) -> InputLog {
        let mut log = self.log.current.take();
        if let Some(log) = &mut log {
            log.steps = self.reports.statistics.steps;
        }
        log.unwrap_or_default()
    }

    /// A copy of an argument that a call may have to log; `None` if no log is being recorded.
    pub(crate) fn to_log<T: Clone>(&self, argument: &T) -> Option<T> {
        self.log.current.is_some().then(|| argument.clone())
    }

    /// Logs a call that took effect, with the argument that [`to_log`](Self::to_log) copied.
    pub(crate) fn log_if<T>(&mut self, kept: Option<T>, input: impl FnOnce(T) -> FlockInput) {
        if let Some(kept) = kept {
            self.log(|| input(kept));
        }
    }

    /// Logs a call that took effect, if a log is being recorded.
    pub(crate) fn log(&mut self, input: impl FnOnce() -> FlockInput) {
        if let Some(log) = &mut self.log.current {
            log.push(self.reports.statistics.steps, input());
        }
    }

    /// Number of calls in the log that is being recorded.
    pub(crate) fn logged_calls(&self) -> usize {
        self.log.current.as_ref().map_or(0, |log| log.inputs.len())
    }
}
