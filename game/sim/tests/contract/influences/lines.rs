//! Guide arrows and paths.

use super::*;
use flock_sim::{FallOff, Influence, InfluenceKind, Vec3};

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
