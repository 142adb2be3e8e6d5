//! What the game is told about boids, read back without waiting: which boids obstacles caught, which
//! met something solid, which panicked, and their levels of detail.

use super::{
    buffers::StepBuffers,
    device::Gpu,
    error::GpuError,
    fear::{FearNotes, PanicNotes},
    mapping::Mapping,
    marks::Marks,
    remote_boids::{Mark, Notice, PanickedSlot, Parts},
};
use crate::steering::fear::memory::PANICKED;
use bytemuck::Pod;
use std::ops::Range;
use wgpu::{Buffer, BufferDescriptor, BufferUsages, CommandEncoder};

/// A request that has not come back.
struct InFlight {
    /// Number of steps until the state.
    steps: u64,
    parts: Parts,
    mapping: Mapping,
    /// Parts that the notice does not have after all.
    left_out: Parts,
    /// Slots of boids that have joined or left since then, about which it tells nothing.
    changed: Vec<u32>,
}

/// Reads notices back, one at a time.
pub(crate) struct Notices {
    slots: usize,
    /// Empty until something is asked for.
    staging: Option<Buffer>,
    in_flight: Option<InFlight>,
    /// The parts for the next request.
    wanted: Parts,
    /// Number of steps until the last request for marks.
    marked_until: Option<u64>,
}

/// Byte ranges of the parts in the staging buffer.
struct Layout {
    /// Both sets of [`Marks`].
    marks: Range<u64>,
    notes: Range<u64>,
    panics: Range<u64>,
    levels: Range<u64>,
}

impl Layout {
    /// For boids in slots below `slots`. Other parts are empty.
    fn of(slots: usize, parts: Parts) -> Self {
        let mut end = 0;
        let mut next = |is_there: bool, bytes: usize| {
            let begin = end;
            end += if is_there { bytes as u64 } else { 0 };
            begin..end
        };
        let marks = parts.caught || parts.touched;
        Self {
            marks: next(marks, 2 * Marks::words(slots) * size_of::<u32>()),
            notes: next(parts.panics, slots * size_of::<FearNotes>()),
            panics: next(parts.panics, slots * size_of::<PanicNotes>()),
            levels: next(parts.levels, slots * size_of::<u32>()),
        }
    }
}

impl Notices {
    /// For boids in slots below `slots`.
    pub(crate) fn new(slots: usize) -> Self {
        Self {
            slots,
            staging: None,
            in_flight: None,
            wanted: Parts::default(),
            marked_until: None,
        }
    }

    /// Asks for parts with one of the next requests.
    pub(crate) fn want(&mut self, parts: Parts) {
        self.wanted = self.wanted.and(parts);
    }

    /// Requests the wanted parts of the state after `steps` steps, unless a request is in flight.
    /// `changed` are the slots of boids that join or leave in the next step.
    ///
    /// # Errors
    /// Fails if there is no memory for the staging buffer.
    pub(crate) fn request(
        &mut self,
        gpu: &Gpu,
        buffers: &StepBuffers,
        steps: u64,
        changed: impl FnOnce() -> Vec<u32>,
    ) -> Result<(), GpuError> {
        let mut parts = there(self.wanted, buffers);
        if self.marked_until == Some(steps) {
            // Without a step nothing is touched, which would look like the end of a contact.
            (parts.caught, parts.touched) = (false, false);
        }
        if self.in_flight.is_some() || parts == Parts::default() {
            return Ok(());
        }
        let layout = Layout::of(self.slots, parts);
        let size = layout.levels.end;
        let staging = match self.staging.take() {
            Some(staging) if staging.size() >= size => staging,
            _ => gpu.create(&BufferDescriptor {
                label: Some("staging buffer of notices"),
                size,
                usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })?,
        };
        gpu.run(|encoder| encode(encoder, buffers, &staging, &layout, parts));
        let mapping = Mapping::request(&staging, 0..size);
        self.staging = Some(staging);
        self.wanted = Parts::default();
        if parts.caught || parts.touched {
            self.marked_until = Some(steps);
        }
        self.in_flight = Some(InFlight {
            steps,
            parts,
            mapping,
            left_out: Parts::default(),
            changed: changed(),
        });
        Ok(())
    }

