//! The blocks of the handbook's page of figures.

use crate::{report::Report, Arguments};
use flock_testkit::figures::{digits, machine, page, with_commas};
use std::{fmt::Write, io};

impl Arguments {
    /// The name of the block.
    fn block(&self) -> &'static str {
        if self.processor.is_gpu() {
            "cave --backend gpu --report"
        } else {
            "cave --report"
        }
    }

    /// Whether the flocks should be simulated by a graphics card that is not there. Then the block
    /// says so.
    pub fn writes_no_gpu(&self) -> io::Result<bool> {
        match self.processor.found(self.threads) {
            Ok(_) => Ok(false),
            Err(reason) => {
                page::FIGURES.write_unmeasured(self.block(), "No GPU was found.", &reason)?;
                Ok(true)
            }
        }
    }

    /// Writes the figures into the block.
    pub fn write(&self, report: &Report) -> io::Result<()> {
        let used = match self.processor.is_gpu() {
            true => format!("GPU: {}", report.processor),
            false => report.processor.clone(),
        };
        let block = format!("{}\n\n{}", machine::heading(&used), table(report));
        page::FIGURES.write(self.block(), &block)
    }
}

/// The flock in the cave beside the same flock in the open.
fn table(report: &Report) -> String {
    let turns = &report.turns;
    let mut text = format!(
        "| {} boids | triangles | a step | neighbours each |\n|---|---|---|---|\n",
        with_commas(turns.inside.boids)
    );
    let triangles = report.scene.triangles();
    for (name, triangles, flock) in [
        ("in the cave", triangles, &turns.inside),
        ("in the open", 0, &turns.open),
    ] {
        let _ = writeln!(
            text,
            "| {name} | {} | {} ms | {:.0} |",
            with_commas(triangles),
            digits(report.milliseconds(flock)),
            flock.neighbours()
        );
    }
    let crossings = &report.crossings;
    text + &format!(
        "\nA step in the cave takes {:.2} times as long. {} of {} moves crossed the rock.\n",
        turns.ratio(),
        crossings.found(),
        with_commas(crossings.moves as usize)
    )
}
