//! The surface of noise is closed, has well-shaped triangles, lies where the noise crosses the
//! threshold, and has the same bits on every platform.

mod winding;

use flock_terrain::{Terrain, TerrainForm, Vec3};
use noise::{NoiseFn, Perlin};
use std::{
    collections::HashMap,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};
use winding::winding_number;
use xxhash_rust::xxh3::Xxh3;

fn small(form: TerrainForm) -> Terrain {
    Terrain {
        form,
        size: Vec3::new(17.0, 13.0, 15.0),
        ..Terrain::default()
    }
}

/// Terrains of all kinds: smooth and rough, cut off and rounded, all pieces and one.
fn all_kinds() -> Vec<Terrain> {
    let mut kinds = Vec::new();
    for form in [TerrainForm::Rocks, TerrainForm::Cave] {
        for (octaves, margin, largest_only) in [
            (1, 2.0, true),
            (1, 0.0, false),
            (4, 0.0, true),
            (4, 3.0, false),
        ] {
            for (threshold, seed) in [(0.4, 1), (0.5, 2), (0.6, 3)] {
                kinds.push(Terrain {
                    scale: 4.0,
                    octaves,
                    margin,
                    largest_only,
                    threshold,
                    seed,
                    ..small(form)
                });
            }
        }
    }
    kinds
}

/// Number of triangles along each edge in the direction from its first end to its second.
fn edges(triangles: &[[Vec3; 3]]) -> HashMap<[[u32; 3]; 2], usize> {
    let mut edges = HashMap::new();
    for triangle in triangles {
        let ends: [[u32; 3]; 3] = triangle.map(|vertex| vertex.map(f32::to_bits).into());
        for side in 0..3 {
            *edges.entry([ends[side], ends[(side + 1) % 3]]).or_default() += 1;
        }
    }
    edges
}

#[test]
fn every_edge_belongs_to_two_triangles_that_face_the_same_way() {
    for terrain in all_kinds() {
        let triangles = terrain.triangles().unwrap();
        assert!(triangles.len() > 200, "{terrain:?}");
        let edges = edges(&triangles);
        for ([from, to], count) in &edges {
            assert_eq!(*count, 1, "{terrain:?}");
            assert_eq!(edges.get(&[*to, *from]), Some(&1), "{terrain:?}");
        }
    }
}

#[test]
fn every_triangle_has_an_area_and_few_are_slivers() {
    for terrain in all_kinds() {
        let triangles = terrain.triangles().unwrap();
        assert!(
            triangles.iter().all(|triangle| quality(triangle) > 0.0),
            "{terrain:?}"
        );
        let surface = &triangles[..triangles.len() - 12];
        let slivers = surface.iter().filter(|triangle| quality(triangle) < 0.15);
        assert!(slivers.count() * 100 < surface.len(), "{terrain:?}");
    }
}

/// Height over the longest side, in units of that side.
fn quality([a, b, c]: &[Vec3; 3]) -> f32 {
    let longest = (b - a).norm().max((c - b).norm()).max((a - c).norm());
    (b - a).cross(&(c - a)).norm() / longest.powi(2)
}

/// The noise, above 0 in rock: implemented separately, without forced layers and margin.
fn solidity(terrain: &Terrain, at: Vec3) -> f64 {
    let perlin = Perlin::new(terrain.seed);
    let octave = |octave: i32| {
        let scale = f64::from(terrain.scale) / 2_f64.powi(octave);
        perlin.get([at.x, at.y, at.z].map(|x| f64::from(x) / scale)) / 2_f64.powi(octave)
    };
    let noise: f64 = (0..terrain.octaves as i32).map(octave).sum();
    (noise + 1.0) / 2.0 - f64::from(terrain.threshold)
}

