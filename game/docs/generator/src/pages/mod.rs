//! The pages of the reference.

mod command_line;
mod events;
mod scripts;
mod settings;
mod statistics;
mod types;

use crate::{declarations::Declarations, markdown::paragraph, sources::Sources, Result, BOOK};
use std::path::Path;
use types::Types;

/// The folders whose sources declare settings, scripts, events and statistics, in the workspace.
const LIBRARIES: [&str; 3] = ["game/sim/src", "game/terrain/src", "game/src"];

/// A page that is made from the sources.
pub struct Page {
    /// Its file, below the folder `reference` of the handbook.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

impl Page {
    fn new(name: &'static str, text: &str) -> Self {
        let comment =
            "<!-- Written by `cargo run -p flock-handbook`. Change the sources instead. -->";
        let text = paragraph(comment) + text.trim_end() + "\n";
        Self { name, text }
    }

    /// Its file, in the workspace.
    pub fn path(&self) -> String {
        format!("{BOOK}/reference/{}", self.name)
    }
}

/// All pages of the reference.
///
/// # Errors
/// Names what is not in the sources as the pages need it.
pub fn pages(workspace: &Path) -> Result<Vec<Page>> {
    let folders = LIBRARIES.map(|folder| workspace.join(folder));
    let declarations = Declarations::new(Sources::read(&folders)?)?;
    let mut types = Types::new(&declarations);
    // In the order in which they take the types that several of them have.
    Ok(vec![
        Page::new(settings::NAME, &settings::text(&mut types)?),
        Page::new(events::NAME, &events::text(&mut types)?),
        Page::new(scripts::NAME, &scripts::text(&mut types)?),
        Page::new(statistics::NAME, &statistics::text(&mut types)?),
        Page::new(command_line::NAME, &command_line::text(workspace)?),
    ])
}
