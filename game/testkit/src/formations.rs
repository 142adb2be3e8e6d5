//! Trials: boids fly in formations.

use crate::flocks::{by_id, disable_rules, in_the_open};
use flock_sim::{
    formations::Form,
    influences::{FallOff, Influence, InfluenceId, InfluenceKind},
    settings::Region,
    BoidId, Flock, Settings, Vec3,
};
use std::collections::HashMap;

/// A formation at a position that reaches all boids.
pub fn formation(form: Form, position: Vec3) -> Influence {
    let kind = InfluenceKind::Formation {
        form,
        spacing: 0.5,
        position,
        rotation: Default::default(),
        slowing: 0.5,
        strictness: 0.8,
        change: 0.0,
        lead: 0.0,
        shrinks: false,
    };
    Influence {
        weight: 20.0,
        reach: 1000.0,
        fall_off: FallOff::Constant,
        ..Influence::new(kind)
    }
}

/// Changes the kind of a formation.
#[macro_export]
macro_rules! change_formation {
    ($influence:expr, $($field:ident = $value:expr),+) => {
        match &mut $influence.kind {
            flock_sim::influences::InfluenceKind::Formation { $($field),+, .. } => {
                $(*$field = $value;)+
            }
            kind => panic!("{kind:?} is no formation"),
        }
    };
}

/// A flock without rules, whose boids start in a cube of 8 m and may rest.
pub fn flock_of(count: u32) -> Flock {
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.boundary.enabled = false;
    settings.spawn.count = count;
    settings.spawn.region = Region::cuboid(Vec3::repeat(4.0));
    settings.motion.min_speed = 0.0;
    settings.motion.max_speed = 4.0;
    settings.motion.max_acceleration = 40.0;
    in_the_open(settings)
}

/// The places of a formation by the boids that have them. Asserts that no boid has two.
#[track_caller]
pub fn places_by_boid(flock: &Flock, id: InfluenceId) -> HashMap<BoidId, Vec3> {
    let places: Vec<_> = flock.formation_places(id).unwrap().collect();
    let taken = places
        .iter()
        .filter_map(|(place, boid)| Some(((*boid)?, *place)));
    let by_boid: HashMap<BoidId, Vec3> = taken.collect();
    let count = places.iter().filter(|(_, boid)| boid.is_some()).count();
    assert_eq!(by_boid.len(), count, "a boid has two places");
    by_boid
}

/// The mean distance of the boids from their places, in metres. Asserts that each boid has one.
#[track_caller]
pub fn mean_distance(flock: &Flock, id: InfluenceId) -> f32 {
    let places = places_by_boid(flock, id);
    let boids = by_id(flock);
    let away = boids
        .iter()
        .map(|boid| (boid.position - places[&boid.id]).norm());
    away.sum::<f32>() / boids.len() as f32
}
