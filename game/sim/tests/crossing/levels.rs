//! Every pace and every response in levels of all kinds.

use crate::{
    scenes::{self, levels},
    trial::Level,
};
use flock_sim::{Terrain, Vec3};

#[test]
fn in_a_cave() {
    let terrain = Terrain {
        cube: 0.13,
        scale: 5.0,
        octaves: 2,
        ..Terrain::default()
    };
    let triangles = terrain.triangles().unwrap();
    assert!(triangles.len() > 200_000, "{}", triangles.len());
    let level = Level {
        name: "cave",
        triangles,
        half_size: Vec3::new(12.0, 6.0, 12.0),
    };
    level.check();
}

#[test]
fn in_a_maze_of_thin_sheets() {
    let level = Level {
        name: "maze",
        triangles: levels::maze(8, 3, 8),
        half_size: Vec3::new(4.2, 1.7, 4.2),
    };
    level.check();
}

#[test]
fn over_hills() {
    let level = Level {
        name: "hills",
        triangles: levels::hills(12.0, 64),
        half_size: Vec3::new(5.9, 2.0, 5.9),
    };
    level.check();
}

#[test]
fn among_shapes_of_all_kinds() {
    let level = Level {
        name: "shapes",
        triangles: levels::shapes(0.0),
        half_size: Vec3::new(3.0, 1.5, 3.0),
    };
    level.check();
}

#[test]
fn among_walls_rocks_and_an_arch() {
    let level = Level {
        name: "rocks",
        triangles: scenes::Scene::new().triangles(),
        half_size: scenes::HALF_SIZE,
    };
    level.check();
}
