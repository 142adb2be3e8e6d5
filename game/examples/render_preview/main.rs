//! Shows bodies on circles over a plane, without a simulation, and measures the drawing cost.
//!
//! `cargo run -p fyrox-flock --example render_preview -- --help` lists the options.

mod circle;
mod comparison;
mod difference;
mod frames;
mod options;
mod report;
mod world;

use circle::{write_texels, Circle};
use clap::Parser;
use comparison::{Comparison, Next};
use flock_testkit::{engine, figures::opengl};
use frames::Measured;
use fyrox::{
    core::{color::Color, pool::Handle, reflect::prelude::*, visitor::prelude::*},
    dpi::LogicalSize,
    engine::GraphicsContext,
    graph::SceneGraph,
    graphics_gl::server::GlGraphicsServer,
    plugin::{error::GameResult, Plugin, PluginContext},
    renderer::{QualitySettings, Renderer},
    resource::texture::{TextureResource, TextureResourceExtension},
    scene::{
        base::BaseBuilder,
        graph::Graph,
        mesh::{surface::SurfaceBuilder, Mesh, MeshBuilder},
        node::Node,
        Scene,
    },
};
use fyrox_flock::render::{DrawDetail, FlockRenderer};
use options::Options;
use std::{error::Error, time::Instant};
use world::{add_camera, add_ground, add_lights, red, surface};

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
    #[visit(skip)]
    #[reflect(hidden)]
    comparison: Option<Comparison>,
}

/// The quality at which all bodies are drawn at the finest level.
const FINEST: f32 = 100.0;

impl Preview {
    fn new(options: Options) -> Self {
        let circle = |number| Circle::new(number, &options);
        Self {
            circles: (0..options.boids).map(circle).collect(),
            options,
            scene: Handle::NONE,
            renderer: Handle::NONE,
            meshes: Vec::new(),
            measured: Measured::default(),
            comparison: None,
        }
    }

    fn move_bodies(&mut self, graph: &mut Graph, time: f32) {
        if let Ok(node) = graph.try_get_node_mut(self.renderer) {
            if let Some(renderer) = node.cast_mut::<FlockRenderer>() {
                let mut circles = self.circles.clone();
                // Neighbours in space are adjacent, as in the simulation.
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

    fn set_quality(&self, graph: &mut Graph, quality: f32) {
        let node = graph.try_get_node_mut(self.renderer).ok();
        if let Some(renderer) = node.and_then(|node| node.cast_mut::<FlockRenderer>()) {
            renderer.set_detail(DrawDetail {
                quality,
                ..DrawDetail::default()
            });
        }
    }

    /// True if more frames are to be drawn.
    fn compare(&mut self, ctx: &mut PluginContext) -> bool {
        let (Some(comparison), GraphicsContext::Initialized(graphics)) =
            (&mut self.comparison, &*ctx.graphics_context)
        else {
            return true;
        };
        match comparison.advance(graphics.renderer.get_statistics().geometry) {
            Next::Wait => return true,
            Next::DrawFinest => {
                self.set_quality(&mut ctx.scenes[self.scene].graph, FINEST);
                return true;
            }
            Next::End => {}
        }
        let renderer = renderer_name(&graphics.renderer);
        if let Some(savings) = comparison.savings(self.options.boids, renderer) {
            self.options.print(&savings);
        }
        if let Some(Err(error)) = self.options.pictures.as_ref().map(|it| comparison.save(it)) {
            eprintln!("the pictures cannot be written: {error}");
        }
        false
    }

    fn report(&self, ctx: &PluginContext) {
        if let GraphicsContext::Initialized(graphics) = &*ctx.graphics_context {
            let geometry = graphics.renderer.get_statistics().geometry;
            let name = renderer_name(&graphics.renderer);
            self.options
                .print(&self.measured.means(&self.options, name, geometry));
        }
    }
}

/// The name of the GPU that draws.
fn renderer_name(renderer: &Renderer) -> String {
    let server = (*renderer.server)
        .as_any()
        .downcast_ref::<GlGraphicsServer>();
    server.map_or_else(String::new, |server| opengl::renderer(&server.gl))
}

impl Plugin for Preview {
    fn init(&mut self, _: Option<&str>, ctx: PluginContext) -> GameResult {
        let mut scene = Scene::new();
        scene.rendering_options.ambient_lighting_color = Color::opaque(60, 60, 70);
        add_camera(&mut scene.graph, &self.options);
        add_ground(&mut scene.graph);
        add_lights(&mut scene.graph, &self.options);
        if self.options.meshes {
            let surface = SurfaceBuilder::new(surface(self.options.body)).with_material(red());
            let surface = surface.build();
            for _ in &self.circles {
                let mesh = MeshBuilder::new(BaseBuilder::new())
                    .with_surfaces(vec![surface.clone()])
                    .build(&mut scene.graph);
                self.meshes.push(mesh);
            }
        } else {
            let mut renderer = FlockRenderer::new(match &self.options.model {
                Some(model) => world::animated_body(model, ctx.resource_manager),
                None => world::body(self.options.body),
            });
            renderer.set_instances(self.options.boids, |texels| texels.fill([0.0; 4]));
            // In steady flight.
            renderer.set_motions(|texels| texels.fill([0.0, 0.8, 0.0, 0.5]));
            self.renderer = scene.graph.add_node(Node::new(renderer));
            self.set_quality(&mut scene.graph, self.options.quality);
        }
        if self.options.compare {
            let [width, height] = self.options.size[..] else {
                return Ok(());
            };
            let target = TextureResource::new_render_target(width, height);
            scene.rendering_options.render_target = Some(target);
        }
        self.scene = ctx.scenes.add(scene);
        Ok(())
    }

    fn on_graphics_context_initialized(&mut self, ctx: PluginContext) -> GameResult {
        let GraphicsContext::Initialized(graphics) = ctx.graphics_context else {
            return Ok(());
        };
        let renderer = &mut graphics.renderer;
        if self.options.low {
            renderer.set_quality_settings(&QualitySettings::low())?;
        }
        if let (true, [width, height]) = (self.options.compare, &self.options.size[..]) {
            let size = [*width, *height];
            self.comparison = Some(Comparison::new(self.scene, size, renderer));
        }
        Ok(())
    }

    fn update(&mut self, ctx: &mut PluginContext) -> GameResult {
        let time = if self.options.still || self.options.compare {
            0.0
        } else {
            ctx.elapsed_time
        };
        let began = Instant::now();
        self.move_bodies(&mut ctx.scenes[self.scene].graph, time);
        self.measured.add_move(began);
        Ok(())
    }

    fn before_rendering(&mut self, mut ctx: PluginContext) -> GameResult {
        if !self.compare(&mut ctx) {
            ctx.loop_controller.exit();
            return Ok(());
        }
        let renderer = match &*ctx.graphics_context {
            GraphicsContext::Initialized(graphics) => Some(&graphics.renderer),
            _ => None,
        };
        if self.measured.add_frame(renderer, self.options.frames) {
            self.report(&ctx);
            ctx.loop_controller.exit();
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    if options.report {
        return report::write();
    }
    let [width, height] = options.size[..] else {
        return Err("--size takes two numbers".into());
    };
    let size = LogicalSize::new(width, height);
    let mut executor = engine::with_window("Flock rendering", size)?;
    executor.add_plugin(Preview::new(options));
    executor.run();
    Ok(())
}
