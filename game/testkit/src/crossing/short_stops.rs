//! Bodies so large that their moves would have to test too many triangles.

use super::{positions, Judge};
use crate::triangles::{geometry, turned};
use flock_sim::{
    geometry::shapes,
    settings::{Backend, Boundary, Region},
    statistics::Statistics,
    Flock, Placement, Settings,
};

/// Radius of the bodies and of the round room in which they are, in metres.
const BODY: f32 = 2.0;
const ROOM: f32 = 3.0;

/// Moves fast bodies in a narrow round room of 81,920 triangles, and judges each step. Returns the
/// way of the boids, in metres, and the statistics.
pub fn in_a_narrow_room(backend: Backend) -> (f64, Statistics) {
    // Inward, or the inside would be solid.
    let room = turned(&shapes::ball(ROOM, 6));
    let judge = Judge::new(&room, 0.25);
    let settings = settings(backend);
    let geometry = geometry(&room);
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    assert_eq!(flock.not_placed(), 0);
    let mut way = 0.0;
    for _ in 0..10 {
        let before = positions(&flock);
        flock.step();
        for boid in flock.boids() {
            let from = before[boid.id.slot() as usize];
            assert_eq!(judge.crossed(from, boid.position), None, "{boid:?}");
            let nearest = judge.nearest(boid.position, f64::from(BODY));
            let allowed = f64::from(BODY) * (1.0 - 1e-3);
            assert!(
                nearest.is_none_or(|it| it >= allowed),
                "{boid:?}: {nearest:?}"
            );
            way += f64::from((boid.position - from).norm());
        }
    }
    if backend == Backend::Gpu {
        crate::backends::assert_on_gpu(&flock);
    }
    (way, flock.statistics())
}

fn settings(backend: Backend) -> Settings {
    let region = Region::sphere(0.05);
    let mut settings = Settings::default();
    settings.spawn.count = 6;
    settings.spawn.region = region;
    settings.spawn.speed = 20.0;
    settings.boundary = Boundary::new(Region::sphere(ROOM));
    settings.motion.min_speed = 20.0;
    settings.motion.max_speed = 20.0;
    settings.simulation.time_step = 0.05;
    settings.simulation.backend = backend;
    settings.avoidance.enabled = false;
    settings.collision.body_radius = BODY;
    settings.collision.check_crossings = true;
    settings
}
