//! What of a scene is an obstacle, and whether anything about that has changed.

use super::{
    mesh::Surfaces,
    obstacle::{is_collider, Obstacle},
    obstacles::{ObstacleQuery, ObstacleSource},
    place::Place,
    solid::Solid,
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

/// Follows the obstacles of a scene from frame to frame.
///
/// What an obstacle consists of is read when it appears and when that changes, never when it only moves.
pub(crate) struct Watch {
    /// Tells of new nodes, so that looking for colliders need not go through the whole scene again.
    news: Receiver<GraphEvent>,
    /// All colliders of the scene: any of them may become an obstacle.
    colliders: Vec<Watched>,
    /// All meshes under the chosen nodes.
    meshes: Vec<Watched>,
    surfaces: Surfaces,
    /// Those meshes as they were just found; kept to save the allocation.
    found: Vec<Handle<Node>>,
    /// Whether the scene has been looked at before.
    has_looked: bool,
}

/// An obstacle, read and put in its place.
#[derive(Clone)]
pub(crate) struct Part {
    pub(super) solid: Arc<Solid>,
    pub(super) pose: Matrix4<f32>,
}

/// A node that is an obstacle, or may become one.
struct Watched {
    node: Handle<Node>,
    /// A node that was added in this frame is not yet where it belongs: the engine places it after the scripts.
    is_new: bool,
    seen: Option<Seen>,
}

/// An obstacle as it was last seen.
struct Seen {
    content: u64,
    place: Place,
    part: Part,
}

impl Watch {
    /// Finds the colliders of a scene.
    pub(crate) fn new(graph: &Graph) -> Self {
        let is_collider = |(_, node): &(Handle<Node>, &Node)| is_collider(node);
        let colliders = graph.pair_iter().filter(is_collider);
        Self {
            news: channel().1,
            colliders: colliders
                .map(|(node, _)| Watched::new(node, false))
                .collect(),
            meshes: Vec::new(),
            surfaces: Surfaces::default(),
            found: Vec::new(),
            has_looked: false,
        }
    }

    /// Finds the colliders of a scene, and from now on every new one.
    pub(crate) fn subscribe(graph: &mut Graph) -> Self {
        let (sender, news) = channel();
        graph.event_broadcaster.subscribe(sender);
        Self {
            news,
            ..Self::new(graph)
        }
    }

    /// Looks at the scene again and tells whether the obstacles are others than before. Cost: linear in the colliders and
    /// in the nodes under the chosen ones; what changed is read anew.
    pub(crate) fn look(&mut self, graph: &Graph, query: &ObstacleQuery) -> bool {
        self.follow_news(graph);
        let mut changed = self.follow_mesh_nodes(graph, query);
        let surfaces = &mut self.surfaces;
        self.colliders.retain_mut(|watched| {
            changed |= watched.look(graph, query, surfaces);
            graph.is_valid_handle(watched.node)
        });
        for watched in &mut self.meshes {
            changed |= watched.look(graph, query, surfaces);
        }
        self.has_looked = true;
        changed
    }

    /// All obstacles.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let watched = self.colliders.iter().chain(&self.meshes);
        let seen = watched.filter_map(|watched| watched.seen.as_ref());
        seen.map(|seen| seen.part.clone()).collect()
    }

    fn follow_news(&mut self, graph: &Graph) {
        for event in self.news.try_iter() {
            if let GraphEvent::Added(node) = event {
                if graph.try_get_node(node).is_ok_and(is_collider) {
                    self.colliders.push(Watched::new(node, true));
                }
            }
        }
    }

    /// Finds the meshes under the chosen nodes, and tells whether an obstacle is no longer among them.
    fn follow_mesh_nodes(&mut self, graph: &Graph, query: &ObstacleQuery) -> bool {
        self.found.clear();
        if query.source != ObstacleSource::Colliders {
            let nodes = query.mesh_nodes;
            for (index, &node) in nodes.iter().enumerate() {
                if !nodes[..index].contains(&node) && !is_below_one_of(graph, node, nodes) {
                    find_meshes(graph, node, &mut self.found);
                }
            }
        }
        if self
            .found
            .iter()
            .eq(self.meshes.iter().map(|watched| &watched.node))
        {
            return false;
        }
        let known = self.meshes.drain(..).map(|watched| (watched.node, watched));
        let mut known: HashMap<_, _> = known.collect();
        let is_new = self.has_looked;
        self.meshes.extend(self.found.iter().map(|node| {
            let watched = known.remove(node);
            watched.unwrap_or_else(|| Watched::new(*node, is_new))
        }));
        known.into_values().any(|watched| watched.seen.is_some())
    }
}

impl Watched {
    fn new(node: Handle<Node>, is_new: bool) -> Self {
        Self {
            node,
            is_new,
            seen: None,
        }
    }

    /// Looks at the node again and tells whether what boids meet there has changed.
    fn look(&mut self, graph: &Graph, query: &ObstacleQuery, surfaces: &mut Surfaces) -> bool {
        if std::mem::take(&mut self.is_new) {
            return false;
        }
        let Some(obstacle) = Obstacle::of(graph, self.node, query) else {
            return self.seen.take().is_some();
        };
        let (content, place) = (obstacle.content(graph), obstacle.place());
        match &mut self.seen {
            Some(seen) if seen.content == content && seen.place == place => return false,
            Some(seen) if seen.content == content => {
                seen.place = place;
                seen.part.pose = obstacle.pose();
            }
            seen => {
                let solid = Arc::new(obstacle.read(graph, self.node, surfaces));
                let pose = obstacle.pose();
                let part = Part { solid, pose };
                *seen = Some(Seen {
                    content,
                    place,
                    part,
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

fn find_meshes(graph: &Graph, node: Handle<Node>, found: &mut Vec<Handle<Node>>) {
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
