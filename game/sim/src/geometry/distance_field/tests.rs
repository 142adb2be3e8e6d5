use super::*;
use crate::{
    cases,
    geometry::{shapes, Geometry},
    math::simd::SimdWidth,
};
use proptest::prelude::*;
use std::{collections::HashMap, sync::LazyLock};

fn scene(name: &str) -> Geometry {
    let moved = |triangles: Vec<[Vec3; 3]>, by: [f32; 3]| {
        let by = Vec3::from(by);
        triangles.into_iter().map(move |t| t.map(|v| v + by))
    };
    let triangles: Vec<_> = match name {
        "ball" => shapes::ball(3.0, 3),
        "room and block" => shapes::cuboid(Vec3::new(5.0, 3.0, 4.0))
            .into_iter()
            .chain(moved(shapes::cuboid(Vec3::repeat(0.3)), [1.0, 0.2, -2.0]))
            .collect(),
        "far from the origin" => moved(shapes::ball(2.0, 2), [9000.0, -9000.0, 5000.0]).collect(),
        "needle" => vec![[Vec3::zeros(), Vec3::x() * 100.0, Vec3::new(50.0, 1e-3, 0.0)]],
        "room at ten kilometres" => {
            moved(shapes::cuboid(Vec3::new(3.0, 2.0, 2.5)), [1e4, 1e4, -1e4]).collect()
        }
        "speck" => vec![[Vec3::zeros(), Vec3::x() * 1e-4, Vec3::y() * 1e-4]],
        "continent" => vec![[
            Vec3::new(-1e8, 0.0, -1e8),
            Vec3::new(1e8, 0.0, -1e8),
            Vec3::new(0.0, 0.0, 1e8),
        ]],
        _ => unreachable!("{name}"),
    };
    Geometry::new(&triangles).0
}

const SCENES: [&str; 7] = [
    "ball",
    "room and block",
    "far from the origin",
    "room at ten kilometres",
    "needle",
    "speck",
    "continent",
];

static GEOMETRIES: LazyLock<HashMap<&str, Geometry>> =
    LazyLock::new(|| SCENES.map(|name| (name, scene(name))).into());

/// Distance in double precision, by testing every triangle.
fn distance(geometry: &Geometry, place: Vec3) -> f64 {
    let place = place.cast();
    let distances = geometry.mesh.triangles.iter().map(|triangle| {
        super::super::triangle::Triangle::relative_to(triangle, &place).distance_from_origin()
    });
    distances.fold(f64::INFINITY, f64::min)
}

fn many(geometry: &Geometry, places: &[Vec3], vectors: SimdWidth) -> Vec<f32> {
    let axes = [0, 1, 2].map(|axis| places.iter().map(|place| place[axis]).collect::<Vec<_>>());
    let mut found = vec![f32::NAN; places.len()];
    let axes = axes.each_ref().map(|axis| &axis[..]);
    geometry.clearances_at(axes, vectors, &mut found);
    found
}

proptest! {
    #![proptest_config(cases::config(400))]

    #[test]
    fn never_more_than_the_distance_and_not_much_less(
        name in prop::sample::select(SCENES.to_vec()),
        shares in prop::array::uniform24(-1.5f32..1.5),
    ) {
        let geometry = &GEOMETRIES[name];
        let field = geometry.distance_field().unwrap();
        let (center, half) = {
            let Aabb { min, max } = field.bounds;
            ((min + max) * 0.5, (max - min) * 0.5)
        };
        // Places inside and outside of the grid.
        let reach = half.add_scalar(3.0 * BLOCK as f32 * field.cell);
        let places: Vec<Vec3> = shares.chunks(3).map(|share| center + Vec3::from_column_slice(share).component_mul(&reach)).collect();
        for vectors in SimdWidth::available() {
            prop_assert_eq!(many(geometry, &places, vectors), places.iter().map(|place| geometry.clearance(*place)).collect::<Vec<_>>());
        }
        for place in places {
            let (found, true_distance) = (f64::from(geometry.clearance(place)), distance(geometry, place));
            prop_assert!(found >= 0.0 && found <= true_distance, "{} at {:?}: {} > {}", name, place, found, true_distance);
            let is_outside = field.outside(place.into()) > 0.0;
            // Half a diagonal of a cell in either direction, plus the quantization; far away, the
            // diagonal of a block.
            let cell = f64::from(field.cell);
            let block = f64::from(BLOCK) * cell;
            let slack = if true_distance < 0.2 * block { 1.74 * cell + 2.0 * f64::from(field.heights.unit()) } else { 1.74 * block };
            prop_assert!(is_outside || found >= true_distance - slack, "{}: {} << {}", name, found, true_distance);
        }
    }
}

