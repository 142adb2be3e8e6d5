//! A flock whose boids live on a graphics card.

use super::{
    counters::Counters,
    device::Gpu,
    instances::Tag,
    passes::Passes,
    ring::{Landing, Ring, Texels},
    GpuError,
};
use crate::{
    avoidance::Memory, boids::Boids, boundary::Containment, lookup::Lookup, step::Step,
    tally::Tally, Geometry, Settings,
};
use std::{
    collections::VecDeque,
    sync::{Arc, OnceLock},
};
use wgpu::{PollType, SubmissionIndex};

/// Steps that may wait for the card when nothing is drawn.
const STEPS_AHEAD: usize = 3;

/// A flock whose boids live on a graphics card.
pub(crate) struct Resident {
    gpu: Arc<Gpu>,
    passes: Passes,
    ring: Ring,
    boids: usize,
    /// Of each slot, by which share of the scale variation its body differs.
    variation: Vec<f32>,
    /// Whether frames are asked for, and what is told is what came back; otherwise what is asked for is waited for.
    is_shown: bool,
    /// What is told of the boids as they are now.
    told: OnceLock<Boids>,
    /// What was last told before, in case the card is lost.
    remembered: Option<Boids>,
    counts: [u32; Counters::COUNT],
    landed_steps: u64,
    waiting: VecDeque<SubmissionIndex>,
}

/// The boids with the processor, before they move in.
pub(crate) struct Home<'a> {
    /// Before the last step and after it, in one order.
    pub(crate) previous: &'a Boids,
    pub(crate) current: &'a Boids,
    pub(crate) memory: &'a Memory,
    /// Number of slots.
    pub(crate) slots: usize,
    /// How many steps were made.
    pub(crate) steps: u64,
}

/// What came back with a frame.
pub(crate) struct News {
    pub(crate) tally: Tally,
    pub(crate) steps: u32,
    pub(crate) milliseconds_per_step: f32,
}

impl Resident {
    /// Takes in the boids, where others lived `earlier` if there is room.
    pub(crate) fn move_in(
        gpu: Arc<Gpu>,
        home: &Home,
        earlier: Option<Self>,
    ) -> Result<Self, GpuError> {
        let (boids, slots) = (home.current.len(), home.slots);
        let passes = Self::rooms(&gpu, boids, slots, earlier)?;
        let mut variation = vec![0.0; slots];
        for (slot, share) in home.current.slot.iter().zip(&home.current.variation) {
            variation[*slot as usize] = *share;
        }
        let states = [home.previous, home.current];
        passes.write(&gpu, states, &variation, home.memory);
        let mut resident = Self {
            ring: Ring::new(&gpu, boids)?,
            passes,
            boids,
            variation,
            is_shown: false,
            told: OnceLock::new(),
            remembered: None,
            counts: [0; Counters::COUNT],
            landed_steps: home.steps,
            waiting: VecDeque::with_capacity(STEPS_AHEAD + 1),
            gpu,
        };
        resident.counts = resident.read_counts()?;
        Ok(resident)
    }

    /// The rooms that boids lived in earlier, if these fit in, or else larger ones.
    fn rooms(
        gpu: &Arc<Gpu>,
        boids: usize,
        slots: usize,
        earlier: Option<Self>,
    ) -> Result<Passes, GpuError> {
        let Some(earlier) = earlier.filter(|earlier| Arc::ptr_eq(&earlier.gpu, gpu)) else {
            return Passes::new(gpu, boids, slots);
        };
        if earlier.passes.has_room(boids, slots) {
            return Ok(earlier.passes);
        }
        let level = earlier.passes.into_level();
        // There may be more soon.
        let generous = |count: usize| count + count / 2;
        let mut passes = Passes::new(gpu, generous(boids), generous(slots))
            .or_else(|_| Passes::new(gpu, boids, slots))?;
        passes.inherit(level);
        Ok(passes)
    }

    fn read_counts(&self) -> Result<[u32; Counters::COUNT], GpuError> {
        let [.., counters] = self.passes.drawn();
        let counts: Vec<u32> = self.gpu.read(counters, Counters::COUNT)?;
        Ok(std::array::from_fn(|which| counts[which]))
    }

    /// The name of the card.
    pub(crate) fn adapter(&self) -> &str {
        self.gpu.adapter().name()
    }

    /// Makes a step, or rather lets the card do so when it gets there. If it may wait, it does so while the card is several steps
    /// behind.
    pub(crate) fn step(
        &mut self,
        step: &Step,
        geometry: &Arc<Geometry>,
        may_wait: bool,
    ) -> Result<(), GpuError> {
        self.outdate();
        self.is_shown = false;
        let gpu = &self.gpu;
        self.passes.prepare(gpu, step, geometry, self.boids)?;
        let submission = gpu.run(|encoder| self.passes.encode(encoder, self.boids));
        self.waiting.push_back(submission);
        // What goes wrong is told by the check.
        let _ = gpu
            .device
            .poll(match may_wait && self.waiting.len() > STEPS_AHEAD {
                true => PollType::Wait {
                    submission_index: self.waiting.pop_front(),
                    timeout: None,
                },
                false => PollType::Poll,
            });
        gpu.check()
    }

    /// Waits until all steps are done. What goes wrong is told by the next one.
    pub(crate) fn wait(&self) {
        let _ = self.gpu.wait();
    }

    /// Whether the card is so far behind that it should be given nothing more in this frame.
    pub(crate) fn is_behind(&self) -> bool {
        self.ring.is_full()
    }

