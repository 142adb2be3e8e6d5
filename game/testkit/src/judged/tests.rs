use super::{
    feature::{Feature, Features},
    moves::{Before, Moves},
};
use crate::{flocks, fuzz::caught, judge::Judge};
use flock_sim::{settings::BoundaryMode, Placement, Settings, Vec3};

/// A wall across X.
fn wall(x: f32) -> Vec<[Vec3; 3]> {
    let corner = |y: f32, z: f32| Vec3::new(x, y, z);
    let [a, b, c] = [corner(-9.0, -9.0), corner(9.0, -9.0), corner(0.0, 9.0)];
    vec![[a, b, c]]
}

/// Judges a boid that flies along X at 3 m/s from the origin, which knows no wall. Returns the
/// number of moves, or the fault.
fn fly(wall_at: f32, features: Features, steps: usize) -> Result<usize, String> {
    let mut settings = Settings::default();
    flocks::disable_rules(&mut settings);
    settings.wander.enabled = false;
    (settings.motion.min_speed, settings.motion.max_speed) = (3.0, 3.0);
    settings.boundary.mode = BoundaryMode::Wrap;
    let boids = [(Vec3::zeros(), Vec3::x() * 3.0)];
    let mut flock = flocks::flock(settings, Placement::default(), &boids);
    let judge = Judge::new(&wall(wall_at), 0.25);
    let mut moves = Moves::new(&judge, features);
    caught(|| {
        for _ in 0..steps {
            let before = Before::step(&mut flock, &moves);
            flock.step();
            before.judge(&mut flock, &mut moves);
        }
        moves.judged
    })
}

#[test]
fn a_move_through_a_surface_is_noticed() {
    let perches = Features::of(&[Feature::Perches]);
    let fault = fly(0.49, perches, 20).unwrap_err();
    assert!(fault.contains("crossed a surface"), "{fault}");
    assert_eq!(fly(2.0, perches, 20), Ok(20));
}

#[test]
fn a_body_too_near_to_a_surface_is_noticed() {
    // It ends 0.02 m from the wall; its radius is 0.05 m.
    let fault = fly(1.02, Features::default(), 20).unwrap_err();
    assert!(fault.contains("m from a surface"), "{fault}");
    assert_eq!(fly(1.06, Features::default(), 20), Ok(20));
}

#[test]
fn a_move_through_a_periodic_boundary_is_not_counted() {
    let periodic = Features::of(&[Feature::Periodic]);
    // In two seconds it leaves the box, 6 m long, once.
    assert_eq!(fly(100.0, periodic, 120), Ok(119));
}
