//! The place of a script in its scene.

use crate::{
    geometry::{Asker, MeshShapes},
    node_frame::NodeFrame,
};
use flock_sim::{
    formations::FormMesh,
    influences::{InfluenceMotion, MeshVolume},
    obstacles::ObstacleShape,
    Placement, Vec3,
};
use fyrox::{
    core::{algebra::Point3, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// Largest component of the velocity of an influence or of a predator, in m/s.
const FASTEST: f32 = 10_000.0;

/// The place of a script in its scene in one frame, with access to the meshes that it names.
pub(crate) struct Place<'a> {
    pub(crate) graph: &'a Graph,
    /// The node with the script.
    pub(crate) node: Handle<Node>,
    /// Index of the script at its node.
    pub(crate) part: usize,
    /// The coordinates of the effect: those of the flocks that it affects.
    pub(crate) within: &'a NodeFrame,
    /// Position and rotation of the node, without its scale.
    pub(crate) frame: Placement,
    /// Velocity of the node since the last frame, in m/s, [`limited`].
    pub(crate) velocity: Vec3,
    /// Motion of the node, averaged over some frames.
    pub(crate) motion: InfluenceMotion,
    /// Number of teleports of the node.
    pub(crate) puts: u32,
    pub(crate) shapes: &'a mut MeshShapes,
}

impl Place<'_> {
    /// A point in the frame of the node, in the coordinates of the effect.
    pub(super) fn point(&self, local: Vec3) -> Vec3 {
        self.frame.origin + self.frame.rotation * local
    }

    /// The motion of an influence that is fixed to the node and has this point.
    pub(super) fn motion_at(&self, point: Vec3) -> InfluenceMotion {
        // The point has no meaning at rest, and would differ from that of a saved influence.
        if self.motion.is_at_rest() {
            return InfluenceMotion::default();
        }
        InfluenceMotion {
            spin: self.motion.spin,
            about: point,
            ..self.motion_of(point)
        }
    }

    /// The motion of a point that is fixed to the node.
    pub(super) fn motion_of(&self, point: Vec3) -> InfluenceMotion {
        let velocity = self.motion.velocity_at(point);
        InfluenceMotion {
            velocity: limited(velocity),
            ..InfluenceMotion::default()
        }
    }

    /// The volume enclosed by the meshes of `node`; `None` until it is computed.
    pub(super) fn mesh_volume(&mut self, node: Handle<Node>) -> Result<Option<MeshVolume>, String> {
        let node = self.chosen(node);
        let asker = self.asker();
        self.shapes.volume(asker, node, (self.graph, self.within))
    }

    /// The convex hull of the meshes of `node`, in the frame of the script's node.
    pub(super) fn mesh_hull(
        &mut self,
        node: Handle<Node>,
    ) -> Result<Option<Arc<ObstacleShape>>, String> {
        let node = self.chosen(node);
        let asker = self.asker();
        let place = (self.graph, self.within);
        let hull = self.shapes.hull(asker, node, &self.frame, place);
        hull.map(Some)
    }

    /// The triangles of the meshes of `node`, in the axes of that node; `None` until they are read
    /// and checked.
    pub(super) fn form_mesh(&mut self, node: Handle<Node>) -> Result<Option<FormMesh>, String> {
        // The same for flocks in all frames.
        let asker = (self.node, self.part, Handle::NONE);
        self.shapes.form_mesh(asker, self.chosen(node), self.graph)
    }

    fn asker(&self) -> Asker {
        (self.node, self.part, self.within.node())
    }

    /// The node that a field names; [`Handle::NONE`] stands for the node with the script.
    fn chosen(&self, node: Handle<Node>) -> Handle<Node> {
        if node.is_none() {
            self.node
        } else {
            node
        }
    }
}

/// A velocity in the range that influences and predators accept, in m/s: far outside of a frame that
/// turns, nodes are faster.
pub(crate) fn limited(velocity: Vec3) -> Vec3 {
    velocity.map(|x| x.clamp(-FASTEST, FASTEST))
}

/// The positions of the child nodes of a node in the coordinates of a frame.
pub(super) fn child_points<'a>(
    graph: &'a Graph,
    node: Handle<Node>,
    within: &NodeFrame,
) -> impl Iterator<Item = Vec3> + use<'a> {
    let above = graph.try_get_node(node).ok().into_iter();
    let transform = within.transform_of(graph, node);
    above.flat_map(move |above| {
        // The engine updates the global transforms of new nodes only after the scripts have run.
        let position = move |child: &Handle<Node>| {
            let local = graph.try_get_node(*child).ok()?.local_transform();
            let position = Point3::from(**local.position());
            Some(transform.transform_point(&position).coords)
        };
        above.children().iter().filter_map(position)
    })
}

/// A hash of points, with all bits of their coordinates and their number.
pub(super) fn hash_of_points(points: impl IntoIterator<Item = Vec3>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for point in points {
        let bits: [u32; 3] = point.map(f32::to_bits).into();
        bits.hash(&mut hasher);
    }
    hasher.finish()
}
