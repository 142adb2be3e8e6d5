//! What the CPU knows about boids on a GPU: the drawn ones, and those that are read back.

use super::GpuBoids;
use crate::{
    gpu::{
        counters,
        error::GpuError,
        instances::InstanceTag,
        remote_boids::{KnownBoids, Mark, SlotPlaces},
    },
    math::Vec3,
    pose::{measure::Measure, motions::MotionSource, texels::Texels},
    state::{
        boids::{BoidState, Boids},
        slot_map::SlotMap,
    },
    steering::{avoidance::Memory, fear::memory::FearMemory},
    step::counters::StepCounters,
};

/// Number of boids whose positions are read together.
const AT_ONCE: usize = 64;

impl KnownBoids for GpuBoids {
    fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    fn boids(&self, slot_map: &SlotMap) -> Option<&Boids> {
        if let Some(queried) = self.queried.get() {
            return Some(queried);
        }
        let boids = if self.is_drawn {
            self.drawn()
        } else {
            let mut boids = Boids::default();
            let current = &self.step.buffers.current;
            match current.read(&self.gpu, self.boids, &mut boids, self.variation()) {
                Ok(()) => {
                    self.changes.net_waiting().apply(&mut boids);
                    boids
                }
                Err(_) => self.last_known()?,
            }
        };
        slot_map.set_indices(&boids.slot);
        Some(self.queried.get_or_init(|| boids))
    }

    fn read_drawn_places(&self, read: &mut dyn FnMut(&SlotPlaces)) {
        let mut places = [(0, Vec3::zeros()); AT_ONCE];
        let tags = self.ring.tags().chunks(AT_ONCE);
        for (tags, texels) in tags.zip(self.ring.texels().chunks(AT_ONCE)) {
            let all = tags.iter().zip(texels);
            for (place, (tag, [[x, y, z, _], _])) in places.iter_mut().zip(all) {
                *place = (tag.slot, Vec3::new(*x, *y, *z));
            }
            read(&places[..tags.len().min(texels.len())]);
        }
    }

    fn drawn_in_order(&self, turn: &dyn Fn(u32) -> Option<usize>) -> (Vec<usize>, Boids) {
        let changed = self.changes.slots();
        let all = self.ring.tags().iter().zip(self.ring.texels());
        let mut drawn: Vec<_> = all
            .filter(|(tag, _)| changed.binary_search(&tag.slot).is_err())
            .filter_map(|(tag, texels)| Some((turn(tag.slot)?, *tag, *texels)))
            .collect();
        drawn.sort_unstable_by_key(|(turn, ..)| *turn);
        let texels: Vec<_> = drawn.iter().map(|it| it.2).collect();
        let tags: Vec<_> = drawn.iter().map(|it| it.1).collect();
        let turns = drawn.iter().map(|it| it.0).collect();
        (turns, unpack(&texels, &tags, &self.variations))
    }

    fn last_known(&self) -> Option<Boids> {
        let queried = self.queried.get().or(self.queried_before.as_ref());
        if self.is_drawn || queried.is_none() {
            self.ring.has_frame().then(|| self.drawn())
        } else {
            queried.cloned()
        }
    }

    fn age(&self) -> (u32, f32) {
        let (frames, seconds) = self.ring.age().unwrap_or_default();
        (frames, 1000.0 * seconds)
    }

    fn texels(&self) -> Option<&[Texels]> {
        let is_drawn = self.is_drawn && self.ring.has_frame() && self.changes.is_empty();
        is_drawn.then(|| self.ring.texels())
    }

    fn motions(&self) -> Option<&dyn MotionSource> {
        self.texels().map(|_| self as &dyn MotionSource)
    }

    fn exact_states(&self, slot: u32) -> Option<[BoidState; 2]> {
        if let Some(joined) = self.changes.waiting_state(slot) {
            return Some([joined; 2]);
        }
        let states = match self.exact.get() {
            Some(states) => states,
            None => {
                let states = self.read_states().ok()?;
                self.exact.get_or_init(|| states)
            }
        };
        let index = states[1].slot.iter().position(|it| *it == slot)?;
        Some(states.each_ref().map(|boids| boids.state(index)))
    }

    fn read_back(&self) -> Result<[Boids; 2], GpuError> {
        let mut boids = self.read_states()?;
        let change = self.changes.net_waiting();
        boids.iter_mut().for_each(|boids| change.apply(boids));
        Ok(boids)
    }

