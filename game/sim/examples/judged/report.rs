//! The tables of the handbook's page of promises.

use crate::state::{Count, State};
use flock_testkit::{
    figures::{page, with_commas},
    judged::ALL,
};
use std::{error::Error, fmt::Write};

/// Writes the counts into the page.
pub fn write(state: &State) -> Result<(), Box<dyn Error>> {
    let text = text(state)?;
    page::PROMISES.write("judged --report", &text)?;
    println!("{text}");
    Ok(())
}

fn text(state: &State) -> Result<String, Box<dyn Error>> {
    let total = state.total();
    let mut text = String::new();
    writeln!(
        text,
        "Moves judged: **{}** in {} cases. Faults: **{}**. The cases took {:.1} minutes in all. Runs:\n",
        number(total.moves),
        number(total.cases),
        total.faults,
        total.seconds / 60.0,
    )?;
    for run in &state.runs {
        writeln!(text, "- {run}")?;
    }
    text.push_str("\n| kind | scenes | cases | boids | moves judged | contacts | faults |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for kind in ALL {
        let count = state.kind(kind.name);
        writeln!(
            text,
            "| `{}` | {} | {} |",
            kind.name,
            kind.what,
            cells(&count)
        )?;
    }
    writeln!(text, "| all | | {} |", cells(&total))?;
    text.push_str("\n| feature or backend | cases | boids | moves judged | contacts |\n");
    text.push_str("|---|---|---|---|---|\n");
    for (name, count) in state.features().into_iter().chain(state.backends()) {
        writeln!(text, "| {name} | {} |", cells_without_faults(&count))?;
    }
    Ok(text)
}

fn number(number: u64) -> String {
    with_commas(number as usize)
}

fn cells_without_faults(count: &Count) -> String {
    let numbers = [count.cases, count.boids, count.moves, count.contacts];
    numbers.map(number).join(" | ")
}

fn cells(count: &Count) -> String {
    format!("{} | {}", cells_without_faults(count), count.faults)
}