#[test]
fn the_corners_lie_where_the_noise_crosses_the_threshold() {
    for form in [TerrainForm::Rocks, TerrainForm::Cave] {
        let terrain = Terrain {
            margin: 0.0,
            largest_only: false,
            ..small(form)
        };
        let half = terrain.size / 2.0;
        let triangles = terrain.triangles().unwrap();
        let mut inner = 0;
        for vertex in triangles.iter().flatten() {
            // Without the forced layers.
            if (half - vertex.abs()).min() < 2.0 * terrain.cube {
                continue;
            }
            inner += 1;
            // The noise changes by at most 2 over a length of `scale`; the corners are off by less
            // than a tenth of a cube.
            let value = solidity(&terrain, *vertex).abs();
            assert!(
                value < 0.1 * f64::from(terrain.cube / terrain.scale),
                "{value}"
            );
        }
        assert!(inner > 1000, "{inner}");
    }
}

/// Points all over a terrain.
fn places(terrain: &Terrain) -> impl Iterator<Item = Vec3> + '_ {
    let noise = |index: u32, axis: u32| {
        let golden = [0.819_172_5, 0.671_043_6, 0.549_700_5][axis as usize];
        (f64::from(index) * golden).fract() as f32 - 0.5
    };
    (1..2000)
        .map(move |index| Vec3::from_fn(|axis, _| noise(index, axis as u32) * terrain.size[axis]))
}

#[test]
fn the_surface_is_between_hollows_and_rock() {
    for form in [TerrainForm::Rocks, TerrainForm::Cave] {
        let terrain = Terrain {
            margin: 0.0,
            largest_only: false,
            ..small(form)
        };
        let triangles = terrain.triangles().unwrap();
        let (mut free, mut solid) = (0, 0);
        for place in places(&terrain).take(500) {
            let is_inner = (terrain.size / 2.0 - place.abs()).min() > 1.5;
            let solidity = solidity(&terrain, place);
            // Away from the surface, where its triangulation does not matter.
            if !is_inner || solidity.abs() < 0.02 {
                continue;
            }
            let winds = winding_number(&triangles, place);
            assert_eq!(winds.abs() < 0.5, solidity < 0.0, "{place}");
            if solidity < 0.0 {
                free += 1;
            } else {
                solid += 1;
            }
        }
        assert!(free > 50 && solid > 50, "{free} {solid}");
    }
}

#[test]
fn the_largest_hollow_is_in_one_piece_and_has_rock_around_it() {
    let terrain = Terrain {
        scale: 4.0,
        threshold: 0.4,
        ..small(TerrainForm::Cave)
    };
    let all = Terrain {
        largest_only: false,
        ..terrain
    };
    let (one, all) = (terrain.triangles().unwrap(), all.triangles().unwrap());
    assert!(one.len() < all.len(), "{} {}", one.len(), all.len());
    let free = |triangles: &[[Vec3; 3]]| -> Vec<Vec3> {
        let is_free = |at: &Vec3| winding_number(triangles, *at).abs() < 0.5;
        places(&terrain).take(500).filter(is_free).collect()
    };
    let (in_one, in_all) = (free(&one), free(&all));
    assert!(in_one.len() > 20 && in_one.len() < in_all.len());
    assert!(in_one.iter().all(|place| in_all.contains(place)));
    let (hollow, hull) = one.split_at(one.len() - 12);
    let reach = |triangles: &[[Vec3; 3]]| {
        let vertices = triangles.iter().flatten();
        vertices.fold(Vec3::zeros(), |most, vertex| most.sup(&vertex.abs()))
    };
    assert!((reach(hull) - reach(hollow)).min() > terrain.cube);
}

#[test]
fn a_terrain_without_hollows_or_rocks_is_defined() {
    let all_rock = |form| Terrain {
        threshold: 0.0,
        ..small(form)
    };
    let no_rock = |form| Terrain {
        threshold: 1.0,
        ..small(form)
    };
    let count = |terrain: Terrain| terrain.triangles().unwrap().len();
    assert_eq!(count(all_rock(TerrainForm::Cave)), 12);
    assert_eq!(count(no_rock(TerrainForm::Rocks)), 0);
    assert!(count(no_rock(TerrainForm::Cave)) > 12);
    assert!(count(all_rock(TerrainForm::Rocks)) > 0);
    // Only forced layers.
    for form in [TerrainForm::Rocks, TerrainForm::Cave] {
        let tiny = Terrain {
            size: Vec3::repeat(0.3),
            ..small(form)
        };
        assert!(tiny.triangles().is_ok());
    }
}

