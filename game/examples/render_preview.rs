//! Shows bodies on circles over a plane, without a simulation, and measures what drawing them costs.
//!
//! ```text
//! cargo run -p fyrox-flock --example render_preview -- [OPTIONS]
//!   --boids N       how many (default 20000)
//!   --body BODY     fish (default), sphere (160 triangles), glass (a transparent sphere) or box (12 triangles)
//!   --meshes        draws spheres or boxes as mesh nodes that share one surface, for comparison
//!   --light LIGHT   all (default), directional, spot or point
//!   --close         few bodies near the camera
//!   --low           the engine's low quality settings
//!   --size WxH      size of the window (default 640x360)
//!   --frames N      prints draw calls and the mean time of N frames, after some to warm up, and ends
//! ```

use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::{Matrix4, UnitQuaternion, Vector2, Vector3},
        color::Color,
        pool::Handle,
        reflect::prelude::*,
        uuid::Uuid,
        visitor::prelude::*,
    },
    dpi::LogicalSize,
    engine::{executor::Executor, GraphicsContext, GraphicsContextParams},
    event_loop::EventLoop,
    graph::{NodeMapping, SceneGraph},
    material::{Material, MaterialResource},
    plugin::{error::GameResult, Plugin, PluginContext},
    renderer::QualitySettings,
    resource::model::{Model, ModelResource},
    scene::{
        base::BaseBuilder,
        camera::CameraBuilder,
        graph::Graph,
        light::{
            directional::DirectionalLightBuilder, point::PointLightBuilder, spot::SpotLightBuilder,
            BaseLightBuilder,
        },
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            Mesh, MeshBuilder, RenderPath,
        },
        node::Node,
        transform::TransformBuilder,
        Scene,
    },
    window::WindowAttributes,
};
use fyrox_flock::render::{Body, FlockRenderer, ForwardAxis};
use std::{error::Error, f32::consts::TAU, time::Instant};

#[derive(Clone, Debug)]
struct Options {
    boids: usize,
    body: String,
    meshes: bool,
    light: String,
    close: bool,
    low: bool,
    size: (u32, u32),
    frames: Option<u32>,
}

impl Options {
    fn from_command_line() -> Result<Self, Box<dyn Error>> {
        let mut options = Self {
            boids: 20_000,
            body: "fish".into(),
            meshes: false,
            light: "all".into(),
            close: false,
            low: false,
            size: (640, 360),
            frames: None,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(name) = arguments.next() {
            let mut value = || {
                arguments
                    .next()
                    .ok_or_else(|| format!("{name} needs a value"))
            };
            match name.as_str() {
                "--boids" => options.boids = value()?.parse()?,
                "--body" => options.body = value()?,
                "--light" => options.light = value()?,
                "--frames" => options.frames = Some(value()?.parse()?),
                "--size" => {
                    let size = value()?;
                    let (width, height) = size.split_once('x').ok_or("--size needs WxH")?;
                    options.size = (width.parse()?, height.parse()?);
                }
                "--meshes" => options.meshes = true,
                "--close" => options.close = true,
                "--low" => options.low = true,
                _ => return Err(format!("unknown option {name}").into()),
            }
        }
        Ok(options)
    }

    fn has_light(&self, name: &str) -> bool {
        self.light == "all" || self.light == name
    }
}

/// A body on a circle around the Y axis.
#[derive(Clone, Copy, Debug)]
struct Circle {
    radius: f32,
    height: f32,
    start: f32,
}

impl Circle {
    fn new(number: usize, close: bool) -> Self {
        // Steps by irrational numbers fill the volume evenly.
        let step = |by: f32| (number as f32 * by).fract();
        let width = if close { 0.35 } else { 2.6 };
        Self {
            radius: 0.15 + width * step(0.754_877_7).sqrt(),
            height: 0.25 + if close { 0.35 } else { 1.3 } * step(0.569_840_3),
            start: step(0.618_034) * TAU,
        }
    }

    fn at(&self, time: f32) -> (Vector3<f32>, UnitQuaternion<f32>) {
        const SPEED: f32 = 0.4;
        let (sin, cos) = (self.start + time * SPEED / self.radius).sin_cos();
        let position = Vector3::new(self.radius * cos, self.height, self.radius * sin);
        let heading = Vector3::new(-sin, 0.0, cos);
        let rotation = UnitQuaternion::face_towards(&heading, &Vector3::y());
        (position, rotation)
    }

