//! The levels of the trials.

use super::Level;
use crate::scenes::{self, dense, levels};
use flock_sim::Vec3;
use flock_terrain::Terrain;

pub fn cave() -> Level {
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

pub fn maze() -> Level {
    Level {
        name: "maze",
        triangles: levels::maze(8, 3, 8),
        half_size: Vec3::new(4.2, 1.7, 4.2),
    }
}

pub fn hills() -> Level {
    Level {
        name: "hills",
        triangles: levels::hills(12.0, 64),
        half_size: Vec3::new(5.9, 2.0, 5.9),
    }
}

pub fn shapes() -> Level {
    Level {
        name: "shapes",
        triangles: levels::shapes(0.0),
        half_size: Vec3::new(3.0, 1.5, 3.0),
    }
}

pub fn rocks() -> Level {
    Level {
        name: "rocks",
        triangles: scenes::Scene::default().triangles(),
        half_size: scenes::HALF_SIZE,
    }
}

/// A smooth labyrinth, in which a fast boid passes many triangles in a step.
pub fn labyrinth() -> Level {
    Level {
        name: "labyrinth",
        triangles: dense::labyrinth(2.0, 2, 13),
        half_size: Vec3::repeat(1.9),
    }
}

/// Large triangles that run through each other.
pub fn heap() -> Level {
    Level {
        name: "heap",
        triangles: dense::heap(100, 2.0, 2.0),
        half_size: Vec3::repeat(2.5),
    }
}
