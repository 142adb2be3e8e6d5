//! Recipes: small games, one a file, each of which shows how to do one thing with a flock.
//!
//! `executor/recipes.sh` plays them, also where there is no screen.
//! `cargo run -p fyrox-flock --example recipes -- --list` lists them, and
//! `cargo run -p fyrox-flock --example recipes -- player-scares-fish` plays one in a window. With
//! `--frames 300` it is played without a window, and its result is printed.
//!
//! To add a recipe, write a file with a [`Recipe`], and add a line to [`RECIPES`].

mod aquarium;
mod headless;
mod keyed;
mod lockstep;
mod picture;
mod stage;
mod window;

mod around_the_player;
mod birds_roost;
mod camera_follows_bird;
mod cut_scene;
mod hundred_thousand;
mod own_model;
mod own_rule;
mod player_scares_fish;
mod save_and_load;
mod several_cameras;
mod shark_hunts;
mod shoot_a_bird;
mod swarm_boss;
mod top_down_2d;
mod two_players;
mod ui_widget;

use clap::Parser;
use flock_testkit::rigged::bird::bird;
use fyrox::{asset::manager::ResourceManager, gui::UserInterface, scene::Scene};
use fyrox_flock::sim::files;
use std::{
    error::Error,
    fs, io,
    path::{self, PathBuf},
    process::ExitCode,
};

/// All recipes, in the order of the list.
pub const RECIPES: &[Entry] = &[
    Entry::of::<player_scares_fish::PlayerScaresFish>(
        "player-scares-fish",
        "The player swims through a school, and the fish flee.",
    ),
    Entry::of::<shark_hunts::SharkHunts>(
        "shark-hunts",
        "A shark shadows a school, attacks one fish after the other, and eats.",
    ),
    Entry::of::<birds_roost::BirdsRoost>(
        "birds-roost",
        "Birds fly over a village by day, and settle on its roofs at dusk.",
    ),
    Entry::of::<camera_follows_bird::CameraFollowsBird>(
        "camera-follows-bird",
        "The camera flies behind one bird of a flock.",
    ),
    Entry::of::<shoot_a_bird::ShootABird>(
        "shoot-a-bird",
        "The player shoots birds: the hit ones fall to the ground, the others scatter.",
    ),
    Entry::of::<swarm_boss::SwarmBoss>(
        "swarm-boss",
        "A boss made of a swarm: its life is the number of its insects, and it gets angry.",
    ),
    Entry::of::<top_down_2d::TopDown2d>(
        "top-down-2d",
        "A 2D game from above: a swarm chases the player around a wall.",
    ),
    Entry::of::<hundred_thousand::HundredThousand>(
        "hundred-thousand",
        "100,000 fish with a budget: those far from the camera think less often.",
    ),
    Entry::of::<around_the_player::AroundThePlayer>(
        "around-the-player",
        "Butterflies appear around a walking player, and are forgotten behind.",
    ),
    Entry::of::<own_rule::OwnRule>(
        "own-rule",
        "A rule of the game's own: the school becomes a whirl.",
    ),
    Entry::of::<own_model::OwnModel>(
        "own-model",
        "A flock of a rigged model: its bodies play the animations of the model.",
    ),
    Entry::of::<save_and_load::SaveAndLoad>(
        "save-and-load",
        "Saves a game and loads it: the school swims on in exactly the same way.",
    ),
    Entry::of::<two_players::TwoPlayers>(
        "two-players",
        "Two players in lockstep over UDP: the second joins late, and a damaged state is healed.",
    ),
    Entry::of::<several_cameras::SeveralCameras>(
        "several-cameras",
        "Split screen: two players watch two ends of a large flock.",
    ),
    Entry::of::<cut_scene::CutScene>(
        "cut-scene",
        "A cut scene: an animation keys the number of birds, their speed and their target.",
    ),
    Entry::of::<ui_widget::UiWidget>(
        "ui-widget",
        "An aquarium in the user interface: a widget draws its own fish, and the pointer scares.",
    ),
];

/// The model of the recipe `own-model`, which [`enter_project`] writes.
const MODEL: &str = "bird.glb";

/// A small game.
pub trait Recipe {
    /// Furnishes the scene of the game. It has a camera and a light already.
    fn start(&mut self, scene: &mut Scene, resources: &ResourceManager);

    /// Plays a frame of 1/60 s, before the scripts of the scene.
    fn update(&mut self, _scene: &mut Scene, _frame: u32) {}

    /// Changes the user interface in the same frame. It is empty at first.
    fn update_ui(&mut self, _ui: &mut UserInterface, _frame: u32) {}

    /// What has happened so far, in one sentence. `None` if the flock does not run yet: it starts
    /// in the first frame, after the game's update.
    fn result(&self, scene: &Scene) -> Option<String>;
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
        enter_project()?;
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
    /// Plays the frames (default 300) in a window, then writes a picture as a PNG file
    #[arg(long)]
    picture: Option<PathBuf>,
}

/// Makes a folder for temporary files the project of the games: the engine keeps a registry of its
/// resources in the working directory.
fn enter_project() -> io::Result<()> {
    let folder = std::env::temp_dir().join("flock-recipes");
    fs::create_dir_all(&folder)?;
    std::env::set_current_dir(folder)?;
    files::write(MODEL, bird().to_glb())
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
    let file = options.picture.as_deref().map(path::absolute).transpose()?;
    match (file, options.frames) {
        (None, Some(frames)) => println!("{}", entry.result_after(frames)?),
        (None, None) => {
            println!("{}", entry.about);
            enter_project()?;
            window::play(entry)?;
        }
        (Some(file), frames) => {
            enter_project()?;
            window::take_picture(entry, file.clone(), frames.unwrap_or(300))?;
            println!("the picture is {}", file.display());
        }
    }
    Ok(())
}
