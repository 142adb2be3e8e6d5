//! Boids that follow a way do not avoid the surfaces beside it. What moves elsewhere avoids them.

use flock_sim::{
    formations::Form,
    influences::{Influence, InfluenceId, InfluenceKind},
    settings::{Backend, Plane},
    Flock, Vec3,
};
use flock_testkit::{
    change_formation,
    formations::formation,
    planar_rooms::{PlanarRooms, HEIGHT},
    two_rooms::{self, finds, rooms, RIGHT},
};

/// Lets the ways to a point act.
fn lead_to(flock: &mut Flock, point: Vec3) -> InfluenceId {
    let slowing = 1.0;
    lead_by(flock, finds(InfluenceKind::Target { point, slowing }))
}

/// Lets the ways of an influence act.
fn lead_by(flock: &mut Flock, influence: Influence) -> InfluenceId {
    let id = flock.add_influence(influence).unwrap();
    (0..40).for_each(|_| flock.step());
    id
}

/// The wish to avoid surfaces of a boid that moves at 2 m/s.
fn avoidance(flock: &mut Flock, at: Vec3, ahead: Vec3) -> f32 {
    let boid = flock.spawn_at(at, ahead.normalize() * 2.0).unwrap();
    let wish = flock.wishes(boid).unwrap().avoidance;
    assert!(flock.remove(boid));
    wish.norm()
}

/// From a position to the next corner of the way to a target.
fn to_corner(flock: &Flock, target: InfluenceId, at: Vec3) -> Vec3 {
    let ways = flock.ways(target).unwrap().ways.unwrap();
    ways.corner_from(at).unwrap() - at
}

#[test]
fn only_boids_that_follow_their_way_do_not_avoid_walls() {
    let mut settings = two_rooms::settings(Backend::SingleThread);
    settings.spawn.count = 0;
    let mut flock = Flock::new(settings, Default::default(), rooms()).unwrap();
    let target = lead_to(&mut flock, RIGHT);
    let before_door = Vec3::new(-0.6, 0.0, 0.6);
    let ahead = to_corner(&flock, target, before_door);
    assert_eq!(avoidance(&mut flock, before_door, ahead), 0.0);
    for away in [-Vec3::z(), Vec3::y(), -Vec3::x() + Vec3::y()] {
        let at = Vec3::new(-5.4, 1.4, -1.4);
        assert!(avoidance(&mut flock, at, away) > 1.0, "{away:?}");
    }
    flock.remove_influence(target).unwrap();
    flock.step();
    assert!(avoidance(&mut flock, before_door, ahead) > 1.0);
}

/// Inside of a formation boids are led straight to their places, also through the wall.
#[test]
fn boids_among_the_places_of_a_formation_avoid_walls() {
    for (distance, avoids) in [(0.1, false), (6.0, true)] {
        let mut settings = two_rooms::settings(Backend::SingleThread);
        settings.spawn.count = 8;
        let mut flock = Flock::new(settings, Default::default(), rooms()).unwrap();
        let mut formation = finds(formation(Form::Grid, RIGHT).kind);
        change_formation!(formation, spacing = distance);
        let id = lead_by(&mut flock, formation);
        let before_door = Vec3::new(-0.6, 0.0, 0.6);
        let ahead = to_corner(&flock, id, before_door);
        let wish = avoidance(&mut flock, before_door, ahead);
        assert_eq!(wish > 1.0, avoids, "{wish} with {distance} m");
    }
}

#[test]
fn boids_beside_the_plane_of_their_way_avoid_walls() {
    let rooms = PlanarRooms::new(Plane::Xz);
    let mut settings = rooms.settings([HEIGHT; 2]);
    settings.spawn.count = 1;
    let mut flock = rooms.flock(settings);
    let target = lead_to(
        &mut flock,
        rooms.in_level(Vec3::new(RIGHT.x, HEIGHT, RIGHT.z)),
    );
    for (height, avoids) in [(0.0, false), (0.6, true)] {
        let at = rooms.in_level(Vec3::new(-0.6, HEIGHT + height, 0.6));
        let ahead = to_corner(&flock, target, at);
        let wish = avoidance(&mut flock, at, ahead);
        assert_eq!(wish > 1.0, avoids, "{wish} at {height} m");
    }
}
