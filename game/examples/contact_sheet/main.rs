//! Shows all built-in bodies side by side. Each row is a body. The columns are side, top, front,
//! four phases of the motion, turning, standing, diving, dead, the second and third level of
//! detail, and the impostor at a fifth of the size.
//!
//! `cargo run --release -p fyrox-flock --example contact_sheet`

mod sheet;

use flock_testkit::engine;
use fyrox::{
    core::{reflect::prelude::*, visitor::prelude::*},
    dpi::PhysicalSize,
    plugin::{error::GameResult, Plugin, PluginContext},
};
use std::error::Error;

#[derive(Debug, Visit, Reflect)]
#[reflect(non_cloneable)]
struct Sheet;

impl Plugin for Sheet {
    fn init(&mut self, _: Option<&str>, context: PluginContext) -> GameResult {
        context.scenes.add(sheet::scene());
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut executor = engine::with_window("Bodies", PhysicalSize::new(1920, 1080))?;
    executor.add_plugin(Sheet);
    executor.run();
    Ok(())
}
