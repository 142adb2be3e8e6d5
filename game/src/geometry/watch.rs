//! What of a scene is an obstacle, and whether anything about that has changed.

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
    scene::{
        collider::Collider,
        dim2,
        graph::{event::GraphEvent, Graph},
        mesh::Mesh,
        node::Node,
    },
};
use std::{
    collections::{hash_map::DefaultHasher, HashMap},
    hash::Hasher,
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
            colliders: colliders.map(|(node, _)| Watched::new(node)).collect(),
            meshes: Vec::new(),
            surfaces: Surfaces::default(),
            found: Vec::new(),
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
                    self.colliders.push(Watched::new(node));
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
        let known = self
            .meshes
            .drain(..)
            .map(|watched| (watched.node, watched.seen));
        let mut known: HashMap<_, _> = known.collect();
        let found = self.found.iter();
        self.meshes.extend(found.map(|&node| Watched {
            node,
            seen: known.remove(&node).flatten(),
        }));
        known.into_values().any(|seen| seen.is_some())
    }
}

impl Watched {
    fn new(node: Handle<Node>) -> Self {
        Self { node, seen: None }
    }

    /// Looks at the node again and tells whether what boids meet there has changed.
    fn look(&mut self, graph: &Graph, query: &ObstacleQuery, surfaces: &mut Surfaces) -> bool {
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

/// A node that boids meet.
enum Obstacle<'a> {
    Collider(StaticCollider<'a>),
    Flat(FlatCollider<'a>),
    Mesh(&'a Mesh),
}

impl<'a> Obstacle<'a> {
    fn of(graph: &'a Graph, node: Handle<Node>, query: &ObstacleQuery) -> Option<Self> {
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

    fn place(&self) -> Place {
        match self {
            Self::Collider(collider) => collider.place(),
            Self::Flat(collider) => collider.place(),
            Self::Mesh(mesh) => Place::of_transform(&mesh.global_transform()),
        }
    }

    fn pose(&self) -> Matrix4<f32> {
        match self {
            Self::Collider(collider) => collider.pose(),
            Self::Flat(collider) => collider.pose(),
            Self::Mesh(mesh) => mesh.global_transform(),
        }
    }

    /// A number that changes with what the obstacle consists of, but not with its place.
    fn content(&self, graph: &Graph) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self {
            Self::Collider(collider) => collider.hash(graph, &mut hasher),
            Self::Flat(collider) => collider.hash(graph, &mut hasher),
            Self::Mesh(mesh) => hash_mesh(mesh, &mut hasher),
        }
        hasher.finish()
    }

    fn read(&self, graph: &Graph, node: Handle<Node>, surfaces: &mut Surfaces) -> Solid {
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

fn is_collider(node: &Node) -> bool {
    node.cast::<Collider>().is_some() || node.cast::<dim2::collider::Collider>().is_some()
}

fn is_below_one_of(graph: &Graph, node: Handle<Node>, others: &[Handle<Node>]) -> bool {
    let mut above = node;
    while let Ok(node) = graph.try_get_node(above) {
        above = node.parent();
        if others.contains(&above) {
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
