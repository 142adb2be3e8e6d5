//! Snapshots of all flocks of a scene.

use super::{
    flock_runtime::Runtime,
    flock_script::{flock_script, flock_script_mut, script_mut, FlockScript},
    restored::Restored,
    saved_nodes::{RestoredNodes, SavedNode},
    scene_snapshot_error::SceneSnapshotError,
    worlds::{joined_world, lock, SharedWorld},
};
use crate::relations::FlockRelation;
use flock_sim::{
    saving::{saved_hash, Snapshot, SnapshotError},
    world::{FlockId, Hunts, Relation},
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{base::SceneNodeId, graph::Graph, node::Node},
};
use serde::{de::Error as _, Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// The version of scene snapshots that this library writes and reads. The snapshots of the flocks
/// have their own version.
const VERSION: u32 = 2;

/// A snapshot of all running flocks of a scene, with their relations and hunts, and with the
/// motions of the nodes whose scripts affect them. It is stored beside the scene: the scene file
/// holds the nodes and the fields of the scripts, the snapshot holds the boids.
///
/// Flocks and nodes are found by the ids that the engine saves with nodes; items that scripts and
/// bodies added to a flock are matched as in [`Flock::restore`](crate::Flock::restore). A snapshot
/// can be stored in any serde format that keeps every bit of a number, see [`Snapshot`]. If it is
/// taken and restored on the CPU, all flocks continue with the same bits, provided that the game
/// moves its nodes in the same way.
///
/// A snapshot does not contain the boids of [`FlockFollower`](crate::scripts::FlockFollower)s,
/// sounds, and the movements of static colliders: such a collider is part of the level until it
/// moves again.
///
/// ```
/// use fyrox::scene::Scene;
/// use fyrox_flock::saving::{SceneSnapshot, scene_state_hash};
/// use std::error::Error;
///
/// /// Call it beside `Scene::save`.
/// fn save(scene: &Scene) -> Result<String, Box<dyn Error>> {
///     Ok(ron::to_string(&SceneSnapshot::take(&scene.graph))?)
/// }
///
/// /// For the scene that was loaded, before or after its scripts have started.
/// fn load(scene: &mut Scene, saved: &str) -> Result<(), Box<dyn Error>> {
///     let snapshot: SceneSnapshot = ron::from_str(saved)?;
///     Ok(snapshot.restore(&mut scene.graph)?)
/// }
/// # let mut scene = Scene::new();
/// # let saved = save(&scene)?;
/// # load(&mut scene, &saved)?;
/// # assert_eq!(scene_state_hash(&scene.graph), scene_state_hash(&Scene::new().graph));
/// # Ok::<(), Box<dyn Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneSnapshot {
    /// The first field, so that a snapshot of another version is rejected for its version.
    #[serde(deserialize_with = "version")]
    version: u32,
    flocks: Vec<Saved<Snapshot>>,
    /// The nodes that affect the flocks.
    nodes: Vec<SavedNode>,
}

/// A flock in a snapshot of a scene: its state, relations and hunts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved<T> {
    key: FlockKey,
    /// The name of its node, for errors.
    name: String,
    state: T,
    /// The relations of its script to flocks of the snapshot, by their indices there.
    relations: Vec<(usize, Relation)>,
    hunts: Hunts,
}

/// Identifies a flock of a scene, also after the scene was saved and loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlockKey {
    node: SceneNodeId,
    /// Number of earlier flocks with the same id: copies of a node share its id.
    copy: usize,
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        other => Err(D::Error::custom(format!(
            "the snapshot of a scene is of version {other}; this library reads version {VERSION}"
        ))),
    }
}

/// The script of a flock of a scene.
#[derive(Clone, Copy)]
struct Found<'a> {
    key: FlockKey,
    node: Handle<Node>,
    /// Its index among the scripts of the node.
    index: usize,
    script: &'a dyn FlockScript,
}

impl<'a> Found<'a> {
    fn runtime(&self) -> Option<&'a Runtime> {
        self.script.slot().get()
    }

    fn simulation(&self) -> Option<&'a flock_sim::Flock> {
        self.runtime()?.simulation()
    }

    /// Its id in the world, if it is related to other flocks.
    fn id(&self) -> Option<FlockId> {
        self.runtime()?.id
    }
}

impl SceneSnapshot {
    /// Takes a snapshot of all [running](crate::Flock::running) flocks of a scene, including those
    /// of disabled nodes. Flocks that wait for the geometry of a large level or for a GPU are left
    /// out. Call it when no node was moved since the last frame: a loaded scene applies a movement
    /// at once, a running one a frame later. Cost: linear in the nodes of the graph and in the
    /// boids; on a GPU it waits for all steps.
    pub fn take(graph: &Graph) -> Self {
        let flocks = find_flocks(graph);
        Self {
            version: VERSION,
            nodes: saved_nodes(graph, &flocks),
            flocks: saved(graph, flocks, flock_sim::Flock::snapshot),
        }
    }

