//! Boids in rooms: closed surfaces that face inward, and two-sided ones around the place where a
//! flock starts.

use flock_sim::{
    geometry::shapes,
    settings::{Backend, Region},
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::by_id,
    triangles::{cuboid, geometry, turned},
};

const COUNT: u32 = 500;

fn settings(center: Vec3, radius: f32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = COUNT;
    settings.spawn.region = Region::Sphere { center, radius };
    settings.boundary.enabled = false;
    settings
}

fn flock(settings: Settings, triangles: &[[Vec3; 3]]) -> Flock {
    Flock::new(settings, Placement::default(), geometry(triangles)).unwrap()
}

/// A room around the origin.
fn room(half: f32) -> Vec<[Vec3; 3]> {
    turned(&cuboid([half; 3], [0.0; 3]))
}

/// The same surface, both ways round.
fn two_sided(triangles: &[[Vec3; 3]]) -> Vec<[Vec3; 3]> {
    [triangles, &turned(triangles)].concat()
}

/// The same surface, of which every third triangle is wound the other way.
fn mixed(triangles: &[[Vec3; 3]]) -> Vec<[Vec3; 3]> {
    let mut mixed = triangles.to_vec();
    mixed.iter_mut().step_by(3).for_each(|it| it.swap(0, 1));
    mixed
}

/// A room in each of the ways in which it can be made.
fn rooms(half: f32) -> [Vec<[Vec3; 3]>; 3] {
    let room = room(half);
    [two_sided(&room), mixed(&room), room]
}

#[test]
fn boids_are_placed_in_a_room_and_stay_there() {
    for room in rooms(3.0) {
        let mut settings = settings(Vec3::zeros(), 2.0);
        settings.collision.check_crossings = true;
        settings.avoidance.enabled = false;
        let mut flock = flock(settings, &room);
        assert_eq!((flock.len(), flock.not_placed()), (COUNT as usize, 0));
        assert_eq!(flock.spawn_obstruction(), None);
        (0..600).for_each(|_| flock.step());
        assert!(flock.boids().all(|boid| boid.position.amax() < 3.0));
        assert_eq!(flock.statistics().crossings, 0);
        assert!(flock.statistics().contacts > 0);
    }
}

#[test]
fn a_room_put_around_a_running_flock_leaves_all_boids_where_they_are() {
    for room in rooms(4.0) {
        for backend in [Backend::SingleThread, Backend::AllThreads] {
            let mut settings = settings(Vec3::zeros(), 2.0);
            settings.simulation.backend = backend;
            let mut flock = flock(settings, &[]);
            (0..20).for_each(|_| flock.step());
            let before = by_id(&flock);
            flock.set_geometry(geometry(&room));
            flock.depenetrate();
            assert_eq!(by_id(&flock), before);
            assert_eq!(flock.statistics().rescued, 0);
            (0..20).for_each(|_| flock.step());
            assert!(flock.boids().all(|boid| boid.position.amax() < 4.0));
        }
    }
}

#[test]
fn flocks_among_the_same_geometry_decide_for_themselves() {
    for ball in [two_sided, mixed].map(|made| made(&shapes::ball(2.0, 3))) {
        let geometry = geometry(&ball);
        let flock = |center: Vec3| {
            let settings = settings(center, 3.0);
            Flock::new(settings, Placement::default(), geometry.clone()).unwrap()
        };
        let (inside, outside) = (flock(Vec3::x() * 1.5), flock(Vec3::x() * 2.5));
        let count = |flock: &Flock| {
            let boids = flock.boids();
            boids.filter(|boid| boid.position.norm() < 2.0).count()
        };
        assert!(count(&inside) > 50, "{}", count(&inside));
        assert_eq!(count(&outside), 0);
        assert!(inside.is_clear(Vec3::zeros(), 0.1));
        assert!(!outside.is_clear(Vec3::zeros(), 0.1));
    }
}

