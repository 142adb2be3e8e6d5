//! A game with one flock: `cargo run --release -p fyrox-flock --example one_flock`.

use fyrox::{
    core::{algebra::Vector3, color::Color, reflect::prelude::*, visitor::prelude::*},
    engine::executor::Executor,
    event_loop::EventLoop,
    plugin::{error::GameResult, Plugin, PluginContext, PluginRegistrationContext},
    scene::{
        base::BaseBuilder, camera::CameraBuilder, pivot::PivotBuilder, transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{sim::Settings, Flock};

#[derive(Debug, Visit, Reflect)]
#[reflect(non_cloneable)]
struct Game;

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        fyrox_flock::register(&context);
        Ok(())
    }

    fn init(&mut self, _: Option<&str>, context: PluginContext) -> GameResult {
        let mut scene = Scene::new();
        scene.rendering_options.ambient_lighting_color = Color::WHITE;
        // The camera looks along +Z at the flock around the origin.
        let mut behind = TransformBuilder::new();
        behind = behind.with_local_position(Vector3::new(0.0, 0.0, -6.0));
        let camera = BaseBuilder::new().with_local_transform(behind.build());
        CameraBuilder::new(camera).build(&mut scene.graph);

        let mut settings = Settings::default();
        settings.spawn.count = 2_000;
        let flock = BaseBuilder::new().with_script(Flock::new(settings));
        PivotBuilder::new(flock).build(&mut scene.graph);
        context.scenes.add(scene);
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut executor = Executor::new(Some(EventLoop::new()?));
    executor.add_plugin(Game);
    executor.run();
    Ok(())
}
