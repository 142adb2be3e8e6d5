//! Fuzzing on stable Rust: checks what the simulation reads with inputs that are changed at random.
//!
//! ```text
//! cargo run -p flock-sim --example fuzz
//! cargo run -p flock-sim --example fuzz -- snapshots logs --seed 7 --cases 100000
//! ```
//!
//! The same options check the same inputs. The program fails at the first input for which a
//! property does not hold, and writes a shorter one that fails too to a file. Run it with this
//! option to see the failure again: `--input FILE TARGET`.
//!
//! `--report` writes the results into the handbook's page of promises.

mod report;
mod watch;

use clap::Parser;
use flock_testkit::fuzz::{targets::ALL, Fault, Form, Plan, Report, Target};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};
use watch::{check_within_memory, watched};

/// Checks what the simulation reads with inputs that are changed at random.
#[derive(Parser)]
struct Arguments {
    /// The kinds of input, such as `snapshots`; all of them without a name.
    targets: Vec<String>,
    /// Seed of the changes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of inputs for each target [default: each target's own; all take about a minute].
    #[arg(long)]
    cases: Option<u32>,
    /// Multiple of each target's own number of inputs.
    #[arg(long, default_value_t = 1, conflicts_with = "cases")]
    times: u32,
    /// Folder with a folder of further inputs for each target [default: `fuzz/corpus` of the
    /// package].
    #[arg(long, value_name = "FOLDER")]
    corpus: Option<PathBuf>,
    /// Folder for inputs that fail, and for inputs that take longer than 30 s [default: the folder
    /// of temporary files].
    #[arg(long, value_name = "FOLDER")]
    faults: Option<PathBuf>,
    /// Check only this file, for one target.
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Write the inputs with which the program begins to the folder of the corpus, for cargo-fuzz,
    /// and exit.
    #[arg(long)]
    write_corpus: bool,
    /// Writes the results of all targets into the handbook's page of promises.
    #[arg(long, conflicts_with_all = ["targets", "input", "write_corpus"])]
    report: bool,
}

fn main() -> ExitCode {
    match check_all(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzz: {error}");
            ExitCode::FAILURE
        }
    }
}

/// False if a property did not hold.
fn check_all(arguments: &Arguments) -> io::Result<bool> {
    let mut reports = Vec::new();
    for target in chosen(&arguments.targets)? {
        match &arguments.input {
            Some(file) => check_file(target, file)?,
            None if arguments.write_corpus => write_corpus(target, &arguments.corpus())?,
            None => reports.push((target.name, check(target, arguments)?)),
        }
    }
    if arguments.report {
        report::write(&reports, arguments)?;
    }
    Ok(reports.iter().all(|(_, report)| report.fault.is_none()))
}

fn chosen(names: &[String]) -> io::Result<Vec<&'static Target>> {
    if names.is_empty() {
        return Ok(ALL.iter().collect());
    }
    let named = |name: &String| {
        let found = ALL.iter().find(|target| target.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = ALL.iter().map(|target| target.name).collect();
            io::Error::other(format!("no target {name}; allowed: {}", known.join(", ")))
        })
    };
    names.iter().map(named).collect()
}

impl Arguments {
    fn corpus(&self) -> PathBuf {
        let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
        self.corpus.clone().unwrap_or_else(usual)
    }
}

/// Runs a target, and prints what it found.
fn check(target: &Target, arguments: &Arguments) -> io::Result<Report> {
    let faults = arguments.faults.clone().unwrap_or_else(env::temp_dir);
    let more = inputs_in(&arguments.corpus().join(target.name))?;
    let cases = arguments.cases.unwrap_or(target.cases * arguments.times);
    let plan = Plan {
        seed: arguments.seed,
        cases,
    };
    let file = faults.join(format!("fuzz-{}.{}", target.name, extension(target)));
    let report = watched(target, plan, &more, &file);
    print(target, &report);
    if let Some(Fault { input, message }) = &report.fault {
        fs::write(&file, input)?;
        println!("{message}\nthe input is in {}", file.display());
    }
    Ok(report)
}

fn print(target: &Target, report: &Report) {
    let Report {
        accepted,
        refused,
        time,
        slowest: (slowest, _),
        fault,
    } = report;
    let faults = usize::from(fault.is_some());
    println!(
        "{:16} {:7} inputs, {accepted:6} accepted, {refused:6} refused, {faults} faults, {:5.1} s, slowest {:.3} s",
        target.name,
        accepted + refused + faults,
        time.as_secs_f64(),
        slowest.as_secs_f64(),
    );
}

/// The inputs of a folder, in the order of their names; none if it does not exist.
fn inputs_in(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    files.sort();
    files.iter().map(fs::read).collect()
}

fn extension(target: &Target) -> &str {
    match target.form {
        Form::Text => "ron",
        Form::Words { .. } => "bin",
    }
}

/// Checks the input of a file, whose failure is not caught.
fn check_file(target: &Target, file: &Path) -> io::Result<()> {
    let outcome = check_within_memory(target, &fs::read(file)?);
    println!("{}: {outcome:?}", target.name);
    Ok(())
}

/// Writes the corpus of a target to its folder.
fn write_corpus(target: &Target, corpus: &Path) -> io::Result<()> {
    let folder = corpus.join(target.name);
    fs::create_dir_all(&folder)?;
    for (index, input) in (target.corpus)().iter().enumerate() {
        let name = format!("made-{index:02}.{}", extension(target));
        fs::write(folder.join(name), input)?;
    }
    Ok(())
}
