//! Tests of the distance field.

use super::{
    device::{gpu, Numbers},
    run_shader,
};
use crate::{
    geometry::{shapes, Geometry},
    gpu::{
        geometry::DistanceFieldUniform, geometry_buffers::GpuGeometry,
        passes::parts::DISTANCE_FIELD,
    },
    math::Vec3,
};
use flock_terrain::Terrain;
use std::sync::LazyLock;

const SHADER: &str = "
    @group(0) @binding(0) var<uniform> field: DistanceFieldUniform;
    @group(0) @binding(1) var<storage, read> blocks: array<u32>;
    @group(0) @binding(2) var<storage, read> cells: array<u32>;
    @group(0) @binding(3) var<storage, read> places: array<vec4<f32>>;
    @group(0) @binding(4) var<storage, read_write> found: array<vec2<f32>>;
    @compute @workgroup_size(WORKGROUP)
    fn test_clearances(@builtin(global_invocation_id) thread: vec3<u32>) {
        if thread.x < arrayLength(&places) {
            let place = places[thread.x].xyz;
            found[thread.x] = vec2(clearance_at(place), f32(is_fine(place)));
        }
    }";

/// The clearances at positions, and whether their cells are divided there.
fn ask(geometry: &Geometry, places: &[Vec3]) -> Vec<(f32, bool)> {
    let gpu = gpu();
    let uploaded = GpuGeometry::upload(gpu, &geometry.into()).unwrap();
    let rows: Vec<[f32; 4]> = places.iter().map(|at| [at.x, at.y, at.z, 0.0]).collect();
    let rows = gpu.filled("places", &rows).unwrap();
    let found = gpu.buffer::<[f32; 2]>("found", places.len()).unwrap();
    let GpuGeometry {
        field,
        blocks,
        cells,
        ..
    } = &uploaded;
    let buffers = [field, blocks, cells, &rows, &found];
    run_shader(
        "test_clearances",
        &[&DISTANCE_FIELD],
        SHADER,
        &buffers,
        places.len(),
    );
    let found: Vec<[f32; 2]> = gpu.read(&found, places.len()).unwrap();
    found
        .iter()
        .map(|[clearance, is_fine]| (*clearance, *is_fine != 0.0))
        .collect()
}

fn moved(triangles: Vec<[Vec3; 3]>, by: Vec3) -> Vec<[Vec3; 3]> {
    triangles.into_iter().map(|t| t.map(|v| v + by)).collect()
}

static SCENES: LazyLock<[(&str, Geometry); 4]> = LazyLock::new(|| {
    let cave = Terrain {
        size: Vec3::new(8.0, 4.0, 8.0),
        scale: 3.0,
        ..Terrain::default()
    };
    let far = Vec3::new(9000.0, -9000.0, 5000.0);
    let strays = [0.0, 1e3, -1e5].map(|x| {
        let ball = shapes::ball(2.0, if x == 0.0 { 3 } else { 0 });
        moved(ball, Vec3::new(x, 0.5 * x, 0.0))
    });
    [
        ("cave", cave.triangles().unwrap()),
        ("far from the origin", moved(shapes::ball(2.0, 2), far)),
        ("speck", moved(shapes::ball(1e-4, 0), Vec3::x())),
        ("strays", strays.concat()),
    ]
    .map(|(name, triangles)| (name, Geometry::new(&triangles).0))
});

/// Positions inside the grid, and slightly outside.
fn places(geometry: &Geometry, count: usize) -> Vec<Vec3> {
    let (low, high) = geometry.bounds().unwrap();
    let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let half = half.add_scalar(3.0 * geometry.distance_field().unwrap().block());
    let mut numbers = Numbers(7);
    (0..count)
        .map(|_| middle + half.component_mul(&numbers.vector()))
        .collect()
}

/// Positions around all triangles, including stray ones.
fn beyond(geometry: &Geometry) -> Vec<Vec3> {
    let mut numbers = Numbers(13);
    let corners = geometry.triangles().iter().step_by(7);
    corners
        .map(|[corner, ..]| corner + numbers.vector())
        .collect()
}

