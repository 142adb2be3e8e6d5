//! Fear and panic on the GPU.
//!
//! The CPU writes the threats, except boids of other flocks, which a pass turns into threats on the
//! GPU. Before the step, boids flee from what they have noticed. After the step, panicking boids
//! alarm their neighbours, boids look for threats, and panics begin. A panic that a look finds is
//! stored separately until all boids have looked, because boids that copy a panic read the panics
//! of other boids.

mod packed;

pub(crate) use packed::{
    ChooserUniform, FearNotes, FearUniform, PanicNotes, ThreatBlock, ThreatUniform,
};

use super::{device::Gpu, error::GpuError, neighbours::CriteriaUniform};
use crate::{
    neighbours::criteria::Criteria,
    steering::fear::{
        flight::Flight,
        memory::{FearMemory, Panicked, NOBODY, PANICKED},
        threat::Chooser,
    },
};
use bytemuck::Zeroable;
use wgpu::Buffer;

pub(crate) struct FearBuffers {
    capacity: usize,
    slots: usize,
    /// True if boids flee or panic.
    is_on: bool,
    /// True if there are buffers for panics: panic is on, or was when some panics began.
    has_panics: bool,
    /// [`FearUniform`]; `written` is its content.
    pub(crate) uniform: Buffer,
    written: FearUniform,
    /// [`CriteriaUniform`] for the neighbours that a boid alarms.
    pub(crate) criteria: Buffer,
    /// [`ChooserUniform`].
    pub(crate) chooser: Buffer,
    /// [`ThreatUniform`]s. The CPU writes the first ones.
    pub(crate) threats: Buffer,
    /// [`ThreatBlock`]s. Each threat that the CPU writes has its own.
    pub(crate) threat_blocks: Buffer,
    /// [`FearNotes`] of each slot. This and all following buffers are empty until there is fear.
    pub(crate) notes: Buffer,
    /// For each slot, the lowest slot among the boids that have alarmed its boid.
    pub(crate) alarms: Buffer,
    /// [`PanicNotes`] of each slot. Empty until there is panic.
    pub(crate) panics: Buffer,
    /// [`PanicNotes`] of each boid whose panic begins.
    pub(crate) beginning: Buffer,
}

impl FearBuffers {
    /// Creates the buffers for up to `capacity` boids in slots below `slots`.
    pub(crate) fn new(gpu: &Gpu, capacity: usize, slots: usize) -> Result<Self, GpuError> {
        Ok(Self {
            capacity,
            slots,
            is_on: false,
            has_panics: false,
            uniform: gpu.uniform::<FearUniform>("fear uniform"),
            written: FearUniform::zeroed(),
            criteria: gpu.uniform::<CriteriaUniform>("criteria of alarms"),
            chooser: gpu.uniform::<ChooserUniform>("chooser of manoeuvres"),
            threats: gpu.buffer::<ThreatUniform>("threats", 0)?,
            threat_blocks: gpu.buffer::<ThreatBlock>("blocks of threats", 0)?,
            notes: gpu.buffer::<FearNotes>("fears", 0)?,
            alarms: gpu.buffer::<u32>("alarms", 0)?,
            panics: gpu.buffer::<PanicNotes>("panics", 0)?,
            beginning: gpu.buffer::<PanicNotes>("panics that begin", 0)?,
        })
    }

    /// Uploads the fear memory of the CPU; `None` while fear and panic are off.
    ///
    /// # Errors
    /// Fails if there is no memory for it.
    pub(crate) fn upload(
        &mut self,
        gpu: &Gpu,
        memory: Option<(&FearMemory, bool)>,
    ) -> Result<(), GpuError> {
        // Both stay false if an allocation below fails.
        (self.is_on, self.has_panics) = (false, false);
        let Some((memory, panics)) = memory else {
            return Ok(());
        };
        let known: Vec<_> = memory.all().collect();
        let mut notes: Vec<_> = known.iter().map(FearNotes::new).collect();
        notes.resize(self.slots, FearNotes::zeroed());
        gpu.write_all("fears", &mut self.notes, &notes)?;
        let mut alarms: Vec<_> = known.iter().map(|it| it.alarm).collect();
        alarms.resize(self.slots, NOBODY);
        gpu.write_all("alarms", &mut self.alarms, &alarms)?;
        if panics || known.iter().any(|it| it.bits & PANICKED != 0) {
            self.make_room_for_panics(gpu, known.iter().map(|it| &it.panicked))?;
        }
        self.is_on = true;
        Ok(())
    }

