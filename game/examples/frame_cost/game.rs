//! A game that plays a scene without a window.

use flock_testkit::engine;
use fyrox::{core::pool::Handle, engine::Engine, scene::Scene};
use fyrox_flock::Flock;
use std::error::Error;

/// An engine with one scene.
pub struct Game {
    engine: Engine,
    scene: Handle<Scene>,
}

impl Game {
    /// A game that has started: the level is built, and the flocks run.
    pub fn new(scene: Scene) -> Result<Self, Box<dyn Error>> {
        let mut engine = engine::without_window(fyrox_flock::register)?;
        let scene = engine.scenes.add(scene);
        engine.register_scripted_scene(scene);
        let mut game = Self { engine, scene };
        // The scripts start in the second frame.
        for _ in 0..4 {
            game.play_frame(0.0);
            flocks(game.scene()).for_each(Flock::wait_until_ready);
        }
        Ok(game)
    }

    /// Plays a frame of this duration, in seconds.
    pub fn play_frame(&mut self, seconds: f32) {
        engine::update(&mut self.engine, seconds);
    }

    pub fn scene(&self) -> &Scene {
        &self.engine.scenes[self.scene]
    }
}

fn flocks(scene: &Scene) -> impl Iterator<Item = &Flock> {
    let nodes = scene.graph.linear_iter();
    nodes.filter_map(|node| node.try_get_script::<Flock>())
}
