//! The nodes of a reef, which are rebuilt when its fields change.

use super::surface::{textured_surface, usable_texture_size};
use crate::{geometry::Background, runtime::Reported};
use flock_sim::Vec3;
use flock_terrain::Terrain;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    material::MaterialResource,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape, GeometrySource},
        graph::Graph,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            Mesh, MeshBuilder,
        },
        node::Node,
        rigidbody::{RigidBodyBuilder, RigidBodyType},
    },
};

/// The name of the script. It begins the errors, and marks the nodes of a reef in a scene that a game
/// has saved.
const TAG: &str = "Flock Reef";

/// All fields that determine the mesh of a reef.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Form {
    terrain: Terrain,
    texture_size: f32,
}

impl Form {
    pub(super) fn new(terrain: Terrain, texture_size: f32) -> Self {
        Self {
            terrain,
            texture_size: usable_texture_size(texture_size),
        }
    }

    /// True if all bits are equal: unlike for floats, a NaN equals itself.
    fn is_same(&self, other: &Self) -> bool {
        let bits = |it: &Self| {
            let Terrain {
                size,
                cube,
                scale,
                threshold,
                margin,
                ..
            } = it.terrain;
            let lengths = [cube, scale, threshold, margin, it.texture_size];
            (size.map(f32::to_bits), lengths.map(f32::to_bits))
        };
        let plain = |it: &Self| Terrain {
            size: Vec3::zeros(),
            cube: 0.0,
            scale: 0.0,
            threshold: 0.0,
            margin: 0.0,
            ..it.terrain
        };
        bits(self) == bits(other) && plain(self) == plain(other)
    }

    /// `None` if the result is no longer wanted.
    fn surface(self, is_wanted: impl Fn() -> bool + Sync) -> Option<Result<SurfaceData, String>> {
        let triangles = self.terrain.triangles_while(is_wanted);
        let triangles = triangles.map_err(|error| error.to_string()).transpose()?;
        Some(triangles.and_then(|triangles| textured_surface(&triangles, self.texture_size)))
    }
}

/// The nodes of one reef, and the build in progress. The script owns one; in an editor, where
/// scripts do not run, the editor's plugin owns one.
#[derive(Default)]
pub struct ReefBuild {
    /// The form of the present nodes, or of the last failed build.
    form: Option<Form>,
    material: Option<MaterialResource>,
    background: Background<Result<SurfaceData, String>>,
    /// The form of the build in progress.
    pending: Option<Form>,
    body: Handle<Node>,
    mesh: Handle<Node>,
    errors: Reported<()>,
}

/// A copy starts without nodes.
impl Clone for ReefBuild {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl std::fmt::Debug for ReefBuild {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("ReefBuild");
        debug.field("form", &self.form).field("body", &self.body);
        debug.finish_non_exhaustive()
    }
}

impl ReefBuild {
    /// The node of the static body, the parent of the mesh and the collider. [`Handle::NONE`]
    /// before the first build has finished.
    pub fn body(&self) -> Handle<Node> {
        self.body
    }

    /// True while a build is in progress.
    pub fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// See [`build_now`](Self::build_now).
    pub(super) fn build_form_now(
        &mut self,
        form: Form,
        material: &MaterialResource,
        graph: &mut Graph,
        parent: Handle<Node>,
    ) {
        if let Some(surface) = form.surface(|| true) {
            self.finish(form, surface, material, graph, parent);
        }
    }

    /// See [`update`](Self::update).
    pub(super) fn update_form(
        &mut self,
        form: Form,
        material: &MaterialResource,
        graph: &mut Graph,
        parent: Handle<Node>,
    ) {
        if let Some(result) = self.background.take() {
            let result = result.unwrap_or_else(|_| Err("its build panicked".to_string()));
            if let Some(built) = self.pending.take() {
                self.finish(built, result, material, graph, parent);
            }
        }
        // One build at a time: while a field is dragged, the last value is built in the end.
        if self.pending.is_none() && !self.form.is_some_and(|built| built.is_same(&form)) {
            self.pending = Some(form);
            self.background
                .begin_while(move |wanted| form.surface(|| wanted.is()));
        }
        if self.material.as_ref() != Some(material) {
            self.paint(material, graph);
        }
    }

    /// Removes the nodes.
    pub fn remove(&mut self, graph: &mut Graph) {
        if graph.is_valid_handle(self.body) {
            graph.remove_node(self.body);
        }
        (self.body, self.mesh) = (Handle::NONE, Handle::NONE);
        self.form = None;
    }

    /// Removes the nodes below `parent` that a reef built before the scene was saved.
    pub(super) fn remove_saved(graph: &mut Graph, parent: Handle<Node>) {
        let children = graph[parent].children().to_vec();
        for child in children {
            if graph[child].tag() == TAG {
                graph.remove_node(child);
            }
        }
    }

    fn finish(
        &mut self,
        form: Form,
        surface: Result<SurfaceData, String>,
        material: &MaterialResource,
        graph: &mut Graph,
        parent: Handle<Node>,
    ) {
        let name = || format!("{TAG} of node {}", graph[parent].name());
        self.errors
            .update((), name, surface.as_ref().err().cloned());
        // On an error, the last valid surface stays.
        if let Ok(surface) = surface {
            self.remove(graph);
            self.add_nodes(surface, graph, parent);
            self.paint(material, graph);
        }
        self.form = Some(form);
    }

    fn add_nodes(&mut self, surface: SurfaceData, graph: &mut Graph, parent: Handle<Node>) {
        if surface.geometry_buffer.is_empty() {
            return;
        }
        let base = |name: &str| BaseBuilder::new().with_name(name);
        let body = RigidBodyBuilder::new(base("Reef").with_tag(TAG.to_string()))
            .with_body_type(RigidBodyType::Static)
            .build_node();
        self.body = graph.add_node(body);
        let surface = SurfaceBuilder::new(SurfaceResource::new_embedded(surface)).build();
        let mesh = MeshBuilder::new(base("Reef Mesh"))
            .with_surfaces(vec![surface])
            .build_node();
        self.mesh = graph.add_node(mesh);
        let shape = ColliderShape::trimesh(vec![GeometrySource(self.mesh)]);
        let collider = ColliderBuilder::new(base("Reef Collider"))
            .with_shape(shape)
            .build_node();
        let collider = graph.add_node(collider);
        graph.link_nodes(self.mesh, self.body);
        graph.link_nodes(collider, self.body);
        graph.link_nodes(self.body, parent);
        // Flocks that start in this frame need its global transform.
        graph.update_hierarchical_data_for_descendants(parent);
    }

    fn paint(&mut self, material: &MaterialResource, graph: &mut Graph) {
        self.material = Some(material.clone());
        if let Ok(node) = graph.try_get_node_mut(self.mesh) {
            if let Some(mesh) = node.cast_mut::<Mesh>() {
                for surface in mesh.surfaces_mut() {
                    surface.set_material(material.clone());
                }
            }
        }
    }
}
