//! The programs of the workspace that have options.

use crate::{
    sources::{docs, parse, rust_files, Attributes},
    Result,
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use syn::{Expr, Item, ItemStruct, Lit};

/// The folders of the workspace with packages in them.
const FOLDERS: [&str; 3] = ["executor", "editor", "game"];

/// The folders of a package with programs in them.
const KINDS: [&str; 2] = ["src", "examples"];

/// A program with options.
pub struct Program {
    /// Its name: that of the package, or of the example.
    pub name: String,
    /// What it does.
    pub docs: String,
    /// The command that starts it.
    pub command: String,
    /// The folder with all of its files.
    pub folder: PathBuf,
    /// The struct of its options.
    pub options: ItemStruct,
}

/// All programs: first those of packages, then the examples, each in the order of their files.
///
/// # Errors
/// Names the file that cannot be read or parsed.
pub fn programs(workspace: &Path) -> Result<Vec<Program>> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        files.extend(rust_files(&workspace.join(folder))?);
    }
    let mut programs = Vec::new();
    for file in files {
        // Only the few files that may have options are parsed.
        if !fs::read_to_string(&file)?.contains("Parser") {
            continue;
        }
        for item in parse(&file)?.items {
            match item {
                Item::Struct(item) if Attributes(&item.attrs).has("derive", "Parser") => {
                    programs.extend(program(&file, item)?);
                }
                _ => {}
            }
        }
    }
    programs.sort_by_key(|program| program.command.contains("--example"));
    Ok(programs)
}

/// The program of a file; none of a file that belongs to no program.
fn program(file: &Path, options: ItemStruct) -> Result<Option<Program>> {
    let folders = file.ancestors();
    let mut folders = folders.filter(|it| KINDS.iter().any(|kind| it.ends_with(kind)));
    let Some(folder) = folders.next() else {
        return Ok(None);
    };
    let package = package_name(&folder.with_file_name("Cargo.toml"))?;
    let below = file.strip_prefix(folder)?;
    let example = below
        .components()
        .next()
        .filter(|_| folder.ends_with("examples"));
    let example = example.map(|it| Path::new(&it).with_extension("").display().to_string());
    let start = format!("cargo run --release -p {package}");
    Ok(Some(Program {
        docs: about(&options),
        command: match &example {
            Some(example) => format!("{start} --example {example} --"),
            None => format!("{start} --"),
        },
        name: example.unwrap_or(package),
        folder: folder.to_owned(),
        options,
    }))
}

/// What a struct of options says about its program.
fn about(options: &ItemStruct) -> String {
    match Attributes(&options.attrs).value("command", "about") {
        Some(Expr::Lit(syn::ExprLit {
            lit: Lit::Str(text),
            ..
        })) => text.value() + ".",
        _ => docs(&options.attrs),
    }
}

/// The first name in a manifest, which is that of the package.
fn package_name(manifest: &Path) -> Result<String> {
    let text =
        fs::read_to_string(manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let names = text.lines().find_map(|line| line.strip_prefix("name = \""));
    let name = names.and_then(|rest| rest.split_once('"'));
    let name = name.ok_or_else(|| format!("{} has no name", manifest.display()))?;
    Ok(name.0.to_owned())
}
