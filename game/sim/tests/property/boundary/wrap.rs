//! Periodic boundaries: boids keep their velocities and are neighbours of each other's images.

use super::scene::{by_id, cuboid, double, scene, scene_in, Scene};
use flock_sim::{
    settings::{Boundary, BoundaryMode, Plane, Region},
    Boid, Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{self, in_the_open, settings_in_cube};
use proptest::prelude::*;

proptest! {
    #![proptest_config(flock_testkit::cases::config(200))]

    #[test]
    fn boids_keep_their_velocities(mut scene in scene()) {
        // A plane that misses the sphere has no boundary.
        scene.settings.motion.plane = Plane::All;
        // Slower than the limit, which rounding might exceed otherwise.
        scene.settings.spawn.speed *= 0.99;
        let scene = scene.respond(BoundaryMode::Wrap).without_rules();
        let mut flock = scene.flock();
        flock.step();
        let before = by_id(&flock);
        (0..60).for_each(|_| flock.step());
        for (before, after) in before.iter().zip(by_id(&flock)) {
            prop_assert_eq!(before.velocity, after.velocity);
        }
    }

    #[test]
    fn boids_move_by_whole_widths_of_a_box(scene in scene_in(cuboid())) {
        let scene = scene.respond(BoundaryMode::Wrap);
        let dt = f64::from(scene.settings.simulation.time_step);
        let (min, max) = scene.settings.boundary.shape.bounds();
        let mut flock = scene.flock();
        for _ in 0..20 {
            let before = by_id(&flock);
            flock.step();
            for (before, after) in before.iter().zip(by_id(&flock)) {
                let expected = double(before.position) + double(after.velocity) * dt;
                let off = scene.rotation().inverse() * (double(after.position) - expected);
                for axis in 0..3 {
                    let width = f64::from(max[axis]) - f64::from(min[axis]);
                    let widths = (off[axis] / width).round();
                    let is_flat = scene.flat_axis() == Some(axis);
                    prop_assert!(!is_flat || widths == 0.0 || width < 1e-3);
                    let rest = (off[axis] - widths * width).abs();
                    prop_assert!(rest < 4.0 * scene.rounding() + 1e-6 * scene.step(), "{rest}");
                }
            }
        }
    }

    #[test]
    fn without_rotation_boids_are_inside_exactly(scene in scene_in(cuboid())) {
        let scene = Scene { placement: Placement::default(), ..scene.respond(BoundaryMode::Wrap) };
        let (min, max) = scene.settings.boundary.shape.bounds();
        let mut flock = scene.flock();
        for _ in 0..20 {
            flock.step();
            for boid in flock.boids() {
                for axis in (0..3).filter(|axis| Some(*axis) != scene.flat_axis()) {
                    let place = boid.position[axis];
                    prop_assert!(min[axis] <= place && place < max[axis], "{place}");
                }
            }
        }
    }
}

/// All sides of a box are seams. Boids that go the same way pass them while they look for their
/// places in the flock, and then again.
#[test]
fn a_polarised_flock_stays_so_through_the_seams() {
    let mut settings = settings_in_cube(300);
    settings.boundary.shape = settings.spawn.region;
    settings.boundary.mode = BoundaryMode::Wrap;
    let way = Vec3::new(0.5, 0.6, 0.7);
    let region = in_the_open(settings.clone());
    let boids: Vec<_> = region.boids().map(|boid| (boid.position, way)).collect();
    let mut flock = flocks::flock(settings, Placement::default(), &boids);
    (0..300).for_each(|_| flock.step());
    let settled = flock.measure().polarisation;
    assert!(settled > 0.98, "{settled}");
    let mut jumps = 0;
    for _ in 0..300 {
        let before = by_id(&flock);
        flock.step();
        let ways = before.iter().zip(by_id(&flock));
        jumps += ways
            .filter(|(a, b)| (a.position - b.position).amax() > 1.0)
            .count();
        let polarisation = flock.measure().polarisation;
        assert!(
            (polarisation - settled).abs() < 0.01,
            "{polarisation}, was {settled}"
        );
    }
    assert!(jumps > 2 * flock.len(), "{jumps}");
}

/// Two boids that start near opposite sides.
fn pair(settings: &Settings) -> Flock {
    (0..1000)
        .find_map(|seed| {
            let mut settings = settings.clone();
            settings.spawn.seed = seed;
            let flock = in_the_open(settings);
            let x: Vec<f32> = flock.boids().map(|boid| boid.position.x).collect();
            let are_apart = x[0] * x[1] < 0.0 && x.iter().all(|x| x.abs() > 1.8);
            are_apart.then_some(flock)
        })
        .expect("some seed puts the boids near opposite sides")
}

fn pair_settings(shape: Region, mode: BoundaryMode) -> Settings {
    let boundary = Boundary::new(shape).with_mode(mode);
    let mut settings = Settings {
        boundary,
        ..Settings::default()
    };
    settings.spawn.count = 2;
    settings.spawn.speed = 0.0;
    settings.spawn.region = Region::cuboid(Vec3::new(2.0, 0.05, 0.05));
    settings.separation.enabled = false;
    settings
}

#[test]
fn a_pair_across_a_periodic_boundary_attracts_each_other() {
    let half = Vec3::repeat(2.0);
    let shapes = [Region::cuboid(half), Region::sphere(2.0)];
    for shape in shapes {
        let mut flock = pair(&pair_settings(shape, BoundaryMode::Wrap));
        flock.step();
        let leads_out = |boid: &Boid| boid.velocity.x * boid.position.x > 0.0;
        assert!(by_id(&flock).iter().all(leads_out), "{shape:?}");
        (0..120).for_each(|_| flock.step());
        let boids = by_id(&flock);
        let apart = (boids[0].position - boids[1].position).norm();
        assert!(!(0.6..=3.4).contains(&apart), "{apart}");

        let mut flock = pair(&pair_settings(shape, BoundaryMode::Reflect));
        flock.step();
        assert!(flock.boids().all(|boid| boid.velocity == Vec3::zeros()));
    }
}

/// 0.1 m apart through two sides of a box of 1 m, and a little aside, so that they attract each
/// other within the plane too.
#[test]
fn a_planar_flock_has_no_images_across_its_plane() {
    for (axis, plane) in [Plane::Yz, Plane::Xz, Plane::Xy].into_iter().enumerate() {
        for (motion, sees) in [(Plane::All, true), (plane, false)] {
            let half = Vec3::repeat(0.5);
            let shape = Region::cuboid(half);
            let mut settings = pair_settings(shape, BoundaryMode::Wrap);
            settings.spawn.count = 0;
            settings.motion.plane = motion;
            for rule in [&mut settings.cohesion, &mut settings.alignment] {
                rule.radius = 0.2;
            }
            let mut flock = in_the_open(settings);
            for end in [-1.0, 1.0] {
                let mut place = Vec3::repeat(0.02 * end);
                place[axis] = 0.45 * end;
                flock.spawn_at(place, Vec3::zeros()).unwrap();
            }
            let measures = flock.measure();
            assert_eq!(measures.mean_neighbours, f32::from(u8::from(sees)));
            assert_eq!(measures.min_nearest < 0.2, sees, "{measures:?}");
            flock.step();
            let moves = |boid: Boid| boid.velocity != Vec3::zeros();
            assert!(flock.boids().all(|boid| moves(boid) == sees), "{plane:?}");
        }
    }
}
