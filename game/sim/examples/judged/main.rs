//! Judges moves of boids in ever new random cases, for as long as it runs.
//!
//! ```text
//! cargo run --release -p flock-sim --example judged -- --minutes 30
//! ```
//!
//! A judge in double precision, which shares only the input with the library, judges every move.
//! The counts are kept in a file after each case. So the program can be stopped at any time, and the
//! next run continues with new cases.
//!
//! The program ends at the first fault, and prints the command that repeats the case:
//!
//! ```text
//! cargo run --release -p flock-sim --example judged -- --kind cave --seed 7
//! ```
//!
//! `--report` writes the counts into the handbook's page of promises.

mod report;
mod state;

use clap::Parser;
use flock_sim::settings::Backend;
use flock_testkit::{
    figures::{machine, with_commas},
    judged::{Case, Kind, ALL},
    processor::Processor,
};
use state::State;
use std::{
    env,
    error::Error,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

/// Time between lines about the progress.
const SILENCE: Duration = Duration::from_secs(20);

/// Judges moves of boids in ever new random cases, and continues where it was stopped.
#[derive(Parser)]
struct Arguments {
    /// Time after which the program ends, in minutes; without it, it runs until it is stopped. 0
    /// runs no case.
    #[arg(long, conflicts_with = "seed")]
    minutes: Option<f64>,
    /// Runs only cases of this kind, such as `cave`.
    #[arg(long)]
    kind: Option<String>,
    /// Runs only the case of this seed, and counts nothing.
    #[arg(long, requires = "kind")]
    seed: Option<u64>,
    /// Number of threads; 0 for all that the machine has. Every second case uses only one.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// About the number of moves of a case.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    moves: u32,
    #[command(flatten)]
    processor: Processor,
    /// The file with the counts [default: `judged.txt` in cargo's target folder].
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Writes the counts into the handbook's page of promises.
    #[arg(long, conflicts_with = "seed")]
    report: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("judged: {error}");
            ExitCode::FAILURE
        }
    }
}

/// False if there was a fault.
fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    #[cfg(feature = "gpu")]
    flock_sim::gpu::prefer(arguments.processor.adapter());
    let threads = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads);
    let pool = threads.build()?;
    if let (Some(kind), Some(seed)) = (&arguments.kind, arguments.seed) {
        let kind = Kind::named(kind)?;
        return Ok(pool.install(|| repeat(arguments, kind, seed)));
    }
    let file = arguments.state.clone().unwrap_or_else(usual_file);
    let mut state = State::read(&file)?;
    let kinds = match &arguments.kind {
        Some(kind) => vec![Kind::named(kind)?],
        None => ALL.iter().collect(),
    };
    let is_sound = pool.install(|| {
        let judged = judge(arguments, &kinds, &mut state, &file);
        // The error need not cross threads.
        judged.map_err(|error| error.to_string())
    })?;
    if arguments.report {
        report::write(&state)?;
    }
    Ok(is_sound)
}

/// In cargo's target folder, which is ignored by Git.
fn usual_file() -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(usual, PathBuf::from);
    folder.join("judged.txt")
}

/// Runs cases of the kinds, the one with the fewest moves next, until the time is over. False at a
/// fault.
fn judge(
    arguments: &Arguments,
    kinds: &[&Kind],
    state: &mut State,
    file: &Path,
) -> Result<bool, Box<dyn Error>> {
    let began = Instant::now();
    let (moves_before, mut told) = (state.moves(), began);
    let is_over = |now: Instant| {
        let minutes = (now - began).as_secs_f64() / 60.0;
        arguments.minutes.is_some_and(|most| minutes >= most)
    };
    if !is_over(began) {
        let threads = machine::threads(rayon::current_num_threads());
        state.begin(&machine::heading(&threads));
    }
    while !is_over(Instant::now()) {
        let next = kinds.iter().min_by_key(|kind| state.kind(kind.name).moves);
        let kind = next.ok_or("there are kinds")?;
        let seed = state.next_seed(kind.name);
        let before = Instant::now();
        let (outcome, backend) = run_case(arguments, kind, seed);
        let time = before.elapsed();
        state.add(kind.name, &outcome, backend, time);
        state.write(file)?;
        if let Err(message) = outcome {
            print_fault(arguments, kind, seed, &message);
            return Ok(false);
        }
        if told.elapsed() >= SILENCE {
            told = Instant::now();
            print_progress(state, state.moves() - moves_before, began.elapsed());
        }
    }
    print_progress(state, state.moves() - moves_before, began.elapsed());
    Ok(true)
}

/// Runs a case: on the GPU, or with one thread and with all threads in turn.
fn run_case(arguments: &Arguments, kind: &Kind, seed: u64) -> (Result<Case, String>, Backend) {
    let threads = 1 + (seed % 2) as usize;
    let backend = arguments.processor.backend(threads);
    (kind.run(seed, backend, arguments.moves), backend)
}

fn repeat(arguments: &Arguments, kind: &Kind, seed: u64) -> bool {
    let (outcome, _) = run_case(arguments, kind, seed);
    match &outcome {
        Ok(case) => println!(
            "{} {seed}: {}\n{:?}, no fault",
            kind.name, case.text, case.counts
        ),
        Err(message) => print_fault(arguments, kind, seed, message),
    }
    outcome.is_ok()
}

fn print_fault(arguments: &Arguments, kind: &Kind, seed: u64, message: &str) {
    let (name, moves) = (kind.name, arguments.moves);
    println!(
        "FAULT in {name} {seed}: {message}\nrepeat it: cargo run --release -p flock-sim \
         --example judged -- --kind {name} --seed {seed} --moves {moves}"
    );
}

fn print_progress(state: &State, moves: u64, time: Duration) {
    let per_minute = moves as f64 / time.as_secs_f64().max(1e-3) * 60.0;
    println!(
        "{} moves judged in all, {} cases, {} faults; {:.1} million moves a minute",
        with_commas(state.moves() as usize),
        with_commas(state.cases() as usize),
        state.faults(),
        per_minute / 1e6,
    );
}
