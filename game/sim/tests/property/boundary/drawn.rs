//! Positions drawn between two steps lie near the boid on either side of a periodic boundary.

use super::scene::{by_id, double, scene, Vec64};
use flock_sim::{
    settings::{BoundaryMode, Plane, Region},
    Vec3,
};
use flock_testkit::flocks::texels;
use proptest::prelude::*;

proptest! {
    #![proptest_config(flock_testkit::cases::config(200))]

    #[test]
    fn drawn_boids_are_on_the_short_way(scene in scene(), share in 0.0f32..0.99) {
        let mut scene = scene.respond(BoundaryMode::Wrap);
        if let Region::Sphere { .. } = scene.settings.boundary.shape {
            // Sections near the top of a sphere may be arbitrarily small.
            scene.settings.motion.plane = Plane::All;
        }
        let (min, max) = scene.settings.boundary.shape.bounds();
        // Steps are short compared with the boundary.
        prop_assume!(scene.step() < 0.2 * f64::from((max - min).min()));
        let dt = scene.settings.simulation.time_step;
        let mut flock = scene.flock();
        flock.step();
        prop_assert_eq!(flock.advance(dt * share).steps, 0);
        for _ in 0..10 {
            let before = by_id(&flock);
            prop_assert_eq!(flock.advance(dt).steps, 1);
            let after: Vec<_> = flock.boids().collect();
            let texels = texels(&flock);
            for (boid, texel) in after.iter().zip(texels.chunks_exact(2)) {
                let drawn = Vec64::new(texel[0][0].into(), texel[0][1].into(), texel[0][2].into());
                let off = [before[boid.id.slot() as usize].position, boid.position]
                    .map(|end| scene.way(double(end) - drawn).norm());
                let least = off[0].min(off[1]);
                let rounding = 16.0 * scene.rounding();
                prop_assert!(least <= scene.step() + rounding, "{least} m off");
                let place = texel[0];
                let out = scene.outside(Vec3::new(place[0], place[1], place[2]));
                prop_assert!(out <= rounding, "drawn {out} m outside");
            }
        }
    }
}
