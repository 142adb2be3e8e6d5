//! The hunts of related flocks: for the game, and for snapshots of the scene.

use super::{
    flock_runtime::Runtime,
    relations::{node_of, Relations},
    reported_errors::log_name,
    running_flock::RunningFlock,
};
use crate::relations::FlockPursuit;
use flock_sim::{
    world::{FlockId, Hunts, Pursuit},
    BoidId,
};
use fyrox::{core::log::Log, scene::graph::Graph};

impl Relations {
    /// The hunting state of a boid of a flock in the world.
    pub(super) fn pursuit(&self, id: FlockId, boid: BoidId) -> Option<FlockPursuit> {
        Some(self.named(self.world.pursuit(id, boid)?))
    }

    /// The hunting state of all boids of a flock in the world.
    pub(super) fn pursuits(&self, id: FlockId) -> Vec<(BoidId, FlockPursuit)> {
        let all = self.world.pursuits(id);
        all.map(|(boid, pursuit)| (boid, self.named(pursuit)))
            .collect()
    }

    fn named(&self, pursuit: Pursuit) -> FlockPursuit {
        let prey = pursuit.prey;
        FlockPursuit {
            phase: pursuit.phase,
            prey: prey.and_then(|prey| Some((node_of(&self.members, prey.flock)?, prey.boid))),
            attacks: pursuit.attacks,
            catches: pursuit.catches,
        }
    }

    /// The hunts of a flock. Hunted flocks are numbered by their indices in `flocks`.
    pub(super) fn hunts(&self, of: &Runtime, flocks: &[Option<FlockId>]) -> Hunts {
        let (Some(id), Some(simulation)) = (of.id, of.simulation()) else {
            return Hunts::default();
        };
        let number = |id| flocks.iter().position(|other| *other == Some(id));
        let number = |id| number(id).and_then(|place| u32::try_from(place).ok());
        self.world.hunts(id, simulation, number)
    }

    /// Adds restored flocks to the world again, in the order of the snapshot: the order decides
    /// whose hunters choose their prey first.
    pub(super) fn rejoin(&mut self, flocks: &mut [RunningFlock], graph: &Graph) {
        self.remove_others(&[]);
        self.update(flocks, graph);
    }

    /// Applies the relations of the scripts, and restores the hunts that wait for them.
    pub(super) fn update(&mut self, flocks: &mut [RunningFlock], graph: &Graph) {
        self.apply(flocks, graph);
        self.restore_hunts(flocks, graph);
    }

    /// Restores the hunts of restored flocks, once all of these flocks have started.
    fn restore_hunts(&mut self, flocks: &mut [RunningFlock], graph: &Graph) {
        let restored = |flock: &RunningFlock| flock.runtime.restored.hunts.is_some();
        if !flocks.iter().any(restored) || flocks.iter().any(waits) {
            return;
        }
        let places = flocks.iter().map(|flock| &flock.runtime);
        let places = places.map(|runtime| (runtime.restored.place, runtime.id));
        let places: Vec<_> = places.collect();
        let id_of = |number: u32| places.iter().find(|it| it.0 == Some(number))?.1;
        self.exchange(flocks);
        for flock in &mut *flocks {
            let hunts = flock.runtime.restored.hunts.take();
            let (Some(hunts), Some(id)) = (hunts, flock.runtime.id) else {
                continue;
            };
            if let Err(error) = self.world.restore_hunts(id, &hunts, id_of) {
                let name = log_name(graph, flock.node);
                Log::err(format!("{name}: its hunters begin anew: {error}"));
            }
        }
        self.exchange(flocks);
    }
}

/// True for a restored flock that waits for its geometry or for a GPU.
fn waits(flock: &RunningFlock) -> bool {
    let runtime = &flock.runtime;
    let is_to_start = runtime.restored.place.is_some() && runtime.simulation().is_none();
    is_to_start && runtime.is_waiting()
}
