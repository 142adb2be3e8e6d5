//! Influences that find ways: boids pass walls to their goal, the delay, snapshots, and what is refused.

use flock_sim::{
    influences::{Influence, InfluenceKind, InfluenceVolume},
    settings::{Boundary, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::by_id,
    judge::Judge,
    triangles::{cuboid, geometry, turned},
};
use std::sync::Arc;

/// Half of the height and depth of the two rooms.
const ROOM: f32 = 2.0;

/// Two rooms of 6 m beside each other. The wall between them has a door of 1 m at one end.
fn rooms() -> Arc<Geometry> {
    let mut triangles = turned(&cuboid(Vec3::new(6.0, ROOM, ROOM), Vec3::zeros()));
    let wall = Vec3::new(0.2, ROOM + 0.1, ROOM - 0.5);
    triangles.extend(cuboid(wall, Vec3::new(0.03, 0.0, -0.61)));
    geometry(&triangles)
}

/// A flock in the left room that only follows influences.
fn flock(level: &Arc<Geometry>) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 100;
    let (min, max) = (Vec3::new(-5.0, -1.5, -1.5), Vec3::new(-1.0, 1.5, 1.5));
    settings.spawn.region = Region::Box { min, max };
    settings.boundary = Boundary::new(Region::cuboid(Vec3::new(6.0, ROOM, ROOM)));
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    settings.motion.max_speed = 2.0;
    Flock::new(settings, Placement::default(), level.clone()).unwrap()
}

/// A goal in the right room, behind the wall.
const GOAL: Vec3 = Vec3::new(3.0, 0.5, -1.5);

fn finds(kind: InfluenceKind) -> Influence {
    Influence {
        finds_way: true,
        reach: 100.0,
        ..Influence::new(kind)
    }
}

fn target() -> InfluenceKind {
    InfluenceKind::Target {
        point: GOAL,
        slowing: 1.0,
    }
}

/// Number of boids in the right room after some steps, in which none may cross a surface.
fn arrived(flock: &mut Flock, level: &Geometry, steps: u32) -> usize {
    let judge = Judge::new(level.triangles(), 0.5);
    for _ in 0..steps {
        let before: Vec<Vec3> = by_id(flock).iter().map(|boid| boid.position).collect();
        flock.step();
        for (from, boid) in before.iter().zip(by_id(flock)) {
            assert_eq!(judge.crossed(*from, boid.position), None);
        }
    }
    flock.boids().filter(|boid| boid.position.x > 0.3).count()
}

#[test]
fn boids_pass_the_door_to_a_goal_behind_the_wall() {
    let level = rooms();
    let roost = InfluenceKind::Roost {
        volumes: vec![InfluenceVolume::Sphere {
            center: GOAL,
            radius: 0.5,
        }],
        slowing: 0.5,
        dusk: 1.0,
    };
    let leader = InfluenceKind::Leader {
        point: GOAL,
        velocity: Vec3::zeros(),
        follow: 0.0,
        lane_length: 0.0,
        lane_radius: 0.1,
    };
    for kind in [target(), leader, roost] {
        for (finds_way, least, most) in [(false, 0, 5), (true, 95, 100)] {
            let mut flock = flock(&level);
            let influence = finds(kind.clone());
            flock
                .add_influence(Influence {
                    finds_way,
                    ..influence
                })
                .unwrap();
            let arrived = arrived(&mut flock, &level, 900);
            let range = least..=most;
            assert!(
                range.contains(&arrived),
                "{arrived} by {kind:?}, {finds_way}"
            );
        }
    }
}
