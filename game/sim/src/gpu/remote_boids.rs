//! Boids that a device simulates, as the flock sees them. The crate builds with or without such a device;
//! what uses one is the same.

use super::error::GpuError;
use crate::{
    boundary::Containment,
    geometry::SidedGeometry,
    math::Vec3,
    pose::instances::Texels,
    settings::{Driver, Settings},
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

/// The boids on the CPU, to be uploaded.
#[cfg_attr(
    not(feature = "gpu"),
    expect(dead_code, reason = "there is no device to upload to")
)]
pub(crate) struct Upload<'a> {
    /// The states before and after the last step, in one order.
    pub(crate) previous: &'a Boids,
    pub(crate) current: &'a Boids,
    pub(crate) memory: &'a Memory,
    /// Levels of detail by slot; none while all boids steer in every step.
    pub(crate) levels: Option<&'a [u8]>,
    /// Fear, and true if panic is on; none without fear.
    pub(crate) fear: Option<(&'a FearMemory, bool)>,
    /// Number of slots.
    pub(crate) slots: usize,
    /// Number of boids that may join before the next upload.
    pub(crate) room: usize,
    /// Number of steps so far.
    pub(crate) steps: u64,
    /// [`Driver::Automatic`] takes no device in software.
    pub(crate) driver: Driver,
}

/// Steps that were made between two readbacks, and what they counted.
pub(crate) struct Progress {
    pub(crate) counted: StepCounters,
    /// Number of boids that fell asleep or awoke.
    pub(crate) sleep_changes: u32,
    /// Number of panics that began.
    pub(crate) panics: u32,
    pub(crate) steps: u32,
    pub(crate) milliseconds_per_step: f32,
}

/// Boids that a device simulates.
pub(crate) trait RemoteBoids: KnownBoids + Any + Send + Sync {
    /// The name of the device.
    fn adapter(&self) -> &str;

    /// True if both flocks are on one device.
    fn is_beside(&self, other: &dyn RemoteBoids) -> bool;

    /// Number of steps so far.
    fn steps(&self) -> u64;

    /// Prepares a step. Other flocks look for the boids within `seen_within` metres.
    fn prepare(
        &mut self,
        step: &Step,
        geometry: &SidedGeometry,
        seen_within: Option<f32>,
    ) -> Result<(), GpuError>;

    /// Submits the prepared step.
    fn step(&mut self, pacing: Pacing) -> Result<(), GpuError>;

    /// Submits the part of the prepared step that sorts the boids, for other flocks.
    fn sort(&mut self) -> OnDevice;

    /// Submits the rest of the prepared step.
    fn step_among(&mut self, sightings: &[Sighting], pacing: Pacing) -> Result<(), GpuError>;

    /// Number of pipelines that steps had to wait for since the last call, after the first step.
    fn take_late_pipelines(&mut self) -> usize;

    /// Waits until all steps are done. Errors are returned by the next step.
    fn wait(&self);

    /// True if the device is too far behind to get more work in this frame.
    fn is_behind(&self) -> bool;

    /// Requests a frame: the boids `blend` of the way between the last two states. Waits only for
    /// the first frame.
    fn draw(
        &mut self,
        containment: Option<&Containment>,
        settings: &Settings,
        blend: f32,
        steps: u64,
    ) -> Result<(), GpuError>;

    /// Takes the newest frame that came back, if one did.
    fn poll(&mut self) -> Result<Option<Progress>, GpuError>;

    /// No boid is caught.
    fn forget_caught(&self);

    /// Upper bound of the number of boids that join with the next step.
    fn joining(&self) -> usize;

    /// True if so many further boids can join, in slots below `slots`.
    fn has_room(&self, joining: usize, slots: usize) -> bool;

    /// Lets a boid join with the next step.
    fn join(&mut self, state: &BoidState, slot_map: &SlotMap);

    /// Puts a boid at another place with the next step. It keeps what it has noticed.
    fn move_to(&mut self, state: &BoidState, slot_map: &SlotMap);

    /// Lets the boid of a slot leave with the next step.
    fn leave(&mut self, slot: u32, slot_map: &SlotMap);

    /// Drops boids on a device that failed. The driver may wait for work that is never done.
    fn drop_apart(self: Box<Self>);

    /// Makes the device one that does not answer.
    #[cfg(all(test, feature = "gpu"))]
    fn stick(&self);

    /// Makes the device keep back all frames that are not drawn yet.
    #[cfg(all(test, feature = "gpu"))]
    fn be_late(&self);

    /// Forces the loss of the device.
    #[cfg(all(test, feature = "gpu"))]
    fn lose(&self);
}

/// Slots with the positions of their boids.
pub(crate) type SlotPlaces = [(u32, Vec3)];

/// What is known of boids on a device.
pub(crate) trait KnownBoids {
    /// True if frames are requested, with which the counters come back.
    fn is_drawn(&self) -> bool;

    /// The boids that queries see: those that are drawn, or after single steps the exact ones, for
    /// which it waits. Notes their order in the slot map. If the device fails, the last known boids;
    /// none if there never were any.
    fn boids(&self, slot_map: &SlotMap) -> Option<&Boids>;

    /// Calls `read` with slots and positions of the boids in the frame that is drawn, some at a time.
    fn read_drawn_places(&self, read: &mut dyn FnMut(&SlotPlaces));

    /// The last known boids, for when the device fails: as they are drawn, or as a query saw them.
    fn last_known(&self) -> Option<Boids>;

    /// Number of frames that were requested after the one that is drawn, and the age of its request
    /// in milliseconds.
    fn age(&self) -> (u32, f32);

    /// The texels that are drawn; none after single steps, and while boids that joined or left are not
    /// in them.
    fn texels(&self) -> Option<&[Texels]>;

    /// The states of the boid of a slot before and after the last step, or as it joined since. The first
    /// call after a step waits for it. None if the device fails, or without such a boid.
    fn exact_states(&self, slot: u32) -> Option<[BoidState; 2]>;

    /// The states before and after the last step, with the changes since. Waits for all steps.
    fn read_back(&self) -> Result<[Boids; 2], GpuError>;

    /// Stores the memory of avoidance in the given one. Waits for all steps.
    fn read_looks(&self, memory: &Memory) -> Result<(), GpuError>;

    /// The levels of detail by slot; none while all boids steer in every step. Waits for all steps.
    fn read_levels(&self) -> Result<Option<Vec<u8>>, GpuError>;

    /// Stores what boids have noticed in the given memory. Waits for all steps. False while none notices
    /// anything.
    fn read_fear(&self, memory: &mut FearMemory) -> Result<bool, GpuError>;

    /// The boids that moving obstacles caught since the upload, a bit for each slot. Waits for all
    /// steps.
    fn caught(&self) -> Result<Vec<u32>, GpuError>;

    /// Counters of the steps since the last readback, and their number, if `steps` were made in
    /// all. Waits for them.
    fn uncounted(&self, steps: u64) -> Result<(StepCounters, u32), GpuError>;
}
