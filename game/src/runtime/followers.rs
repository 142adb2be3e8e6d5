//! Nodes that follow boids.

use super::{
    flock_script::has_flock, motions::Motions, node_list::NodeList, reported_errors::Reported,
    running_flock::RunningFlock,
};
use crate::effects::{FlockFollower, FlockObstacle};
use flock_sim::{BoidId, Placement};
use fyrox::{
    core::{
        algebra::{Point3, UnitQuaternion},
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};

/// The nodes of a scene that follow boids.
#[derive(Default)]
pub(super) struct Followers {
    nodes: NodeList,
    reported: Reported<Handle<Node>>,
}

impl Followers {
    pub(super) fn add(&mut self, node: Handle<Node>) {
        self.nodes.add(node);
    }

    /// Moves the nodes to the drawn positions of their boids.
    pub(super) fn update(
        &mut self,
        flocks: &[RunningFlock],
        graph: &mut Graph,
        motions: &mut Motions,
    ) {
        let reported = &mut self.reported;
        self.nodes.retain(|&node| {
            if !graph.is_valid_handle(node) {
                reported.forget(|known| *known == node);
                return false;
            }
            let is_enabled = graph[node].is_globally_enabled();
            if let (true, Some(script)) = (is_enabled, graph[node].try_get_script().cloned()) {
                let error = follow(&script, node, flocks, graph, motions).err();
                let name = || format!("{} of node {}", FlockFollower::NAME, graph[node].name());
                reported.update(node, name, error);
            }
            true
        });
    }
}

fn follow(
    script: &FlockFollower,
    node: Handle<Node>,
    flocks: &[RunningFlock],
    graph: &mut Graph,
    motions: &mut Motions,
) -> Result<(), String> {
    let chosen = if script.flock.is_none() {
        flocks.first()
    } else {
        flocks.iter().find(|flock| flock.node == *script.flock)
    };
    let Some(flock) = chosen else {
        // The flock may not have started, or may be disabled.
        let is_there = script.flock.is_none() || has_flock(graph, *script.flock);
        return if is_there {
            Ok(())
        } else {
            Err(
                "it names a node that does not exist or has no script Flock; choose \
                          another"
                    .into(),
            )
        };
    };
    let known = script.followed.filter(|(node, _)| *node == flock.node);
    let Some((boid, drawn)) = boid_of(flock, known.map(|(_, boid)| boid), &graph[node]) else {
        return Ok(());
    };
    place(script, node, &drawn, graph);
    let is_new = script.followed != Some((flock.node, boid));
    if is_new {
        mark_teleport(node, graph, motions);
    }
    if let Some(script) = graph[node].try_get_script_mut::<FlockFollower>() {
        script.followed = Some((flock.node, boid));
    }
    Ok(())
}

/// The known boid if it still exists, otherwise the nearest one; with its drawn position.
fn boid_of(
    flock: &RunningFlock,
    known: Option<BoidId>,
    node: &Node,
) -> Option<(BoidId, Placement)> {
    let simulation = flock.runtime.simulation()?;
    let drawn = |id: BoidId| Some((id, simulation.drawn_at(id)?));
    let nearest = || simulation.nearest(node.global_position());
    known.and_then(drawn).or_else(|| drawn(nearest()?.id))
}

/// Marks the way of the node to its boid as a teleport: obstacles at it push no boids on the way, and
/// predators and leaders do not have its speed.
fn mark_teleport(node: Handle<Node>, graph: &mut Graph, motions: &mut Motions) {
    let nodes: Vec<_> = graph.traverse_handle_iter(node).collect();
    for node in nodes {
        motions.forget(node);
        for script in graph[node].scripts_mut() {
            if let Some(obstacle) = script.cast_mut::<FlockObstacle>() {
                obstacle.put();
            }
        }
    }
}

fn place(script: &FlockFollower, node: Handle<Node>, drawn: &Placement, graph: &mut Graph) {
    let position = drawn.origin + drawn.rotation * *script.offset;
    let parent = graph[node].parent();
    let (to_parent, parent_rotation) = match graph.try_get_node(parent) {
        Ok(above) => (
            above.global_transform().try_inverse().unwrap_or_default(),
            graph.global_rotation_position_no_scale(parent).0,
        ),
        Err(_) => Default::default(),
    };
    let local = to_parent.transform_point(&Point3::from(position)).coords;
    if !local.iter().all(|x| x.is_finite()) {
        return;
    }
    let transform = graph[node].local_transform_mut();
    transform.set_position(local);
    if *script.turns {
        let rotation: UnitQuaternion<f32> = parent_rotation.inverse() * drawn.rotation;
        transform.set_rotation(rotation);
    }
}
