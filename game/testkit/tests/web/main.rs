//! The published packages without the feature `gpu` run on the web (`wasm32-unknown-unknown`): they
//! use nothing that this target lacks. `executor/test.sh` compiles them for it too.

mod dependencies;
mod sources;
