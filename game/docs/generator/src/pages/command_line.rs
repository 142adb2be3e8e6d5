//! The page of the options of the command line.

use crate::{
    command_line::{options, programs, Program},
    declarations::Declarations,
    markdown::{heading, link, paragraph, table},
    sources::Sources,
    Result,
};
use std::path::Path;

/// Its file.
pub const NAME: &str = "command-line.md";

/// The folders with constants that options name, and with options that several programs have.
const SHARED: [&str; 2] = ["game/demo/src", "game/testkit/src"];

const INTRODUCTION: &str = "\
The options of the programs of this repository. `--help` after a command prints them too.";

/// The programs with their options.
pub fn text(workspace: &Path) -> Result<String> {
    let programs = programs(workspace)?;
    let links = programs.iter().map(|program| link(&program.name));
    let links = links.collect::<Vec<_>>().join(", ");
    let mut text = heading(1, "Options of the command line") + &paragraph(INTRODUCTION);
    text += &paragraph(&format!("Programs: {links}."));
    for program in &programs {
        text += &section(program, workspace)?;
    }
    Ok(text)
}

fn section(program: &Program, workspace: &Path) -> Result<String> {
    let mut folders = vec![program.folder.clone()];
    folders.extend(SHARED.map(|folder| workspace.join(folder)));
    let declarations = Declarations::new(Sources::read(&folders)?)?;
    let options = options(&program.options, &declarations)?;
    let rows = options
        .into_iter()
        .map(|it| [it.usage, it.docs, it.default, it.range]);
    let heads = ["option", "meaning", "default", "allowed"];
    Ok(heading(2, &program.name)
        + &paragraph(&program.docs)
        + &format!("```sh\n{}\n```\n\n", program.command)
        + &table(heads, &rows.collect::<Vec<_>>()))
}
