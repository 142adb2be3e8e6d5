//! Every pace and every response in levels of all kinds.

use crate::{
    scenes::{self, levels},
    trial::Level,
};
use flock_sim::{Terrain, Vec3};

fn cave() -> Level {
    let terrain = Terrain {
        cube: 0.13,
        scale: 5.0,
        octaves: 2,
        ..Terrain::default()
    };
    let triangles = terrain.triangles().unwrap();
    assert!(triangles.len() > 200_000, "{}", triangles.len());
    Level {
        name: "cave",
        triangles,
        half_size: Vec3::new(12.0, 6.0, 12.0),
    }
}

fn maze() -> Level {
    Level {
        name: "maze",
        triangles: levels::maze(8, 3, 8),
        half_size: Vec3::new(4.2, 1.7, 4.2),
    }
}

fn hills() -> Level {
    Level {
        name: "hills",
        triangles: levels::hills(12.0, 64),
        half_size: Vec3::new(5.9, 2.0, 5.9),
    }
}

fn all_shapes() -> Level {
    Level {
        name: "shapes",
        triangles: levels::shapes(0.0),
        half_size: Vec3::new(3.0, 1.5, 3.0),
    }
}

fn rocks() -> Level {
    Level {
        name: "rocks",
        triangles: scenes::Scene::new().triangles(),
        half_size: scenes::HALF_SIZE,
    }
}

#[test]
fn in_a_cave() {
    cave().check();
}

#[test]
fn in_a_maze_of_thin_sheets() {
    maze().check();
}

#[test]
fn over_hills() {
    hills().check();
}

#[test]
fn among_shapes_of_all_kinds() {
    all_shapes().check();
}

#[test]
fn among_walls_rocks_and_an_arch() {
    rocks().check();
}

/// The same on a graphics card, be it software.
#[cfg(feature = "gpu")]
mod on_a_card {
    use crate::card;

    #[test]
    fn in_a_cave() {
        super::cave().check_on(card::driver());
    }

    #[test]
    fn in_a_maze_of_thin_sheets() {
        super::maze().check_on(card::driver());
    }

    #[test]
    fn over_hills() {
        super::hills().check_on(card::driver());
    }

    #[test]
    fn among_shapes_of_all_kinds() {
        super::all_shapes().check_on(card::driver());
    }

    #[test]
    fn among_walls_rocks_and_an_arch() {
        super::rocks().check_on(card::driver());
    }
}
