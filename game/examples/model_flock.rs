//! A flock of any rigged model, which plays its animations: `cargo run --release -p fyrox-flock
//! --example model_flock -- [MODEL]`. `--help` lists the options.
//!
//! The default model is the bird of the tests, which is written into the folder for temporary
//! files.

use clap::Parser;
use flock_testkit::rigged::bird::bird;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        reflect::prelude::*,
        visitor::prelude::*,
    },
    engine::executor::Executor,
    event_loop::EventLoop,
    plugin::{error::GameResult, Plugin, PluginContext, PluginRegistrationContext},
    resource::model::Model,
    scene::{
        base::BaseBuilder,
        camera::CameraBuilder,
        light::{directional::DirectionalLightBuilder, BaseLightBuilder},
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        pivot::PivotBuilder,
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    render::{ClipBlend, ClipChoice, ForwardAxis},
    sim::{
        files,
        settings::{BoundaryMode, Region},
        Preset,
    },
    Flock,
};
use std::{error::Error, path::PathBuf};

/// A flock of any rigged model, which plays its animations.
#[derive(Clone, Debug, Default, Parser)]
struct Options {
    /// The model, in a format that the engine reads, below the working directory.
    model: Option<PathBuf>,
    /// Name of the animation that is played. Default: the first one.
    #[arg(long, default_value = "")]
    first: String,
    /// Name of the animation that is played in descent. Default: the second one.
    #[arg(long, default_value = "")]
    second: String,
    /// The model looks along +X, -X, -Z instead of +Z: plus-x, minus-x, minus-z.
    #[arg(long, default_value = "plus-z")]
    forward: String,
    /// Number of bodies.
    #[arg(long, default_value_t = 60)]
    boids: u32,
    /// Factor of the model's size.
    #[arg(long, default_value_t = 1.0)]
    scale: f32,
}

impl Options {
    fn forward_axis(&self) -> ForwardAxis {
        match self.forward.as_str() {
            "plus-x" => ForwardAxis::PlusX,
            "minus-x" => ForwardAxis::MinusX,
            "minus-z" => ForwardAxis::MinusZ,
            _ => ForwardAxis::PlusZ,
        }
    }

    fn flock(&self, context: &PluginContext) -> Flock {
        let mut flock = Flock::of(Preset::Starlings);
        flock.spawn.count = self.boids;
        flock.spawn.region = Region::sphere(4.0);
        flock.boundary.mode = BoundaryMode::SoftTurn { margin: 3.0 };
        flock.boundary.shape = Region::sphere(7.0);
        flock.spawn.speed = 4.0;
        flock.body.scale = self.scale;
        flock.body.beats_per_second = 1.0;
        flock.body.beats_per_metre = 0.1;
        flock.separation.radius = 2.5;
        (flock.motion.min_speed, flock.motion.max_speed) = (3.0, 6.0);
        let model = self.model.clone().unwrap_or_else(|| BIRD.into());
        *flock.model = Some(context.resource_manager.request::<Model>(model));
        *flock.forward_axis = self.forward_axis();
        *flock.animation = ClipChoice {
            first: self.first.clone(),
            second: self.second.clone(),
            blend: ClipBlend::Descent,
            ..ClipChoice::on()
        };
        flock
    }
}

const BIRD: &str = "rigged-bird.glb";

#[derive(Debug, Visit, Reflect)]
#[reflect(non_cloneable)]
struct Game {
    #[visit(skip)]
    #[reflect(hidden)]
    options: Options,
}

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        fyrox_flock::register(&context);
        Ok(())
    }

    fn init(&mut self, _: Option<&str>, context: PluginContext) -> GameResult {
        let mut scene = Scene::new();
        scene.rendering_options.ambient_lighting_color = Color::opaque(120, 125, 140);
        let camera = place([0.0, 1.0, -9.0], 0.05);
        CameraBuilder::new(camera).build(&mut scene.graph);
        let sun = BaseLightBuilder::new(place([0.0, 20.0, 0.0], 0.5)).with_intensity(1.2);
        DirectionalLightBuilder::new(sun).build(&mut scene.graph);
        let ground = place([0.0, -8.0, 0.0], 0.0);
        let ground_box = SurfaceData::make_cube(
            fyrox::core::algebra::Matrix4::new_nonuniform_scaling(&Vector3::new(80.0, 1.0, 80.0)),
        );
        let ground_box = SurfaceBuilder::new(SurfaceResource::new_embedded(ground_box));
        MeshBuilder::new(ground)
            .with_surfaces(vec![ground_box.build()])
            .build(&mut scene.graph);
        let flock = BaseBuilder::new().with_script(self.options.flock(&context));
        PivotBuilder::new(flock).build(&mut scene.graph);
        context.scenes.add(scene);
        Ok(())
    }
}

fn place(position: [f32; 3], pitch: f32) -> BaseBuilder {
    let turn = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), pitch);
    let mut transform = TransformBuilder::new().with_local_rotation(turn);
    transform = transform.with_local_position(Vector3::from(position));
    BaseBuilder::new().with_local_transform(transform.build())
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    if options.model.is_none() {
        std::env::set_current_dir(std::env::temp_dir())?;
        files::write(BIRD, bird().to_glb())?;
    }
    let mut executor = Executor::new(Some(EventLoop::new()?));
    executor.add_plugin(Game { options });
    executor.run();
    Ok(())
}
