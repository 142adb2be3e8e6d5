//! Boids that a device simulates, as the flock accesses them. This interface exists in builds with
//! and without the feature `gpu`, so its users are the same in both.

use super::error::GpuError;
use crate::{
    boundary::Containment,
    geometry::SidedGeometry,
    math::Vec3,
    pose::{motions::MotionSource, texels::Texels},
    settings::{Backend, Settings},
    state::{
        boids::{BoidState, Boids},
        slot_map::SlotMap,
    },
    steering::{avoidance::Memory, fear::memory::FearMemory},
    step::{
        counters::StepCounters,
        others::{OnDevice, Sighting},
        Pacing, Step,
    },
};
use std::any::Any;

/// The boids and memories of the CPU that are uploaded.
#[cfg_attr(
    not(feature = "gpu"),
    expect(dead_code, reason = "there is no device to upload to")
)]
pub(crate) struct Upload<'a> {
    /// The states before and after the last step, in the same order.
    pub(crate) previous: &'a Boids,
    pub(crate) current: &'a Boids,
    pub(crate) memory: &'a Memory,
    /// Levels of detail by slot; `None` while all boids steer in every step.
    pub(crate) levels: Option<&'a [u8]>,
    /// Fear memory, and true if panic is on; `None` without fear.
    pub(crate) fear: Option<(&'a FearMemory, bool)>,
    /// Number of slots.
    pub(crate) slots: usize,
    /// Number of boids for which space is reserved until the next upload.
    pub(crate) room: usize,
    /// Number of steps so far.
    pub(crate) steps: u64,
    /// The backend of the settings; [`Backend::Automatic`] uses no software adapter.
    pub(crate) backend: Backend,
}

/// Steps between two readbacks, and their counters.
pub(crate) struct Progress {
    pub(crate) counted: StepCounters,
    /// Number of boids that fell asleep or woke up.
    pub(crate) sleep_changes: u32,
    /// Number of panics that began.
    pub(crate) panics: u32,
    pub(crate) steps: u32,
    /// `None` if it was not measured.
    pub(crate) milliseconds_per_step: Option<f32>,
}

/// What a move marks boids for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    /// An obstacle caught the boid.
    Caught,
    /// The boid met geometry or an obstacle.
    Touched,
}

/// Parts of the state of which the game is told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Parts {
    pub(crate) caught: bool,
    pub(crate) touched: bool,
    pub(crate) panics: bool,
    pub(crate) levels: bool,
}

impl Parts {
    /// These parts and others.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "there is no device"))]
    pub(crate) fn and(self, others: Self) -> Self {
        Self {
            caught: self.caught || others.caught,
            touched: self.touched || others.touched,
            panics: self.panics || others.panics,
            levels: self.levels || others.levels,
        }
    }
}

/// A boid that has panicked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PanickedSlot {
    pub(crate) slot: u32,
    /// Number of steps since its last panic began.
    pub(crate) age: u32,
    pub(crate) generation: u32,
}

/// Parts of the state after a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notice {
    /// Number of steps until then.
    pub(crate) steps: u64,
    /// Bit set of the slots of boids that obstacles caught since the set was cleared.
    pub(crate) caught: Option<Vec<u32>>,
    /// The same for boids that met geometry or obstacles.
    pub(crate) touched: Option<Vec<u32>>,
    pub(crate) panicked: Option<Vec<PanickedSlot>>,
    /// Levels of detail by slot.
    pub(crate) levels: Option<Vec<u8>>,
}

impl Notice {
    /// Removes what belongs to the boid of a slot.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "there is no device"))]
    pub(crate) fn forget(&mut self, slot: u32) {
        for marked in [&mut self.caught, &mut self.touched].into_iter().flatten() {
            if let Some(word) = marked.get_mut(slot as usize / 32) {
                *word &= !(1 << (slot % 32));
            }
        }
        if let Some(panicked) = &mut self.panicked {
            panicked.retain(|it| it.slot != slot);
        }
        let levels = self.levels.as_mut();
        if let Some(level) = levels.and_then(|levels| levels.get_mut(slot as usize)) {
            *level = 0;
        }
    }
}

/// Boids that a device simulates.
pub(crate) trait RemoteBoids: KnownBoids + Any + Send + Sync {
    /// The name of the adapter.
    fn adapter(&self) -> &str;

    /// True if both flocks are on one device.
    fn is_beside(&self, other: &dyn RemoteBoids) -> bool;

    /// Number of steps so far.
    fn steps(&self) -> u64;

    /// Prepares a step. Other flocks search for its boids within `seen_within` metres.
    fn prepare(
        &mut self,
        step: &Step,
        geometry: &SidedGeometry,
        seen_within: Option<f32>,
    ) -> Result<(), GpuError>;

    /// Submits the prepared step.
    fn step(&mut self, pacing: Pacing) -> Result<(), GpuError>;

    /// Submits the part of the prepared step that sorts the boids, and returns the sorted boids for
    /// other flocks.
    fn sort(&mut self) -> OnDevice;

    /// Submits the rest of the prepared step.
    fn step_among(&mut self, sightings: &[Sighting], pacing: Pacing) -> Result<(), GpuError>;

    /// Number of pipelines for which steps had to wait since the last call, not counting the first
    /// step.
    fn take_late_pipelines(&mut self) -> usize;

    /// Waits until all steps are done. The next step returns errors.
    fn wait(&self);

