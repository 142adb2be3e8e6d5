//! The table of the handbook's page of figures.

use super::{level::Level, Measured};
use flock_testkit::figures::{digits, machine, page, with_commas};
use std::{error::Error, fmt::Write};

/// A large flock; and many small ones among many colliders, which many scripts affect.
const LEVELS: [Level; 2] = [
    Level {
        boids: 100_000,
        flocks: 1,
        effects: 0,
        colliders: 0,
        cameras: 1,
        single: false,
    },
    Level {
        boids: 10_000,
        flocks: 50,
        effects: 200,
        colliders: 2_000,
        cameras: 1,
        single: false,
    },
];

/// Measures the levels, and writes the table.
pub fn write(frames: u32) -> Result<(), Box<dyn Error>> {
    let mut table = String::from(
        "| boids | flocks | scripts that affect them | colliders | scripts of the flocks | allocations | collecting the \
         draw calls | draw calls |\n|---|---|---|---|---|---|---|---|\n",
    );
    for level in LEVELS {
        let measured = Measured::of(&level, frames)?;
        measured.print();
        let [scripts, _, drawing] = measured.parts.each_ref().map(|part| part.summary());
        let boids = with_commas(level.boids as usize);
        let (flocks, effects) = (level.flocks, level.effects);
        writeln!(
            table,
            "| {boids} | {flocks} | {effects} | {} | {} ms | {} | {} ms | {} |",
            with_commas(level.colliders as usize),
            digits(scripts.0),
            scripts.2,
            digits(drawing.0),
            measured.draw_calls
        )?;
    }
    let heading = machine::heading(&machine::threads(rayon::current_num_threads()));
    let block = format!("{heading} The least times of {frames} frames.\n\n{table}");
    Ok(page::FIGURES.write("frame_cost --report", &block)?)
}
