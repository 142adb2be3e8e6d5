//! Tracking of a scene's obstacles from frame to frame.

use super::{
    collider::PoseBits,
    moved_by_hand::{is_way, MovedByHand, Part},
    moving_body::{Mover, MovingBodies},
    obstacle_node::{is_collider, ObstacleNode},
    obstacle_query::ObstacleQuery,
    obstacle_settings::ObstacleSource,
    obstacle_shape::ObstacleShape,
    surface_cache::SurfaceCache,
    warnings::{warn_of_moved_shape, warn_of_parts, warn_of_scale},
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

/// Convex parts that may move at a time: as many as a flock may have obstacles.
const MOST_PARTS: usize = 256;

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
    /// Number of updates.
    frame: u64,
    /// True if the geometry that is being built has a collider at a pose that it has left.
    is_build_stale: bool,
    /// False for a tracker that looks once and tells nothing.
    warns: bool,
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
    by_hand: MovedByHand,
    /// True once the log says that it is scaled.
    is_scale_told: bool,
}

/// What has become of an obstacle since the last update.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    None,
    /// Its pose alone is another one, but for rounding.
    Moved,
    /// Its pose is rounded otherwise.
    Rounded,
    /// It is new, gone, or has another shape.
    Other,
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
            frame: 0,
            is_build_stale: false,
            warns: false,
        }
    }

    /// Tracks the colliders that a scene has now and those that are added later.
    pub(crate) fn subscribe(graph: &mut Graph) -> Self {
        let (sender, graph_events) = channel();
        graph.event_broadcaster.subscribe(sender);
        Self {
            graph_events,
            warns: true,
            ..Self::new(graph)
        }
    }

    /// Compares the scene with the last update. Returns true if an obstacle was added, removed,
    /// moved or reshaped. Cost: linear in the colliders and in the nodes under the chosen ones;
    /// shapes that changed are read anew.
    pub(crate) fn update(&mut self, graph: &Graph, query: &ObstacleQuery) -> bool {
        self.track_new_colliders(graph);
        let mut changed = self.find_mesh_nodes(graph, query);
        self.frame += 1;
        let mut moving_parts = self.moving.part_count();
        let (surfaces, frame, warns) = (&mut self.surfaces, self.frame, self.warns);
        let is_build_stale = &mut self.is_build_stale;
        self.colliders.retain_mut(|tracked| {
            let change = tracked.update(graph, query, surfaces);
            if warns && change != Change::None {
                tracked.warn_of_scale(graph, query);
            }
            let part = tracked.by_hand.part;
            changed |= tracked.follow_hand(change, frame, query, &mut moving_parts);
            let leaves_level = part != Part::Moves && tracked.by_hand.part == Part::Moves;
            *is_build_stale |= leaves_level && tracked.by_hand.is_being_built();
            graph.is_valid_handle(tracked.node)
        });
        for tracked in &mut self.meshes {
            changed |= tracked.update(graph, query, surfaces) != Change::None;
        }
        self.is_updated = true;
        changed
    }

    /// All obstacles of the level as of the last update.
    pub(crate) fn obstacles(&self) -> Vec<PlacedObstacle> {
        let is_level = |it: &&TrackedNode| it.by_hand.part != Part::Moves;
        let colliders = self.colliders.iter().filter(is_level);
        let tracked = colliders.chain(&self.meshes);
        let obstacles = tracked.filter_map(|tracked| tracked.obstacle.as_ref());
        obstacles.map(|obstacle| obstacle.placed.clone()).collect()
    }

    /// A geometry of the present [`obstacles`](Self::obstacles) is being built.
    pub(crate) fn build_begins(&mut self) {
        self.is_build_stale = false;
        for tracked in &mut self.colliders {
            let pose = tracked.obstacle.as_ref().map(|it| it.placed.pose);
            tracked.by_hand.build_begins(pose);
        }
    }

    /// True if the geometry that is being built has a collider where it is no more, and that moves now.
    pub(crate) fn is_build_stale(&self) -> bool {
        self.is_build_stale
    }

    /// The geometry that was being built is in use: colliders that came to rest are part of it, and move no longer.
    pub(crate) fn build_ends(&mut self) {
        for tracked in &mut self.colliders {
            tracked.by_hand.build_ends();
        }
    }

    /// Finds what moves as it is now: bodies, and static colliders that the game moves. Cost: linear in the
    /// colliders; shapes that changed are read anew.
    pub(crate) fn update_moving_bodies(&mut self, graph: &Graph, query: &ObstacleQuery) {
        let movers = self.colliders.iter_mut().filter_map(|tracked| {
            let is_level = tracked.by_hand.part == Part::Level;
            match tracked.obstacle {
                None => tracked.is_placed.then_some(Mover::Body(tracked.node)),
                Some(_) if is_level => None,
                Some(_) => Some(Mover::Static(tracked.node, tracked.by_hand.begins_at())),
            }
        });
        self.moving.update(movers, graph, query, &mut self.surfaces);
    }

    /// The bodies that move as of that update.
    pub(crate) fn moving_bodies(&self) -> &MovingBodies {
        &self.moving
    }

    /// Number of the nodes that an update looks at.
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
            by_hand: MovedByHand::default(),
            is_scale_told: false,
        }
    }

    /// Compares the node with the last update.
    fn update(
        &mut self,
        graph: &Graph,
        query: &ObstacleQuery,
        surfaces: &mut SurfaceCache,
    ) -> Change {
        if std::mem::take(&mut self.is_new) {
            return Change::None;
        }
        self.is_placed = true;
        let Some(node) = ObstacleNode::new(graph, self.node, query) else {
            return match self.obstacle.take() {
                Some(_) => Change::Other,
                None => Change::None,
            };
        };
        let (shape_hash, pose_bits) = (node.shape_hash(graph), node.pose_bits());
        match &mut self.obstacle {
            Some(known) if known.shape_hash == shape_hash && known.pose_bits == pose_bits => {
                Change::None
            }
            Some(known) if known.shape_hash == shape_hash => {
                let before = std::mem::replace(&mut known.placed.pose, node.pose());
                known.pose_bits = pose_bits;
                match is_way(&before, &known.placed.pose) {
                    true => Change::Moved,
                    false => Change::Rounded,
                }
            }
            obstacle => {
                let shape = Arc::new(node.read_shape(graph, self.node, surfaces));
                let pose = node.pose();
                *obstacle = Some(TrackedObstacle {
                    shape_hash,
                    pose_bits,
                    placed: PlacedObstacle { shape, pose },
                });
                Change::Other
            }
        }
    }

    /// Decides whether the collider is part of the level or moves. Returns true if the level is another one.
    fn follow_hand(
        &mut self,
        change: Change,
        frame: u64,
        query: &ObstacleQuery,
        moving_parts: &mut usize,
    ) -> bool {
        let part = self.by_hand.part;
        match change {
            Change::None => self.by_hand.comes_to_rest(frame),
            Change::Rounded => part == Part::Level || self.by_hand.comes_to_rest(frame),
            Change::Other => {
                // In motion it goes on with its new shape, if that can move.
                let goes_on = part != Part::Level && self.may_move(moving_parts);
                if !goes_on {
                    self.by_hand.part = Part::Level;
                }
                !goes_on
            }
            Change::Moved => {
                let is_in_motion = self.by_hand.changes(frame);
                if part == Part::Moves {
                    return false;
                }
                let moves = part == Part::Settles
                    || is_in_motion && query.moving_bodies && self.may_move(moving_parts);
                if moves {
                    self.by_hand.moves();
                }
                true
            }
        }
    }

    /// True if its shape can be an obstacle that moves, beside so many parts of others.
    fn may_move(&mut self, moving_parts: &mut usize) -> bool {
        let Some(obstacle) = &self.obstacle else {
            return false;
        };
        if self.by_hand.is_refused {
            return false;
        }
        let shape = &obstacle.placed.shape;
        let parts = match shape.convex_bodies() {
            Ok((parts, false)) => parts.len(),
            _ => {
                self.by_hand.is_refused = true;
                warn_of_moved_shape(&shape.name);
                return false;
            }
        };
        let fits = *moving_parts + parts <= MOST_PARTS;
        match fits {
            true => *moving_parts += parts,
            false => {
                self.by_hand.is_refused = true;
                warn_of_parts(&shape.name, MOST_PARTS);
            }
        }
        fits
    }

    fn warn_of_scale(&mut self, graph: &Graph, query: &ObstacleQuery) {
        let node = ObstacleNode::new(graph, self.node, query);
        if !self.is_scale_told && node.is_some_and(|node| node.is_scaled()) {
            self.is_scale_told = true;
            warn_of_scale(
                graph
                    .try_get_node(self.node)
                    .map_or("?", |node| node.name()),
            );
        }
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