    /// Creates the buffers for panics. They stay while panic is off, and so do the panics.
    fn make_room_for_panics<'a>(
        &mut self,
        gpu: &Gpu,
        known: impl Iterator<Item = &'a Panicked>,
    ) -> Result<(), GpuError> {
        let mut panics: Vec<_> = known.map(PanicNotes::new).collect();
        panics.resize(self.slots, PanicNotes::zeroed());
        gpu.write_all("panics", &mut self.panics, &panics)?;
        let bytes = (self.capacity * size_of::<PanicNotes>()) as u64;
        if self.beginning.size() < bytes {
            self.beginning = gpu.buffer::<PanicNotes>("panics that begin", self.capacity)?;
        }
        self.has_panics = true;
        Ok(())
    }

    /// Prepares a step of `count` boids, which flee from up to `feared` boids of other flocks.
    ///
    /// # Errors
    /// Fails if there is no memory for fear or threats.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        flight: Option<&Flight>,
        (chooser, feared): (Option<&Chooser>, usize),
        criteria: &Criteria,
        count: usize,
    ) -> Result<(), GpuError> {
        let panics = flight.is_some_and(|flight| flight.params.panics);
        if flight.is_some() != self.is_on {
            // All boids start calm when fear is switched on.
            let calm = FearMemory::default();
            self.upload(gpu, flight.map(|_| (&calm, panics)))?;
        } else if panics && !self.has_panics {
            self.make_room_for_panics(gpu, std::iter::empty())?;
        }
        let Some(flight) = flight else {
            return Ok(());
        };
        let fountain = chooser.map_or([1.0, 0.0], |chooser| chooser.fountain);
        let threats: Vec<_> = flight.threats.iter().map(ThreatUniform::new).collect();
        self.written = FearUniform::new(flight, fountain, threats.len(), count);
        gpu.write(&self.uniform, &[self.written]);
        if let Some(chooser) = chooser {
            gpu.write(&self.chooser, &[ChooserUniform::new(chooser)]);
        }
        if let Some(reach) = criteria.reach {
            let alarmed = Criteria {
                nearest: Some(flight.params.neighbours),
                ..Criteria::within(reach)
            };
            gpu.write(&self.criteria, &[CriteriaUniform::new(&alarmed, count)]);
        }
        self.make_room_for_threats(gpu, threats.len() + feared)?;
        let each = (0..).zip(&threats);
        let blocks: Vec<_> = each
            .map(|(first, it)| ThreatBlock::of_one(first, it))
            .collect();
        gpu.write(&self.threats, &threats);
        gpu.write(&self.threat_blocks, &blocks);
        Ok(())
    }

    fn make_room_for_threats(&mut self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        if self.threats.size() < (count * size_of::<ThreatUniform>()) as u64 {
            let count = count.next_power_of_two();
            self.threats = gpu.buffer::<ThreatUniform>("threats", count)?;
            // As many as if each threat had its own.
            self.threat_blocks = gpu.buffer::<ThreatBlock>("blocks of threats", count)?;
        }
        Ok(())
    }

    /// True if there are buffers for panics.
    pub(crate) fn has_panics(&self) -> bool {
        self.is_on && self.has_panics
    }

    /// Number of threats that the CPU wrote. Each has a block of its own.
    pub(crate) fn written_threats(&self) -> usize {
        self.written.blocks as usize
    }

    /// Adds blocks of threats, which a pass writes behind those of the CPU. There is only space for as
    /// many as the step was prepared for.
    pub(crate) fn add_blocks(&self, gpu: &Gpu, more: usize) {
        let mut uniform = self.written;
        uniform.blocks += more as u32;
        let bytes = uniform.blocks as usize * size_of::<ThreatBlock>();
        debug_assert!(
            bytes as u64 <= self.threat_blocks.size(),
            "no room for {more}"
        );
        gpu.write(&self.uniform, &[uniform]);
    }

    /// Stores the fear memory in `memory`, after all submitted work. Returns false while fear and
    /// panic are off.
    ///
    /// # Errors
    /// Fails if the GPU was lost.
    pub(crate) fn read(&self, gpu: &Gpu, memory: &mut FearMemory) -> Result<bool, GpuError> {
        if !self.is_on {
            return Ok(false);
        }
        let notes: Vec<FearNotes> = gpu.read(&self.notes, self.slots)?;
        let alarms: Vec<u32> = gpu.read(&self.alarms, self.slots)?;
        let mut panics: Vec<PanicNotes> = if self.has_panics {
            gpu.read(&self.panics, self.slots)?
        } else {
            Vec::new()
        };
        panics.resize(self.slots, PanicNotes::zeroed());
        for (slot, ((notes, alarm), panic)) in (0..).zip(notes.iter().zip(alarms).zip(&panics)) {
            memory.set(&notes.unpacked(slot, alarm, panic));
        }
        Ok(true)
    }
}
