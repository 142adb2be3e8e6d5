//! The measurement: all programs in turn, in rounds.

use crate::contenders::{Contender, Processor, OURS};
use std::time::Instant;

/// Steps of a round before those that are measured.
const WARM_UP: u32 = 2;

/// The times of a program, in milliseconds per step.
pub struct Times {
    pub name: &'static str,
    pub processor: Processor,
    pub least: f64,
    pub median: f64,
    /// How many times as long as our step on the same processor.
    pub ratio: f64,
    /// Milliseconds of sorting, neighbour search and rules, if the program measures them.
    pub search: Option<f64>,
}

/// Measures so many steps of every program in every round. All rounds start from the same boids.
pub fn measure(contenders: &mut [Contender], rounds: u32, steps: u32) -> Vec<Times> {
    let mut all = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for (contender, milliseconds) in contenders.iter_mut().zip(&mut all) {
            milliseconds.push(round(contender, steps));
        }
    }
    let mut times: Vec<_> = contenders.iter().zip(all).map(summary).collect();
    for index in 0..times.len() {
        let processor = times[index].processor;
        let mut ours = times.iter().filter(|it| it.name == OURS);
        let ours = ours.find(|it| it.processor == processor);
        times[index].ratio = ours.map_or(f64::NAN, |ours| times[index].least / ours.least);
    }
    times
}

/// Milliseconds of a step in one round.
fn round(contender: &mut Contender, steps: u32) -> f64 {
    let program = &mut contender.program;
    program.restart();
    (0..WARM_UP).for_each(|_| program.step());
    program.wait();
    let start = Instant::now();
    (0..steps).for_each(|_| program.step());
    program.wait();
    1e3 * start.elapsed().as_secs_f64() / f64::from(steps)
}

fn summary((contender, mut milliseconds): (&Contender, Vec<f64>)) -> Times {
    milliseconds.sort_by(f64::total_cmp);
    let least = milliseconds[0];
    let shares = contender.program.shares();
    Times {
        name: contender.name,
        processor: contender.processor,
        least,
        median: milliseconds[milliseconds.len() / 2],
        ratio: f64::NAN,
        search: shares.map(|it| least * f64::from(it.sorting + it.neighbours)),
    }
}
