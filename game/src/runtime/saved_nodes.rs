//! The nodes in a snapshot of a scene: those that affect its flocks.

use super::{
    motion::Motion,
    motions::{Motions, RestoredMotion},
};
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
    /// Its motions in the frames of nodes.
    in_frames: Vec<SavedFrameMotion>,
}

/// The motion of a node in the frame of another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedFrameMotion {
    /// The node of the frame.
    frame: SceneNodeId,
    /// Number of earlier nodes with the same id.
    copy: usize,
    motion: Motion,
}

/// The nodes of a snapshot, found in the scene.
#[derive(Default)]
pub(super) struct RestoredNodes {
    /// The motions of the nodes with scripts; `None` for a node that is at another place now.
    pub(super) motions: Vec<RestoredMotion>,
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
            let (node, copy) = name_of(graph, &by_id, handle)?;
            let in_frames = motions.in_frames_of(handle).filter_map(|(frame, motion)| {
                let (frame, copy) = name_of(graph, &by_id, frame)?;
                let saved = SavedFrameMotion {
                    frame,
                    copy,
                    motion,
                };
                motion.is_sound_in_frame().then_some(saved)
            });
            // The map of motions has no order.
            let mut in_frames: Vec<_> = in_frames.collect();
            in_frames.sort_unstable_by_key(|saved| (saved.frame.0, saved.copy));
            Some(Self {
                node,
                copy,
                transform: global_transform(graph, handle),
                motion: motions.get(handle).filter(Motion::is_sound_in_world),
                in_frames,
            })
        });
        saved.collect()
    }

    /// False for a node that no scene can have had.
    pub(super) fn is_sound(&self) -> bool {
        let mut in_frames = self.in_frames.iter();
        self.motion.as_ref().is_none_or(Motion::is_sound_in_world)
            && in_frames.all(|saved| saved.motion.is_sound_in_frame())
    }
}

impl RestoredNodes {
    /// Finds the nodes that still exist.
    pub(super) fn find(saved: &[SavedNode], graph: &Graph) -> Self {
        let by_id = by_id(graph);
        let find = |node: SceneNodeId, copy: usize| by_id.get(&node.0)?.get(copy).copied();
        let mut found = Self::default();
        for saved in saved {
            let Some(node) = find(saved.node, saved.copy) else {
                continue;
            };
            let way = global_transform(graph, node) - saved.transform;
            let is_unmoved = way.iter().all(|x| x.abs() <= ROUNDING);
            let motion = saved.motion.filter(|_| is_unmoved);
            // If the frame is at another place, the flocks in it are teleported with it.
            let in_frames = saved.in_frames.iter().filter(|_| is_unmoved);
            let in_frames = in_frames.filter_map(|it| Some((find(it.frame, it.copy)?, it.motion)));
            found.motions.push(RestoredMotion {
                node,
                in_world: motion,
                in_frames: in_frames.collect(),
            });
            if is_unmoved {
                let puts = motion.map_or(0, |motion| motion.puts);
                found.unmoved.push((node, puts));
            }
        }
        found
    }
}

/// The saved name of a node: its id, and the number of earlier nodes with that id.
fn name_of(
    graph: &Graph,
    by_id: &HashMap<Uuid, Vec<Handle<Node>>>,
    handle: Handle<Node>,
) -> Option<(SceneNodeId, usize)> {
    let node = graph.try_get_node(handle).ok()?.instance_id();
    let copy = by_id[&node.0].iter().position(|copy| *copy == handle)?;
    Some((node, copy))
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
