//! Fuzzing: what a program reads from outside, changed at random, with a property to hold.
//!
//! | file | what |
//! |---|---|
//! | `target` | a target: its corpus, and the check of one input |
//! | `choice` | random choices of a seed |
//! | `text` | a text as a tree of elements between brackets and commas |
//! | `change_text` | random changes of a text: elements, numbers, names, bytes |
//! | `change_words` | random changes of binary data in words of four bytes |
//! | `run` | a run: so many inputs for a target, of a seed |
//! | `shorten` | a failing input made shorter |
//! | `panics` | panics of a check as messages |
//! | `targets` | the targets of the simulation (feature `fuzz`) |
//!
//! The changes are written here because the published crates for them need nightly Rust, a newer
//! compiler than this project, or change bytes without regard to the brackets of a text.
//!
//! The mutation of `cargo-fuzz`, which is guided by coverage, calls the same targets; its programs
//! are in `game/sim/fuzz`.

mod change_text;
mod change_words;
mod choice;
mod panics;
mod run;
mod shorten;
mod target;
#[cfg(feature = "fuzz")]
pub mod targets;
mod text;

pub use choice::Choice;
pub use panics::caught;
pub use run::{assert_holds, run, Fault, Plan, Report};
pub use target::{Form, Outcome, Target};
