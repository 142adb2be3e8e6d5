//! The blocks of the handbook's page of figures.
//!
//! Each flock is drawn by a process of its own, because a process can have only one event loop.

use crate::{comparison::Savings, difference::THRESHOLD, frames::Frames};
use flock_testkit::figures::{digits, machine, page, with_commas};
use serde::de::DeserializeOwned;
use std::{env, error::Error, fmt::Write, process::Command};

/// Numbers of bodies that are drawn as a flock and as mesh nodes.
const SIZES: [usize; 2] = [2_000, 20_000];

/// Frames of each measurement.
const FRAMES: u32 = 10;

/// What is drawn with and without levels of detail, and its options.
const LEVELS: [(&str, &str); 2] = [
    (
        "10,000 starlings at 100 m",
        "--body starling --boids 10000 --far 100",
    ),
    (
        "20,000 sardines in the aquarium's size",
        "--body sardine --boids 20000 --tank",
    ),
];

/// The blocks.
const NODES_BLOCK: &str = "render_preview --report";
const LEVELS_BLOCK: &str = "render_preview --report, levels of detail";

/// Draws the flocks, and writes the blocks.
pub fn write() -> Result<(), Box<dyn Error>> {
    let written = write_nodes().and_then(|()| write_levels());
    if let Err(reason) = &written {
        for block in [NODES_BLOCK, LEVELS_BLOCK] {
            page::FIGURES.write_unmeasured(block, "Nothing was drawn.", &reason.to_string())?;
        }
    }
    written
}

/// A flock beside as many mesh nodes.
fn write_nodes() -> Result<(), Box<dyn Error>> {
    let empty = frames("--boids 0")?;
    let mut table = String::from(
        "| boids | draw calls, flock | mesh nodes | a frame, flock | mesh nodes |\n|---|---|---|---|---|\n",
    );
    for boids in SIZES {
        let flock = frames(&format!("--boids {boids}"))?;
        let nodes = frames(&format!("--boids {boids} --meshes"))?;
        writeln!(
            table,
            "| {} | {} | {} | {} ms | {} ms |",
            with_commas(boids),
            with_commas(flock.draw_calls),
            with_commas(nodes.draw_calls),
            digits(flock.frame_ms.into()),
            digits(nodes.frame_ms.into())
        )?;
    }
    let heading = machine::heading(&format!("OpenGL: {}", empty.renderer));
    let empty = digits(empty.frame_ms.into());
    let block = format!(
        "{heading} Means of {FRAMES} frames; a frame without boids takes {empty} ms.\n\n{table}"
    );
    Ok(page::FIGURES.write(NODES_BLOCK, &block)?)
}

/// Pictures with and without levels of detail.
fn write_levels() -> Result<(), Box<dyn Error>> {
    let mut table = format!(
        "| | triangles without | with | ratio | RMS difference of the pictures, of 255 | pixels that differ by more than {THRESHOLD} |\n\
         |---|---|---|---|---|---|\n"
    );
    let mut renderer = String::new();
    for (title, options) in LEVELS {
        let options = format!("--compare --low --light directional --size 1920 1080 {options}");
        let savings: Savings = drawn(&options)?;
        let [with, without] = savings.triangles;
        writeln!(
            table,
            "| {title} | {} | {} | {} : 1 | {} | {:.2}% |",
            with_commas(without),
            with_commas(with),
            digits(without as f64 / with.max(1) as f64),
            digits(savings.difference.rms),
            100.0 * savings.difference.share
        )?;
        renderer = savings.renderer;
    }
    let heading = machine::heading(&format!("OpenGL: {renderer}"));
    Ok(page::FIGURES.write(LEVELS_BLOCK, &format!("{heading}\n\n{table}"))?)
}

fn frames(options: &str) -> Result<Frames, Box<dyn Error>> {
    drawn(&format!("--low --body box --frames {FRAMES} {options}"))
}

/// The figures of this program with other options.
fn drawn<T: DeserializeOwned>(options: &str) -> Result<T, Box<dyn Error>> {
    println!("render_preview {options}");
    let program = Command::new(env::current_exe()?)
        .args(options.split_whitespace())
        .arg("--json")
        .output()?;
    let text = String::from_utf8_lossy(&program.stdout);
    // The engine's messages are before it.
    let line = text.lines().rev().find(|line| line.starts_with('{'));
    match line {
        Some(line) if program.status.success() => {
            println!("{line}");
            Ok(serde_json::from_str(line)?)
        }
        _ => Err(format!(
            "render_preview {options}: {}; is there a screen with OpenGL?\n{}",
            program.status,
            String::from_utf8_lossy(&program.stderr)
        )
        .into()),
    }
}