/// A ball with strays in several directions, each farther away than the one before.
fn strays() -> Vec<[Vec3; 3]> {
    let ball = shapes::ball(3.0, 3);
    let far = [1e3_f32, 1e4, 1e5, 1e6].into_iter().enumerate();
    let offsets = far.map(|(index, far)| {
        let mut offset = Vec3::repeat(0.1 * far);
        offset[index % 3] = if index % 2 == 0 { far } else { -far };
        offset
    });
    let strays = offsets.map(|by| ball[7].map(|corner| corner + by));
    strays.chain(ball.iter().copied()).collect()
}

#[test]
fn strays_change_nothing_around_the_others() {
    let (level, geometry) = (scene("ball"), Geometry::new(&strays()).0);
    let (field, of_level) = (
        geometry.distance_field().unwrap(),
        level.distance_field().unwrap(),
    );
    assert_eq!((field.bounds, field.cell), (of_level.bounds, of_level.cell));
    for index in 0..20_000 {
        let spread = |irrational: f64| (f64::from(index) * irrational).fract() as f32 - 0.5;
        let shares = Vec3::new(spread(0.618_034), spread(0.414_214), spread(0.324_718));
        // Up to twenty metres around it, too.
        let place = shares * if index % 2 == 0 { 7.0 } else { 40.0 };
        assert_eq!(geometry.clearance(place), level.clearance(place), "{place}");
        let is_clear = |geometry: &Geometry| geometry.is_clear(place, 0.01);
        assert_eq!(is_clear(&geometry), is_clear(&level), "{place}");
    }
}

#[test]
fn clearances_among_strays_are_never_more_than_the_distance() {
    let triangles = strays();
    let geometry = Geometry::new(&triangles).0;
    let mut known = 0;
    for index in 0..4000 {
        let spread = |irrational: f64| (f64::from(index) * irrational).fract() as f32 - 0.5;
        let shares = Vec3::new(spread(0.618_034), spread(0.414_214), spread(0.324_718));
        let place = match index % 4 {
            0 => shares * 1e3,
            1 => shares * 1e5,
            2 => shares * 3e6,
            _ => triangles[index as usize / 4 % 5][0] + shares * 8.0,
        };
        let (found, true_distance) = (geometry.clearance(place), distance(&geometry, place));
        assert!(
            f64::from(found) <= true_distance,
            "{place}: {found} > {true_distance}"
        );
        known += usize::from(f64::from(found) > 0.3 * true_distance);
    }
    println!("{known} of 4000 are not much too small");
    assert!(known > 2000, "{known}");
}

#[test]
fn strays_cost_few_blocks() {
    let geometry = Geometry::new(&strays()).0;
    let field = geometry.distance_field().unwrap();
    let fields = std::iter::successors(Some(field), |field| field.beyond.as_deref());
    let blocks: Vec<usize> = fields.map(|field| field.blocks.len()).collect();
    println!("{blocks:?} blocks");
    assert!(blocks.len() > 1 && blocks.len() <= build::MOST_FIELDS);
    assert!(blocks[1..].iter().all(|blocks| *blocks <= 40_000));
}

/// Mean error of clearances at places within a cell and a half of a surface, in cells.
fn mean_error(name: &str) -> f64 {
    let geometry = &GEOMETRIES[name];
    let field = geometry.distance_field().unwrap();
    let Aabb { min, max } = field.bounds;
    let mut numbers = 1..;
    let mut share = || {
        numbers
            .next()
            .map_or(0.0, |n| (n as f32 * 0.754_877_7).fract())
    };
    let (mut error, mut count) = (0.0, 0.0);
    while count < 2000.0 {
        let place = Vec3::from_fn(|axis, _| min[axis] + (max[axis] - min[axis]) * share());
        let true_distance = distance(geometry, place);
        if true_distance < 1.5 * f64::from(field.cell) {
            let found = f64::from(field.at(place.into()));
            assert!(
                found <= true_distance,
                "{name}, {place}: {found} > {true_distance}"
            );
            error += true_distance - found;
            count += 1.0;
        }
    }
    error / count / f64::from(field.cell)
}

