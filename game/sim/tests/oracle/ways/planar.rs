//! Ways in planes against the shortest ways on a dense grid in the plane.

use super::{assert_short, cave, Level};
use flock_sim::{ways::NavigationPlane, Vec3};
use flock_testkit::{
    scenes::levels::{self, Numbers},
    triangles::{cuboid, turned},
};

/// A maze of one layer, cut by a plane that is normal to an axis.
fn maze(seed: u32, axis: usize) -> Level {
    let (mut size, mut half_size) = ([10; 3], Vec3::repeat(4.9));
    (size[axis], half_size[axis]) = (1, 0.2);
    let coordinate = 0.05 * Numbers::new(seed).signed_unit();
    Level {
        triangles: levels::maze_of(seed, size[0], size[1], size[2]),
        half_size,
        radius: 0.15,
        plane: Some(NavigationPlane::new(Vec3::ith(axis, 1.0), coordinate)),
    }
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
    for seed in 1..=4 {
        for axis in 0..3 {
            assert_short(&maze(seed, axis), 0.06);
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
    for height in [-1.5, 0.0, 1.0] {
        let plane = NavigationPlane::new(Vec3::y(), height);
        let level = Level {
            plane: Some(plane),
            ..cave()
        };
        assert_short(&level, 0.08);
    }
}
