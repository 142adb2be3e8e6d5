//! The readback ring, which copies drawn boids from the GPU without waiting.
//!
//! Every frame requests the boids to draw, and draws those that an earlier frame requested. At most
//! two readbacks are in flight. If both are still in flight when the next frame comes, the GPU is
//! behind and gets no further work in that frame.

use super::{
    counters::Counts,
    device::Gpu,
    error::GpuError,
    instances::InstanceTag,
    mapping::Mapping,
    timer::{self, Span, Timer},
};
use crate::pose::texels::Texels;
use bytemuck::Pod;
use std::{ops::Range, time::Duration};
use web_time::Instant;
use wgpu::{Buffer, BufferDescriptor, BufferUsages, BufferView, CommandEncoder, PollType};

/// Largest number of readbacks in flight.
const MOST_IN_FLIGHT: usize = 2;

/// One staging buffer more than can be in flight, for the frame that is drawn.
const STAGING_BUFFERS: usize = MOST_IN_FLIGHT + 1;

/// Longest time between two polls that counts as time without a readback.
const LONGEST_HITCH: Duration = Duration::from_secs(1);

/// Byte offsets of the parts of a frame in its staging buffer.
struct Offsets {
    tags: u64,
    counters: u64,
    timestamps: u64,
    end: u64,
}

impl Offsets {
    fn of(boids: usize) -> Self {
        let tags = (boids * size_of::<Texels>()) as u64;
        let counters = tags + (boids * size_of::<InstanceTag>()) as u64;
        let timestamps = counters + size_of::<Counts>() as u64;
        let end = timestamps + timer::BYTES;
        Self {
            tags,
            counters,
            timestamps,
            end,
        }
    }
}

/// A ring of staging buffers.
pub(crate) struct ReadbackRing {
    staging: Vec<StagingBuffer>,
    /// Largest number of boids in a frame.
    capacity: usize,
    /// Number of frames that have been requested.
    requested: u64,
    /// Number of steps at the last request.
    requested_steps: Option<u64>,
    drawn: Option<DrawnFrame>,
    /// Frames after fewer steps are ignored.
    least_steps: u64,
    silence: Silence,
}

/// The time for which frames have been in flight without a readback.
#[derive(Default)]
struct Silence {
    /// Time of the last poll.
    last: Option<Instant>,
    length: Duration,
}

impl Silence {
    /// Adds the time since the last poll, up to the length of a usual hitch, since the whole
    /// program may have been suspended.
    fn go_on(&mut self) {
        let now = Instant::now();
        let since = self
            .last
            .replace(now)
            .map_or(Duration::ZERO, |last| now - last);
        self.length += since.min(LONGEST_HITCH);
    }
}

struct StagingBuffer {
    buffer: Buffer,
    in_flight: Option<InFlight>,
}

/// A frame that was requested.
struct InFlight {
    number: u64,
    steps: u64,
    boids: usize,
    /// Number of steps since the frame before, and of their compute passes that were timed.
    new_steps: u64,
    timed_passes: usize,
    since: Instant,
    mapping: Mapping,
}

/// The frame that is drawn.
struct DrawnFrame {
    /// Index of its staging buffer.
    index: usize,
    number: u64,
    boids: usize,
    since: Instant,
    arrived: Instant,
    view: BufferView,
}

/// A frame that was read back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Readback {
    /// Number of steps before the frame.
    pub(crate) steps: u64,
    /// Counters after these steps.
    pub(crate) counts: Counts,
    /// Upper bound of the time in seconds that the GPU took: since the previous frame arrived, or
    /// since the request if that was later.
    pub(crate) busy: f32,
    /// Time in seconds that the GPU worked for each step since the frame before; `None` if the
    /// adapter does not measure it, or if there was no step.
    pub(crate) seconds_per_step: Option<f32>,
}

impl ReadbackRing {
    pub(crate) fn new(gpu: &Gpu, capacity: usize) -> Result<Self, GpuError> {
        let bytes = Offsets::of(capacity).end;
        let staging = |_| {
            let buffer = gpu.create(&BufferDescriptor {
                label: Some("staging buffer of drawn boids"),
                size: bytes,
                usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })?;
            let in_flight = None;
            Ok(StagingBuffer { buffer, in_flight })
        };
        let staging = (0..STAGING_BUFFERS).map(staging);
        Ok(Self {
            staging: staging.collect::<Result<_, GpuError>>()?,
            capacity,
            requested: 0,
            requested_steps: None,
            drawn: None,
            least_steps: 0,
            silence: Silence::default(),
        })
    }

    /// True if no further frame can be requested until one is read back.
    pub(crate) fn is_full(&self) -> bool {
        let in_flight = self.staging.iter().filter(|it| it.in_flight.is_some());
        in_flight.count() >= MOST_IN_FLIGHT
    }