    /// Asks for what is to be drawn: the boids `blend` of the way between the last two steps. Waits only for the very first
    /// frame.
    pub(crate) fn show(
        &mut self,
        containment: Option<&Containment>,
        settings: &Settings,
        blend: f32,
        steps: u64,
    ) -> Result<(), GpuError> {
        let (gpu, passes) = (&self.gpu, &mut self.passes);
        passes.prepare_instances(gpu, containment, settings, blend, self.boids);
        let buffers = passes.drawn();
        self.ring.ask(gpu, steps, buffers, |encoder| {
            passes.encode_instances(encoder, self.boids);
        });
        self.waiting.clear();
        self.is_shown = true;
        if !self.ring.has_landed() {
            gpu.wait()?;
            self.land()?;
        }
        self.gpu.check()
    }

    /// Takes in a frame that came back, if one did.
    pub(crate) fn land(&mut self) -> Result<Option<News>, GpuError> {
        let Some(landing) = self.ring.land(&self.gpu)? else {
            return Ok(None);
        };
        self.outdate();
        Ok(Some(self.news(&landing)))
    }

    /// What was told is of the past.
    fn outdate(&mut self) {
        if let Some(told) = self.told.take() {
            self.remembered = Some(told);
        }
    }

    fn news(&mut self, landing: &Landing) -> News {
        let steps = (landing.steps - self.landed_steps) as u32;
        let tally = Counters::between(self.counts, landing.counts);
        (self.counts, self.landed_steps) = (landing.counts, landing.steps);
        News {
            tally,
            steps,
            milliseconds_per_step: 1000.0 * landing.busy / steps.max(1) as f32,
        }
    }

    /// What was counted in how many steps since the last frame that came back, if `steps` were made in all. Waits for them.
    pub(crate) fn unread(&self, steps: u64) -> Result<(Tally, u32), GpuError> {
        let tally = Counters::between(self.counts, self.read_counts()?);
        Ok((tally, (steps - self.landed_steps) as u32))
    }

    /// Whether frames are asked for, with which what was counted comes back.
    pub(crate) fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// The boids as they are known: those that are drawn, or after single steps, which it then waits for, as they are. Notes
    /// in the lookup where they are. If the card fails, they are as they were last known; none if they never were.
    pub(crate) fn boids(&self, lookup: &Lookup, settings: &Settings) -> Option<&Boids> {
        if let Some(told) = self.told.get() {
            return Some(told);
        }
        let boids = match self.is_shown {
            true => self.drawn(),
            false => {
                let mut boids = Boids::default();
                let variation = |slot: u32| self.variation[slot as usize];
                let read = self
                    .passes
                    .read(&self.gpu, self.boids, &mut boids, variation);
                match read {
                    Ok(()) => boids,
                    Err(_) => self.last_known()?,
                }
            }
        };
        lookup.note_all(&boids.slot, settings.simulation.driver);
        Some(self.told.get_or_init(|| boids))
    }

    /// The boids as they are drawn.
    pub(crate) fn drawn(&self) -> Boids {
        unpack(self.ring.texels(), self.ring.tags(), &self.variation)
    }

    /// The boids as they were last known, if the card fails: as they are drawn, or as they were last asked for.
    pub(crate) fn last_known(&self) -> Option<Boids> {
        let told = self.told.get().or(self.remembered.as_ref());
        match self.is_shown || told.is_none() {
            true => self.ring.has_landed().then(|| self.drawn()),
            false => told.cloned(),
        }
    }

    /// How many frames were asked for after the one that is drawn, and how many milliseconds ago that was.
    pub(crate) fn age(&self) -> (u32, f32) {
        let (frames, seconds) = self.ring.age().unwrap_or_default();
        (frames, 1000.0 * seconds)
    }

    /// The texels that are drawn; none after single steps.
    pub(crate) fn texels(&self) -> Option<&[[f32; 4]]> {
        let is_drawn = self.is_shown && self.ring.has_landed();
        is_drawn.then(|| self.ring.texels().as_flattened())
    }

    /// The boids before the last step and after it, as they are after all steps, which it waits for. What they remember of the
    /// geometry goes to the given memory.
    pub(crate) fn bring_back(&self, memory: &Memory) -> Result<[Boids; 2], GpuError> {
        let variation = |slot: u32| self.variation[slot as usize];
        let (gpu, count) = (&self.gpu, self.boids);
        let mut boids = [Boids::default(), Boids::default()];
        let [previous, current] = &mut boids;
        self.passes.read(gpu, count, current, variation)?;
        self.passes.read_previous(gpu, count, previous, variation)?;
        self.passes.read_memory(gpu, memory)?;
        Ok(boids)
    }

    /// Forces the loss of the card, for tests.
    #[cfg(test)]
    pub(crate) fn lose(&self) {
        self.gpu.device.destroy();
    }
}

/// The boids that are drawn.
fn unpack(texels: &[Texels], tags: &[Tag], variation: &[f32]) -> Boids {
    let mut boids = Boids::default();
    for axis in 0..3 {
        boids.position[axis] = texels.iter().map(|[place, _]| place[axis]).collect();
        boids.velocity[axis] = tags.iter().map(|tag| tag.velocity[axis]).collect();
        boids.orientation[axis] = texels.iter().map(|[_, pose]| pose[axis]).collect();
    }
    let w = |[_, [x, y, z, _]]: &Texels| (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    boids.orientation[3] = texels.iter().map(w).collect();
    boids.phase = texels.iter().map(|[_, pose]| pose[3]).collect();
    boids.slot = tags.iter().map(|tag| tag.slot).collect();
    let share = |tag: &Tag| variation.get(tag.slot as usize).copied();
    boids.variation = tags
        .iter()
        .map(|tag| share(tag).unwrap_or_default())
        .collect();
    boids
}
