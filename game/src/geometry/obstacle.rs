//! A node that boids meet, whatever it is.

use super::{
    collider::StaticCollider,
    flat::FlatCollider,
    mesh::{hash_mesh, Surfaces},
    obstacles::{ObstacleQuery, ObstacleSource},
    place::Place,
    solid::{Form, Solid},
};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    scene::{collider::Collider, dim2, graph::Graph, mesh::Mesh, node::Node},
};
use std::{collections::hash_map::DefaultHasher, hash::Hasher};

/// A node that boids meet.
pub(super) enum Obstacle<'a> {
    Collider(StaticCollider<'a>),
    Flat(FlatCollider<'a>),
    Mesh(&'a Mesh),
}

impl<'a> Obstacle<'a> {
    /// `None` for a node that boids do not meet.
    pub(super) fn of(graph: &'a Graph, node: Handle<Node>, query: &ObstacleQuery) -> Option<Self> {
        let node = graph.try_get_node(node).ok()?;
        if let Some(mesh) = node.cast::<Mesh>() {
            // What is still loading becomes an obstacle when it is there.
            let is_loaded = mesh
                .surfaces()
                .iter()
                .any(|surface| surface.data_ref().is_ok());
            return (is_loaded && mesh.is_globally_enabled()).then_some(Self::Mesh(mesh));
        }
        if query.source == ObstacleSource::Meshes {
            return None;
        }
        if let Some(collider) = node.cast::<Collider>() {
            return StaticCollider::new(graph, collider, query.groups).map(Self::Collider);
        }
        let collider = node.cast::<dim2::collider::Collider>()?;
        FlatCollider::new(graph, collider, query.groups, query.walls?).map(Self::Flat)
    }

    pub(super) fn place(&self) -> Place {
        match self {
            Self::Collider(collider) => collider.place(),
            Self::Flat(collider) => collider.place(),
            Self::Mesh(mesh) => Place::of_transform(&mesh.global_transform()),
        }
    }

    /// From its own frame to the world.
    pub(super) fn pose(&self) -> Matrix4<f32> {
        match self {
            Self::Collider(collider) => collider.pose(),
            Self::Flat(collider) => collider.pose(),
            Self::Mesh(mesh) => mesh.global_transform(),
        }
    }

    /// A number that changes with what the obstacle consists of, but not with its place.
    pub(super) fn content(&self, graph: &Graph) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self {
            Self::Collider(collider) => collider.hash(graph, &mut hasher),
            Self::Flat(collider) => collider.hash(graph, &mut hasher),
            Self::Mesh(mesh) => hash_mesh(mesh, &mut hasher),
        }
        hasher.finish()
    }

    /// What the obstacle consists of.
    pub(super) fn read(&self, graph: &Graph, node: Handle<Node>, surfaces: &mut Surfaces) -> Solid {
        match self {
            Self::Collider(collider) => collider.read(graph, node, surfaces),
            Self::Flat(collider) => collider.read(graph, node),
            Self::Mesh(mesh) => {
                let meshes = surfaces.read(mesh, Matrix4::identity());
                Solid::new(node, mesh.name(), meshes.map(Form::Meshes), None)
            }
        }
    }
}

/// Whether a node is a collider of either physics.
pub(super) fn is_collider(node: &Node) -> bool {
    node.cast::<Collider>().is_some() || node.cast::<dim2::collider::Collider>().is_some()
}