    /// A cell of half a metre, by z, x and y.
    fn cell(&self, time: f32) -> [i32; 3] {
        let (position, _) = self.at(time);
        let cell = position.map(|x| (x * 2.0).floor() as i32);
        [cell.z, cell.x, cell.y]
    }
}

#[derive(Debug, Visit, Reflect)]
#[reflect(non_cloneable)]
struct Preview {
    #[visit(skip)]
    #[reflect(hidden)]
    options: Options,
    #[visit(skip)]
    #[reflect(hidden)]
    circles: Vec<Circle>,
    #[visit(skip)]
    #[reflect(hidden)]
    scene: Handle<Scene>,
    #[visit(skip)]
    #[reflect(hidden)]
    renderer: Handle<Node>,
    #[visit(skip)]
    #[reflect(hidden)]
    meshes: Vec<Handle<Mesh>>,
    #[visit(skip)]
    #[reflect(hidden)]
    measured: Measured,
}

/// Sums over the frames after the first ones, in which everything is compiled and uploaded.
#[derive(Debug, Default)]
struct Measured {
    warm_up: u32,
    first: Option<Instant>,
    frames: u32,
    render_seconds: f32,
    move_seconds: f32,
    moves: u32,
}

const WARM_UP_FRAMES: u32 = 5;

impl Preview {
    fn new(options: Options) -> Self {
        let circle = |number| Circle::new(number, options.close);
        Self {
            circles: (0..options.boids).map(circle).collect(),
            options,
            scene: Handle::NONE,
            renderer: Handle::NONE,
            meshes: Vec::new(),
            measured: Measured::default(),
        }
    }

    fn move_bodies(&mut self, graph: &mut Graph, time: f32) {
        if let Ok(node) = graph.try_get_node_mut(self.renderer) {
            if let Some(renderer) = node.cast_mut::<FlockRenderer>() {
                let mut circles = self.circles.clone();
                // Neighbours in space next to each other, as the simulation has them.
                circles.sort_by_cached_key(|circle| circle.cell(time));
                renderer.set_instances(circles.len(), |texels| {
                    for (texels, circle) in texels.chunks_mut(2).zip(&circles) {
                        let (position, rotation) = circle.at(time);
                        let phase = (circle.start + time).fract();
                        write_texels(texels, position, rotation, phase);
                    }
                });
            }
        }
        for (&mesh, circle) in self.meshes.iter().zip(&self.circles) {
            let (position, rotation) = circle.at(time);
            let transform = graph[mesh].local_transform_mut();
            transform.set_position(position).set_rotation(rotation);
        }
    }

    fn report(&self, ctx: &PluginContext) {
        let (Some(first), GraphicsContext::Initialized(graphics)) =
            (self.measured.first, &*ctx.graphics_context)
        else {
            return;
        };
        let measured = &self.measured;
        let frame = 1000.0 * first.elapsed().as_secs_f32() / measured.frames.max(1) as f32;
        let render = 1000.0 * measured.render_seconds / measured.frames.max(1) as f32;
        let moving = 1000.0 * measured.move_seconds / measured.moves.max(1) as f32;
        let geometry = graphics.renderer.get_statistics().geometry;
        println!(
            "boids {} as {}: {} draw calls, {} triangles, frame {frame:.1} ms, of which renderer {render:.1} ms; \
             moving them {moving:.2} ms; {} frames",
            self.options.boids,
            if self.options.meshes { "mesh nodes" } else { "a flock" },
            geometry.draw_calls,
            geometry.triangles_rendered,
            measured.frames,
        );
    }
}

fn write_texels(
    texels: &mut [[f32; 4]],
    position: Vector3<f32>,
    rotation: UnitQuaternion<f32>,
    phase: f32,
) {
    let q = rotation.quaternion();
    let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
    texels[0] = [position.x, position.y, position.z, 1.0];
    texels[1] = [q.i * sign, q.j * sign, q.k * sign, phase];
}

impl Plugin for Preview {
    fn init(&mut self, _: Option<&str>, ctx: PluginContext) -> GameResult {
        let mut scene = Scene::new();
        scene.rendering_options.ambient_lighting_color = Color::opaque(60, 60, 70);
        add_camera(&mut scene.graph, self.options.close);
        add_ground(&mut scene.graph);
        add_lights(&mut scene.graph, &self.options);
        if self.options.meshes {
            let surface = SurfaceBuilder::new(surface(&self.options.body)).with_material(red());
            let surface = surface.build();
            for _ in &self.circles {
                let mesh = MeshBuilder::new(BaseBuilder::new())
                    .with_surfaces(vec![surface.clone()])
                    .build(&mut scene.graph);
                self.meshes.push(mesh);
            }
        } else {
            let body = match self.options.body.as_str() {
                "fish" => Body::fish(),
                "glass" => model_body(surface("sphere"), glass(), RenderPath::Forward),
                name => model_body(surface(name), red(), RenderPath::Deferred),
            };
            let renderer = FlockRenderer::new(body);
            self.renderer = scene.graph.add_node(Node::new(renderer));
        }
        self.scene = ctx.scenes.add(scene);
        Ok(())
    }

    fn on_graphics_context_initialized(&mut self, ctx: PluginContext) -> GameResult {
        if let (true, GraphicsContext::Initialized(graphics)) =
            (self.options.low, ctx.graphics_context)
        {
            let renderer = &mut graphics.renderer;
            renderer.set_quality_settings(&QualitySettings::low())?;
        }
        Ok(())
    }