#[test]
fn clearances_next_to_surfaces_are_not_much_too_small() {
    for name in ["ball", "room and block", "far from the origin"] {
        let error = mean_error(name);
        println!("{name}: off by {error} cells");
        assert!(error < 0.25, "{name}: {error}");
    }
}

/// The float that lies `steps` representable numbers away.
fn beside(number: f32, steps: i32) -> f32 {
    let step = if steps < 0 {
        f32::next_down
    } else {
        f32::next_up
    };
    (0..steps.abs()).fold(number, |number, _| step(number))
}

#[test]
fn no_clearance_is_too_large_at_the_borders_of_cells() {
    for name in SCENES {
        let geometry = &GEOMETRIES[name];
        let field = geometry.distance_field().unwrap();
        let divided = (0..field.blocks.len()).filter(|block| field.blocks[*block].is_divided());
        for block in divided.step_by(37) {
            let corner = field.coordinates(block).map(|k| (k as u32 * BLOCK) as f32);
            let mut places = Vec::new();
            for number in 0..27 * 7 {
                let part = |axis: u32| (number / 7 / 3_i32.pow(axis) % 3) as f32 * 0.5;
                // A different cell of the block each time.
                let cell =
                    |axis: usize| corner[axis] + ((block + axis + number as usize) % 4) as f32;
                let place = field.place([0, 1, 2].map(|axis| cell(axis) + part(axis as u32)));
                places.push(place.map(|x| beside(x, number % 7 - 3)));
            }
            let found = many(geometry, &places, SimdWidth::widest());
            for (place, found) in places.iter().zip(found) {
                let true_distance = distance(geometry, *place);
                assert_eq!(found, field.at((*place).into()));
                assert!(
                    f64::from(found) <= true_distance,
                    "{name}, {place}: {found}"
                );
            }
        }
    }
}

#[test]
fn what_is_not_finite_is_not_clear() {
    let geometry = scene("ball");
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        let place = Vec3::new(x, 0.0, 0.0);
        assert_eq!(geometry.clearance(place), 0.0, "{x}");
        assert_eq!(many(&geometry, &[place], SimdWidth::widest()), [0.0], "{x}");
    }
    assert_eq!(Geometry::empty().clearance(Vec3::zeros()), f32::INFINITY);
}

#[test]
fn a_grid_has_no_more_cells_than_it_may() {
    for name in SCENES {
        let geometry = scene(name);
        let field = geometry.distance_field().unwrap();
        let cells = field.cells.len() * CELLS;
        println!(
            "{name}: cells of {} m, {} blocks, {cells} cells",
            field.cell,
            field.blocks.len()
        );
        assert!(cells > 500 && cells <= 100_000 && field.blocks.len() <= 250_000);
        assert_eq!(
            field.blocks.len() as u32,
            field.strides[2] * (field.size[2] as u32 / BLOCK)
        );
    }
}

#[test]
fn the_side_of_a_block_is_that_of_all_its_places() {
    for name in SCENES {
        let prepared = &GEOMETRIES[name];
        prepared.prepare();
        let unprepared = scene(name);
        let field = prepared.distance_field().unwrap();
        let Aabb { min, max } = field.bounds;
        let (mut known, mut found, mut inside) = (0, 0, 0);
        for index in 0..4000 {
            let spread = |irrational: f64| (f64::from(index) * irrational).fract() as f32;
            let shares = Vec3::new(spread(0.618_034), spread(0.414_214), spread(0.324_718));
            let place = min + (max - min).component_mul(&shares.map(|x| 1.2 * x - 0.1));
            let own_inside = &field.own_inside;
            known += usize::from(field.is_inside(place, own_inside).is_some());
            found += usize::from(field.find_inside(place, own_inside).is_some());
            inside += usize::from(field.is_inside(place, own_inside) == Some(true));
            assert_eq!(
                prepared.is_clear(place, 0.01),
                unprepared.is_clear(place, 0.01),
                "{name}: {place}"
            );
        }
        println!("{name}: {known} known, {found} found, {inside} inside");
        assert!(
            known > 100 || name == "needle" || name == "continent",
            "{name}: {known}"
        );
        assert_eq!(
            inside > 100,
            name == "ball" || name.starts_with("room") || name.starts_with("far"),
            "{name}"
        );
    }
}
