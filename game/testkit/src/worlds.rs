//! Worlds of several flocks.

use crate::backends;
use flock_sim::{
    settings::Backend,
    world::{FlockId, Relation, RelationKind},
    Geometry, World,
};
use std::sync::Arc;

pub fn relation(kind: RelationKind, weight: f32, radius: f32) -> Relation {
    Relation {
        kind,
        weight,
        radius,
    }
}

/// Lets another backend simulate some flocks.
pub fn set_backend(world: &mut World, ids: &[FlockId], backend: Backend) {
    for id in ids {
        backends::set_backend(world.flock_mut(*id).unwrap(), backend);
    }
}

/// The same world with some flocks on another backend.
pub fn twin(world: &World, geometry: &Arc<Geometry>, ids: &[FlockId], backend: Backend) -> World {
    let mut twin = World::restore(&world.snapshot(), geometry).unwrap();
    set_backend(&mut twin, ids, backend);
    twin
}
