//! Plays a recipe without a window, as fast as the processor can.

use super::{
    stage::{self, FRAME},
    Recipe,
};
use flock_testkit::engine::{self, update};
use fyrox::{
    core::{algebra::Vector2, pool::Handle},
    engine::Engine,
    gui::UserInterface,
    scene::Scene,
};
use fyrox_flock::Flock;
use std::{error::Error, thread::sleep, time::Duration};

/// Plays a number of frames, and returns the result.
pub fn play(mut recipe: Box<dyn Recipe>, frames: u32) -> Result<String, Box<dyn Error>> {
    let mut engine = engine::without_window(fyrox_flock::register)?;
    engine.resource_manager.update_or_load_registry();
    let mut scene = stage::scene();
    recipe.start(&mut scene, &engine.resource_manager);
    let scene = engine.scenes.add(scene);
    engine.register_scripted_scene(scene);
    let ui = UserInterface::new(Vector2::new(960.0, 540.0));
    let ui = engine.user_interfaces.add(ui);
    for frame in 0..frames {
        wait(&mut engine, scene);
        recipe.update(&mut engine.scenes[scene], frame);
        let ui = &mut engine.user_interfaces[ui];
        recipe.update_ui(ui, frame);
        while ui.poll_message().is_some() {}
        update(&mut engine, FRAME);
    }
    let result = recipe.result(&engine.scenes[scene]);
    Ok(result.ok_or("the flock does not run yet; play more frames")?)
}

/// Waits for the work of other threads, so that the same frames always have the same result.
fn wait(engine: &mut Engine, scene: Handle<Scene>) {
    while engine.resource_manager.state().count_pending_resources() > 0 {
        sleep(Duration::from_millis(2));
    }
    flocks(&engine.scenes[scene]).for_each(Flock::wait_until_ready);
    while flocks(&engine.scenes[scene]).any(|flock| flock.baking().is_some()) {
        sleep(Duration::from_millis(2));
        // A flock takes its animations in a frame, which may be of no duration.
        update(engine, 0.0);
    }
}

fn flocks(scene: &Scene) -> impl Iterator<Item = &Flock> {
    let nodes = scene.graph.linear_iter();
    nodes.filter_map(|node| node.try_get_script::<Flock>())
}
