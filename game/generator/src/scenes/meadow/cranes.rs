//! Cranes that pass over the meadow in a V, whose leader changes.

use super::storks;
use crate::base::flocks;
use flock_demo::{Course, Mover};
use fyrox::{core::algebra::Vector3, scene::Scene};
use fyrox_flock::{
    scripts::{FlockFormation, FormationForm},
    sim::settings::{Body, Region},
    Flock,
};

type Vec3 = Vector3<f32>;

/// The middle of their course, and its radii, in metres.
const MIDDLE: Vec3 = Vec3::new(0.0, 17.5, -38.0);
const RADII: Vec3 = Vec3::new(27.0, 1.0, 27.0);
/// Time of a round, in seconds.
const PERIOD: f32 = 38.0;
const COUNT: u32 = 11;

/// Adds the flock, and the formation that moves around the meadow.
pub fn add(scene: &mut Scene) {
    // Where the course begins.
    let begin = MIDDLE + Vec3::x() * RADII.x;
    let cranes = flocks::add(scene, "Cranes", begin, flock());
    let formation = FlockFormation {
        form: FormationForm::Vee {
            angle: 90.0,
            lead: 11.0,
        }
        .into(),
        spacing: 1.9.into(),
        slowing: 1.5.into(),
        strictness: 0.7.into(),
        change: 5.0.into(),
        flocks: vec![cranes].into(),
        ..FlockFormation::default()
    };
    let node = flocks::add(scene, "Crane Formation", MIDDLE, formation);
    scene.graph[node].add_script(Mover::new(Course::Circle, RADII, PERIOD));
}

fn flock() -> Flock {
    let mut flock = storks::flock();
    let mut settings = flock.settings();
    settings.spawn.count = COUNT;
    settings.spawn.region = Region::cuboid(Vec3::new(4.0, 2.0, 6.0));
    settings.separation.radius = 1.2;
    settings.wander.weight = 0.6;
    settings.motion.min_speed = 2.5;
    settings.motion.max_speed = 8.0;
    settings.boundary.enabled = false;
    settings.body = Body {
        beats_per_second: 2.6,
        banking: 0.5,
        ..settings.body
    };
    flock.set_settings(settings);
    flock
}