    fn read_looks(&self, memory: &Memory) -> Result<(), GpuError> {
        self.step.buffers.avoidance.read_memory(&self.gpu, memory)?;
        for state in &self.changes.net_waiting().joining {
            memory.forget(state.slot);
        }
        Ok(())
    }

    fn read_levels(&self) -> Result<Option<Vec<u8>>, GpuError> {
        let mut levels = self.step.buffers.detail.read(&self.gpu)?;
        if let Some(levels) = &mut levels {
            for slot in self.changes.net_waiting().forgotten() {
                if let Some(level) = levels.get_mut(slot as usize) {
                    *level = 0;
                }
            }
        }
        Ok(levels)
    }

    fn read_fear(&self, memory: &mut FearMemory) -> Result<bool, GpuError> {
        let has_fear = self.step.buffers.fear.read(&self.gpu, memory)?;
        let change = self.changes.net_waiting();
        change.forgotten().for_each(|slot| memory.forget(slot));
        Ok(has_fear)
    }

    fn marked(&self, mark: Mark) -> Result<Vec<u32>, GpuError> {
        self.step.buffers.marks.read(&self.gpu, mark)
    }

    fn uncounted(&self, steps: u64) -> Result<(StepCounters, u32), GpuError> {
        let counted = counters::between(&self.counts, &self.read_counts()?);
        Ok((counted, (steps - self.counted_steps) as u32))
    }
}

/// The motions of the drawn boids.
impl MotionSource for GpuBoids {
    fn len(&self) -> usize {
        self.ring.tags().len()
    }

    fn write(&self, measure: &Measure, first: usize, out: &mut [[f32; 4]]) {
        let texels = self.ring.texels()[first..].iter();
        let drawn = texels.zip(&self.ring.tags()[first..]);
        for (motion, (texels, tag)) in out.iter_mut().zip(drawn) {
            let [turn, effort] = measure.of(orientation(texels), tag.velocity);
            *motion = [turn, effort, 0.0, measure.variety(tag.slot)];
        }
    }
}

impl GpuBoids {
    /// The boids in the drawn frame, including later changes.
    pub(crate) fn drawn(&self) -> Boids {
        let mut boids = unpack(self.ring.texels(), self.ring.tags(), &self.variations);
        if !self.changes.is_empty() {
            self.changes.net().apply(&mut boids);
        }
        boids
    }

    /// The states before and after the last step. Waits for all steps.
    fn read_states(&self) -> Result<[Boids; 2], GpuError> {
        let (gpu, count, buffers) = (&self.gpu, self.boids, &self.step.buffers);
        let mut boids = [Boids::default(), Boids::default()];
        let [previous, current] = &mut boids;
        buffers
            .current
            .read(gpu, count, current, self.variation())?;
        buffers
            .before
            .read(gpu, count, previous, self.variation())?;
        Ok(boids)
    }

    fn variation(&self) -> impl Fn(u32) -> f32 + '_ {
        |slot| self.variations[slot as usize]
    }
}

/// The orientation in the texels of a boid.
fn orientation([_, [x, y, z, _]]: &Texels) -> [f32; 4] {
    [*x, *y, *z, (1.0 - x * x - y * y - z * z).max(0.0).sqrt()]
}

/// Converts the drawn frame to boids.
fn unpack(texels: &[Texels], tags: &[InstanceTag], variations: &[f32]) -> Boids {
    let mut boids = Boids::default();
    for axis in 0..3 {
        boids.position[axis] = texels.iter().map(|[place, _]| place[axis]).collect();
        boids.velocity[axis] = tags.iter().map(|tag| tag.velocity[axis]).collect();
    }
    for (axis, coordinates) in boids.orientation.iter_mut().enumerate() {
        *coordinates = texels.iter().map(|it| orientation(it)[axis]).collect();
    }
    boids.phase = texels.iter().map(|[_, pose]| pose[3]).collect();
    boids.slot = tags.iter().map(|tag| tag.slot).collect();
    let share = |tag: &InstanceTag| variations.get(tag.slot as usize).copied();
    boids.variation = tags
        .iter()
        .map(|tag| share(tag).unwrap_or_default())
        .collect();
    boids
}
