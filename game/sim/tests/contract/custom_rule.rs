//! A rule of the user's own.

use flock_sim::{
    custom_rule::{CustomRule, Gathered, Neighbourhood},
    settings::{Backend, Boundary, BoundaryMode, Region, Rule},
    Boid, BoidId, Flock, Settings, Vec3,
};
use flock_testkit::flocks::{in_the_open, on_threads};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

/// A rule that is a function.
struct Function<F>(F);

impl<F: Fn(&Boid, &Neighbourhood) -> Vec3 + Send + Sync> CustomRule for Function<F> {
    fn wish(&self, boid: &Boid, neighbourhood: &Neighbourhood) -> Vec3 {
        self.0(boid, neighbourhood)
    }
}

fn rule(
    function: impl Fn(&Boid, &Neighbourhood) -> Vec3 + Send + Sync + 'static,
) -> Option<Arc<dyn CustomRule>> {
    Some(Arc::new(Function(function)))
}

fn flock(settings: &Settings) -> Flock {
    in_the_open(settings.clone())
}

/// A sum over the boids nearer than `radius`, and their number.
fn gathered(boids: &[Boid], one: &Boid, radius: f32, term: impl Fn(&Boid) -> Vec3) -> Gathered {
    let neighbours = boids.iter().filter(|other| {
        other.id != one.id && (other.position - one.position).norm_squared() < radius * radius
    });
    Gathered {
        count: neighbours.clone().count() as f32,
        sum: neighbours.map(term).sum(),
    }
}

#[test]
fn the_rule_is_given_the_sums_over_neighbours() {
    let mut settings = Settings::default();
    settings.spawn.count = 500;
    settings.cohesion = Rule::new(0.0, 0.5);
    settings.separation = Rule::new(2.0, 0.25);
    settings.alignment = Rule::new(1.0, 0.4);
    for is_enabled in [true, false] {
        settings.alignment.enabled = is_enabled;
        let mut flock = flock(&settings);
        (0..20).for_each(|_| flock.step());
        let boids: Vec<Boid> = flock.boids().collect();
        let given: Arc<Mutex<HashMap<BoidId, (Boid, Neighbourhood)>>> = Arc::default();
        let record = given.clone();
        flock.set_custom_rule(rule(move |boid, neighbourhood| {
            let before = record
                .lock()
                .unwrap()
                .insert(boid.id, (*boid, *neighbourhood));
            assert!(before.is_none(), "{} is given twice", boid.id);
            Vec3::zeros()
        }));
        flock.step();
        let given = given.lock().unwrap();
        assert_eq!(given.len(), boids.len());
        for one in &boids {
            let (boid, found) = &given[&one.id];
            assert_eq!(boid, one);
            let offset = |other: &Boid| other.position - one.position;
            let aligned = if is_enabled { 0.4 } else { 0.0 };
            let expected = Neighbourhood {
                cohesion: gathered(&boids, one, 0.5, offset),
                separation: gathered(&boids, one, 0.25, offset),
                alignment: gathered(&boids, one, aligned, |other| other.velocity),
            };
            assert_near(&found.cohesion, &expected.cohesion);
            assert_near(&found.separation, &expected.separation);
            assert_near(&found.alignment, &expected.alignment);
        }
        assert!(given.values().any(|(_, it)| it.separation.count > 3.0));
    }
}

