//! Shows all built-in bodies side by side. Each row is a body. The columns are side, top, front,
//! four phases of the motion, turning, standing, diving, dead, the second and third level of
//! detail, and the impostor at a fifth of the size.
//!
//! `cargo run --release -p fyrox-flock --example contact_sheet`

mod sheet;

use fyrox::{
    core::{reflect::prelude::*, visitor::prelude::*},
    dpi::PhysicalSize,
    engine::{executor::Executor, GraphicsContextParams},
    event_loop::EventLoop,
    plugin::{error::GameResult, Plugin, PluginContext},
    window::WindowAttributes,
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
    let mut window_attributes = WindowAttributes::default();
    window_attributes.title = "Bodies".into();
    window_attributes.inner_size = Some(PhysicalSize::new(1920_u32, 1080).into());
    let mut executor = Executor::from_params(
        Some(EventLoop::new()?),
        GraphicsContextParams {
            window_attributes,
            vsync: false,
            msaa_sample_count: None,
            graphics_server_constructor: Default::default(),
            named_objects: false,
        },
    );
    executor.add_plugin(Sheet);
    executor.run();
    Ok(())
}
