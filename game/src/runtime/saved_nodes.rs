//! The nodes in a snapshot of a scene: those that affect its flocks.

use super::motions::{Motion, Motions};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle, Uuid},
    graph::SceneGraph,
    scene::{base::SceneNodeId, graph::Graph, node::Node},
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Difference of transforms that counts as rounding, in metres and sines.
const ROUNDING: f32 = 1e-3;

/// A node that affects flocks: by a script, or as a moving collider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedNode {
    node: SceneNodeId,
    /// Number of earlier nodes with the same id: copies of a node share its id.
    copy: usize,
    /// Its global transform.
    transform: Matrix4<f32>,
    /// `None` for a node without such a script.
    motion: Option<Motion>,
}

/// The nodes of a snapshot, found in the scene.
#[derive(Default)]
pub(super) struct RestoredNodes {
    /// The motions of the nodes with scripts; `None` for a node that is at another place now.
    pub(super) motions: Vec<(Handle<Node>, Option<Motion>)>,
    /// The nodes at their saved places, with their saved numbers of teleports.
    pub(super) unmoved: Vec<(Handle<Node>, u32)>,
}

impl SavedNode {
    /// The saved form of some nodes of a scene, in any order.
    pub(super) fn all(graph: &Graph, mut nodes: Vec<Handle<Node>>, motions: &Motions) -> Vec<Self> {
        nodes.sort_unstable_by_key(|node| node.index());
        nodes.dedup();
        let by_id = by_id(graph);
        let saved = nodes.into_iter().filter_map(|handle| {
            let node = graph.try_get_node(handle).ok()?.instance_id();
            let copy = by_id[&node.0].iter().position(|copy| *copy == handle)?;
            Some(Self {
                node,
                copy,
                transform: global_transform(graph, handle),
                motion: motions.get(handle).filter(Motion::is_sound),
            })
        });
        saved.collect()
    }

    /// False for a node that no scene can have had.
    pub(super) fn is_sound(&self) -> bool {
        self.motion.as_ref().is_none_or(Motion::is_sound)
    }
}

impl RestoredNodes {
    /// Finds the nodes that still exist.
    pub(super) fn find(saved: &[SavedNode], graph: &Graph) -> Self {
        let by_id = by_id(graph);
        let mut found = Self::default();
        for saved in saved {
            let copies = by_id.get(&saved.node.0);
            let Some(node) = copies.and_then(|copies| copies.get(saved.copy)).copied() else {
                continue;
            };
            let way = global_transform(graph, node) - saved.transform;
            let is_unmoved = way.iter().all(|x| x.abs() <= ROUNDING);
            let motion = saved.motion.filter(|_| is_unmoved);
            found.motions.push((node, motion));
            if is_unmoved {
                let puts = motion.map_or(0, |motion| motion.puts);
                found.unmoved.push((node, puts));
            }
        }
        found
    }
}

/// All nodes by their saved ids; copies in the order of the scene.
fn by_id(graph: &Graph) -> HashMap<Uuid, Vec<Handle<Node>>> {
    let mut nodes: HashMap<Uuid, Vec<Handle<Node>>> = HashMap::new();
    for (handle, node) in graph.pair_iter() {
        nodes.entry(node.instance_id().0).or_default().push(handle);
    }
    nodes
}

/// The global transform of a node, even if scripts have moved it in this frame or it was just
/// loaded.
fn global_transform(graph: &Graph, mut node: Handle<Node>) -> Matrix4<f32> {
    let mut transform = Matrix4::identity();
    while let Ok(here) = graph.try_get_node(node) {
        transform = here.local_transform().matrix() * transform;
        node = here.parent();
    }
    transform
}
