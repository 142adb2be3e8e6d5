//! Reverse: at a contact the move is undone, the velocity reversed and the contact counted. Between
//! two surfaces that are too close for that boids bounce.

use super::scene::{geometry, plate, wall};
use flock_sim::{
    geometry::shapes,
    settings::{Boundary, CollisionResponse, Region, Rule},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{by_id, disable_rules};
use std::sync::Arc;

/// Boids that fly straight on from one point, without a boundary and avoidance.
fn straight_on() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 100;
    settings.spawn.region = Region::sphere(0.0);
    disable_rules(&mut settings);
    settings.boundary.enabled = false;
    settings.collision.response = CollisionResponse::Reverse;
    settings.avoidance.enabled = false;
    settings
}

fn flock(settings: Settings, geometry: Arc<Geometry>) -> Flock {
    Flock::new(settings, Placement::default(), geometry).unwrap()
}

#[test]
fn a_contact_reverses_the_velocity() {
    let mut flock = flock(straight_on(), wall());
    let mut contacts = 0;
    for _ in 0..600 {
        let before = by_id(&flock);
        flock.step();
        for boid in flock.boids() {
            let before = before[boid.id.slot() as usize];
            let reversed = boid.velocity == -before.velocity;
            assert!(reversed || boid.velocity == before.velocity);
            let way = boid.velocity * flock.settings().simulation.time_step;
            assert_eq!(boid.position, before.position + way);
            contacts += u64::from(reversed);
        }
    }
    assert!(contacts > 10);
    assert_eq!(flock.statistics().contacts, contacts);
    assert!(flock.boids().all(|boid| boid.position.x < 1.0));
}

#[test]
fn the_rate_of_contacts_is_that_of_the_last_second() {
    // Between two surfaces that are closer than a step, every boid has a contact in each step.
    let mut settings = straight_on();
    settings.spawn.speed = 1.2;
    settings.collision.body_radius = 0.1;
    settings.collision.skin = 0.0;
    let mut cage = shapes::cuboid(Vec3::repeat(0.101));
    // With a triangle that winds the other way it is no solid, inside of which no boid would be
    // placed.
    cage[0].reverse();
    let mut flock = flock(settings, geometry(&cage));
    assert_eq!(flock.not_placed(), 0);
    (0..600).for_each(|_| flock.step());
    let rate = flock.statistics().contacts_per_second;
    assert!((5900.0..6100.0).contains(&rate), "{rate}");
    assert!(flock.boids().all(|boid| boid.position.amax() < 0.02));
}

/// The middle of a boid has 8 mm to either side between two plates, less than it travels in a step.
fn gap() -> Arc<Geometry> {
    geometry(&[plate(-0.058, 0.5), plate(0.058, 0.5)].concat())
}

fn in_gap(position: &Vec3) -> bool {
    position.y.abs() < 0.5 && position.z.abs() < 0.5
}

#[test]
fn boids_steered_along_a_narrow_gap_get_out_of_it() {
    let mut settings = straight_on();
    settings.spawn.speed = 1.2;
    settings.spawn.region = Region::cuboid(Vec3::new(0.007, 0.2, 0.2));
    // Separation pushes boids apart, which is possible only along the gap.
    settings.separation = Rule::new(3.0, 100.0);
    let mut flock = flock(settings, gap());
    assert_eq!(flock.not_placed(), 0);
    for _ in 0..300 {
        flock.step();
        for boid in flock.boids().filter(|boid| in_gap(&boid.position)) {
            assert!(boid.position.x.abs() < 0.0081, "{boid:?} is in a plate");
        }
    }
    assert_eq!(
        flock.boids().filter(|boid| in_gap(&boid.position)).count(),
        0
    );
}

#[test]
fn even_boids_that_nothing_steers_travel_through_a_narrow_gap() {
    let mut settings = straight_on();
    settings.spawn.speed = 1.2;
    let mut flock = flock(settings, gap());
    (0..1200).for_each(|_| flock.step());
    // Boids almost at right angles to the plates are slow, and boids almost along them can turn
    // back.
    let left = flock.boids().filter(|boid| !in_gap(&boid.position)).count();
    assert!(left >= 80, "{left} of {}", flock.len());
}

#[test]
fn a_contact_leads_no_boid_farther_out_of_the_boundary() {
    // The boids are outside, behind a wall that separates them from the boundary.
    let mut settings = straight_on();
    settings.boundary = Boundary::new(Region::Box {
        min: Vec3::repeat(-1.0),
        max: Vec3::new(-0.5, 1.0, 1.0),
    });
    let mut flock = flock(settings, geometry(&plate(-0.06, 50.0)));
    let mut before = vec![0.0; flock.len()];
    for _ in 0..300 {
        flock.step();
        for boid in flock.boids() {
            let x = boid.position.x;
            let before = std::mem::replace(&mut before[boid.id.slot() as usize], x);
            assert!(x <= before, "{boid:?} was at {before}");
        }
    }
    assert!(flock.statistics().contacts > 50);
}

#[test]
fn without_collision_boids_pass_through() {
    let mut settings = straight_on();
    settings.collision.enabled = false;
    let mut flock = flock(settings, wall());
    (0..600).for_each(|_| flock.step());
    assert!(flock.boids().any(|boid| boid.position.x > 1.0));
    assert_eq!(flock.statistics().contacts, 0);
}

#[test]
fn boids_start_clear_of_geometry_or_not_at_all() {
    let block = Arc::new(Geometry::new(&shapes::cuboid(Vec3::repeat(1.0))).0);
    let mut settings = straight_on();
    settings.spawn.region = Region::sphere(2.0);
    let around = flock(settings.clone(), block.clone());
    assert_eq!(around.not_placed(), 0);
    let clear = 1.0 + settings.collision.body_radius;
    assert!(around.boids().all(|boid| boid.position.amax() > clear));

    settings.spawn.region = Region::sphere(0.5);
    let inside = flock(settings, block);
    assert!(inside.is_empty());
    assert_eq!(inside.statistics().not_placed, 100);
}
