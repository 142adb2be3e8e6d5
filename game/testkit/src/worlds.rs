//! Worlds of several flocks.

use crate::drivers;
use flock_sim::{
    settings::Driver,
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

/// Lets another driver simulate some flocks.
pub fn set_driver(world: &mut World, ids: &[FlockId], driver: Driver) {
    for id in ids {
        drivers::set_driver(world.flock_mut(*id).unwrap(), driver);
    }
}

/// The same world with some flocks on another driver.
pub fn twin(world: &World, geometry: &Arc<Geometry>, ids: &[FlockId], driver: Driver) -> World {
    let mut twin = World::restore(&world.snapshot(), geometry).unwrap();
    set_driver(&mut twin, ids, driver);
    twin
}
