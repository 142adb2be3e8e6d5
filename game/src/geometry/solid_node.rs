//! A scene node that is a solid.

use super::{
    collider::{Bodies, PoseBits},
    collider_2d::BodyCollider2D,
    collider_3d::BodyCollider3D,
    shape_data::ShapeData,
    solid_query::Selection,
    solid_settings::SolidSource,
    solid_shape::SolidShape,
    surface_cache::{hash_mesh, SurfaceCache},
};
use crate::node_frame::NodeSide;
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    fxhash::FxHasher,
    graph::SceneGraph,
    scene::{collider::Collider, dim2, graph::Graph, mesh::Mesh, node::Node},
};
use std::hash::Hasher;

/// A scene node that is a solid, borrowed from the scene.
pub(super) enum SolidNode<'a> {
    Collider3D(BodyCollider3D<'a>),
    Collider2D(BodyCollider2D<'a>),
    /// A mesh, and the transform from its coordinates to those of the geometry.
    Mesh(&'a Mesh, Matrix4<f32>),
}

impl<'a> SolidNode<'a> {
    /// `None` if the node is not a solid of the geometry.
    pub(super) fn new(
        graph: &'a Graph,
        handle: Handle<Node>,
        selection: &Selection,
    ) -> Option<Self> {
        let node = graph.try_get_node(handle).ok()?;
        if let Some(mesh) = node.cast::<Mesh>() {
            let (side, transform) = selection.frame.find(graph, handle);
            // A mesh that is still loading becomes a solid once it is loaded.
            let is_loaded = mesh
                .surfaces()
                .iter()
                .any(|surface| surface.data_ref().is_ok());
            let is_solid = is_loaded && mesh.is_globally_enabled() && side != NodeSide::Outside;
            return is_solid.then_some(Self::Mesh(mesh, transform));
        }
        if selection.query.source == SolidSource::Meshes {
            return None;
        }
        Self::collider(graph, node, Bodies::Static, selection)
    }

    /// `None` if the node is not a collider of a moving body, or does not interact with the flock.
    pub(super) fn moving(
        graph: &'a Graph,
        node: Handle<Node>,
        selection: &Selection,
    ) -> Option<Self> {
        let node = graph.try_get_node(node).ok()?;
        Self::collider(graph, node, Bodies::Moving, selection)
    }

    fn collider(
        graph: &'a Graph,
        node: &'a Node,
        bodies: Bodies,
        selection: &Selection,
    ) -> Option<Self> {
        let Selection { query, frame } = selection;
        let groups = query.groups;
        if let Some(collider) = node.cast::<Collider>() {
            let solid = BodyCollider3D::new(graph, collider, bodies, groups, frame);
            return solid.map(Self::Collider3D);
        }
        let collider = node.cast::<dim2::collider::Collider>()?;
        let extrusion = query.extrusion?;
        let solid = BodyCollider2D::new(graph, collider, bodies, groups, extrusion, frame);
        solid.map(Self::Collider2D)
    }

    /// The bit patterns of the numbers that determine the pose.
    pub(super) fn pose_bits(&self) -> PoseBits {
        match self {
            Self::Collider3D(collider) => collider.pose_bits(),
            Self::Collider2D(collider) => collider.pose_bits(),
            Self::Mesh(_, transform) => PoseBits::of_node(transform),
        }
    }

    /// The transform from the solid's own frame to the coordinates of the geometry.
    pub(super) fn pose(&self) -> Matrix4<f32> {
        match self {
            Self::Collider3D(collider) => collider.pose(),
            Self::Collider2D(collider) => collider.pose(),
            Self::Mesh(_, transform) => *transform,
        }
    }

    /// Speed of a dynamic body, in m/s; `None` for other bodies.
    pub(super) fn speed(&self) -> Option<f32> {
        match self {
            Self::Collider3D(collider) => collider.speed(),
            Self::Collider2D(collider) => collider.speed(),
            Self::Mesh(..) => None,
        }
    }

    /// True for a collider that is drawn with a scale that its shape does not have.
    pub(super) fn is_scaled(&self) -> bool {
        match self {
            Self::Collider3D(collider) => collider.is_scaled(),
            Self::Collider2D(collider) => collider.is_scaled(),
            Self::Mesh(..) => false,
        }
    }

    /// A hash of everything that determines the shape, but not the pose.
    pub(super) fn shape_hash(&self, graph: &Graph) -> u64 {
        // The cheapest: it runs for each solid in each frame.
        let mut hasher = FxHasher::default();
        match self {
            Self::Collider3D(collider) => collider.hash_shape(graph, &mut hasher),
            Self::Collider2D(collider) => collider.hash_shape(graph, &mut hasher),
            Self::Mesh(mesh, _) => hash_mesh(mesh, &mut hasher),
        }
        hasher.finish()
    }

    /// Reads the shape from the scene.
    pub(super) fn read_shape(
        &self,
        graph: &Graph,
        node: Handle<Node>,
        surfaces: &mut SurfaceCache,
    ) -> SolidShape {
        match self {
            Self::Collider3D(collider) => collider.read_shape(graph, node, surfaces),
            Self::Collider2D(collider) => collider.read_shape(graph, node),
            Self::Mesh(mesh, _) => {
                let meshes = surfaces.read(mesh, Matrix4::identity());
                SolidShape::new(node, mesh.name(), meshes.map(ShapeData::Meshes), None)
            }
        }
    }
}

/// True for a collider of 3D or of 2D physics.
pub(super) fn is_collider(node: &Node) -> bool {
    node.cast::<Collider>().is_some() || node.cast::<dim2::collider::Collider>().is_some()
}