#[test]
fn values_out_of_range_are_named() {
    let good = Terrain::default();
    let broken = [
        Terrain {
            size: Vec3::new(1.0, f32::NAN, 1.0),
            ..good
        },
        Terrain {
            size: Vec3::new(1.0, 1.0, 1e9),
            ..good
        },
        Terrain { cube: -1.0, ..good },
        Terrain { cube: 0.01, ..good },
        Terrain { scale: 0.0, ..good },
        Terrain {
            octaves: 100,
            ..good
        },
        Terrain {
            threshold: 1.5,
            ..good
        },
        Terrain {
            margin: f32::INFINITY,
            ..good
        },
    ];
    let expected = [
        "terrain.size.y is NaN; allowed: 0.01 to 10000 m",
        "terrain.size.z is 1000000000; allowed: 0.01 to 10000 m",
        "terrain.cube is -1; allowed: 0.01 to 100 m",
        "terrain.cube is 0.01; allowed: so large that size makes no more than 32000000 cubes; it makes 6912000000",
        "terrain.scale is 0; allowed: 0.01 to 10000 m",
        "terrain.octaves is 100; allowed: 1 to 8",
        "terrain.threshold is 1.5; allowed: 0 to 1",
        "terrain.margin is inf; allowed: 0 to 10000 m",
    ];
    for (terrain, expected) in broken.iter().zip(expected) {
        assert_eq!(terrain.triangles().unwrap_err().to_string(), expected);
    }
}

#[test]
fn the_same_settings_make_the_same_bits() {
    let mut hash = Xxh3::new();
    for terrain in all_kinds() {
        for value in terrain.triangles().unwrap().iter().flatten().flatten() {
            hash.update(&value.to_bits().to_le_bytes());
        }
    }
    // If the terrain was meant to change, put the new hash here.
    assert_eq!(format!("{:016x}", hash.digest()), "e77558a26a7248cb");
}

/// Noise that is finer than the cubes: almost every cube contains triangles.
fn rough(size: f32) -> Terrain {
    Terrain {
        form: TerrainForm::Rocks,
        size: Vec3::repeat(size),
        cube: 0.12,
        scale: 0.1,
        margin: 0.0,
        largest_only: false,
        ..Terrain::default()
    }
}

#[test]
fn a_surface_of_too_many_triangles_is_refused_before_any_is_made() {
    let error = rough(14.4).triangles().unwrap_err().to_string();
    let before = "terrain.cube is 0.12; allowed: so large that the surface has no more than 3000000 triangles; it has ";
    let rest = error
        .strip_prefix(before)
        .unwrap_or_else(|| panic!("{error}"));
    let (count, remedy) = rest.split_once(", ").unwrap();
    assert!(count.parse::<u32>().unwrap() > 3_000_000, "{count}");
    assert_eq!(remedy, "and fewer with a larger scale too");
    // The same noise in cubes that are large enough.
    let coarse = Terrain {
        cube: 0.6,
        scale: 0.5,
        ..rough(6.0)
    };
    assert!(coarse.triangles().unwrap().len() > 1000);
}

#[test]
fn a_build_is_given_up_soon_wherever_it_is() {
    let terrain = Terrain {
        largest_only: true,
        ..rough(3.6)
    };
    let asked = AtomicU32::new(0);
    let build_until = |last: u32| {
        asked.store(0, Relaxed);
        terrain.triangles_while(|| asked.fetch_add(1, Relaxed) < last)
    };
    let all = build_until(u32::MAX).unwrap().unwrap();
    assert_eq!(all, terrain.triangles().unwrap());
    let most = asked.load(Relaxed);
    // Each row of samples, each row of cubes twice, and the slivers.
    assert!(most > 2000, "{most}");
    for last in [0, 1, most / 3, most / 2, most - 1] {
        assert_eq!(build_until(last).unwrap(), None, "{last} of {most}");
        // Each thread asks at most once more.
        let more = asked.load(Relaxed) - last;
        assert!(more as usize <= rayon::current_num_threads(), "{more}");
    }
}
