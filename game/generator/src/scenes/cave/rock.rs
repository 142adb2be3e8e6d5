//! The rock of the cave, and where its halls are.

use flock_terrain::Terrain;
use fyrox::core::algebra::Vector3;

/// The middle of the larger hall; there is no rock within 4 m of it.
pub const HALL: Vector3<f32> = Vector3::new(-6.0, 0.3, 5.2);

/// The middle of the other one.
pub const FAR_HALL: Vector3<f32> = Vector3::new(-1.0, 0.3, -6.4);

/// The settings of the rock.
pub fn terrain() -> Terrain {
    Terrain {
        size: Vector3::new(24.0, 13.2, 24.0),
        cube: 0.4,
        scale: 10.0,
        octaves: 3,
        margin: 2.5,
        seed: 9,
        ..Terrain::default()
    }
}