    /// Requests a frame with the given numbers of steps and boids: the contents of these buffers
    /// after the work that `encode` encodes. Does nothing if the ring is full.
    pub(crate) fn request(
        &mut self,
        gpu: &Gpu,
        (steps, boids): (u64, usize),
        [texels, tags, counters]: [&Buffer; 3],
        timer: &Timer,
        encode: impl FnOnce(&mut CommandEncoder),
    ) {
        let drawn = self.drawn.as_ref().map(|drawn| drawn.index);
        let is_free = |(index, it): &(usize, &mut StagingBuffer)| {
            it.in_flight.is_none() && drawn.is_none_or(|drawn| drawn != *index)
        };
        let Some((_, staging)) = self.staging.iter_mut().enumerate().find(is_free) else {
            return;
        };
        let boids = boids.min(self.capacity);
        let (offsets, sizes) = (Offsets::of(self.capacity), Offsets::of(boids));
        let mut timed_passes = 0;
        gpu.run(|encoder| {
            encode(encoder);
            let copies = [
                (texels, 0, sizes.tags),
                (tags, offsets.tags, sizes.counters - sizes.tags),
                (
                    counters,
                    offsets.counters,
                    offsets.timestamps - offsets.counters,
                ),
            ];
            for (from, to, bytes) in copies.into_iter().filter(|(.., bytes)| *bytes > 0) {
                encoder.copy_buffer_to_buffer(from, 0, &staging.buffer, to, bytes);
            }
            timed_passes = timer.read_back(encoder, &staging.buffer, offsets.timestamps);
        });
        let mapping = Mapping::request(&staging.buffer, 0..staging.buffer.size());
        self.requested += 1;
        let before = self.requested_steps.replace(steps).unwrap_or(steps);
        staging.in_flight = Some(InFlight {
            number: self.requested,
            steps,
            boids,
            new_steps: steps.saturating_sub(before),
            timed_passes,
            since: Instant::now(),
            mapping,
        });
    }

    /// Takes the newest frame that was read back, if there is one. Never waits. Returns an error if
    /// no frame was read back within the time limit of the GPU.
    pub(crate) fn poll(&mut self, gpu: &Gpu) -> Result<Option<Readback>, GpuError> {
        // The check below returns errors.
        let _ = gpu.device.poll(PollType::Poll);
        gpu.check()?;
        let mut newest: Option<(usize, InFlight)> = None;
        for index in 0..self.staging.len() {
            let has_arrived =
                |it: &mut InFlight| !it.mapping.is_pending() && !gpu.is_stuck() && !gpu.is_late();
            let Some(frame) = self.staging[index].in_flight.take_if(has_arrived) else {
                continue;
            };
            if frame.mapping.is_refused() {
                // Waits so that a loss of the GPU is reported first.
                gpu.wait()?;
                return Err(gpu.failed("a frame could not be read back"));
            }
            // Several frames can arrive together, and one can seem to arrive after a later one. The
            // latest frame counts.
            let newest_number = newest.as_ref().map(|(_, newest)| newest.number);
            let drawn = self.drawn.as_ref().map(|drawn| drawn.number);
            let is_newest =
                newest_number.max(drawn) < Some(frame.number) && frame.steps >= self.least_steps;
            let older = if is_newest {
                newest.replace((index, frame)).map(|(index, _)| index)
            } else {
                Some(index)
            };
            if let Some(older) = older {
                self.staging[older].buffer.unmap();
            }
        }
        let is_waiting = self.staging.iter().any(|it| it.in_flight.is_some());
        if is_waiting && newest.is_none() {
            self.silence.go_on()
        } else {
            self.silence = Silence::default()
        }
        if self.silence.length > gpu.time_limit() || is_waiting && gpu.is_stuck() {
            return Err(gpu.silent());
        }
        newest
            .map(|(index, frame)| self.draw(gpu, index, &frame))
            .transpose()
    }

    /// Replaces the frame that is drawn.
    fn draw(&mut self, gpu: &Gpu, index: usize, frame: &InFlight) -> Result<Readback, GpuError> {
        let view = self.staging[index].buffer.get_mapped_range(..);
        let view = view.map_err(|error| gpu.failed(&error.to_string()))?;
        let now = Instant::now();
        let before = self.drawn.replace(DrawnFrame {
            index,
            number: frame.number,
            boids: frame.boids,
            since: frame.since,
            arrived: now,
            view,
        });
        let mut began = frame.since;
        if let Some(before) = before {
            began = began.max(before.arrived);
            drop(before.view);
            self.staging[before.index].buffer.unmap();
        }
        let mut counts = Counts::default();
        counts.copy_from_slice(self.part(|offsets, _| offsets.counters..offsets.timestamps));
        Ok(Readback {
            steps: frame.steps,
            counts,
            busy: (now - began).as_secs_f32(),
            seconds_per_step: self.seconds_per_step(gpu, frame),
        })
    }