#[test]
fn what_is_decided_follows_the_region_and_the_placement() {
    let geometry = geometry(&two_sided(&shapes::ball(2.0, 3)));
    // In the ball, wherever its centre is.
    let mut settings = settings(Vec3::new(9.0, 0.0, 0.0), 1.0);
    let mut flock = Flock::new(settings.clone(), Placement::default(), geometry).unwrap();
    assert!(!flock.is_clear(Vec3::zeros(), 0.1));
    let placement = Placement::at(Vec3::new(-9.0, 0.0, 0.0));
    let before = by_id(&flock);
    flock.set_placement(placement).unwrap();
    assert!(flock.is_clear(Vec3::zeros(), 0.1));
    flock.spawn(100).unwrap();
    assert_eq!(flock.not_placed(), 0);
    settings.spawn.region = Region::cube(1.0);
    flock.set_settings(settings).unwrap();
    assert!(!flock.is_clear(Vec3::zeros(), 0.1));
    // Nobody is carried away because of that.
    assert!(by_id(&flock).starts_with(&before));
    let inside = flock.boids().filter(|boid| boid.position.norm() < 2.0);
    assert_eq!(inside.count(), 100);
}

#[test]
fn a_solid_put_into_a_room_moves_boids_out_but_never_through_the_wall() {
    // Beyond the wall the way out would be shorter.
    let pillar = cuboid([0.6, 4.0, 4.0], [0.9, 0.0, 0.0]);
    for room in rooms(1.0) {
        let mut settings = settings(Vec3::new(0.7, 0.0, 0.0), 0.25);
        settings.collision.check_crossings = true;
        let mut flock = flock(settings, &room);
        assert_eq!(flock.len(), COUNT as usize);
        flock.set_geometry(geometry(&[room, pillar.clone()].concat()));
        flock.depenetrate();
        assert_eq!(flock.statistics().rescued, u64::from(COUNT));
        assert_eq!(flock.not_placed(), 0);
        for boid in flock.boids() {
            let at = boid.position;
            assert!(at.x < 0.3 && at.amax() < 1.0, "{at}");
            assert!(flock.is_clear(at, 0.02));
        }
        (0..60).for_each(|_| flock.step());
        assert_eq!(flock.statistics().crossings, 0);
    }
}

#[test]
fn where_a_solid_fills_a_room_nobody_leaves_it_and_all_wait() {
    let mut flock = flock(settings(Vec3::zeros(), 0.5), &room(1.0));
    let block = cuboid([1.2; 3], [0.0; 3]);
    flock.set_geometry(geometry(&[room(1.0), block].concat()));
    flock.depenetrate();
    // The block encloses the room, which hollows it out.
    assert_eq!(flock.statistics().rescued, 0);
    let block = cuboid([1.2, 1.2, 3.0], [0.0, 0.0, 2.5]);
    let other = cuboid([1.2, 1.2, 3.0], [0.0, 0.0, -2.5]);
    flock.set_geometry(geometry(&[room(1.0), block, other].concat()));
    flock.depenetrate();
    assert_eq!(flock.statistics().rescued, u64::from(COUNT));
    assert_eq!(flock.not_placed(), COUNT as usize);
}

#[test]
fn why_boids_found_no_place_is_told() {
    let reason = |triangles: &[[Vec3; 3]], radius: f32| {
        let mut settings = settings(Vec3::zeros(), 1.0);
        settings.collision.body_radius = radius;
        let flock = flock(settings, triangles);
        let obstruction = flock.spawn_obstruction().unwrap();
        assert_eq!(obstruction.boids, flock.not_placed());
        (obstruction, obstruction.to_string())
    };
    let (in_solid, text) = reason(&cuboid([2.0; 3], [0.0; 3]), 0.1);
    assert_eq!((in_solid.in_solids, in_solid.near_surfaces), (1.0, 0.0));
    assert_eq!(
        text,
        "500 boids found no free place to start: 100% of spawn.region is inside solids, which are \
         closed surfaces that face outward, or two-sided ones that do not contain the region's \
         centre; move the region out of them, or turn the triangles inward if a surface should be \
         a room"
    );
    let (near, text) = reason(&room(1.0), 1.5);
    assert_eq!((near.in_solids, near.near_surfaces), (0.0, 1.0));
    assert_eq!(
        text,
        "500 boids found no free place to start: 100% of spawn.region is nearer to a surface than \
         collision.body_radius, which is 1.5 m; enlarge the region, move it away from surfaces, or \
         make the boids smaller"
    );
    // The half of it where X is negative.
    let (half, _) = reason(&cuboid([2.0, 4.0, 4.0], [-2.0, 0.0, 0.0]), 0.9);
    assert!((half.in_solids - 0.5).abs() < 0.05, "{half:?}");
    assert!(half.near_surfaces > 0.4, "{half:?}");
}
