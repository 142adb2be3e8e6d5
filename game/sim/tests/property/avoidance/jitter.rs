//! Boids turn steadily near walls.

use super::level::{block, geometry, settings, steps};
use flock_sim::{Boid, Flock, Placement, Vec3};
use std::f32::consts::PI;

/// The mean change of heading in degrees per second of boids in a small closed room. `forgetful`
/// ones do not keep the direction that they found before.
fn change_of_heading(forgetful: bool) -> f32 {
    let walls: Vec<_> = (0..3)
        .flat_map(|axis| [-1.0, 1.0].map(|side| (axis, side)))
        .map(|(axis, side)| {
            let (mut min, mut max) = ([-2.0; 3], [2.0; 3]);
            (min[axis], max[axis]) = if side < 0.0 { (-2.0, -1.5) } else { (1.5, 2.0) };
            block(min, max)
        })
        .collect();
    let mut settings = settings(100, [-1.2; 3], [1.2; 3]);
    settings.motion.min_speed = 0.8;
    settings.avoidance.look_interval = 0.0;
    let mut flock = Flock::new(settings, Placement::default(), geometry(&walls)).unwrap();
    assert_eq!(flock.not_placed(), 0);
    steps(&mut flock, 5.0);
    let (mut sum, mut count) = (0.0, 0);
    for _ in 0..600 {
        let before: Vec<Boid> = flock.boids().collect();
        if forgetful {
            // Boids that do not see forget.
            let seeing = flock.settings().clone();
            let mut blind = seeing.clone();
            blind.avoidance.enabled = false;
            flock.set_settings(blind).unwrap();
            flock.set_settings(seeing).unwrap();
        }
        flock.step();
        for boid in &before {
            let after = flock.boid(boid.id).unwrap();
            sum += angle(boid.velocity, after.velocity);
            count += 1;
        }
    }
    60.0 * sum / count as f32
}

fn angle(a: Vec3, b: Vec3) -> f32 {
    a.angle(&b) * 180.0 / PI
}

#[test]
fn boids_do_not_waver_before_walls() {
    let (steady, forgetful) = (change_of_heading(false), change_of_heading(true));
    println!("{steady} degrees per second, {forgetful} without a memory");
    assert!(steady < 150.0, "{steady}");
    assert!(steady < forgetful, "{steady} instead of {forgetful}");
}
