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

use clap::Parser;
use flock_testkit::{
    allocator::CountingAllocator,
    fuzz::{run, targets::ALL, Fault, Form, Outcome, Plan, Report, Target},
};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Duration,
};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Most memory that the check of an input may use, in bytes. Targets limit the boids.
const MOST_MEMORY: usize = 256 << 20;

/// Time after which an input that is still being checked is written to a file.
const LONG: Duration = Duration::from_secs(30);

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
    let mut is_sound = true;
    for target in chosen(&arguments.targets)? {
        is_sound &= match &arguments.input {
            Some(file) => check_file(target, file)?,
            None if arguments.write_corpus => write_corpus(target, &arguments.corpus())?,
            None => check(target, arguments)?,
        };
    }
    Ok(is_sound)
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

/// Runs a target. False if a property did not hold.
fn check(target: &Target, arguments: &Arguments) -> io::Result<bool> {
    let faults = arguments.faults.clone().unwrap_or_else(env::temp_dir);
    let more = inputs_in(&arguments.corpus().join(target.name))?;
    let cases = arguments.cases.unwrap_or(target.cases);
    let plan = Plan {
        seed: arguments.seed,
        cases,
    };
    let file = faults.join(format!("fuzz-{}.{}", target.name, extension(target)));
    let report = watched(target, plan, &more, &file);
    print(target, &report);
    let Some(Fault { input, message }) = &report.fault else {
        return Ok(true);
    };
    fs::write(&file, input)?;
    println!("{message}\nthe input is in {}", file.display());
    Ok(false)
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

/// Checks an input, and that this took no more than the limit of memory.
fn check_within_memory(target: &Target, input: &[u8]) -> Outcome {
    let before = ALLOCATOR.start_peak();
    let outcome = (target.check)(input);
    let bytes = ALLOCATOR.peak() - before;
    assert!(
        bytes <= MOST_MEMORY,
        "{bytes} bytes of memory; allowed: {MOST_MEMORY}"
    );
    outcome
}

/// Runs a target on this thread, while another one writes inputs that take long to a file.
fn watched(target: &Target, plan: Plan, more: &[Vec<u8>], file: &Path) -> Report {
    let (begin, begun) = mpsc::channel::<Option<Vec<u8>>>();
    thread::scope(|scope| {
        scope.spawn(move || watch(&begun, file));
        // The sender ends with this closure, and the other thread with the sender.
        let begin = begin;
        let send = |input| {
            begin
                .send(input)
                .expect("the other thread waits for inputs")
        };
        run(target, plan, more, |input| {
            send(Some(input.to_vec()));
            let outcome = check_within_memory(target, input);
            send(None);
            outcome
        })
    })
}

/// Writes each input that is begun and not followed by another message in time.
fn watch(begun: &Receiver<Option<Vec<u8>>>, file: &Path) {
    let mut current = None;
    loop {
        match begun.recv_timeout(LONG) {
            Ok(message) => current = message,
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                let Some(input) = current.take() else {
                    continue;
                };
                let written = fs::write(file, input);
                println!(
                    "an input takes long; it is in {} ({written:?})",
                    file.display()
                );
            }
        }
    }
}

/// Checks the input of a file, whose failure is not caught.
fn check_file(target: &Target, file: &Path) -> io::Result<bool> {
    let outcome = check_within_memory(target, &fs::read(file)?);
    println!("{}: {outcome:?}", target.name);
    Ok(true)
}

/// Writes the corpus of a target to its folder.
fn write_corpus(target: &Target, corpus: &Path) -> io::Result<bool> {
    let folder = corpus.join(target.name);
    fs::create_dir_all(&folder)?;
    for (index, input) in (target.corpus)().iter().enumerate() {
        let name = format!("made-{index:02}.{}", extension(target));
        fs::write(folder.join(name), input)?;
    }
    Ok(true)
}