/// Positions on the borders of divided cells, and a few units in the last place beside them.
fn borders(geometry: &Geometry) -> Vec<Vec3> {
    let field = geometry.distance_field().unwrap();
    let mut numbers = Numbers(11);
    let mut places = Vec::new();
    for place in self::places(geometry, 2000) {
        let corner = ((place - field.origin) * field.per_metre).map(f32::floor);
        let place = field.origin + corner * field.cell;
        places.push(place.map(|x| {
            let steps = (numbers.next() * 3.5) as i32;
            let step = if steps < 0 {
                f32::next_down
            } else {
                f32::next_up
            };
            (0..steps.abs()).fold(x, |x, _| step(x))
        }));
    }
    places
}

/// The distance in double precision, from all triangles.
fn distance(geometry: &Geometry, place: Vec3) -> f64 {
    let distances = geometry
        .triangles()
        .iter()
        .map(|triangle| to_triangle(&triangle.map(|corner| corner.cast::<f64>()), &place.cast()));
    distances.fold(f64::INFINITY, f64::min)
}

fn to_triangle(corners: &[nalgebra::Vector3<f64>; 3], place: &nalgebra::Vector3<f64>) -> f64 {
    let [a, b, c] = corners;
    let normal = (b - a).cross(&(c - a)).normalize();
    let edges = [(a, b), (b, c), (c, a)];
    let is_over = edges
        .iter()
        .all(|(p, q)| normal.dot(&(*q - *p).cross(&(place - *p))) >= 0.0);
    if is_over {
        return normal.dot(&(place - a)).abs();
    }
    let to_edge = |(p, q): (&nalgebra::Vector3<f64>, &nalgebra::Vector3<f64>)| {
        let share = (place - p).dot(&(q - p)) / (q - p).norm_squared();
        (place - p - (q - p) * share.clamp(0.0, 1.0)).norm()
    };
    edges.map(to_edge).into_iter().fold(f64::INFINITY, f64::min)
}

#[test]
fn clearances_are_never_more_than_the_distance() {
    for (name, geometry) in SCENES.iter() {
        let few = places(geometry, 600);
        let near = borders(geometry).into_iter().step_by(4);
        let all: Vec<Vec3> = few.into_iter().chain(near).collect();
        let found = ask(geometry, &all);
        let mut known = 0;
        for (place, (found, _)) in all.iter().zip(found) {
            let true_distance = distance(geometry, *place);
            assert!(
                f64::from(found) <= true_distance,
                "{name} at {place}: {found} > {true_distance}"
            );
            known += usize::from(found > 0.0);
        }
        assert!(2 * known > all.len(), "{name}: {known} are above 0");
    }
}

/// The slack for contraction by compilers, and its rounding.
#[test]
fn clearances_are_those_of_the_cpu() {
    for (name, geometry) in SCENES.iter() {
        let field = geometry.distance_field().unwrap();
        let slack = DistanceFieldUniform::slack(field);
        let mut all = places(geometry, 20_000);
        all.push(Vec3::repeat(1e6));
        all.push(Vec3::repeat(-1e15));
        all.extend(beyond(geometry));
        for (place, (found, is_fine)) in all.iter().zip(ask(geometry, &all)) {
            let expected = geometry.clearance(*place);
            let tolerance = 2.0 * slack + 1e-5 * field.cell + 1e-6 * expected;
            assert!(
                (found - expected).abs() <= tolerance,
                "{name} at {place}: {found} instead of {expected}"
            );
            assert_eq!(is_fine, field.is_fine((*place).into()), "{name} at {place}");
        }
    }
}

#[test]
fn what_is_not_finite_is_not_clear() {
    let geometry = &SCENES[0].1;
    let places = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX].map(|x| {
        [
            Vec3::new(x, 0.0, 0.0),
            Vec3::new(0.0, x, 0.0),
            Vec3::new(0.0, 0.0, x),
        ]
    });
    for (place, found) in places
        .as_flattened()
        .iter()
        .zip(ask(geometry, places.as_flattened()))
    {
        assert_eq!(found, (0.0, false), "{place}");
    }
    let nothing = GpuGeometry::upload(gpu(), &(&Geometry::empty()).into()).unwrap();
    assert!(!nothing.has_triangles);
}