    fn update(&mut self, ctx: &mut PluginContext) -> GameResult {
        let time = ctx.elapsed_time;
        let began = Instant::now();
        self.move_bodies(&mut ctx.scenes[self.scene].graph, time);
        if self.measured.first.is_some() {
            self.measured.move_seconds += began.elapsed().as_secs_f32();
            self.measured.moves += 1;
        }
        Ok(())
    }

    fn before_rendering(&mut self, ctx: PluginContext) -> GameResult {
        if self.measured.warm_up < WARM_UP_FRAMES {
            self.measured.warm_up += 1;
            return Ok(());
        }
        self.measured.first.get_or_insert_with(Instant::now);
        if let GraphicsContext::Initialized(graphics) = &*ctx.graphics_context {
            // Of the previous frame.
            self.measured.render_seconds += graphics.renderer.get_statistics().pure_frame_time;
        }
        if self.options.frames == Some(self.measured.frames) {
            self.report(&ctx);
            ctx.loop_controller.exit();
        }
        self.measured.frames += 1;
        Ok(())
    }
}

fn place(position: [f32; 3], yaw: f32, pitch: f32) -> BaseBuilder {
    let rotation = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), yaw)
        * UnitQuaternion::from_axis_angle(&Vector3::x_axis(), pitch);
    BaseBuilder::new().with_local_transform(
        TransformBuilder::new()
            .with_local_position(Vector3::from(position))
            .with_local_rotation(rotation)
            .build(),
    )
}

fn add_camera(graph: &mut Graph, close: bool) {
    let base = if close {
        place([0.0, 0.75, -1.1], 0.0, 0.35)
    } else {
        place([0.0, 2.4, -4.2], 0.0, 0.4)
    };
    CameraBuilder::new(base).with_z_near(0.02).build(graph);
}

fn add_ground(graph: &mut Graph) {
    let plane = SurfaceData::make_quad(&Matrix4::new_nonuniform_scaling(&Vector3::new(
        20.0, 20.0, 1.0,
    )));
    let mut material = Material::standard();
    material.set_property("diffuseColor", Color::opaque(200, 190, 170));
    MeshBuilder::new(place([0.0; 3], 0.0, TAU / 4.0))
        .with_surfaces(vec![SurfaceBuilder::new(SurfaceResource::new_embedded(
            plane,
        ))
        .with_material(MaterialResource::new_embedded(material))
        .build()])
        .build(graph);
}

fn add_lights(graph: &mut Graph, options: &Options) {
    if options.has_light("directional") {
        let base = BaseLightBuilder::new(place([0.0, 3.0, 0.0], 0.0, 0.6)).with_intensity(0.7);
        DirectionalLightBuilder::new(base).build(graph);
    }
    if options.has_light("spot") {
        let base = BaseLightBuilder::new(place([0.0, 4.0, 1.5], 0.0, 0.3))
            .with_color(Color::opaque(255, 220, 160))
            .with_intensity(3.0);
        SpotLightBuilder::new(base)
            .with_distance(8.0)
            .with_hotspot_cone_angle(0.8)
            .build(graph);
    }
    if options.has_light("point") {
        let base = BaseLightBuilder::new(place([1.2, 2.0, 0.5], 0.0, 0.0))
            .with_color(Color::opaque(160, 200, 255))
            .with_intensity(2.0);
        PointLightBuilder::new(base).with_radius(6.0).build(graph);
    }
}

/// Boxes are for measuring draw calls where triangles are slow, as in software OpenGL.
fn surface(name: &str) -> SurfaceResource {
    SurfaceResource::new_embedded(match name {
        "box" => SurfaceData::make_cube(Matrix4::new_scaling(0.04)),
        _ => SurfaceData::make_sphere(10, 9, 0.04, &Matrix4::identity()),
    })
}

fn red() -> MaterialResource {
    let mut material = Material::standard();
    material.set_property("diffuseColor", Color::opaque(200, 60, 40));
    material.set_property("texCoordScale", Vector2::new(1.0f32, 1.0));
    MaterialResource::new_embedded(material)
}

fn glass() -> MaterialResource {
    let mut material = Material::standard();
    material.set_property("diffuseColor", Color::from_rgba(80, 160, 220, 90));
    MaterialResource::new_embedded(material)
}

fn model_body(
    surface: SurfaceResource,
    material: MaterialResource,
    render_path: RenderPath,
) -> Body {
    let mut scene = Scene::new();
    MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![SurfaceBuilder::new(surface)
            .with_material(material)
            .build()])
        .with_render_path(render_path)
        .build(&mut scene.graph);
    let model = Model::new(NodeMapping::UseHandles, scene);
    let model = ModelResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, model);
    Body::from_model(&model, ForwardAxis::PlusZ).unwrap_or_else(|error| {
        eprintln!("{error}; showing fish instead");
        Body::fish()
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::from_command_line()?;
    let (width, height) = options.size;
    let mut window_attributes = WindowAttributes::default();
    window_attributes.title = "Flock rendering".into();
    window_attributes.inner_size = Some(LogicalSize::new(width, height).into());
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
    executor.add_plugin(Preview::new(options));
    executor.run();
    Ok(())
}
