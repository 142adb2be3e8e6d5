//! Recipes: small games, one a file, each of which shows how to do one thing with a flock.
//!
//! `cargo run -p fyrox-flock --example recipes -- --list` lists them, and
//! `cargo run -p fyrox-flock --example recipes -- player-scares-fish` plays one in a window. With
//! `--frames 300` it is played without a window, and its result is printed.
//!
//! To add a recipe, write a file with a [`Recipe`] and its [`Entry`], and name it in [`RECIPES`].

mod headless;
mod stage;
mod window;

mod player_scares_fish;

use clap::Parser;
use fyrox::{asset::manager::ResourceManager, scene::Scene};
use std::{error::Error, process::ExitCode};

/// All recipes, in the order of the list.
pub const RECIPES: &[Entry] = &[player_scares_fish::ENTRY];

/// A small game.
pub trait Recipe {
    /// Furnishes the scene of the game. It has a camera and a light already.
    fn start(&mut self, scene: &mut Scene, resources: &ResourceManager);

    /// Plays a frame of 1/60 s. Flocks run from frame 1 on, or once their geometry is complete.
    fn update(&mut self, scene: &mut Scene, frame: u32);

    /// What has happened so far, in one sentence.
    fn result(&self, scene: &Scene) -> String;
}

/// A recipe in the list.
pub struct Entry {
    /// The name in the command line.
    pub name: &'static str,
    /// What the recipe shows, in one sentence.
    pub about: &'static str,
    /// Makes the game.
    pub new: fn() -> Box<dyn Recipe>,
}

impl Entry {
    const fn of<R: Recipe + Default + 'static>(name: &'static str, about: &'static str) -> Self {
        let new = || -> Box<dyn Recipe> { Box::<R>::default() };
        Self { name, about, new }
    }

    /// Plays a number of frames without a window, and returns the result.
    pub fn result_after(&self, frames: u32) -> Result<String, Box<dyn Error>> {
        headless::play((self.new)(), frames)
    }
}

/// Small games, each of which shows how to do one thing with a flock.
#[derive(Parser)]
struct Options {
    /// The recipe that is played
    name: Option<String>,
    /// Lists the recipes
    #[arg(long)]
    list: bool,
    /// Plays this number of frames without a window, and prints the result
    #[arg(long)]
    frames: Option<u32>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("recipes: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let Some(name) = options.name.as_deref().filter(|_| !options.list) else {
        for Entry { name, about, .. } in RECIPES {
            println!("{name:24}{about}");
        }
        return Ok(());
    };
    let entry = RECIPES.iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| format!("there is no recipe {name}; --list lists them"))?;
    match options.frames {
        Some(frames) => println!("{}", entry.result_after(frames)?),
        None => window::play(entry)?,
    }
    Ok(())
}
