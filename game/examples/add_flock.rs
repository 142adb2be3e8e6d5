//! Adds a flock to a scene file, as *Create > Flock* in the editor does:
//! `cargo run -p fyrox-flock --example add_flock -- data/scene.rgs`, in the folder of the project.

use clap::Parser;
use fyrox::{
    core::{futures::executor::block_on, visitor::Visitor},
    engine::executor::Executor,
    scene::{
        base::BaseBuilder, pivot::PivotBuilder, transform::TransformBuilder, Scene, SceneLoader,
    },
};
use fyrox_flock::{
    sim::{files, settings::Plane, Preset, Settings, Vec3},
    Flock, FlockPlugin,
};
use std::{error::Error, path::PathBuf};

/// Adds a flock to a scene file.
#[derive(Parser)]
struct Options {
    /// Scene file of the engine
    scene: PathBuf,
    /// Preset of the settings, such as sardines [default: a school of small fish]
    #[arg(long)]
    preset: Option<String>,
    /// Position of the flock, in metres
    #[arg(long, num_args = 3, value_names = ["X", "Y", "Z"], allow_negative_numbers = true)]
    at: Option<Vec<f32>>,
    /// Lets the boids move in the X-Y plane, for a 2D game
    #[arg(long = "2d", conflicts_with = "solid")]
    flat: bool,
    /// Lets the boids move in all directions, for a 3D game (default)
    #[arg(long = "3d")]
    solid: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let flock = Flock::new(settings(&options)?);
    let mut scene = load(&options)?;
    let mut place = TransformBuilder::new();
    place = place.with_local_position(position(&options));
    let base = BaseBuilder::new()
        .with_name("Flock")
        .with_local_transform(place.build())
        .with_script(flock);
    PivotBuilder::new(base).build(&mut scene.graph);
    save(&options, &mut scene)?;
    println!("{} has a flock", options.scene.display());
    Ok(())
}

/// In the view of the template's camera, which looks along +Z from near the origin.
fn position(options: &Options) -> Vec3 {
    match options.at.as_deref() {
        Some([x, y, z]) => Vec3::new(*x, *y, *z),
        _ if options.flat => Vec3::zeros(),
        _ => Vec3::new(0.0, 2.0, 4.0),
    }
}

fn settings(options: &Options) -> Result<Settings, String> {
    let mut settings = match &options.preset {
        Some(name) => Preset::named(name)
            .ok_or_else(|| {
                let all: Vec<_> = Preset::all().map(Preset::name).collect();
                format!(
                    "there is no preset {name}; choose one of {}",
                    all.join(", ")
                )
            })?
            .settings(),
        None => Settings::default(),
    };
    if options.flat {
        settings.motion.plane = Plane::Xy;
    }
    Ok(settings)
}

fn load(options: &Options) -> Result<Scene, Box<dyn Error>> {
    let mut engine = Executor::new(None);
    engine.add_plugin(FlockPlugin);
    let manager = engine.resource_manager.clone();
    manager.update_or_load_registry();
    let io = manager.resource_io();
    let loader = SceneLoader::from_file(
        &options.scene,
        &*io,
        engine.serialization_context.clone(),
        engine.dyn_type_constructors.clone(),
        manager.clone(),
    );
    let (loader, _) = block_on(loader)?;
    Ok(block_on(loader.finish()))
}

fn save(options: &Options, scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let mut visitor = Visitor::new();
    scene.save("Scene", &mut visitor)?;
    let text = visitor.save_ascii_to_string();
    files::replace(&options.scene, |file| file.write_all(text.as_bytes()))?;
    Ok(())
}
