//! The text of a scene's flock with any values: the game goes on, and the boids stay finite.

use crate::game::{fish, Game, STEP};
use flock_testkit::{
    flocks::assert_finite,
    fuzz::{self, Form, Outcome, Target},
};
use fyrox::core::visitor::{Visit, Visitor};
use fyrox_flock::{sim::Preset, Flock};
use std::panic;

/// Most boids of a flock that is run.
const MOST_BOIDS: u32 = 100;

fn corpus() -> Vec<Vec<u8>> {
    let presets = [Preset::ReefFish, Preset::Starlings, Preset::Swarm2d];
    let presets = presets.map(|preset| Flock::new(preset.settings()));
    let flocks = presets.into_iter().chain([fish(10)]);
    flocks.map(|flock| text(flock).into_bytes()).collect()
}

fn text(mut flock: Flock) -> String {
    let mut settings = flock.settings();
    settings.spawn.count = 10;
    flock.set_settings(settings);
    let mut visitor = Visitor::new();
    let written = flock.visit("Flock", &mut visitor);
    written.expect("a flock can be written");
    visitor.save_ascii_to_string()
}

/// The flock in a text; what the engine cannot read is none of the flock.
fn read(text: &[u8]) -> Option<Flock> {
    let load = || Visitor::load_ascii_from_memory(text);
    let mut visitor = panic::catch_unwind(load).ok()?.ok()?;
    let mut flock = Flock::default();
    flock.visit("Flock", &mut visitor).ok().map(|()| flock)
}

fn check(text: &[u8]) -> Outcome {
    let Some(flock) = read(text) else {
        return Outcome::refused("the engine cannot read it");
    };
    let settings = flock.settings();
    if settings.spawn.count > MOST_BOIDS && settings.validate().is_ok() {
        return Outcome::Accepted;
    }
    let mut game = Game::new("fuzzed", flock);
    game.update(5, STEP);
    match settings.validate() {
        Ok(()) => {
            assert_finite(game.simulation());
            Outcome::Accepted
        }
        Err(error) => {
            assert!(
                !game.reports("fuzzed").is_empty(),
                "no message about {error}"
            );
            Outcome::refused(error)
        }
    }
}

#[test]
fn a_scene_with_any_text_of_a_flock_goes_on() {
    fuzz::assert_holds(&Target {
        name: "scene_text",
        form: Form::Text,
        corpus,
        check,
        cases: 200,
    });
}
