//! Steps of two flocks in turn, so that whatever else the machine does slows down both.

use flock_sim::{statistics::Statistics, Flock};
use std::time::Instant;

/// Steps of a flock before it is the other one's turn.
const TURN: u32 = 20;

/// Turns after which the neighbours are counted, besides the last.
const COUNT_EVERY: u32 = 10;

/// What two flocks took.
pub struct Turns {
    pub steps: u32,
    pub inside: Measured,
    pub open: Measured,
}

impl Turns {
    pub fn measure(inside: &mut Flock, open: &mut Flock, steps: u32) -> Self {
        let (mut in_cave, mut in_open) = (Measured::new(inside), Measured::new(open));
        let (turns, start) = (steps.div_ceil(TURN), Instant::now());
        for turn in 0..turns {
            let steps_of_turn = TURN.min(steps - turn * TURN);
            for (flock, measured) in [(&mut *inside, &mut in_cave), (&mut *open, &mut in_open)] {
                measured.step(flock, steps_of_turn);
                if turn % COUNT_EVERY == 0 || turn + 1 == turns {
                    measured.count_neighbours(flock);
                }
            }
            if turn % COUNT_EVERY == 0 {
                let seconds = start.elapsed().as_secs_f64();
                eprintln!("step {} of {steps}, {seconds:.0} s", turn * TURN);
            }
        }
        in_cave.finish(inside);
        in_open.finish(open);
        Self {
            steps,
            inside: in_cave,
            open: in_open,
        }
    }

    /// How many times as long a step takes in the cave.
    pub fn ratio(&self) -> f64 {
        self.inside.seconds / self.open.seconds
    }
}

/// What a flock took.
pub struct Measured {
    pub boids: usize,
    pub seconds: f64,
    pub rays: u64,
    pub delayed_looks: u64,
    pub contacts: u64,
    /// At the end, but for the three counts above.
    pub statistics: Statistics,
    /// Mean speed at the end, in m/s.
    pub speed: f32,
    neighbours: f32,
    counts: u32,
}

impl Measured {
    fn new(flock: &Flock) -> Self {
        Self {
            boids: flock.len(),
            seconds: 0.0,
            rays: 0,
            delayed_looks: 0,
            contacts: 0,
            statistics: flock.statistics(),
            speed: 0.0,
            neighbours: 0.0,
            counts: 0,
        }
    }

    fn step(&mut self, flock: &mut Flock, steps: u32) {
        let start = Instant::now();
        (0..steps).for_each(|_| flock.step());
        flock.wait();
        self.seconds += start.elapsed().as_secs_f64();
    }

    fn count_neighbours(&mut self, flock: &Flock) {
        self.neighbours += flock.measure().mean_neighbours;
        self.counts += 1;
    }

    fn finish(&mut self, flock: &Flock) {
        let (before, now) = (self.statistics, flock.statistics());
        self.rays = now.rays - before.rays;
        self.delayed_looks = now.delayed_looks - before.delayed_looks;
        self.contacts = now.contacts - before.contacts;
        self.statistics = now;
        self.speed = flock.measure().mean_speed;
    }

    /// Neighbours of a boid, averaged over the boids and the time.
    pub fn neighbours(&self) -> f32 {
        self.neighbours / self.counts.max(1) as f32
    }
}
