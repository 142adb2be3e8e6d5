//! Boids that go from the flock of one node to that of another.

use super::{
    flock_runtime::Runtime,
    flock_script::{flock_at_mut, RuntimeSlot},
};
use flock_sim::{BoidId, SettingsError};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};

/// Why a boid was not transferred. It stays in its flock.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TransferError {
    /// The node has no flock that runs.
    #[error("node {0} has no running flock; choose a node with a Flock script that has started")]
    NotRunning(Handle<Node>),
    /// The boid does not fly in its flock.
    #[error(
        "boid {0:?} does not fly in the flock: it was removed, waits, is dead, held or on a perch"
    )]
    NotFlying(BoidId),
    /// The other flock has no room for the boid there.
    #[error("the other flock refuses it: {0}")]
    Refused(SettingsError),
}

/// Moves a boid between the running flocks of two nodes.
pub(crate) fn transfer(
    graph: &mut Graph,
    boid: BoidId,
    [from, to]: [Handle<Node>; 2],
) -> Result<BoidId, TransferError> {
    // Two scripts of a graph cannot be borrowed at the same time.
    let taken = slot_mut(graph, from).and_then(RuntimeSlot::take_started);
    let mut runtime = taken.ok_or(TransferError::NotRunning(from))?;
    let result = transfer_from(&mut runtime, graph, boid, [from, to]);
    if let Some(slot) = slot_mut(graph, from) {
        slot.put(runtime);
    }
    result
}

fn transfer_from(
    runtime: &mut Runtime,
    graph: &mut Graph,
    boid: BoidId,
    [from, to]: [Handle<Node>; 2],
) -> Result<BoidId, TransferError> {
    let flock = runtime.simulation_mut();
    let flock = flock.ok_or(TransferError::NotRunning(from))?;
    if from == to {
        let flies = flock.flies(boid);
        return flies.then_some(boid).ok_or(TransferError::NotFlying(boid));
    }
    let other = slot_mut(graph, to).and_then(|slot| slot.get_mut()?.simulation_mut());
    let other = other.ok_or(TransferError::NotRunning(to))?;
    let arrived = flock.transfer(boid, other);
    let arrived = arrived.map_err(TransferError::Refused)?;
    arrived.ok_or(TransferError::NotFlying(boid))
}

fn slot_mut(graph: &mut Graph, node: Handle<Node>) -> Option<&mut RuntimeSlot> {
    Some(flock_at_mut(graph, node)?.slot_mut())
}
