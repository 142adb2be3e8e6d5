//! The game: opens the aquarium, or another scene, and runs it until the window is closed.
//!
//! It can also take a picture after a given simulated time, report the positions of all boids in
//! that picture, or measure a number of frames; `executor --help` lists the options.

mod arguments;
mod flocks;
mod game;
mod measure;
mod overrides;
mod picture;
mod preset;
mod project;
mod report;
mod task;

use arguments::Arguments;
use clap::Parser;
use fyrox::{
    dpi::PhysicalSize,
    engine::{executor::Executor, GraphicsContextParams},
    event_loop::EventLoop,
    window::WindowAttributes,
};
use fyrox_flock::sim::gpu;
use game::{Drawn, Game};
use overrides::Overrides;
use project::Project;
use std::{cell::RefCell, process::ExitCode, rc::Rc};
use task::{Record, Task};

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("executor: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), String> {
    if arguments.list_adapters {
        list_adapters();
        return Ok(());
    }
    gpu::prefer(arguments.adapter.as_deref());
    // Before the working directory changes, because paths of the command line are relative to it.
    let task = Task::new(&arguments)?;
    let preset = arguments.preset.as_deref();
    let preset = preset.map(preset::preset).transpose()?;
    let project = Project::locate(&arguments.scene_file())?;
    project.enter()?;

    let record = Rc::new(RefCell::new(Record::default()));
    let mut executor = Executor::from_params(Some(open_event_loop()?), graphics(&arguments, &task));
    if task.is_play() {
        // One longer step after a slow frame. The engine's default of many short steps would make
        // the next frame slower still, until the window no longer responds.
        executor.set_throttle_frame_interval(0);
    } else {
        // Every update is one fixed step, whatever the duration of a frame is, and the scene must
        // not change when a file is edited.
        executor.set_throttle_threshold(f32::INFINITY);
        executor.set_resource_hot_reloading_enabled(false);
    }
    executor.add_plugin(Game::new(
        project.scene,
        task.clone(),
        Overrides {
            preset,
            backend: arguments.backend.map(Into::into),
            hour: arguments.hour,
        },
        Drawn {
            flocks: !arguments.without_flock,
            ambient_occlusion: !arguments.without_ambient_occlusion,
        },
        record.clone(),
    ));
    executor.run();

    let record = record.borrow();
    record.result(&task)?;
    if let Task::Picture(picture) = &task {
        println!("the picture is {}", picture.file.display());
    }
    if arguments.stats || arguments.frames.is_some() {
        print!("{}", record.measure);
    }
    Ok(())
}

fn list_adapters() {
    let adapters = gpu::adapters();
    if adapters.is_empty() {
        println!("no GPU with a driver for Vulkan, Metal or Direct3D 12");
    }
    for adapter in adapters {
        println!("{adapter:?}");
    }
}

fn open_event_loop() -> Result<EventLoop<()>, String> {
    EventLoop::new().map_err(|error| {
        format!(
            "no window can be opened: {error}. Start it from a graphical session, or with executor/play.sh, which \
             starts a virtual screen where there is none"
        )
    })
}

fn graphics(arguments: &Arguments, task: &Task) -> GraphicsContextParams {
    let size = arguments.size;
    let mut window_attributes = WindowAttributes::default();
    let title = match arguments.override_scene {
        None => "Flock - H: panel with the keys, Tab: next scene",
        Some(_) => "Flock",
    };
    window_attributes.title = title.to_string();
    window_attributes.inner_size = Some(PhysicalSize::new(size.width, size.height).into());
    GraphicsContextParams {
        window_attributes,
        // Vertical synchronisation would hide the cost of a frame.
        vsync: task.is_play(),
        ..Default::default()
    }
}
