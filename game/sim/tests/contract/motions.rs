//! What the drawn bodies do: turning, effort, activity.

use flock_sim::{
    boids::{DeadBody, Death},
    custom_rule::{CustomRule, Neighbourhood},
    settings::Backend,
    Boid, BoidId, Flock, Settings, Vec3,
};
use flock_testkit::flocks::{disable_rules, in_the_open};
use std::sync::Arc;

/// Lets boids circle about +Y at a rate, in rad/s.
struct Circle(f32);

impl CustomRule for Circle {
    fn wish(&self, boid: &Boid, _: &Neighbourhood) -> Vec3 {
        Vec3::y().cross(&boid.velocity) * self.0
    }
}

fn motions(flock: &Flock) -> Vec<[f32; 4]> {
    let mut motions = vec![[f32::NAN; 4]; flock.drawn_len()];
    flock.write_motions(&mut motions);
    motions
}

fn circles(rate: f32, turn_time: f32) -> Flock {
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.motion.min_speed = 0.0;
    settings.motion.max_speed = 4.0;
    settings.motion.max_acceleration = 100.0;
    settings.body.turn_time = turn_time;
    settings.simulation.time_step = 1.0 / 240.0;
    let mut flock = in_the_open(settings);
    flock.set_custom_rule(Some(Arc::new(Circle(rate))));
    flock.spawn_at(Vec3::zeros(), Vec3::z() * 2.0).unwrap();
    (0..480).for_each(|_| flock.step());
    flock
}

#[test]
fn the_turn_rate_is_that_of_the_velocity() {
    for rate in [-3.0, -1.0, 0.5, 2.0, 4.0] {
        let found = motions(&circles(rate, 0.1))[0];
        // +Z towards +X is a turn towards the body's X axis. The sine of a lag of 0.1 s.
        let expected = (rate * 0.1_f32).atan().sin() / 0.1;
        assert!(
            (found[0] - expected).abs() < 0.06 * rate.abs(),
            "{rate}: {found:?}"
        );
        assert!((found[1] - 0.5).abs() < 0.05, "{found:?}");
        assert_eq!(found[2], 0.0);
    }
    assert_eq!(motions(&circles(2.0, 0.0))[0][0], 0.0);
}

#[test]
fn variety_is_a_boids_own_and_threads_change_nothing() {
    let mut settings = Settings::default();
    settings.spawn.count = 500;
    let run = |backend: Backend| {
        let mut settings = settings.clone();
        settings.simulation.backend = backend;
        let mut flock = in_the_open(settings);
        (0..40).for_each(|_| flock.step());
        flock
    };
    let one = run(Backend::SingleThread);
    let all = run(Backend::AllThreads);
    assert_eq!(motions(&one), motions(&all));

    let of = |flock: &Flock, id: BoidId| {
        let index = flock.boids().position(|boid| boid.id == id).unwrap();
        motions(flock)[index][3]
    };
    let ids: Vec<_> = one.boids().map(|boid| boid.id).collect();
    let mut later = one;
    let before: Vec<_> = ids.iter().map(|id| of(&later, *id)).collect();
    (0..120).for_each(|_| later.step());
    let after: Vec<_> = ids.iter().map(|id| of(&later, *id)).collect();
    assert_eq!(before, after);
    let mean = before.iter().sum::<f32>() / before.len() as f32;
    assert!((0.4..0.6).contains(&mean), "{mean}");
    assert!(before.iter().all(|x| (0.0..1.0).contains(x)));
}

#[test]
fn the_dead_are_dead_and_short_slices_are_filled_as_far_as_they_go() {
    let mut settings = Settings::default();
    settings.spawn.count = 20;
    let mut flock = in_the_open(settings);
    let id = flock.boids().next().unwrap().id;
    flock.kill(id, Death::new(DeadBody::Falls)).unwrap();
    flock.step();
    let first = motions(&flock)[19][2];
    assert!((4.0..4.1).contains(&first), "{first}");
    (0..120).for_each(|_| flock.step());
    let texels = motions(&flock);
    assert_eq!(texels.len(), 20);
    assert!((4.9..5.0).contains(&texels[19][2]), "{:?}", texels[19]);
    assert!(texels[..19].iter().all(|texel| texel[2] == 0.0));

    let mut few = [[f32::MAX; 4]; 7];
    flock.write_motions(&mut few[..5]);
    assert_eq!(few[..5], texels[..5]);
    assert_eq!(few[5..], [[f32::MAX; 4]; 2]);
    flock.write_motions(&mut []);
}
