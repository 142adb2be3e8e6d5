//! Settings of terrains.

use super::{
    super::{Form, Outcome, Target},
    life::{assert_is_copied, read},
};
use flock_terrain::{Terrain, TerrainForm, Vec3};
use std::collections::HashMap;

pub const TARGET: Target = Target {
    name: "terrain",
    form: Form::Text,
    corpus,
    check,
    cases: 2000,
};

/// Most cubes of a terrain that is computed. Larger ones are allowed, and take long.
const MOST_CUBES: f32 = 4000.0;

fn corpus() -> Vec<Vec<u8>> {
    let size = Vec3::new(8.0, 6.0, 7.0);
    let small = Terrain {
        size,
        cube: 1.0,
        scale: 4.0,
        ..Terrain::default()
    };
    let terrains = [
        small,
        Terrain {
            form: TerrainForm::Rocks,
            octaves: 3,
            ..small
        },
        Terrain {
            largest_only: false,
            threshold: 0.6,
            margin: 0.0,
            ..small
        },
    ];
    let written = |terrain| ron::to_string(&terrain).expect("a terrain can be written");
    terrains.map(written).map(String::into_bytes).to_vec()
}

fn check(input: &[u8]) -> Outcome {
    let terrain: Terrain = match read(input) {
        Ok(terrain) => terrain,
        Err(refused) => return refused,
    };
    if let Err(error) = terrain.validate() {
        assert_eq!(terrain.triangles(), Err(error.clone()));
        return Outcome::refused(error);
    }
    assert_is_copied(&terrain);
    let cubes: f32 = terrain
        .size
        .iter()
        .map(|side| (side / terrain.cube).ceil())
        .product();
    if cubes > MOST_CUBES {
        return Outcome::Accepted;
    }
    match terrain.triangles() {
        Ok(triangles) => {
            assert_is_surface(&triangles);
            assert_eq!(terrain.triangles(), Ok(triangles));
            Outcome::Accepted
        }
        Err(error) => Outcome::refused(error),
    }
}

/// Each edge belongs to one triangle in each direction.
fn assert_is_surface(triangles: &[[Vec3; 3]]) {
    let bits = |vertex: Vec3| [vertex.x, vertex.y, vertex.z].map(|it| (it + 0.0).to_bits());
    let mut edges = HashMap::new();
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            assert!(from.iter().all(|it| it.is_finite()), "{from:?}");
            let (from, to) = (bits(*from), bits(*to));
            let (key, sign) = if from < to {
                ((from, to), 1)
            } else {
                ((to, from), -1)
            };
            *edges.entry(key).or_insert(0) += sign;
        }
    }
    assert!(
        edges.values().all(|count| *count == 0),
        "the surface is open"
    );
}
