//! Trials: influences lead boids through a door between two rooms.

use crate::{
    flocks::by_id,
    judge::Judge,
    triangles::{cuboid, geometry, turned},
};
use flock_sim::{
    formations::Form,
    influences::{Influence, InfluenceKind, InfluenceVolume},
    settings::{Backend, Boundary, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use std::sync::Arc;

/// Half of the height and depth of the rooms, in metres.
const ROOM: f32 = 2.0;

/// Half of the extents of both rooms together, in metres.
pub const HALF: Vec3 = Vec3::new(6.0, ROOM, ROOM);

/// A goal in the right room, behind the wall.
pub const RIGHT: Vec3 = Vec3::new(3.0, 0.5, -1.5);

/// A goal in the left room, behind the wall.
pub const LEFT: Vec3 = Vec3::new(-3.0, -0.5, -1.5);

/// A place at the end of the left room, on the side of the door.
pub const FAR_LEFT: Vec3 = Vec3::new(-5.5, 0.0, 1.6);

/// Two rooms of 6 m beside each other. The wall between them has a door of 1 m at one end.
pub fn rooms() -> Arc<Geometry> {
    let mut triangles = turned(&cuboid(HALF, Vec3::zeros()));
    let wall = Vec3::new(0.2, ROOM + 0.1, ROOM - 0.5);
    triangles.extend(cuboid(wall, Vec3::new(0.03, 0.0, -0.61)));
    geometry(&triangles)
}

/// The rooms with the door closed.
pub fn closed_rooms() -> Arc<Geometry> {
    let mut triangles = rooms().triangles().to_vec();
    triangles.extend(cuboid(Vec3::new(0.1, 2.1, 0.7), Vec3::new(0.03, 0.0, 1.45)));
    geometry(&triangles)
}

/// A flock in the left room that only follows influences.
pub fn flock(level: &Arc<Geometry>, backend: Backend) -> Flock {
    Flock::new(settings(backend), Placement::default(), level.clone()).unwrap()
}

/// Settings of the flock.
pub fn settings(backend: Backend) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 100;
    let (min, max) = (Vec3::new(-5.0, -1.5, -1.5), Vec3::new(-1.0, 1.5, 1.5));
    settings.spawn.region = Region::Box { min, max };
    settings.boundary = Boundary::new(Region::cuboid(HALF));
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    settings.motion.max_speed = 2.0;
    // Larger bodies need fewer cells.
    settings.collision.body_radius = 0.15;
    settings.collision.check_crossings = true;
    settings.simulation.backend = backend;
    settings
}

/// An influence that leads along ways and reaches all boids.
pub fn finds(kind: InfluenceKind) -> Influence {
    Influence {
        finds_way: true,
        reach: 100.0,
        ..Influence::new(kind)
    }
}

/// A point, a place behind a leader, a roost, a formation and a volume that attracts, around a goal.
pub fn kinds_around(goal: Vec3) -> [InfluenceKind; 5] {
    let slowing = 1.0;
    let target = InfluenceKind::Target {
        point: goal,
        slowing,
    };
    let leader = InfluenceKind::Leader {
        point: goal,
        velocity: Vec3::zeros(),
        follow: 0.0,
        lane_length: 0.0,
        lane_radius: 0.1,
    };
    let sphere = InfluenceVolume::Sphere {
        center: goal,
        radius: 0.5,
    };
    let attract = InfluenceKind::Attract {
        volumes: vec![sphere.clone()],
    };
    let roost = InfluenceKind::Roost {
        volumes: vec![sphere],
        slowing: 0.5,
        dusk: 1.0,
    };
    let formation = InfluenceKind::Formation {
        form: Form::Grid,
        spacing: 0.2,
        position: goal,
        rotation: Default::default(),
        slowing: 0.5,
        strictness: 0.5,
        change: 0.5,
        lead: 0.0,
        shrinks: false,
    };
    [target, leader, roost, formation, attract]
}

/// A ball of half a metre that repels boids.
pub fn threat(center: Vec3) -> InfluenceKind {
    let radius = 0.5;
    InfluenceKind::Repel {
        volumes: vec![InfluenceVolume::Sphere { center, radius }],
    }
}

/// Asserts that all of 40 boids pass the door to a goal in the right room if influences of any kind find
/// ways, and hardly any if these lead straight. `in_right_room`: the number of boids there.
#[track_caller]
pub fn assert_led_through_door(
    goal: Vec3,
    new: impl Fn() -> Flock,
    in_right_room: impl Fn(&Flock) -> usize,
) {
    for kind in kinds_around(goal) {
        // The outer places of a formation may lead a boid to the door. A pull lets boids slide there.
        for (finds_way, least, most) in [(false, 0, 10), (true, 38, 40)] {
            let mut flock = new();
            let influence = finds(kind.clone());
            flock
                .add_influence(Influence {
                    finds_way,
                    ..influence
                })
                .unwrap();
            judged_steps(&mut flock, 900);
            let arrived = in_right_room(&flock);
            let range = least..=most;
            assert!(
                range.contains(&arrived),
                "{arrived} by {kind:?}, {finds_way}"
            );
        }
    }
}

/// Makes steps in which no boid may cross a surface.
#[track_caller]
pub fn judged_steps(flock: &mut Flock, steps: u32) {
    let judge = Judge::new(flock.geometry().triangles(), 0.5);
    for _ in 0..steps {
        let before: Vec<Vec3> = by_id(flock).iter().map(|boid| boid.position).collect();
        flock.step();
        for (from, boid) in before.iter().zip(by_id(flock)) {
            assert_eq!(judge.crossed(*from, boid.position), None, "{boid:?}");
        }
    }
    assert_eq!(flock.statistics().crossings, 0);
}

/// Number of boids in the right room.
pub fn in_right_room(flock: &Flock) -> usize {
    flock.boids().filter(|boid| boid.position.x > 0.3).count()
}

/// Number of boids in the left room.
pub fn in_left_room(flock: &Flock) -> usize {
    flock.boids().filter(|boid| boid.position.x < -0.2).count()
}