/// A rule of weight 0 still sums its neighbours for the custom rule, also across the surface of a
/// sphere.
#[test]
fn the_rule_is_given_neighbours_across_a_sphere() {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.cohesion = Rule::new(0.0, 0.5);
    settings.separation = Rule::new(1.0, 0.01);
    settings.alignment.enabled = false;
    settings.boundary = Boundary::new(Region::sphere(1.0)).with_mode(BoundaryMode::Wrap);
    let mut flock = flock(&settings);
    for x in [-0.9, 0.9] {
        flock
            .spawn_at(Vec3::new(x, 0.0, 0.0), Vec3::zeros())
            .unwrap();
    }
    let given: Arc<Mutex<Vec<(f32, Gathered)>>> = Arc::default();
    let record = given.clone();
    flock.set_custom_rule(rule(move |boid, neighbourhood| {
        let mut given = record.lock().unwrap();
        given.push((boid.position.x, neighbourhood.cohesion));
        Vec3::zeros()
    }));
    flock.step();
    let given = given.lock().unwrap();
    assert_eq!(given.len(), 2);
    for (x, cohesion) in given.iter() {
        let expected = Gathered {
            count: 1.0,
            sum: Vec3::new(0.2 * x.signum(), 0.0, 0.0),
        };
        assert_near(cohesion, &expected);
    }
}

#[track_caller]
fn assert_near(found: &Gathered, expected: &Gathered) {
    assert_eq!(found.count, expected.count);
    assert!(
        (found.sum - expected.sum).norm() < 1e-3,
        "{found:?} instead of {expected:?}"
    );
}

/// One boid at rest, on which no other rule acts.
fn alone() -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.motion.drive = 2.0;
    settings.motion.max_acceleration = 12.0;
    let mut flock = flock(&settings);
    flock.spawn_at(Vec3::zeros(), Vec3::zeros()).unwrap();
    flock
}

/// Acceleration of a boid by a rule with this wish, in m/s².
fn acceleration(wish: Vec3) -> Vec3 {
    let mut flock = alone();
    flock.set_custom_rule(rule(move |_, _| wish));
    flock.step();
    let boid = flock.boids().next().unwrap();
    boid.velocity * 60.0
}

#[test]
fn wishes_go_through_drive_and_limits() {
    assert!((acceleration(Vec3::new(1.0, 2.0, -3.0)) - Vec3::new(2.0, 4.0, -6.0)).norm() < 1e-4);
    assert!((acceleration(Vec3::new(0.0, 100.0, 0.0)) - Vec3::y() * 12.0).norm() < 1e-4);
    assert!((acceleration(Vec3::new(0.0, 0.0, -1e9)) + Vec3::z() * 12.0).norm() < 1e-4);
}

#[test]
fn answers_that_a_step_cannot_bear_are_counted_and_change_nothing() {
    let settings = Settings::default();
    let mut plain = flock(&settings);
    let mut with_rule = flock(&settings);
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.1e9, f32::MIN];
    with_rule.set_custom_rule(rule(move |boid, _| {
        let slot = boid.id.slot() as usize;
        let mut wish = Vec3::zeros();
        wish[slot % 3] = bad[slot % bad.len()];
        wish
    }));
    for step in 1..=10 {
        plain.step();
        with_rule.step();
        assert_eq!(with_rule.statistics().refused_wishes, step * 1000);
        assert_eq!(with_rule.state_hash(), plain.state_hash());
    }
    with_rule.set_custom_rule(None);
    assert!(with_rule.custom_rule().is_none());
    with_rule.step();
    assert_eq!(with_rule.statistics().refused_wishes, 10_000);
}

#[test]
fn equal_bits_on_any_number_of_threads() {
    let run = |backend| {
        let mut settings = Settings::default();
        settings.spawn.count = 3000;
        settings.simulation.backend = backend;
        let mut flock = flock(&settings);
        flock.set_custom_rule(rule(|boid, neighbourhood| {
            let away = neighbourhood.cohesion.sum * (-0.2 * neighbourhood.separation.count);
            away + boid.velocity.cross(&Vec3::y()) + neighbourhood.alignment.sum * 0.1
        }));
        (0..50).for_each(|_| flock.step());
        assert_eq!(flock.statistics().refused_wishes, 0);
        flock.state_hash()
    };
    let expected = run(Backend::SingleThread);
    for threads in [1, 3] {
        assert_eq!(on_threads(threads, || run(Backend::AllThreads)), expected);
    }
}
