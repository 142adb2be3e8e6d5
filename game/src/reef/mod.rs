//! Rocks or a cave from noise, which a script builds and boids never cross.
//!
//! | module | contents |
//! |---|---|
//! | `build` | nodes that are rebuilt on another thread when the fields change |
//! | `surface` | texture coordinates and smooth normals for plain triangles |

mod build;
mod surface;

pub use build::ReefBuild;
pub use surface::textured_surface;

use build::Form;
use flock_sim::Vec3;
use flock_terrain::{Terrain, TerrainForm};
use fyrox::{
    core::{
        color::Color, pool::Handle, reflect::prelude::*, type_traits::prelude::*,
        variable::InheritableVariable, visitor::prelude::*,
    },
    graph::SceneGraph,
    material::{Material, MaterialResource},
    plugin::error::GameResult,
    scene::{graph::Graph, node::Node},
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};

/// Rocks, or a block of rock with hollows, around the node that carries this script. The surface
/// between solid and free space of Perlin noise is computed by marching cubes, and becomes a mesh
/// and a static collider.
///
/// In a game, the reef is built before the flocks of the scene start. When a field changes, it is
/// rebuilt on another thread. A scene file holds only the fields, not the mesh.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "e8a14c6b-93d7-4f25-b0c8-5d27f61b9a30")]
#[visit(optional)]
pub struct FlockReef {
    /// Width, height and depth around the node, in metres, rounded up to whole cubes. 0.01 to 10,000
    /// each, and at most 32,000,000 cubes in all; default (24, 8, 24).
    pub size: InheritableVariable<Vec3>,
    /// Edge of a cube, in metres: the resolution of the surface. 0.01 to 100, and large enough that
    /// the surface has at most 3,000,000 triangles; default 0.5.
    #[reflect(min_value = 0.01, max_value = 100.0, step = 0.05)]
    pub cube: InheritableVariable<f32>,
    /// Width of the cells of the noise, in metres: about the size of rocks and hollows. 0.01 to 10,000;
    /// default 8.
    #[reflect(min_value = 0.01, max_value = 10000.0, step = 0.5)]
    pub scale: InheritableVariable<f32>,
    /// Octaves of noise, each with half the amplitude and half the size of the previous one. 1 to
    /// 8; default 3.
    #[reflect(min_value = 1.0, max_value = 8.0, step = 1.0)]
    pub octaves: InheritableVariable<u32>,
    /// Value of the noise above which there is rock: higher values give less rock. 0 to 1; default
    /// 0.5.
    #[reflect(min_value = 0.0, max_value = 1.0, step = 0.01)]
    pub threshold: InheritableVariable<f32>,
    /// Width of the zone inside the bounds in which rocks end or hollows close, in metres. 0 to
    /// 10,000; default 2.
    #[reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)]
    pub margin: InheritableVariable<f32>,
    /// Builds a block of rock with hollows instead of rocks. Default: off.
    pub hollow: InheritableVariable<bool>,
    /// Builds only the largest rock or hollow. Default: off.
    pub largest_only: InheritableVariable<bool>,
    /// Another seed makes another reef. Default 1.
    pub seed: InheritableVariable<u32>,
    /// Size of one repetition of the material's textures, in metres. 0.01 to 1,000; default 2.
    #[reflect(min_value = 0.01, max_value = 1000.0, step = 0.1)]
    pub texture_size: InheritableVariable<f32>,
    /// Material of the surface. Default: grey rock without a texture.
    pub material: InheritableVariable<MaterialResource>,
    /// The nodes that were built. Not a field of the inspector.
    #[visit(skip)]
    #[reflect(hidden)]
    pub build: ReefBuild,
}

impl Default for FlockReef {
    fn default() -> Self {
        let Terrain {
            cube,
            scale,
            threshold,
            margin,
            seed,
            ..
        } = Terrain::default();
        Self {
            size: Vec3::new(24.0, 8.0, 24.0).into(),
            cube: cube.into(),
            scale: scale.into(),
            octaves: 3.into(),
            threshold: threshold.into(),
            margin: margin.into(),
            hollow: false.into(),
            largest_only: false.into(),
            seed: seed.into(),
            texture_size: surface::TEXTURE_SIZE.into(),
            material: rock().into(),
            build: ReefBuild::default(),
        }
    }
}

/// Grey rock without a texture.
fn rock() -> MaterialResource {
    let mut rock = Material::standard();
    rock.set_property("diffuseColor", Color::opaque(128, 120, 112));
    MaterialResource::new_embedded(rock)
}

impl FlockReef {
    /// The name of the script in the editor.
    pub const NAME: &'static str = "Flock Reef";

    /// The noise and its surface.
    pub fn terrain(&self) -> Terrain {
        Terrain {
            form: if *self.hollow {
                TerrainForm::Cave
            } else {
                TerrainForm::Rocks
            },
            size: *self.size,
            cube: *self.cube,
            scale: *self.scale,
            octaves: *self.octaves,
            threshold: *self.threshold,
            margin: *self.margin,
            largest_only: *self.largest_only,
            seed: *self.seed,
        }
    }

    /// The script of a node; `None` if it has none.
    pub fn of(graph: &Graph, node: Handle<Node>) -> Option<&Self> {
        graph.try_get_node(node).ok()?.try_get_script()
    }
}

impl ReefBuild {
    /// Builds the reef on the calling thread. Its nodes are added below `parent`.
    pub fn build_now(&mut self, reef: &FlockReef, graph: &mut Graph, parent: Handle<Node>) {
        self.build_form_now(reef.form(), &reef.material, graph, parent);
    }

    /// Updates the nodes: starts a build if the form has changed, and shows the result of a
    /// finished build.
    pub fn update(&mut self, reef: &FlockReef, graph: &mut Graph, parent: Handle<Node>) {
        self.update_form(reef.form(), &reef.material, graph, parent);
    }
}

impl FlockReef {
    fn form(&self) -> Form {
        Form::new(self.terrain(), *self.texture_size)
    }

    fn build_in(&mut self, context: &mut ScriptContext) {
        let mut build = std::mem::take(&mut self.build);
        let graph = &mut context.scene.graph;
        ReefBuild::remove_saved(graph, context.handle);
        build.build_now(self, graph, context.handle);
        self.build = build;
    }
}

impl ScriptTrait for FlockReef {
    /// Runs before any flock starts.
    fn on_init(&mut self, context: &mut ScriptContext) -> GameResult {
        self.build_in(context);
        Ok(())
    }

    /// The engine does not call `on_init` in scenes that a game has saved.
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        if self.build.body().is_none() {
            self.build_in(context);
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let mut build = std::mem::take(&mut self.build);
        build.update(self, &mut context.scene.graph, context.handle);
        self.build = build;
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        self.build.remove(&mut context.scene.graph);
        Ok(())
    }
}
