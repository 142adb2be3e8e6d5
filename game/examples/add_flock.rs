//! Adds a flock to a scene file, as *Create > Flock* in the editor does. In the folder of a project:
//! `cargo run -p editor --example add_flock -- SCENE.rgs [2d|3d] [PRESET]`.
//!
//! `executor/new-game.sh` copies this program into the editor's package of the game that it makes:
//! as an example there, it uses the engine that is built for the editor.

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
use std::{env, error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, options @ ..] = &arguments[..] else {
        return Err("give the scene file: add_flock SCENE.rgs [2d|3d] [PRESET]".into());
    };
    let is_flat = options.first().is_some_and(|style| style == "2d");
    let settings = settings(options.get(1), is_flat)?;
    // In the view of the template's camera, which is near the origin and looks along +Z.
    let place = match is_flat {
        true => Vec3::zeros(),
        false => Vec3::new(0.0, 2.0, 4.0),
    };
    let mut scene = load(Path::new(file))?;
    let place = TransformBuilder::new().with_local_position(place).build();
    let base = BaseBuilder::new()
        .with_name("Flock")
        .with_local_transform(place)
        .with_script(Flock::new(settings));
    PivotBuilder::new(base).build(&mut scene.graph);
    save(Path::new(file), &mut scene)?;
    println!("{file} has a flock");
    Ok(())
}

fn settings(preset: Option<&String>, is_flat: bool) -> Result<Settings, String> {
    let mut settings = match preset {
        Some(name) => {
            let unknown = || {
                let all: Vec<_> = Preset::all().map(Preset::name).collect();
                let all = all.join(", ");
                format!("there is no preset {name}; choose one of {all}")
            };
            Preset::named(name).ok_or_else(unknown)?.settings()
        }
        None => Settings::default(),
    };
    if is_flat {
        settings.motion.plane = Plane::Xy;
    }
    Ok(settings)
}

fn load(file: &Path) -> Result<Scene, Box<dyn Error>> {
    let mut engine = Executor::new(None);
    engine.add_plugin(FlockPlugin);
    let manager = engine.resource_manager.clone();
    manager.update_or_load_registry();
    let io = manager.resource_io();
    let loader = SceneLoader::from_file(
        file,
        &*io,
        engine.serialization_context.clone(),
        engine.dyn_type_constructors.clone(),
        manager.clone(),
    );
    let (loader, _) = block_on(loader)?;
    Ok(block_on(loader.finish()))
}

fn save(file: &Path, scene: &mut Scene) -> Result<(), Box<dyn Error>> {
    let mut visitor = Visitor::new();
    scene.save("Scene", &mut visitor)?;
    let text = visitor.save_ascii_to_string();
    files::replace(file, |file| file.write_all(text.as_bytes()))?;
    Ok(())
}
