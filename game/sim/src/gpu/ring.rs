//! What is drawn comes back from the card without anybody waiting for it.
//!
//! Every frame asks for what it wants to draw, and draws what an earlier one asked for. At most two frames are under way; if
//! both still are when the next one comes, the card is behind, and no further work is given to it in that frame.

use super::{
    counters::Counters,
    device::Gpu,
    instances::{Tag, Texel, TEXELS},
    GpuError,
};
use bytemuck::Pod;
use std::sync::{
    atomic::{AtomicU8, Ordering},
    Arc,
};
use web_time::Instant;
use wgpu::{Buffer, BufferDescriptor, BufferUsages, BufferView, CommandEncoder, MapMode, PollType};

/// Frames that may be under way.
const UNDER_WAY: usize = 2;

/// One more than may be under way: the one that is drawn.
const SLOTS: usize = UNDER_WAY + 1;

const PENDING: u8 = 0;
const MAPPED: u8 = 1;
const REFUSED: u8 = 2;

/// Texels of each boid, as [`Flock::write_instances`](crate::Flock::write_instances) describes them.
pub(crate) type Texels = [Texel; TEXELS];

/// Where a frame's parts begin in its buffer, in bytes.
struct Parts {
    tags: u64,
    counters: u64,
    end: u64,
}

impl Parts {
    fn of(boids: usize) -> Self {
        let tags = (boids * size_of::<Texels>()) as u64;
        let counters = tags + (boids * size_of::<Tag>()) as u64;
        let end = counters + Counters::BYTES as u64;
        Self {
            tags,
            counters,
            end,
        }
    }
}

/// The buffers in which frames come back.
pub(crate) struct Ring {
    slots: Vec<Slot>,
    boids: usize,
    /// How many frames were asked for.
    asked: u64,
    shown: Option<Shown>,
}

struct Slot {
    buffer: Buffer,
    flight: Option<Flight>,
}

/// A frame under way.
struct Flight {
    number: u64,
    steps: u64,
    since: Instant,
    state: Arc<AtomicU8>,
}

/// The frame that is drawn.
struct Shown {
    slot: usize,
    number: u64,
    since: Instant,
    landed_at: Instant,
    view: BufferView,
}

/// What is known of a frame that came back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing {
    /// How many steps had been made.
    pub(crate) steps: u64,
    /// What had been counted.
    pub(crate) counts: [u32; Counters::COUNT],
    /// From the frame before, or from asking for it if that was later, until now, in seconds: how long it kept the card busy
    /// at most.
    pub(crate) busy: f32,
}

impl Ring {
    /// For so many boids.
    pub(crate) fn new(gpu: &Gpu, boids: usize) -> Result<Self, GpuError> {
        let bytes = Parts::of(boids).end;
        let slot = |_| {
            let buffer = gpu.create(&BufferDescriptor {
                label: Some("drawn boids on their way back"),
                size: bytes,
                usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })?;
            Ok(Slot {
                buffer,
                flight: None,
            })
        };
        Ok(Self {
            slots: (0..SLOTS).map(slot).collect::<Result<_, GpuError>>()?,
            boids,
            asked: 0,
            shown: None,
        })
    }

    /// Whether no further frame can be asked for until one comes back.
    pub(crate) fn is_full(&self) -> bool {
        self.slots
            .iter()
            .filter(|slot| slot.flight.is_some())
            .count()
            >= UNDER_WAY
    }

    /// Asks for a frame, which is taken from these buffers once all that `encode` encodes is done. Not if it is full.
    pub(crate) fn ask(
        &mut self,
        gpu: &Gpu,
        steps: u64,
        [texels, tags, counters]: [&Buffer; 3],
        encode: impl FnOnce(&mut CommandEncoder),
    ) {
        let shown = self.shown.as_ref().map(|shown| shown.slot);
        let is_free = |(index, slot): &(usize, &mut Slot)| {
            slot.flight.is_none() && shown.is_none_or(|shown| shown != *index)
        };
        let Some((_, slot)) = self.slots.iter_mut().enumerate().find(is_free) else {
            return;
        };
        let parts = Parts::of(self.boids);
        gpu.run(|encoder| {
            encode(encoder);
            let copies = [
                (texels, 0, parts.tags),
                (tags, parts.tags, parts.counters - parts.tags),
                (counters, parts.counters, Counters::BYTES as u64),
            ];
            for (from, to, bytes) in copies.into_iter().filter(|(.., bytes)| *bytes > 0) {
                encoder.copy_buffer_to_buffer(from, 0, &slot.buffer, to, bytes);
            }
        });
        let state = Arc::new(AtomicU8::new(PENDING));
        let told = state.clone();
        slot.buffer.map_async(MapMode::Read, .., move |mapped| {
            let state = if mapped.is_ok() { MAPPED } else { REFUSED };
            told.store(state, Ordering::Release);
        });
        self.asked += 1;
        slot.flight = Some(Flight {
            number: self.asked,
            steps,
            since: Instant::now(),
            state,
        });
    }

