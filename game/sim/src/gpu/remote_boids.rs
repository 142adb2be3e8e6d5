//! Boids that a device simulates, as the flock accesses them. This interface exists in builds with
//! and without the feature `gpu`, so its users are the same in both.

use super::error::GpuError;
use crate::{
    boundary::Containment,
    geometry::SidedGeometry,
    math::Vec3,
    pose::texels::Texels,
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

    /// Clears the set of caught boids.
    fn forget_caught(&self);

    /// Upper bound of the number of boids that join in the next step.
    fn joining(&self) -> usize;

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

    /// The last known boids, in case the device fails: as they are drawn, or as a query saw them.
    fn last_known(&self) -> Option<Boids>;

    /// Number of frames that were requested after the drawn one, and the age of its request in
    /// milliseconds.
    fn age(&self) -> (u32, f32);

    /// The drawn texels; `None` after single steps, and while boids that joined or left are not
    /// included.
    fn texels(&self) -> Option<&[Texels]>;

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

    /// Bit set of the slots of boids that moving obstacles caught since the upload. Waits for all
    /// steps.
    fn caught(&self) -> Result<Vec<u32>, GpuError>;

    /// Counters of the steps since the last readback, and the number of these steps; `steps` is the
    /// total number. Waits for them.
    fn uncounted(&self, steps: u64) -> Result<(StepCounters, u32), GpuError>;
}