    /// Number of flocks.
    pub fn len(&self) -> usize {
        self.flocks.len()
    }

    /// True if there are no flocks.
    pub fn is_empty(&self) -> bool {
        self.flocks.is_empty()
    }

    /// Restores all flocks of the snapshot, each like [`Flock::restore`](crate::Flock::restore) in
    /// its current geometry. Scripts that have not started will start from the snapshot. The
    /// relations between these flocks become those of the snapshot, and their hunts continue once
    /// all of them have started. Settings and placements are those of the scripts and their nodes
    /// as they are now. A node at its saved place keeps its saved motion; a node at another place
    /// counts as teleported. Flocks that are not in the snapshot are unchanged, except that their
    /// hunts start anew. A running scene that was [shifted](crate::shift_origin) since then stays
    /// shifted, and the boids are where they were in the level. Cost: linear in the nodes of the graph
    /// and in the boids.
    ///
    /// # Errors
    /// If the snapshot has a flock that is not in the scene, or has a state that no scene can have
    /// had; nothing is changed then.
    pub fn restore(&self, graph: &mut Graph) -> Result<(), SceneSnapshotError> {
        self.check()?;
        let found = self.find(graph)?;
        let states = self.states(&found)?;
        let places: Vec<_> = found.iter().map(|it| (it.node, it.index)).collect();
        let nodes: Vec<_> = found.iter().map(|it| it.node).collect();
        // The transforms of nodes that the game has just moved must be up to date.
        graph.update_hierarchical_data();
        let restored_nodes = Arc::new(RestoredNodes::find(&self.nodes, graph));
        forget_last(graph);
        for (number, (saved, state)) in self.flocks.iter().zip(states).enumerate() {
            let Some(script) = script_mut(graph, places[number]) else {
                continue;
            };
            let runtime = script.slot_mut().get_or_new();
            runtime.restored = Restored {
                place: u32::try_from(number).ok(),
                hunts: Some(saved.hunts.clone()),
                nodes: restored_nodes.clone(),
            };
            runtime.go_on_from(&saved.state, state);
            set_relations(script, &saved.relations, &nodes);
        }
        rejoin(graph, &restored_nodes);
        Ok(())
    }

    /// The scripts of the snapshot's flocks, found in the scene.
    fn find<'a>(&self, graph: &'a Graph) -> Result<Vec<Found<'a>>, SceneSnapshotError> {
        let all = find_flocks(graph);
        let find = |saved: &Saved<Snapshot>| {
            let found = all.iter().find(|flock| flock.key == saved.key).copied();
            found.ok_or_else(|| SceneSnapshotError::Missing {
                name: saved.name.clone(),
                id: saved.key.node.0.to_string(),
            })
        };
        self.flocks.iter().map(find).collect()
    }

    /// The flocks in the geometries of the running ones; `None` for flocks that do not run, whose
    /// states are only checked.
    fn states(&self, found: &[Found]) -> Result<Vec<Option<flock_sim::Flock>>, SceneSnapshotError> {
        let states = self.flocks.iter().zip(found).map(|(saved, found)| {
            let runtime = found.runtime();
            let state = runtime.map(|runtime| runtime.restored_from(&saved.state));
            let state = state.unwrap_or(Ok(None)).and_then(|state| {
                if state.is_none() {
                    flock_sim::Flock::restore(&saved.state, Arc::default())?;
                }
                Ok(state)
            });
            state.map_err(|error| saved.refused(error))
        });
        states.collect()
    }

    /// Checks all but the states of the flocks.
    fn check(&self) -> Result<(), SceneSnapshotError> {
        let broken = |what: String| Err(SceneSnapshotError::Broken(what));
        let count = self.flocks.len();
        for (number, saved) in self.flocks.iter().enumerate() {
            let name = &saved.name;
            let mut before = self.flocks[..number].iter();
            if before.any(|other| other.key == saved.key) {
                return broken(format!("it has the flock of node {name} twice"));
            }
            if let Some((place, _)) = saved.relations.iter().find(|it| it.0 >= count) {
                return broken(format!(
                    "the flock of node {name} is related to number {place} of {count} flocks"
                ));
            }
            saved
                .hunts
                .validate()
                .map_err(|error| saved.refused(error))?;
        }
        match self.nodes.iter().find(|node| !node.is_sound()) {
            Some(node) => broken(format!("a node cannot have moved so: {node:?}")),
            None => Ok(()),
        }
    }
}

impl<T> Saved<T> {
    fn refused(&self, error: SnapshotError) -> SceneSnapshotError {
        SceneSnapshotError::Flock {
            name: self.name.clone(),
            error,
        }
    }
}

