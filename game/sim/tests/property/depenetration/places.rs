//! Boids inside geometry, and boids that find no place at first.

use flock_sim::{
    geometry::shapes,
    settings::{Backend, Region},
    Boid, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{by_id, texels},
    triangles::geometry,
};
use std::sync::Arc;

const COUNT: u32 = 1000;

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = COUNT;
    settings.spawn.region = ball(2.0);
    settings
}

fn ball(radius: f32) -> Region {
    Region::sphere(radius)
}

fn flock(settings: Settings, geometry: Arc<Geometry>) -> Flock {
    Flock::new(settings, Placement::default(), geometry).unwrap()
}

/// A solid block around the origin.
fn block(half_size: f32) -> Arc<Geometry> {
    geometry(&shapes::cuboid(Vec3::repeat(half_size)))
}

/// The size of the drawn body, by id.
fn sizes(flock: &Flock) -> Vec<f32> {
    let texels = texels(flock);
    let mut sizes = vec![0.0; flock.len()];
    for (boid, texels) in flock.boids().zip(texels.chunks(2)) {
        sizes[boid.id.slot() as usize] = texels[0][3];
    }
    sizes
}

#[track_caller]
fn assert_free(flock: &Flock) {
    for boid in flock.boids() {
        let geometry = flock.geometry();
        assert!(geometry.is_clear(boid.position, 0.02), "{boid:?}");
    }
}

#[test]
fn geometry_put_over_boids_moves_them_out_and_leaves_the_others_alone() {
    let mut flock = flock(settings(), Arc::default());
    (0..20).for_each(|_| flock.step());
    let (before, sizes_before) = (by_id(&flock), sizes(&flock));
    let inside = before.iter().filter(|b| b.position.amax() < 0.5).count();
    flock.set_geometry(block(0.5));
    flock.depenetrate();

    assert_free(&flock);
    assert_eq!(flock.not_placed(), 0);
    assert_eq!(sizes(&flock), sizes_before);
    let after = by_id(&flock);
    let moved = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert!(moved >= inside && inside > 10, "{moved} of {inside}");
    assert_eq!(flock.statistics().rescued, moved as u64);
    for (before, after) in before.iter().zip(&after) {
        let was_free = before.position.amax() > 0.5 + 0.025;
        assert!(!was_free || before == after, "{before:?} is now {after:?}");
    }
    (0..200).for_each(|_| flock.step());
    assert_free(&flock);
}

#[test]
fn the_same_geometry_again_moves_no_boid() {
    let mut flock = flock(settings(), block(0.5));
    (0..300).for_each(|_| flock.step());
    assert!(flock.statistics().contacts > 0);
    let before = by_id(&flock);
    flock.set_geometry(block(0.5));
    flock.depenetrate();
    assert_eq!(flock.statistics().rescued, 0);
    assert_eq!(by_id(&flock), before);
}

#[test]
fn collision_switched_on_moves_boids_out() {
    let mut with = settings();
    with.spawn.region = ball(1.0);
    let mut without = with.clone();
    without.collision.enabled = false;
    let mut flock = flock(without, block(0.5));
    assert!(flock.boids().any(|boid| boid.position.amax() < 0.4));
    flock.set_settings(with).unwrap();
    flock.depenetrate();
    assert_free(&flock);
    assert!(flock.statistics().rescued > 10);
    assert_eq!(flock.len(), COUNT as usize);
}

#[test]
fn depenetration_does_not_depend_on_threads() {
    let run = |backend| {
        let mut settings = settings();
        settings.simulation.backend = backend;
        let mut flock = flock(settings, Arc::default());
        (0..20).for_each(|_| flock.step());
        flock.set_geometry(block(0.8));
        flock.depenetrate();
        (0..20).for_each(|_| flock.step());
        flock.state_hash()
    };
    assert_eq!(run(Backend::SingleThread), run(Backend::AllThreads));
}

#[test]
fn boids_that_find_no_free_place_any_more_are_not_placed() {
    let mut flock = flock(settings(), Arc::default());
    flock.set_geometry(block(10.0));
    flock.depenetrate();
    assert!(flock.is_empty());
    assert_eq!(flock.statistics().rescued, u64::from(COUNT));
    assert_eq!(flock.not_placed(), COUNT as usize);
    flock.step();
}

/// The name of a change and the change.
type Change = (&'static str, fn(&mut Flock));

#[test]
fn boids_without_a_place_are_tried_again_after_every_change_that_may_help() {
    let changes: [Change; 5] = [
        ("geometry", |flock| flock.set_geometry(Arc::default())),
        ("placement", |flock| {
            let placement = Placement::at(Vec3::repeat(5.0));
            flock.set_placement(placement).unwrap();
        }),
        ("region", |flock| {
            let mut settings = flock.settings().clone();
            settings.spawn.region = ball(2.0);
            flock.set_settings(settings).unwrap();
        }),
        ("body radius", |flock| {
            let mut settings = flock.settings().clone();
            settings.collision.body_radius = 0.01;
            flock.set_settings(settings).unwrap();
        }),
        ("collision", |flock| {
            let mut settings = flock.settings().clone();
            settings.collision.enabled = false;
            flock.set_settings(settings).unwrap();
        }),
    ];
    for (name, change) in changes {
        let mut settings = settings();
        // Outside the block, but not far enough for the body.
        settings.collision.body_radius = 0.5;
        settings.spawn.region = Region::Box {
            min: Vec3::new(0.52, 0.0, 0.0),
            max: Vec3::new(0.9, 0.0, 0.0),
        };
        let mut flock = flock(settings, block(0.5));
        assert!(flock.is_empty());
        change(&mut flock);
        flock.depenetrate();
        assert_eq!(flock.not_placed(), 0, "{name}");
        assert!((0..COUNT).eq(by_id(&flock).iter().map(|boid| boid.id.slot())));
        (0..10).for_each(|_| flock.step());
    }
}

#[test]
fn ids_of_boids_without_a_place_stay_reserved() {
    let mut settings = settings();
    settings.spawn.region = Region::cube(0.56);
    let mut flock = flock(settings.clone(), block(0.5));
    let placed = flock.len();
    assert!(placed > 0 && placed < COUNT as usize, "{placed}");
    let before = by_id(&flock);
    // Fewer and more again: the boids below 500 are those that were there.
    settings.spawn.count = 500;
    flock.set_settings(settings.clone()).unwrap();
    let expected: Vec<Boid> = before
        .into_iter()
        .filter(|boid| boid.id.slot() < 500)
        .collect();
    assert_eq!(by_id(&flock), expected);
    flock.set_geometry(Arc::default());
    flock.depenetrate();
    assert!((0..500).eq(by_id(&flock).iter().map(|boid| boid.id.slot())));
}