    /// Time of a step that the drawn frame measured.
    fn seconds_per_step(&self, gpu: &Gpu, frame: &InFlight) -> Option<f32> {
        let bytes = (frame.timed_passes * size_of::<Span>()) as u64;
        let spans: &[Span] = self.part(|it, _| it.timestamps..it.timestamps + bytes);
        let seconds = timer::seconds(spans, gpu.queue.get_timestamp_period())?;
        (frame.new_steps > 0).then(|| seconds / frame.new_steps as f32)
    }

    /// Forgets the drawn frame, and the frames in flight that were requested before `steps` steps.
    pub(crate) fn forget(&mut self, steps: u64) {
        self.least_steps = steps;
        if let Some(drawn) = self.drawn.take() {
            drop(drawn.view);
            self.staging[drawn.index].buffer.unmap();
        }
    }

    /// Number of frames that were requested after the drawn one, and the age of its request in
    /// seconds. `None` before the first readback.
    pub(crate) fn age(&self) -> Option<(u32, f32)> {
        let drawn = self.drawn.as_ref()?;
        let frames = (self.requested - drawn.number) as u32;
        Some((frames, drawn.since.elapsed().as_secs_f32()))
    }

    /// True once a frame has been read back.
    pub(crate) fn has_frame(&self) -> bool {
        self.drawn.is_some()
    }

    /// The texels of the drawn frame; empty before the first readback.
    pub(crate) fn texels(&self) -> &[Texels] {
        self.part(|_, sizes| 0..sizes.tags)
    }

    /// The tags of the same boids; empty before the first readback.
    pub(crate) fn tags(&self) -> &[InstanceTag] {
        self.part(|offsets, sizes| offsets.tags..offsets.tags + sizes.counters - sizes.tags)
    }

    /// A part of the frame. `range` gets the offsets of the parts in the staging buffer, and those
    /// in a buffer for exactly the boids of the frame.
    fn part<T: Pod>(&self, range: impl FnOnce(Offsets, Offsets) -> Range<u64>) -> &[T] {
        let Some(drawn) = &self.drawn else {
            return &[];
        };
        let range = range(Offsets::of(self.capacity), Offsets::of(drawn.boids));
        bytemuck::cast_slice(&drawn.view[range.start as usize..range.end as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{counters::COUNT, tests::device::gpu},
        *,
    };

    /// Requests a frame of two boids that contains this number everywhere.
    fn request(ring: &mut ReadbackRing, number: u32) {
        let gpu = gpu();
        let filled = |bytes: usize| gpu.filled("numbers", &vec![number; bytes / 4]).unwrap();
        let [texels, tags, counters] = [64, 32, size_of::<Counts>()].map(filled);
        let timer = Timer::new(gpu).unwrap();
        let parts = [&texels, &tags, &counters];
        ring.request(gpu, (u64::from(number), 2), parts, &timer, |_| ());
    }

    fn wait(ring: &mut ReadbackRing) -> Readback {
        gpu().wait().unwrap();
        ring.poll(gpu()).unwrap().expect("a frame")
    }

    #[test]
    fn frames_come_back_in_order_and_never_more_than_two_late() {
        let mut ring = ReadbackRing::new(gpu(), 2).unwrap();
        assert!(ring.texels().is_empty() && !ring.has_frame());
        for number in 1..=20 {
            request(&mut ring, number);
            if number % 3 == 0 {
                let readback = wait(&mut ring);
                assert_eq!(readback.steps, u64::from(number));
                assert_eq!(ring.age().unwrap().0, 0);
                assert_eq!(readback.counts, [number; COUNT]);
                assert_eq!(ring.tags()[1].slot, number);
                assert_eq!(ring.texels()[1][1][3].to_bits(), number);
            } else if ring.is_full() {
                let readback = wait(&mut ring);
                let (frames, seconds) = ring.age().unwrap();
                assert!(frames <= 2 && readback.busy <= seconds);
            }
        }
    }

    #[test]
    fn polling_does_not_wait() {
        let mut ring = ReadbackRing::new(gpu(), 2).unwrap();
        request(&mut ring, 1);
        request(&mut ring, 2);
        assert!(ring.is_full());
        let before = ring.poll(gpu()).unwrap();
        let readback = before
            .filter(|it| it.steps == 2)
            .unwrap_or_else(|| wait(&mut ring));
        assert_eq!((readback.steps, ring.is_full()), (2, false));
    }

    #[test]
    fn a_flock_without_boids_has_frames() {
        let mut ring = ReadbackRing::new(gpu(), 0).unwrap();
        let empty = gpu().buffer::<u32>("nothing", 0).unwrap();
        let counters = gpu().filled("counters", &[7_u32; COUNT]).unwrap();
        let timer = Timer::new(gpu()).unwrap();
        ring.request(gpu(), (3, 0), [&empty, &empty, &counters], &timer, |_| ());
        assert_eq!(wait(&mut ring).counts, [7; COUNT]);
        assert!(ring.has_frame() && ring.texels().is_empty() && ring.tags().is_empty());
    }
}
