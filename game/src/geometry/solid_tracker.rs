//! Tracking of a scene's solids from frame to frame.

use super::{
    moved_by_hand::{Change, Frame},
    moving_body::MovingBodies,
    placed_solid::PlacedSolid,
    solid_node::is_collider,
    solid_query::{Selection, SolidQuery},
    solid_settings::SolidSource,
    surface_cache::SurfaceCache,
    tracked_node::TrackedNode,
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{
        graph::{event::GraphEvent, Graph},
        mesh::Mesh,
        node::Node,
    },
};
use std::{
    collections::HashMap,
    sync::mpsc::{channel, Receiver},
};

/// The solids of a scene, and their changes from frame to frame.
///
/// The shape of a solid is read when the solid is added and when the shape changes, but not when
/// the solid only moves.
pub(crate) struct SolidTracker {
    /// Reports new nodes, so that the search for colliders need not visit the whole scene in every
    /// frame.
    graph_events: Receiver<GraphEvent>,
    /// All colliders of the scene: each of them may become a solid.
    colliders: Vec<TrackedNode>,
    /// All meshes under the chosen nodes.
    meshes: Vec<TrackedNode>,
    surfaces: SurfaceCache,
    moving: MovingBodies,
    /// Buffer of the search for meshes, reused.
    found_meshes: Vec<Handle<Node>>,
    /// True after the first update.
    is_updated: bool,
    /// Largest coordinate, in metres, of the shifts of the whole scene since the last update.
    shifted: Option<f32>,
    /// False for a tracker that is used once and logs nothing.
    warns: bool,
}

impl SolidTracker {
    /// Tracks the current colliders of a scene.
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
            shifted: None,
            warns: false,
        }
    }

    /// Tracks the current colliders of a scene, and colliders that are added later.
    pub(crate) fn subscribe(graph: &mut Graph) -> Self {
        let (sender, graph_events) = channel();
        graph.event_broadcaster.subscribe(sender);
        Self {
            graph_events,
            warns: true,
            ..Self::new(graph)
        }
    }

    /// Compares the scene with the last update, a frame ago. Returns true if the level has changed:
    /// a solid was added, removed, moved or reshaped. Cost: linear in the colliders and in the
    /// chosen nodes and their descendants; changed shapes are read again.
    pub(crate) fn update(&mut self, graph: &Graph, selection: Selection, frame: &Frame) -> bool {
        self.track_new_colliders(graph);
        let mut changed = self.find_mesh_nodes(graph, selection.query);
        let mut obstacles = frame.obstacles + self.moving.body_parts();
        let shifted = self.shifted.take();
        let (surfaces, warns) = (&mut self.surfaces, self.warns);
        self.colliders.retain_mut(|tracked| {
            let change = tracked.update(graph, &selection, surfaces, shifted);
            if warns && change != Change::None {
                tracked.warn_of_scale(graph, &selection);
            }
            changed |= tracked.track_hand(change, frame, selection.query, &mut obstacles);
            graph.is_valid_handle(tracked.node)
        });
        for tracked in &mut self.meshes {
            changed |= tracked.update(graph, &selection, surfaces, shifted) != Change::None;
        }
        self.is_updated = true;
        changed
    }

    /// Records that the game has shifted the whole scene, over coordinates of at most so many metres:
    /// the next update takes changes of places by rounding for none.
    pub(crate) fn shift(&mut self, reach: f32) {
        self.shifted = Some(self.shifted.unwrap_or(0.0).max(reach));
    }

    /// All solids of the level as of the last update.
    pub(crate) fn solids(&self) -> Vec<PlacedSolid> {
        let colliders = self.colliders.iter().filter(|it| it.by_hand.is_in_level());
        let solids = colliders.chain(&self.meshes).filter_map(TrackedNode::solid);
        solids.cloned().collect()
    }

    /// Records that a build of the current [`solids`](Self::solids) starts.
    pub(crate) fn build_begins(&mut self) {
        for tracked in &mut self.colliders {
            tracked.by_hand.build_begins();
        }
    }

    /// True if the geometry that is being built has a collider at a place that it has left.
    pub(crate) fn is_build_stale(&self) -> bool {
        let mut colliders = self.colliders.iter();
        colliders.any(|tracked| tracked.by_hand.makes_build_stale())
    }

    /// Records that the geometry of the last build is in use: it contains the colliders that came
    /// to rest, which are no longer moving obstacles.
    pub(crate) fn build_ends(&mut self) {
        for tracked in &mut self.colliders {
            tracked.by_hand.build_ends();
        }
    }

    /// Updates the moving colliders: those of moving bodies, and static ones that the game moves.
    /// Cost: linear in the colliders; changed shapes of bodies are read again.
    pub(crate) fn update_moving_bodies(&mut self, graph: &Graph, selection: Selection) {
        let colliders = self.colliders.iter_mut();
        let movers =
            colliders.filter_map(|tracked| Some((tracked.node, tracked.mover(graph, &selection)?)));
        self.moving
            .update(movers, &selection, graph, &mut self.surfaces);
    }

    /// The moving colliders as of that update.
    pub(crate) fn moving_bodies(&self) -> &MovingBodies {
        &self.moving
    }

    /// Number of nodes that an update visits.
    #[cfg(test)]
    pub(super) fn tracked_nodes(&self) -> usize {
        self.colliders.len() + self.meshes.len()
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

    /// Finds the meshes under the chosen nodes. Returns true if a solid is no longer among them.
    fn find_mesh_nodes(&mut self, graph: &Graph, query: &SolidQuery) -> bool {
        self.found_meshes.clear();
        if query.source != SolidSource::Colliders {
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
        known.into_values().any(|tracked| tracked.solid().is_some())
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

/// Finds the Mesh nodes among a node and its descendants.
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
