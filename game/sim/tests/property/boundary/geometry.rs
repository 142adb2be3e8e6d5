//! A periodic boundary among geometry: no boid comes in through a surface or into a solid.

use super::scene::by_id;
use flock_sim::{
    settings::{Boundary, BoundaryMode, Plane, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::triangles::cuboid;
use std::sync::Arc;

const HALF: f32 = 1.0;
const RADIUS: f32 = 0.02;

/// Boids in a periodic box, which move by up to a tenth of a metre in a step.
fn settings() -> Settings {
    let region = Region::cube(HALF);
    let boundary = Boundary::new(region).with_mode(BoundaryMode::Wrap);
    let mut settings = Settings {
        boundary,
        ..Settings::default()
    };
    settings.spawn.region = region;
    settings.spawn.count = 500;
    settings.spawn.speed = 6.0;
    settings.motion.max_speed = 6.0;
    settings.motion.max_acceleration = 30.0;
    settings.collision.body_radius = RADIUS;
    settings
}

fn flock(settings: &Settings, triangles: &[[Vec3; 3]]) -> Flock {
    let geometry = Arc::new(Geometry::new(triangles).0);
    let flock = Flock::new(settings.clone(), Placement::default(), geometry).unwrap();
    assert!(flock.len() > 400);
    flock
}

/// A sheet across X, far wider than the box.
fn sheet(x: f32) -> [[Vec3; 3]; 2] {
    let corner = |y: f32, z: f32| Vec3::new(x, y, z);
    let [a, b, c, d] = [
        corner(-5.0, -5.0),
        corner(5.0, -5.0),
        corner(5.0, 5.0),
        corner(-5.0, 5.0),
    ];
    [[a, b, c], [a, c, d]]
}

/// Numbers of boids that came in through the sides across X, and through any side, in all steps.
fn jumps(flock: &mut Flock, steps: usize, mut check: impl FnMut(Vec3)) -> (usize, usize) {
    let (mut across_x, mut all) = (0, 0);
    for _ in 0..steps {
        let before = by_id(flock);
        let contacts = flock.statistics().contacts;
        flock.step();
        let new_contacts = flock.statistics().contacts - contacts;
        assert!(new_contacts <= before.len() as u64);
        for (before, after) in before.iter().zip(by_id(flock)) {
            let way = after.position - before.position;
            across_x += usize::from(way.x.abs() > HALF);
            all += usize::from(way.amax() > HALF);
            assert!(after.position.amax() <= HALF);
            check(after.position);
        }
    }
    (across_x, all)
}

#[test]
fn no_boid_comes_in_through_a_sheet_behind_a_side() {
    // Farther from the side than the body is wide, nearer than the boids move in a step.
    let mut flock = flock(&settings(), &sheet(-HALF + 0.04));
    let beyond = |place: Vec3| place.x < -HALF + 0.04;
    let side = |flock: &Flock| -> Vec<bool> {
        by_id(flock)
            .iter()
            .map(|boid| beyond(boid.position))
            .collect()
    };
    let start = side(&flock);
    for _ in 0..200 {
        let before = by_id(&flock);
        let sides = side(&flock);
        flock.step();
        let after = by_id(&flock);
        for (index, now) in side(&flock).iter().enumerate() {
            let way = after[index].position.x - before[index].position.x;
            let jumped = way.abs() > HALF;
            // Through the boundary or not at all.
            assert_eq!(*now != sides[index], jumped, "{:?}", after[index]);
        }
    }
    assert_eq!(start.len(), flock.len());
    assert!(flock.statistics().contacts > 100);
}

#[test]
fn no_boid_comes_in_into_a_block() {
    // A block that reaches beyond one side, without an image on the opposite side.
    let block = cuboid([0.4; 3], [-HALF, 0.0, 0.0]);
    let mut flock = flock(&settings(), &block);
    let (across_x, all) = jumps(&mut flock, 400, |place| {
        let from_middle = place + Vec3::new(HALF, 0.0, 0.0);
        let distance = from_middle.map(|x| (x.abs() - 0.4).max(0.0)).norm();
        assert!(distance >= 0.99 * RADIUS, "{place} is in the block");
    });
    assert!(
        across_x > 1000 && all > 3 * across_x / 2,
        "{across_x} of {all}"
    );
    assert!(flock.statistics().contacts > 100);
}

#[test]
fn far_geometry_changes_nothing() {
    let far: Vec<[Vec3; 3]> = sheet(500.0).to_vec();
    for plane in [Plane::All, Plane::Xz] {
        for region in [settings().spawn.region, Region::sphere(HALF)] {
            let mut settings = settings();
            settings.boundary.shape = region;
            settings.spawn.region = region;
            settings.motion.plane = plane;
            let mut among = flock(&settings, &far);
            let mut alone = flock(&settings, &[]);
            for step in 0..200 {
                among.step();
                alone.step();
                let same = by_id(&among) == by_id(&alone);
                assert!(same, "differs after {step} steps in {region:?}, {plane:?}");
            }
            assert_eq!(among.statistics().contacts, 0);
        }
    }
}

#[test]
fn a_boid_in_a_sphere_comes_in_only_at_a_clear_place() {
    let ball = Region::sphere(HALF);
    let mut settings = settings();
    settings.boundary.shape = ball;
    settings.spawn.region = ball;
    // A cap of the sphere is cut off by a sheet. A boid that leaves opposite to it comes in behind
    // it, or turns back.
    let mut flock = flock(&settings, &sheet(-0.9));
    for _ in 0..200 {
        let before = by_id(&flock);
        flock.step();
        for (before, after) in before.iter().zip(by_id(&flock)) {
            let is_behind = |place: Vec3| place.x < -0.9;
            let jumped = (after.position - before.position).norm() > 0.11;
            let crossed = is_behind(before.position) != is_behind(after.position);
            assert!(!crossed || jumped, "{after:?} was {before:?}");
            assert!(after.position.norm() <= HALF * 1.0001);
            assert!((after.position.x + 0.9).abs() >= 0.99 * RADIUS, "{after:?}");
        }
    }
    assert!(flock.statistics().contacts > 100);
}