    /// True if the device is too far behind to get more work in this frame.
    fn is_behind(&self) -> bool;

    /// Requests a frame whose boids are interpolated by `blend` between the last two states. Waits
    /// only for the first frame.
    fn draw(
        &mut self,
        containment: Option<&Containment>,
        settings: &Settings,
        blend: f32,
        steps: u64,
    ) -> Result<(), GpuError>;

    /// Takes the newest frame that was read back, if there is one.
    fn poll(&mut self) -> Result<Option<Progress>, GpuError>;

    /// Asks for parts of the state, which come back with one of the next frames.
    fn want(&mut self, parts: Parts);

    /// Takes the parts that have come back, if there are any. Never waits.
    fn take_notice(&mut self) -> Option<Notice>;

    /// True if the device measures the time of steps by its own clock.
    fn measures_steps(&self) -> bool;

    /// True while parts that were asked for have not come back.
    fn awaits_notice(&self) -> bool;

    /// Leaves contacts and levels out of the parts that come back next, if `parts` has them.
    fn leave_out(&mut self, parts: Parts);

    /// Clears a set of marked boids.
    fn clear_marks(&self, mark: Mark);

    /// Upper bound of the number of boids that join in the next step.
    fn joining(&self) -> usize;

    /// Number of steps until the drawn frame, or until the upload before there is one.
    fn drawn_steps(&self) -> u64;

    /// Number of further boids that can join in slots that there are.
    fn room(&self) -> usize;

    /// True if `joining` further boids can join, in slots below `slots`.
    fn has_room(&self, joining: usize, slots: usize) -> bool;

    /// Lets a boid join in the next step.
    fn join(&mut self, state: &BoidState, slot_map: &SlotMap);

    /// Moves a boid to another place in the next step. It keeps its memories.
    fn move_to(&mut self, state: &BoidState, slot_map: &SlotMap);

    /// Lets the boid of a slot leave in the next step.
    fn leave(&mut self, slot: u32, slot_map: &SlotMap);

    /// Drops boids of a failed device on another thread, since the driver may wait for work that
    /// never completes.
    fn drop_apart(self: Box<Self>);

    /// Makes the device unresponsive.
    #[cfg(all(test, feature = "gpu"))]
    fn stick(&self);

    /// Makes the device hold back all frames that are not drawn yet.
    #[cfg(all(test, feature = "gpu"))]
    fn be_late(&self);

    /// Forces the loss of the device.
    #[cfg(all(test, feature = "gpu"))]
    fn lose(&self);

    /// Acts as on a device without timestamps.
    #[cfg(all(test, feature = "gpu"))]
    fn drop_timer(&mut self);
}

/// Slots with the positions of their boids.
pub(crate) type SlotPlaces = [(u32, Vec3)];

/// What the CPU knows about boids on a device.
pub(crate) trait KnownBoids {
    /// True if frames are requested; the counters are read back with them.
    fn is_drawn(&self) -> bool;

    /// The boids that queries see: the drawn ones, or after single steps the exact ones, for which
    /// the call waits. Updates the indices in the slot map. If the device fails, the last known
    /// boids; `None` if there are none.
    fn boids(&self, slot_map: &SlotMap) -> Option<&Boids>;

    /// Calls `read` with slots and positions of the boids in the drawn frame, in several batches.
    fn read_drawn_places(&self, read: &mut dyn FnMut(&SlotPlaces));

    /// The boids in the drawn frame whose slots have a turn, in the order of the turns, which come
    /// first. Without boids that have changed since then.
    fn drawn_in_order(&self, turn: &dyn Fn(u32) -> Option<usize>) -> (Vec<usize>, Boids);

    /// The last known boids, in case the device fails: as they are drawn, or as a query saw them.
    fn last_known(&self) -> Option<Boids>;

    /// Number of frames that were requested after the drawn one, and the age of its request in
    /// milliseconds.
    fn age(&self) -> (u32, f32);

    /// The drawn texels; `None` after single steps, and while boids that joined or left are not
    /// included.
    fn texels(&self) -> Option<&[Texels]>;

    /// The motions of the same boids.
    fn motions(&self) -> Option<&dyn MotionSource>;

    /// The states of a boid before and after the last step, or its state when it joined since then.
    /// The first call after a step waits for it. `None` if the device fails or there is no such
    /// boid.
    fn exact_states(&self, slot: u32) -> Option<[BoidState; 2]>;

    /// The states before and after the last step, including later changes. Waits for all steps.
    fn read_back(&self) -> Result<[Boids; 2], GpuError>;

    /// Stores the avoidance memory in `memory`. Waits for all steps.
    fn read_looks(&self, memory: &Memory) -> Result<(), GpuError>;

    /// The levels of detail by slot; `None` while all boids steer in every step. Waits for all
    /// steps.
    fn read_levels(&self) -> Result<Option<Vec<u8>>, GpuError>;

    /// Stores the fear memory in `memory`. Waits for all steps. Returns false while fear and panic
    /// are off.
    fn read_fear(&self, memory: &mut FearMemory) -> Result<bool, GpuError>;

    /// Bit set of the slots of boids that were marked since the set was cleared. Waits for all
    /// steps.
    fn marked(&self, mark: Mark) -> Result<Vec<u32>, GpuError>;

    /// Counters of the steps since the last readback, and the number of these steps; `steps` is the
    /// total number. Waits for them.
    fn uncounted(&self, steps: u64) -> Result<(StepCounters, u32), GpuError>;
}