/// A hash of everything that the next step of a scene's flocks depends on, like
/// [`Flock::state_hash`](flock_sim::Flock::state_hash) for one flock. It includes the
/// [running](crate::Flock::running) flocks with the ids of their nodes, their relations and hunts.
/// A saved scene and the scene loaded with its [`SceneSnapshot`] have equal hashes once the scripts
/// have started, on every platform and for any number of threads. Cost: that of
/// [`SceneSnapshot::take`].
pub fn scene_state_hash(graph: &Graph) -> u64 {
    let flocks = saved(graph, find_flocks(graph), flock_sim::Flock::state_hash);
    let flocks = flocks.into_iter();
    // The names of nodes are not hashed.
    let states = flocks.map(|it| (it.key, it.state, it.relations, it.hunts));
    saved_hash(&states.collect::<Vec<_>>())
}

/// The running flocks: the members of the world in its order, then the others in the order of their
/// nodes.
fn saved<T>(
    graph: &Graph,
    mut flocks: Vec<Found>,
    state: impl Fn(&flock_sim::Flock) -> T,
) -> Vec<Saved<T>> {
    flocks.retain(|flock| flock.simulation().is_some());
    let Some(world) = world_of(&flocks) else {
        return Vec::new();
    };
    let world = lock(&world);
    let relations = &world.relations;
    flocks.sort_by_key(|flock| relations.place(flock.id()));
    let nodes: Vec<_> = flocks.iter().map(|flock| flock.node).collect();
    let ids: Vec<_> = flocks.iter().map(Found::id).collect();
    let saved = flocks.iter().filter_map(|flock| {
        Some(Saved {
            key: flock.key,
            name: graph[flock.node].name().to_owned(),
            state: state(flock.simulation()?),
            relations: relations_of(flock.script, &nodes),
            hunts: relations.hunts(flock.runtime()?, &ids),
        })
    });
    saved.collect()
}

/// The scripts of all flocks of a scene, in the order of their nodes.
fn find_flocks(graph: &Graph) -> Vec<Found<'_>> {
    let mut all: Vec<Found> = Vec::new();
    for (node, owner) in graph.pair_iter() {
        let id = owner.instance_id();
        for (index, script) in owner.scripts().enumerate() {
            let Some(script) = flock_script(script) else {
                continue;
            };
            let copies = all.iter().filter(|other| other.key.node == id);
            let key = FlockKey {
                node: id,
                copy: copies.count(),
            };
            all.push(Found {
                key,
                node,
                index,
                script,
            });
        }
    }
    all
}

/// Forgets the snapshot that the flocks were restored from before.
fn forget_last(graph: &mut Graph) {
    for node in graph.linear_iter_mut() {
        let scripts = node.scripts_mut().filter_map(flock_script_mut);
        let runtimes = scripts.filter_map(|script| script.slot_mut().get_mut());
        runtimes.for_each(|runtime| runtime.restored = Restored::default());
    }
}

/// Adds the flocks and the nodes to the world of the scene again, if a flock has started.
fn rejoin(graph: &mut Graph, nodes: &RestoredNodes) {
    if let Some(world) = world_of(&find_flocks(graph)) {
        let mut world = lock(&world);
        world.effects.motions.restore(&nodes.motions);
        world.rejoin(graph);
    }
}

/// The world of the flocks of a scene, if one has started.
fn world_of(flocks: &[Found]) -> Option<SharedWorld> {
    let mut runtimes = flocks.iter().filter_map(Found::runtime);
    runtimes.find_map(joined_world)
}

/// The nodes that affect the running flocks.
fn saved_nodes(graph: &Graph, flocks: &[Found]) -> Vec<SavedNode> {
    let Some(world) = world_of(flocks) else {
        return Vec::new();
    };
    let world = lock(&world);
    let motions = &world.effects.motions;
    let runtimes = flocks.iter().filter_map(Found::runtime);
    let of_flocks = runtimes.flat_map(|runtime| {
        let frame = Some(runtime.living_in.node()).filter(|node| node.is_some());
        runtime.effects.nodes().chain(frame)
    });
    let nodes = motions.nodes().chain(of_flocks).collect();
    SavedNode::all(graph, nodes, motions)
}

/// The relations of a script to the flocks of these nodes, by their indices in the list.
fn relations_of(script: &dyn FlockScript, nodes: &[Handle<Node>]) -> Vec<(usize, Relation)> {
    let rows = script.relations().iter();
    let rows = rows.filter_map(|row| {
        let place = nodes.iter().position(|node| *node == row.flock)?;
        Some((place, row.relation()))
    });
    rows.collect()
}

/// Replaces the relations of a script to the flocks of these nodes, if they differ. Other relations
/// are kept.
fn set_relations(
    script: &mut dyn FlockScript,
    relations: &[(usize, Relation)],
    nodes: &[Handle<Node>],
) {
    if relations_of(script, nodes) == relations {
        return;
    }
    let rows = script.relations().iter();
    let others = rows.filter(|row| !nodes.contains(&row.flock)).cloned();
    let restored = relations.iter();
    let restored = restored.map(|(to, relation)| FlockRelation::new(nodes[*to], *relation));
    let rows = others.chain(restored).collect();
    script.set_relations(rows);
}
