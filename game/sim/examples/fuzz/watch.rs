//! Limits of the check of an input: memory, which fails it, and time, which is told.

use flock_testkit::{
    allocator::CountingAllocator,
    fuzz::{run, Outcome, Plan, Report, Target},
};
use std::{
    fs,
    path::Path,
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

/// Checks an input, and that this took no more than the limit of memory.
pub fn check_within_memory(target: &Target, input: &[u8]) -> Outcome {
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
pub fn watched(target: &Target, plan: Plan, more: &[Vec<u8>], file: &Path) -> Report {
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