    /// Takes the notice that has come back, if there is one.
    pub(crate) fn take(&mut self) -> Option<Notice> {
        let request = self.in_flight.take_if(|it| !it.mapping.is_pending())?;
        if request.mapping.is_refused() {
            // The device reports the error. If it goes on, the next request has another buffer.
            self.staging = None;
            return None;
        }
        let staging = self.staging.as_ref()?;
        let notice = self.read(staging, &request);
        staging.unmap();
        let mut notice = notice?;
        for slot in request.changed {
            notice.forget(slot);
        }
        let left_out = request.left_out;
        notice.touched = notice.touched.filter(|_| !left_out.touched);
        notice.levels = notice.levels.filter(|_| !left_out.levels);
        Some(notice)
    }

    /// The boid of a slot has joined or left.
    pub(crate) fn change(&mut self, slot: u32) {
        if let Some(request) = &mut self.in_flight {
            request.changed.push(slot);
        }
    }

    /// True while a request is in flight.
    pub(crate) fn is_awaited(&self) -> bool {
        self.in_flight.is_some()
    }

    /// Leaves parts out of the notice in flight.
    pub(crate) fn leave_out(&mut self, parts: Parts) {
        if let Some(request) = &mut self.in_flight {
            request.left_out = request.left_out.and(parts);
        }
    }

    fn read(&self, staging: &Buffer, request: &InFlight) -> Option<Notice> {
        let parts = request.parts;
        let layout = Layout::of(self.slots, parts);
        let view = staging.get_mapped_range(0..layout.levels.end).ok()?;
        let mut notice = Notice {
            steps: request.steps,
            ..Notice::default()
        };
        let marks = part::<u32>(&view, layout.marks);
        let (caught, touched) = marks.split_at(marks.len() / 2);
        if parts.caught {
            notice.caught = Some(caught.to_vec());
        }
        if parts.touched {
            notice.touched = Some(touched.to_vec());
        }
        if parts.panics {
            let notes = part::<FearNotes>(&view, layout.notes);
            let panics = part::<PanicNotes>(&view, layout.panics);
            notice.panicked = Some(panicked(notes, panics, request.steps));
        }
        if parts.levels {
            let levels = part::<u32>(&view, layout.levels).iter();
            notice.levels = Some(levels.map(|level| *level as u8).collect());
        }
        Some(notice)
    }
}

fn part<T: Pod>(view: &[u8], range: Range<u64>) -> &[T] {
    bytemuck::cast_slice(&view[range.start as usize..range.end as usize])
}

/// The boids that have panicked, after so many steps.
fn panicked(notes: &[FearNotes], panics: &[PanicNotes], steps: u64) -> Vec<PanickedSlot> {
    let all = (0..).zip(notes.iter().zip(panics));
    let panicked = all.filter(|(_, (notes, _))| notes.bits & u32::from(PANICKED) != 0);
    let panicked = panicked.map(|(slot, (notes, panic))| PanickedSlot {
        slot,
        age: (steps as u32).wrapping_sub(notes.onset),
        generation: panic.generation,
    });
    panicked.collect()
}

/// The wanted parts for which there are buffers.
fn there(wanted: Parts, buffers: &StepBuffers) -> Parts {
    Parts {
        panics: wanted.panics && buffers.fear.has_panics(),
        levels: wanted.levels && buffers.detail.has_levels(),
        ..wanted
    }
}

/// Copies the parts. The sets of marks among them begin anew.
fn encode(
    encoder: &mut CommandEncoder,
    buffers: &StepBuffers,
    staging: &Buffer,
    layout: &Layout,
    parts: Parts,
) {
    let (marks, fear) = (&buffers.marks, &buffers.fear);
    let copies = [
        (parts.caught || parts.touched, &marks.buffer, &layout.marks),
        (parts.panics, &fear.notes, &layout.notes),
        (parts.panics, &fear.panics, &layout.panics),
        (parts.levels, &buffers.detail.levels, &layout.levels),
    ];
    for (_, from, range) in copies.iter().filter(|(is_wanted, ..)| *is_wanted) {
        let bytes = range.end - range.start;
        encoder.copy_buffer_to_buffer(from, 0, staging, range.start, bytes);
    }
    let sets = [(parts.caught, Mark::Caught), (parts.touched, Mark::Touched)];
    for (_, mark) in sets.iter().filter(|(is_wanted, _)| *is_wanted) {
        marks.encode_clear(encoder, *mark);
    }
}
