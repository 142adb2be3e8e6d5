//! Tracking of a scene's obstacles from frame to frame.

use super::{
    collider::PoseBits,
    moving_body::MovingBodies,
    obstacle_node::{is_collider, ObstacleNode},
    obstacle_query::ObstacleQuery,
    obstacle_settings::ObstacleSource,
    obstacle_shape::ObstacleShape,
    surface_cache::SurfaceCache,
};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    scene::{
        graph::{event::GraphEvent, Graph},
        mesh::Mesh,
        node::Node,
    },
};
use std::{
    collections::HashMap,
    sync::{
        mpsc::{channel, Receiver},
        Arc,
    },
};

/// The obstacles of a scene, and what changes about them.
///
/// The shape of an obstacle is read when the obstacle appears and when its shape changes, but not
/// when it only moves.
pub(crate) struct ObstacleTracker {
    /// Reports new nodes, so that the search for colliders does not visit the whole scene in every
    /// frame.
    graph_events: Receiver<GraphEvent>,
    /// All colliders of the scene: any of them may become an obstacle.
    colliders: Vec<TrackedNode>,
    /// All meshes under the chosen nodes.
    meshes: Vec<TrackedNode>,
    surfaces: SurfaceCache,
    moving: MovingBodies,
    /// Scratch memory of the search for meshes.
    found_meshes: Vec<Handle<Node>>,
    /// True after the first update.
    is_updated: bool,
}

/// The shape of an obstacle and its pose in the world.
#[derive(Clone)]
pub(crate) struct PlacedObstacle {
    pub(super) shape: Arc<ObstacleShape>,
    pub(super) pose: Matrix4<f32>,
}

/// A node that is an obstacle, or may become one.
struct TrackedNode {
    node: Handle<Node>,
    /// True for a node that was added in this frame. Its transform is not valid yet: the engine
    /// computes it after the scripts have run.
    is_new: bool,
    /// True once its transform is valid.
    is_placed: bool,
    obstacle: Option<TrackedObstacle>,
}

/// An obstacle as of the last update.
struct TrackedObstacle {
    shape_hash: u64,
    pose_bits: PoseBits,
    placed: PlacedObstacle,
}

impl ObstacleTracker {
    /// Tracks the colliders that a scene has now.
    pub(crate) fn new(graph: &Graph) -> Self {
        let colliders = graph.pair_iter().filter(|(_, node)| is_collider(node));
        Self {
            graph_events: channel().1,
            colliders: colliders
                .map(|(node, _)| TrackedNode::new(node, false))
                .collect(),
            meshes: Vec::new(),
            surfaces: SurfaceCache::default(),
            moving: MovingBodies::default(),
            found_meshes: Vec::new(),
            is_updated: false,
        }
    }

    /// Tracks the colliders that a scene has now and those that are added later.
    pub(crate) fn subscribe(graph: &mut Graph) -> Self {
        let (sender, graph_events) = channel();
        graph.event_broadcaster.subscribe(sender);
        Self {
            graph_events,
            ..Self::new(graph)
        }
    }

    /// Compares the scene with the last update. Returns true if an obstacle was added, removed,
    /// moved or reshaped. Cost: linear in the colliders and in the nodes under the chosen ones;
    /// shapes that changed are read anew.
    pub(crate) fn update(&mut self, graph: &Graph, query: &ObstacleQuery) -> bool {
        self.track_new_colliders(graph);
        let mut changed = self.find_mesh_nodes(graph, query);
        let surfaces = &mut self.surfaces;
        self.colliders.retain_mut(|tracked| {
            changed |= tracked.update(graph, query, surfaces);
            graph.is_valid_handle(tracked.node)
        });
        for tracked in &mut self.meshes {
            changed |= tracked.update(graph, query, surfaces);
        }
        self.is_updated = true;
        changed
    }

    /// All obstacles as of the last update.
    pub(crate) fn obstacles(&self) -> Vec<PlacedObstacle> {
        let tracked = self.colliders.iter().chain(&self.meshes);
        let obstacles = tracked.filter_map(|tracked| tracked.obstacle.as_ref());
        obstacles.map(|obstacle| obstacle.placed.clone()).collect()
    }

