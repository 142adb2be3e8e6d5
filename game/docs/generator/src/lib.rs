//! The pages of the handbook that are made from the sources: the reference of settings, scripts, events, statistics and
//! options of the command line.
//!
//! | module | contents |
//! |---|---|
//! | `sources` | the items of the source files |
//! | `declarations` | structs of fields and choices, as the macros of the crates declare them |
//! | `types`, `values` | types and values as text |
//! | `command_line` | the programs and their options |
//! | `markdown` | headings and tables |
//! | `pages` | the pages |

mod command_line;
mod declarations;
mod markdown;
mod pages;
mod sources;
mod types;
mod values;

pub use pages::{pages, Page};

use std::{
    error::Error,
    path::{Path, PathBuf},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The folder of the workspace that this package is built in.
pub fn workspace() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = package.ancestors().nth(3);
    workspace
        .expect("the package lies in the workspace")
        .to_owned()
}

/// The folder of the handbook's pages, in the workspace.
pub const BOOK: &str = "game/docs/src";
