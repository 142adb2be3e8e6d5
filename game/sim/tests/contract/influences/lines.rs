//! Guide arrows and paths.

use super::*;
use flock_sim::{
    influences::{FallOff, Influence, InfluenceKind},
    obstacles::{MovingObstacle, ObstacleShape},
    BoidId, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{disable_rules, flock, in_the_open};
use std::collections::HashMap;

#[test]
fn boids_leave_an_arrow_along_it() {
    let mut flock = school(300);
    let guide = Influence {
        weight: 8.0,
        reach: 6.0,
        fall_off: FallOff::Smooth,
        ..Influence::new(InfluenceKind::Guide {
            start: Vec3::new(-8.0, 0.0, 0.0),
            end: Vec3::new(12.0, 0.0, 0.0),
        })
    };
    flock.add_influence(guide).unwrap();
    let (mut exits, mut straight) = (0, 0);
    for _ in 0..20 * 60 {
        let before: Vec<_> = flock
            .boids()
            .map(|boid| (boid.id, boid.position.x))
            .collect();
        flock.step();
        for (id, x) in before {
            let boid = flock.boid(id).unwrap();
            if x < 12.0 && boid.position.x >= 12.0 {
                exits += 1;
                let cosine = boid.velocity.x / boid.velocity.norm();
                straight += i32::from(cosine > 15f32.to_radians().cos());
            }
        }
    }
    assert!(
        exits >= 270,
        "only {exits} boids came to the end of the arrow"
    );
    assert!(
        straight * 100 >= exits * 95,
        "{straight} of {exits} left along the arrow"
    );
}

#[test]
fn boids_stay_in_the_tube_of_a_path() {
    let mut flock = school(200);
    let points = vec![
        Vec3::new(0.0, 0.0, 0.0),
        Vec3::new(20.0, 0.0, 0.0),
        Vec3::new(20.0, 6.0, 20.0),
        Vec3::new(0.0, 0.0, 20.0),
    ];
    let path = InfluenceKind::Path {
        points,
        radius: 4.0,
        look_ahead: 1.0,
        is_loop: true,
    };
    let weight = 6.0;
    flock
        .add_influence(Influence {
            weight,
            ..everywhere(path.clone())
        })
        .unwrap();
    let line = polyline(&path);
    let (mut inside, mut all) = (0usize, 0usize);
    let mut visited = [false; 4];
    for step in 0..90 * 60 {
        flock.step();
        if step > 5 * 60 && step % 20 == 0 {
            all += flock.len();
            inside += flock
                .boids()
                .filter(|boid| distance(&line, boid.position) < 4.0)
                .count();
            let InfluenceKind::Path { points, .. } = &path else {
                unreachable!()
            };
            for (visited, point) in visited.iter_mut().zip(points) {
                *visited |= share(&flock, |it| (it - point).norm() < 5.0) > 0.3;
            }
        }
    }
    let share = inside as f64 / all as f64;
    assert!(share >= 0.95, "{share} of the time in the tube");
    assert_eq!(visited, [true; 4], "the school has not gone round");
}

/// Points on the chords of a path, and on its bends near enough to them.
fn polyline(path: &InfluenceKind) -> Vec<Vec3> {
    let InfluenceKind::Path { points, .. } = path else {
        unreachable!()
    };
    let count = points.len();
    let knot = |from: Vec3, to: Vec3| (to - from).norm().sqrt();
    let mut line = Vec::new();
    for index in 0..count {
        let [a, b, c, d] = [count - 1, 0, 1, 2].map(|it| points[(index + it) % count]);
        let (t1, t2, t3) = (
            knot(a, b),
            knot(a, b) + knot(b, c),
            knot(a, b) + knot(b, c) + knot(c, d),
        );
        for piece in 0..100 {
            let t = t1 + (t2 - t1) * piece as f32 / 100.0;
            let mix = |p: Vec3, q: Vec3, from: f32, to: f32| {
                (p * (to - t) + q * (t - from)) / (to - from)
            };
            let (a1, a2, a3) = (mix(a, b, 0.0, t1), mix(b, c, t1, t2), mix(c, d, t2, t3));
            line.push(mix(mix(a1, a2, 0.0, t2), mix(a2, a3, t1, t3), t1, t2));
        }
    }
    line
}

fn distance(line: &[Vec3], point: Vec3) -> f32 {
    line.iter()
        .map(|it| (it - point).norm())
        .fold(f32::INFINITY, f32::min)
}

/// A figure eight of which the branches cross at the origin, or pass each other at a distance.
fn eight(lift: f32) -> InfluenceKind {
    let point = |index: usize| {
        let angle = std::f32::consts::TAU * index as f32 / 12.0;
        let height = 0.5 * lift * angle.cos();
        Vec3::new(15.0 * angle.sin(), height, 7.5 * (2.0 * angle).sin())
    };
    InfluenceKind::Path {
        points: (0..12).map(point).collect(),
        radius: 1.0,
        look_ahead: 2.0,
        is_loop: true,
    }
}

/// How often each boid has gone from one lobe of a figure eight to the other, with and without a
/// school around it.
fn changes_of_lobe(lift: f32, has_rules: bool) -> Vec<u32> {
    let mut settings = school(100).settings().clone();
    settings.wander.enabled = true;
    if !has_rules {
        disable_rules(&mut settings);
    }
    let mut flock = in_the_open(settings);
    flock.add_influence(everywhere(eight(lift))).unwrap();
    seconds(&mut flock, 15.0);
    let mut lobes: HashMap<BoidId, (bool, u32)> = HashMap::new();
    for _ in 0..90 * 60 {
        flock.step();
        for boid in flock.boids().filter(|boid| boid.position.x.abs() > 4.0) {
            let is_right = boid.position.x > 0.0;
            let (was_right, changes) = lobes.entry(boid.id).or_insert((is_right, 0));
            *changes += u32::from(*was_right != is_right);
            *was_right = is_right;
        }
    }
    lobes.into_values().map(|(_, changes)| changes).collect()
}

#[test]
fn boids_keep_to_their_branch_where_a_path_crosses_itself() {
    for has_rules in [false, true] {
        let [crossing, bridge] = [0.0, 6.0].map(|lift| changes_of_lobe(lift, has_rules));
        let sum = |changes: &[u32]| changes.iter().sum::<u32>();
        let share = sum(&crossing) as f32 / sum(&bridge) as f32;
        assert!((0.85..1.15).contains(&share), "{share} {has_rules}");
        assert!(crossing.iter().all(|changes| *changes > 0), "{has_rules}");
    }
}

/// The settings of a boid by itself that may rest.
fn alone() -> Settings {
    let mut settings = Settings::default();
    settings.boundary.enabled = false;
    disable_rules(&mut settings);
    settings
}

/// A path as the editor makes one: straight on, then round a bend.
fn way(is_loop: bool) -> Influence {
    Influence::new(InfluenceKind::Path {
        points: vec![
            Vec3::zeros(),
            Vec3::new(40.0, 0.0, 0.0),
            Vec3::new(40.0, 0.0, 40.0),
        ],
        radius: 1.0,
        look_ahead: 3.0,
        is_loop,
    })
}

#[test]
fn boids_at_rest_on_a_path_go_at_their_speed() {
    for is_loop in [false, true] {
        let start = |z: f32| (Vec3::new(2.0, 0.2, z), Vec3::zeros());
        let mut flock = flock(alone(), Placement::default(), &[0.0, 0.5, -3.0].map(start));
        flock.add_influence(way(is_loop)).unwrap();
        seconds(&mut flock, 5.0);
        for boid in flock.boids() {
            let speed = boid.velocity.norm();
            assert!(speed > 0.95 * alone().motion.max_speed, "{boid:?}");
            assert!(boid.velocity.x > 0.9 * speed, "{boid:?}");
        }
    }
}

#[test]
fn boids_that_an_obstacle_stopped_on_a_path_go_on_when_it_is_gone() {
    let mut settings = alone();
    settings.avoidance.enabled = false;
    let boid = (Vec3::new(2.0, 0.0, 0.0), Vec3::x() * 1.2);
    let mut flock = flock(settings, Placement::default(), &[boid]);
    flock.add_influence(way(false)).unwrap();
    let half_extents = Vec3::new(0.1, 2.0, 2.0);
    let door = MovingObstacle {
        shape: ObstacleShape::Box { half_extents },
        placement: Placement::at(Vec3::new(6.0, 0.0, 0.0)),
    };
    let door = flock.add_obstacle(door).unwrap();
    seconds(&mut flock, 10.0);
    let stopped = flock.boids().next().unwrap();
    assert!(stopped.position.x < 6.0 && stopped.velocity.norm() < 0.4);
    assert!(flock.remove_obstacle(door).is_some());
    seconds(&mut flock, 3.0);
    let boid = flock.boids().next().unwrap();
    assert!(boid.velocity.x > 0.95 * 1.2, "{boid:?}");
}