    /// Finds the bodies that move as they are now. Cost: linear in the colliders that are no obstacles
    /// as of the last update; shapes that changed are read anew.
    pub(crate) fn update_moving_bodies(&mut self, graph: &Graph, query: &ObstacleQuery) {
        let may_move = |it: &&TrackedNode| it.is_placed && it.obstacle.is_none();
        let colliders = self.colliders.iter().filter(may_move);
        let colliders = colliders.map(|tracked| tracked.node);
        self.moving
            .update(colliders, graph, query, &mut self.surfaces);
    }

    /// The bodies that move as of that update.
    pub(crate) fn moving_bodies(&self) -> &MovingBodies {
        &self.moving
    }

    fn track_new_colliders(&mut self, graph: &Graph) {
        for event in self.graph_events.try_iter() {
            if let GraphEvent::Added(node) = event {
                if graph.try_get_node(node).is_ok_and(is_collider) {
                    self.colliders.push(TrackedNode::new(node, true));
                }
            }
        }
    }

    /// Finds the meshes under the chosen nodes. Returns true if an obstacle is no longer among
    /// them.
    fn find_mesh_nodes(&mut self, graph: &Graph, query: &ObstacleQuery) -> bool {
        self.found_meshes.clear();
        if query.source != ObstacleSource::Colliders {
            let nodes = query.mesh_nodes;
            for (index, &node) in nodes.iter().enumerate() {
                if !nodes[..index].contains(&node) && !is_below_one_of(graph, node, nodes) {
                    find_meshes(graph, node, &mut self.found_meshes);
                }
            }
        }
        if self
            .found_meshes
            .iter()
            .eq(self.meshes.iter().map(|tracked| &tracked.node))
        {
            return false;
        }
        let known = self.meshes.drain(..).map(|tracked| (tracked.node, tracked));
        let mut known: HashMap<_, _> = known.collect();
        let is_new = self.is_updated;
        self.meshes.extend(self.found_meshes.iter().map(|node| {
            let tracked = known.remove(node);
            tracked.unwrap_or_else(|| TrackedNode::new(*node, is_new))
        }));
        known
            .into_values()
            .any(|tracked| tracked.obstacle.is_some())
    }
}

impl TrackedNode {
    fn new(node: Handle<Node>, is_new: bool) -> Self {
        Self {
            node,
            is_new,
            is_placed: false,
            obstacle: None,
        }
    }

    /// Compares the node with the last update. Returns true if the obstacle is another one than
    /// before.
    fn update(
        &mut self,
        graph: &Graph,
        query: &ObstacleQuery,
        surfaces: &mut SurfaceCache,
    ) -> bool {
        if std::mem::take(&mut self.is_new) {
            return false;
        }
        self.is_placed = true;
        let Some(node) = ObstacleNode::new(graph, self.node, query) else {
            return self.obstacle.take().is_some();
        };
        let (shape_hash, pose_bits) = (node.shape_hash(graph), node.pose_bits());
        match &mut self.obstacle {
            Some(known) if known.shape_hash == shape_hash && known.pose_bits == pose_bits => {
                return false
            }
            Some(known) if known.shape_hash == shape_hash => {
                known.pose_bits = pose_bits;
                known.placed.pose = node.pose();
            }
            obstacle => {
                let shape = Arc::new(node.read_shape(graph, self.node, surfaces));
                let pose = node.pose();
                *obstacle = Some(TrackedObstacle {
                    shape_hash,
                    pose_bits,
                    placed: PlacedObstacle { shape, pose },
                });
            }
        }
        true
    }
}

fn is_below_one_of(graph: &Graph, node: Handle<Node>, others: &[Handle<Node>]) -> bool {
    let mut above = node;
    while let Ok(node) = graph.try_get_node(above) {
        above = node.parent();
        if above.is_some() && others.contains(&above) {
            return true;
        }
    }
    false
}

/// Finds the Mesh nodes among a node and those below it.
pub(super) fn find_meshes(graph: &Graph, node: Handle<Node>, found: &mut Vec<Handle<Node>>) {
    let Ok(here) = graph.try_get_node(node) else {
        return;
    };
    if here.cast::<Mesh>().is_some() {
        found.push(node);
    }
    for &child in here.children() {
        find_meshes(graph, child, found);
    }
}
