//! Geometry that moves while boids fly through it.

use flock_sim::{settings::CollisionResponse, Flock, Geometry, Vec3};
use flock_testkit::{
    crossing::{positions, Effort, Level, PACES, RADIUS, RESPONSES},
    judge::{winding_number, Judge},
    scenes::levels,
};
use std::sync::Arc;

/// Steps from one geometry to the next.
const STEPS: usize = 5;

/// Turns shapes by an angle, in radians, again and again among boids. Returns the number of boids
/// that were moved out of them.
fn check(turn: f32, response: CollisionResponse) -> u64 {
    let Effort { boids, steps } = Effort::chosen();
    let level = Level {
        name: "turning shapes",
        triangles: levels::shapes(0.0),
        half_size: Vec3::new(3.0, 1.5, 3.0),
    };
    let mut flock = level.flock(boids);
    let mut angle = 0.0;
    for pace in PACES.into_iter().cycle().take(steps.div_ceil(3)) {
        let mut settings = level.settings(pace, response);
        settings.spawn.count = boids;
        settings.spawn.speed = 1.0;
        flock.set_settings(settings).unwrap();
        angle += turn;
        let triangles = levels::shapes(angle);
        flock.set_geometry(Arc::new(Geometry::new(&triangles).0));
        flock.depenetrate();
        assert_out_of(&triangles, &flock);
        let judge = Judge::new(&triangles, 0.25);
        for _ in 0..STEPS {
            let before = positions(&flock);
            flock.step();
            judged(&flock, &before, &judge);
        }
    }
    let statistics = flock.statistics();
    assert_eq!(statistics.crossings, 0);
    assert_eq!(flock.len() + flock.not_placed(), boids as usize);
    statistics.rescued
}

/// No boid is within any of the shapes.
fn assert_out_of(triangles: &[[Vec3; 3]], flock: &Flock) {
    for boid in flock.boids() {
        // The floor and the single triangle have no inside, but add a part to the winding number.
        let winding = winding_number(triangles, boid.position);
        let floor = winding_number(&triangles[..1152], boid.position);
        assert!((winding - floor).abs() < 0.5, "{boid:?} is inside");
    }
}

/// As in [`Level::check`], but bodies that a shape was moved into come no nearer to any surface
/// than they were.
fn judged(flock: &Flock, before: &[Vec3], judge: &Judge) {
    let reach = f64::from(RADIUS);
    for boid in flock.boids() {
        let from = before[boid.id.slot() as usize];
        let crossed = judge.crossed(from, boid.position);
        assert_eq!(crossed, None, "{boid:?} came from {from:?}");
        if let Some(nearest) = judge.nearest(boid.position, reach) {
            let earlier = judge.nearest(from, reach).unwrap_or(reach);
            let is_no_nearer = nearest >= earlier * (1.0 - 1e-3);
            assert!(
                is_no_nearer,
                "{boid:?} is {nearest} m from a surface, was {earlier}"
            );
        }
    }
}

fn check_all(turn: f32) {
    let rescued = RESPONSES.map(|response| check(turn, response));
    let total: u64 = rescued.iter().sum();
    assert!(total > 5, "few boids were in the way: {rescued:?}");
}

#[test]
#[ignore = "slow"]
fn shapes_that_turn_slowly() {
    check_all(0.1);
}

#[test]
#[ignore = "slow"]
fn shapes_that_turn_by_a_large_angle_at_once() {
    check_all(1.0);
}
