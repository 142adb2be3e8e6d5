//! Common kinds of scene nodes, and writing of scenes.

use super::{
    material,
    output::{uuid_of, Output},
    surface,
};
use flock_demo::AquariumHud;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        pool::Handle,
        reflect::Reflect,
        visitor::Visitor,
    },
    graph::SceneGraph,
    scene::{
        base::{Base, BaseBuilder, SceneNodeId},
        mesh::{surface::SurfaceBuilder, Mesh, MeshBuilder, RenderPath},
        node::Node,
        pivot::PivotBuilder,
        transform::TransformBuilder,
        Scene,
    },
};
use std::error::Error;

/// Placement of a node relative to its parent.
pub struct Place {
    pub position: Vector3<f32>,
    /// Rotation about the vertical axis, in degrees.
    pub yaw: f32,
    pub scale: Vector3<f32>,
}

impl Place {
    pub fn at(x: f32, y: f32, z: f32) -> Self {
        Self {
            position: Vector3::new(x, y, z),
            yaw: 0.0,
            scale: Vector3::repeat(1.0),
        }
    }

    pub fn turned(self, yaw: f32) -> Self {
        Self { yaw, ..self }
    }

    pub fn scaled(self, x: f32, y: f32, z: f32) -> Self {
        let scale = Vector3::new(x, y, z);
        Self { scale, ..self }
    }

    /// A node's base with this place.
    pub fn base(&self, name: &str) -> BaseBuilder {
        let yaw = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), self.yaw.to_radians());
        let transform = TransformBuilder::new()
            .with_local_position(self.position)
            .with_local_rotation(yaw)
            .with_local_scale(self.scale);
        BaseBuilder::new()
            .with_name(name)
            .with_local_transform(transform.build())
    }
}

/// Adds a mesh at its parent's origin.
pub fn mesh(scene: &mut Scene, name: &str, surface: &str, material: &str) -> Handle<Node> {
    mesh_from(scene, BaseBuilder::new().with_name(name), surface, material)
}

/// Adds a mesh with the given base.
pub fn mesh_from(
    scene: &mut Scene,
    base: BaseBuilder,
    surface: &str,
    material: &str,
) -> Handle<Node> {
    let surface = SurfaceBuilder::new(surface::reference(surface))
        .with_material(material::reference(material))
        .build();
    let node = MeshBuilder::new(base)
        .with_surfaces(vec![surface])
        .build_node();
    scene.graph.add_node(node)
}

/// Adds a mesh with the given base that is drawn over what is behind it, and casts no shadow.
pub fn translucent(
    scene: &mut Scene,
    base: BaseBuilder,
    surface: &str,
    material: &str,
) -> Handle<Node> {
    let node = mesh_from(scene, base.with_cast_shadows(false), surface, material);
    if let Some(mesh) = scene.graph[node].cast_mut::<Mesh>() {
        mesh.set_render_path(RenderPath::Forward);
    }
    node
}

/// Adds a mesh at its parent's origin with several surfaces, each with its material.
pub fn mesh_of(scene: &mut Scene, name: &str, surfaces: &[(&str, &str)]) -> Handle<Node> {
    mesh_of_base(scene, BaseBuilder::new().with_name(name), surfaces)
}

/// Adds a mesh with the given base and several surfaces, each with its material.
pub fn mesh_of_base(
    scene: &mut Scene,
    base: BaseBuilder,
    surfaces: &[(&str, &str)],
) -> Handle<Node> {
    let surfaces = surfaces.iter().map(|(surface, material)| {
        SurfaceBuilder::new(surface::reference(surface))
            .with_material(material::reference(material))
            .build()
    });
    let node = MeshBuilder::new(base)
        .with_surfaces(surfaces.collect())
        .build_node();
    scene.graph.add_node(node)
}

/// Adds an empty node that groups others.
pub fn group(scene: &mut Scene, name: &str) -> Handle<Node> {
    let node = PivotBuilder::new(BaseBuilder::new().with_name(name)).build_node();
    scene.graph.add_node(node)
}

/// Adds the panel with the numbers and the keys, which is hidden at first.
pub fn panel(scene: &mut Scene) {
    let mut hud = AquariumHud::default();
    hud.visible = false.into();
    let base = BaseBuilder::new().with_name("Panel").with_script(hud);
    scene.graph.add_node(PivotBuilder::new(base).build_node());
}

/// Writes a scene. The engine's random node ids are replaced by ids from the file and the index of
/// the node.
pub fn write_scene(
    output: &mut Output,
    path: &str,
    scene: &mut Scene,
) -> Result<(), Box<dyn Error>> {
    let handles: Vec<Handle<Node>> = scene.graph.pair_iter().map(|(handle, _)| handle).collect();
    for handle in handles {
        let id = SceneNodeId(uuid_of(&format!("{path}#{}", handle.index())));
        set_instance_id(&mut scene.graph[handle], id)?;
    }
    let mut visitor = Visitor::new();
    scene.save("Scene", &mut visitor)?;
    output.write_visitor(path, &visitor)
}

/// `BaseBuilder::with_instance_id` has no effect in Fyrox 1.0.1, so the id is set through
/// reflection.
fn set_instance_id(node: &mut Node, id: SceneNodeId) -> Result<(), Box<dyn Error>> {
    let base: &mut Base = node;
    let mut result = Ok(());
    base.set_field("instance_id", Box::new(id), &mut |outcome| {
        if let Err(error) = outcome {
            result = Err(format!("a node's instance id cannot be set: {error:?}").into());
        }
    });
    result
}
