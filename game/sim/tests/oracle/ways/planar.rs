//! Ways in planes against the shortest ways on a dense grid in the plane.

use super::{assert_short, cave, compared, Level};
use flock_sim::{ways::NavigationPlane, Vec3};
use flock_testkit::{
    joined::Joined,
    scenes::levels::Numbers,
    triangles::{cuboid, turned},
};

/// Half of the number of places along each side of a maze.
const HALF: i32 = 4;

/// A maze of places of 1 m in the plane that is normal to an axis. From each place a way leads to every
/// other one.
fn maze(seed: u32, axis: usize) -> Level {
    let mut numbers = Numbers::new(seed);
    let in_level = |across: f32, u: f32, v: f32| {
        let mut it = Vec3::zeros();
        (it[axis], it[(axis + 1) % 3], it[(axis + 2) % 3]) = (across, u, v);
        it
    };
    let half = HALF as f32;
    let mut triangles = turned(&cuboid(in_level(2.0, half, half), Vec3::zeros()));
    for (u, v, is_along_u) in walls_of_maze(&mut numbers) {
        let (long, thin) = (0.54, 0.05);
        let half = match is_along_u {
            true => in_level(2.5, long, thin),
            false => in_level(2.5, thin, long),
        };
        triangles.extend(cuboid(half, in_level(0.0, u, v)));
    }
    let normal = Vec3::ith(axis, 1.0);
    Level {
        triangles,
        half_size: in_level(1.0, half - 0.1, half - 0.1),
        radius: 0.15,
        plane: Some(NavigationPlane::new(normal, numbers.signed_unit())),
    }
}

/// The middle of each wall between two places, and whether it runs along the first axis. Walls are taken
/// away in random order if they separate places that no way joins yet, and some others too.
fn walls_of_maze(numbers: &mut Numbers) -> Vec<(f32, f32, bool)> {
    let places = (-HALF..HALF).flat_map(|u| (-HALF..HALF).map(move |v| (u, v)));
    let both = places.flat_map(|(u, v)| [(u, v, true), (u, v, false)]);
    let mut walls: Vec<_> = both
        .filter(|(u, v, is_along_u)| *(if *is_along_u { v } else { u }) > -HALF)
        .map(|wall| (numbers.signed_unit(), wall))
        .collect();
    walls.sort_by(|a, b| a.0.total_cmp(&b.0));
    let number = |u: i32, v: i32| ((u + HALF) * 2 * HALF + v + HALF) as usize;
    let mut joined = Joined::none_of(number(HALF, 0));
    let mut kept = Vec::new();
    for (_, (u, v, is_along_u)) in walls {
        let beside = if is_along_u { (u, v - 1) } else { (u - 1, v) };
        let is_new = joined.join(number(u, v), number(beside.0, beside.1));
        if !is_new && numbers.signed_unit() < 0.7 {
            let (along, across) = if is_along_u { (0.5, 0.0) } else { (0.0, 0.5) };
            kept.push((u as f32 + along, v as f32 + across, is_along_u));
        }
    }
    kept
}

/// Walls of random lengths along Z, some of which overlap, as in a 2D game.
fn walls(seed: u32) -> Level {
    let mut numbers = Numbers::new(seed);
    let mut triangles = turned(&cuboid(Vec3::new(8.0, 5.0, 3.0), Vec3::zeros()));
    for number in 0..50 {
        let (long, thin) = (0.4 + numbers.signed_unit().abs(), 0.06);
        let half = match number % 2 {
            0 => Vec3::new(long, thin, 3.5),
            _ => Vec3::new(thin, long, 3.5),
        };
        let center = numbers.vector().component_mul(&Vec3::new(7.8, 4.8, 0.0));
        triangles.extend(cuboid(half, center));
    }
    Level {
        triangles,
        half_size: Vec3::new(7.8, 4.8, 1.0),
        radius: 0.15,
        plane: Some(NavigationPlane::new(-Vec3::z(), 0.7)),
    }
}

#[test]
fn ways_in_the_planes_of_mazes_are_short() {
    for seed in 1..=3 {
        for axis in 0..3 {
            assert_short(&maze(seed, axis), 0.05);
        }
    }
}

#[test]
fn ways_among_walls_in_a_plane_are_short() {
    for seed in 1..=4 {
        assert_short(&walls(seed), 0.06);
    }
}

/// The sides of a cave are slanted.
#[test]
fn ways_in_planes_through_a_cave_are_short() {
    let all = [-1.5, -0.8, 0.0, 0.8, 1.5].map(|height| {
        let plane = NavigationPlane::new(Vec3::y(), height);
        let level = Level {
            plane: Some(plane),
            ..cave()
        };
        compared(&level, 0.08)
    });
    let sums = all
        .iter()
        .fold((0, 0), |sums, it| (sums.0 + it.0, sums.1 + it.1));
    assert!(sums.0 > 100 && sums.1 > 30, "{sums:?}");
}