    /// Takes in the newest of the frames that came back, if one did. Never waits.
    pub(crate) fn land(&mut self, gpu: &Gpu) -> Result<Option<Landing>, GpuError> {
        // What goes wrong is told by the check.
        let _ = gpu.device.poll(PollType::Poll);
        gpu.check()?;
        let mut newest: Option<(usize, Flight)> = None;
        for index in 0..self.slots.len() {
            let landed = |flight: &mut Flight| flight.state.load(Ordering::Acquire) != PENDING;
            let Some(flight) = self.slots[index].flight.take_if(landed) else {
                continue;
            };
            if flight.state.load(Ordering::Acquire) == REFUSED {
                // By now it may be known that the card is lost.
                gpu.wait()?;
                return Err(gpu.failed("a frame could not be brought back"));
            }
            // Of flights that land together, and of one that is seen to land only after a later one, the latest counts.
            let newest_number = newest.as_ref().map(|(_, newest)| newest.number);
            let shown = self.shown.as_ref().map(|shown| shown.number);
            let is_newest = newest_number.max(shown) < Some(flight.number);
            let older = match is_newest {
                true => newest.replace((index, flight)).map(|(index, _)| index),
                false => Some(index),
            };
            if let Some(older) = older {
                self.slots[older].buffer.unmap();
            }
        }
        newest
            .map(|(slot, flight)| self.show(gpu, slot, &flight))
            .transpose()
    }

    fn show(&mut self, gpu: &Gpu, slot: usize, flight: &Flight) -> Result<Landing, GpuError> {
        let view = self.slots[slot].buffer.get_mapped_range(..);
        let view = view.map_err(|error| gpu.failed(&error.to_string()))?;
        let now = Instant::now();
        let before = self.shown.replace(Shown {
            slot,
            number: flight.number,
            since: flight.since,
            landed_at: now,
            view,
        });
        let mut began = flight.since;
        if let Some(before) = before {
            began = began.max(before.landed_at);
            drop(before.view);
            self.slots[before.slot].buffer.unmap();
        }
        let mut counts = [0; Counters::COUNT];
        counts.copy_from_slice(self.part(|parts| parts.counters..parts.end));
        Ok(Landing {
            steps: flight.steps,
            counts,
            busy: (now - began).as_secs_f32(),
        })
    }

    /// How many frames were asked for after the one that is drawn, and how many seconds ago that one was. None before the first
    /// one came back.
    pub(crate) fn age(&self) -> Option<(u32, f32)> {
        let shown = self.shown.as_ref()?;
        let frames = (self.asked - shown.number) as u32;
        Some((frames, shown.since.elapsed().as_secs_f32()))
    }

    /// Whether a frame has come back.
    pub(crate) fn has_landed(&self) -> bool {
        self.shown.is_some()
    }

    /// The texels of the frame that is drawn; nothing before the first one came back.
    pub(crate) fn texels(&self) -> &[Texels] {
        self.part(|parts| 0..parts.tags)
    }

    /// The tags of the same boids.
    pub(crate) fn tags(&self) -> &[Tag] {
        self.part(|parts| parts.tags..parts.counters)
    }

    fn part<T: Pod>(&self, range: impl FnOnce(Parts) -> std::ops::Range<u64>) -> &[T] {
        let Some(shown) = &self.shown else {
            return &[];
        };
        let range = range(Parts::of(self.boids));
        bytemuck::cast_slice(&shown.view[range.start as usize..range.end as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::{super::test_device::gpu, *};

    /// Asks for a frame of two boids that holds this number everywhere.
    fn ask(ring: &mut Ring, number: u32) {
        let gpu = gpu();
        let filled = |bytes: usize| gpu.filled("numbers", &vec![number; bytes / 4]).unwrap();
        let [texels, tags, counters] = [64, 32, 16].map(filled);
        ring.ask(gpu, u64::from(number), [&texels, &tags, &counters], |_| ());
    }

    fn wait(ring: &mut Ring) -> Landing {
        gpu().wait().unwrap();
        ring.land(gpu()).unwrap().expect("a frame")
    }

    #[test]
    fn frames_come_back_in_order_and_never_more_than_two_late() {
        let mut ring = Ring::new(gpu(), 2).unwrap();
        assert!(ring.texels().is_empty() && !ring.has_landed());
        for number in 1..=20 {
            ask(&mut ring, number);
            if number % 3 == 0 {
                let landing = wait(&mut ring);
                assert_eq!(landing.steps, u64::from(number));
                assert_eq!(ring.age().unwrap().0, 0);
                assert_eq!(landing.counts, [number; 4]);
                assert_eq!(ring.tags()[1].slot, number);
                assert_eq!(ring.texels()[1][1][3].to_bits(), number);
            } else if ring.is_full() {
                let landing = wait(&mut ring);
                let (frames, seconds) = ring.age().unwrap();
                assert!(frames <= 2 && landing.busy <= seconds);
            }
        }
    }

    #[test]
    fn nobody_waits() {
        let mut ring = Ring::new(gpu(), 2).unwrap();
        ask(&mut ring, 1);
        ask(&mut ring, 2);
        assert!(ring.is_full());
        let before = ring.land(gpu()).unwrap();
        let landing = before
            .filter(|it| it.steps == 2)
            .unwrap_or_else(|| wait(&mut ring));
        assert_eq!((landing.steps, ring.is_full()), (2, false));
    }

    #[test]
    fn a_flock_without_boids_has_frames_too() {
        let mut ring = Ring::new(gpu(), 0).unwrap();
        let empty = gpu().buffer::<u32>("nothing", 0).unwrap();
        let counters = gpu().filled("counters", &[7_u32; 4]).unwrap();
        ring.ask(gpu(), 3, [&empty, &empty, &counters], |_| ());
        assert_eq!(wait(&mut ring).counts, [7; 4]);
        assert!(ring.has_landed() && ring.texels().is_empty() && ring.tags().is_empty());
    }
}
