//! Measures the cost of the flocks of a scene, without a window: a step of all flocks, and the time
//! of the main thread for drawing them.
//!
//! ```text
//! cargo run --release -p flock-demo --example scene_cost -- starlings
//! cargo run --release -p flock-demo --example scene_cost -- reef 100000
//! ```
//!
//! `RAYON_NUM_THREADS` sets the number of threads.

mod cost;
mod drawing;
mod scenes;

use clap::Parser;
use cost::Cost;
use flock_testkit::figures::{digits, machine, page, with_commas};
use std::{error::Error, fmt::Write};

/// The scenes of the handbook's page of figures, and the number of boids of the largest flock.
const SCENES: [(&str, &str, Option<u32>); 2] = [
    ("starlings with their falcon", "starlings", None),
    (
        "sardines in a reef of 60 x 30 x 60 m",
        "reef",
        Some(100_000),
    ),
];

/// Measures the flocks of a scene: the time of a step, and the time of drawing on the main thread.
#[derive(Parser)]
struct Arguments {
    /// The name of a demo scene; `reef` is a reef of 60 x 30 x 60 m with sardines.
    #[arg(default_value = "starlings")]
    scene: String,
    /// Number of boids of the largest flock, instead of that in the scene.
    boids: Option<u32>,
    /// Measures the starlings and the reef instead, and writes a table into the handbook's page of figures.
    #[arg(long)]
    report: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    if arguments.report {
        return report();
    }
    println!("{}", Cost::measure(&arguments.scene, arguments.boids)?);
    Ok(())
}

fn report() -> Result<(), Box<dyn Error>> {
    let mut table = String::from(
        "| scene | moving boids | a step | drawing, on the main thread | draw calls |\n|---|---|---|---|---|\n",
    );
    for (title, scene, boids) in SCENES {
        let cost = Cost::measure(scene, boids)?;
        println!("{cost}");
        let _ = writeln!(
            table,
            "| {title} | {} | {} ms | {} ms | {} |",
            with_commas(cost.boids),
            digits(cost.step.median),
            digits(cost.filling.median + cost.collecting.median),
            with_commas(cost.draw_calls)
        );
    }
    let heading = machine::heading(&machine::threads(rayon::current_num_threads()));
    let steps = cost::STEPS;
    let block = format!("{heading} Medians of {steps} steps.\n\n{table}");
    Ok(page::FIGURES.write("scene_cost --report", &block)?)
}
