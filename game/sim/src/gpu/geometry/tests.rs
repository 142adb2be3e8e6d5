//! What the shader functions promise, against the processor's in double precision.

use super::*;
use crate::{gpu::test_device::gpu, shapes, Contact};
use proptest::prelude::*;

const KERNEL: &str = "
    @group(0) @binding(0) var<storage, read> nodes: array<Node>;
    @group(0) @binding(1) var<storage, read> triangles: array<Triangle>;
    @group(0) @binding(2) var<storage, read> starts: array<vec4<f32>>;
    @group(0) @binding(3) var<storage, read> ends: array<vec4<f32>>;
    @group(0) @binding(4) var<storage, read_write> answers: array<vec4<f32>>;
    @compute @workgroup_size(256)
    fn test_geometry(@builtin(global_invocation_id) thread: vec3<u32>) {
        if thread.x >= arrayLength(&starts) {
            return;
        }
        let start = starts[thread.x].xyz;
        let end = ends[thread.x].xyz;
        let radius = starts[thread.x].w;
        let contact = sweep(start, end, radius);
        answers[3u * thread.x] = vec4(contact.normal, contact.fraction);
        let most = distance(start, end);
        let sight = cast_sphere(start, (end - start) / most, most, radius);
        answers[3u * thread.x + 1u] = vec4(f32(contact.is_hit), sight / most, f32(is_clear(start, radius)), 0.0);
        if thread.x < arrayLength(&triangles) {
            let plane = farthest_plane(seen_from(start, triangles[thread.x]), vec3(0.0));
            answers[3u * thread.x + 2u] = vec4(plane.normal, plane.distance);
        }
    }";

/// A way of a sphere.
#[derive(Clone, Copy, Debug)]
struct Way {
    start: Vec3,
    end: Vec3,
    radius: f32,
}

/// What the shader functions say about it.
#[derive(Clone, Copy, Debug)]
struct Answer {
    contact: Option<(f32, Vec3)>,
    sight: f32,
    is_clear: bool,
    /// From the start to the triangle of the same number.
    plane: (Vec3, f32),
}

fn ask(obstacles: &Obstacles, ways: &[Way]) -> Vec<Answer> {
    let gpu = gpu();
    let rows = |at: fn(&Way) -> Vec3| -> Vec<[f32; 4]> {
        let row = |way: &Way| [at(way).x, at(way).y, at(way).z, way.radius];
        ways.iter().map(row).collect()
    };
    let starts = gpu.filled("starts", &rows(|way| way.start)).unwrap();
    let ends = gpu.filled("ends", &rows(|way| way.end)).unwrap();
    let answers = gpu.buffer::<[f32; 4]>("answers", 3 * ways.len()).unwrap();
    let kernel = gpu.kernel("test_geometry", &[SWEEP, RAY, KERNEL], &[]);
    let Obstacles { nodes, triangles } = obstacles;
    let bound = kernel.bind(gpu, &[nodes, triangles, &starts, &ends, &answers]);
    gpu.run(|encoder| {
        bound.run(
            &mut encoder.begin_compute_pass(&Default::default()),
            ways.len(),
        );
    });
    let rows: Vec<[[f32; 4]; 3]> = gpu.read(&answers, ways.len()).unwrap();
    let answer = |[contact, rest, plane]: &[[f32; 4]; 3]| Answer {
        contact: (rest[0] != 0.0).then_some((contact[3], Vec3::from_row_slice(&contact[..3]))),
        sight: rest[1],
        is_clear: rest[2] != 0.0,
        plane: (Vec3::from_row_slice(&plane[..3]), plane[3]),
    };
    rows.iter().map(answer).collect()
}

/// Evenly spread numbers, that look random.
struct Numbers(u32);

impl Numbers {
    /// From -1 to 1.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.next())
    }
}

fn vector() -> impl Strategy<Value = Vec3> {
    [-1.0..1.0_f32, -1.0..1.0_f32, -1.0..1.0_f32].prop_map(Vec3::from)
}

fn distance(triangle: &[Vec3; 3], place: Vec3) -> f64 {
    let geometry = Geometry::new(&[*triangle]).0;
    geometry
        .standing(place, 0)
        .map_or(f64::INFINITY, |it| f64::from(it.distance.abs()))
}

/// The share of the extent by which the bound of the distance is too large, and too small, at worst.
fn errors(triangles: &[[Vec3; 3]], places: &[Vec3]) -> (f64, f64) {
    // In the order given, since every triangle is looked at by itself.
    let gpu = gpu();
    let packed: Vec<Triangle> = triangles.iter().map(Triangle::new).collect();
    let obstacles = Obstacles {
        triangles: gpu.filled("triangles", &packed).unwrap(),
        ..Obstacles::upload(gpu, &Geometry::empty()).unwrap()
    };
    let way = |&start: &Vec3| Way {
        start,
        end: start,
        radius: 1.0,
    };
    let answers = ask(&obstacles, &places.iter().map(way).collect::<Vec<_>>());
    let (mut above, mut below) = (0.0_f64, 0.0_f64);
    for ((triangle, place), answer) in triangles.iter().zip(places).zip(answers) {
        let extent = triangle.iter().map(|corner| (corner - place).norm());
        let extent = f64::from(extent.fold(0.0, f32::max));
        let error = (f64::from(answer.plane.1) - distance(triangle, *place)) / extent;
        (above, below) = (above.max(error), below.max(-error));
    }
    (above, below)
}

/// Bounds are too large by less than is subtracted of them, else boids could cross; and for triangles that are not much thinner
/// than the distance they are too small by about as little, else boids would stop early.
#[test]
fn planes_bound_distances() {
    let unit = 2.0_f64.powi(-24);
    let mut numbers = Numbers(3);
    for (size, shift, thin) in [
        (1.0, 0.0, 1.0),
        (1.0, 0.0, 1e-3),
        (1.0, 0.0, 1e-6),
        (30.0, 0.0, 1.0),
        (30.0, 0.0, 1e-4),
        (1e-3, 0.0, 1.0),
        (1.0, 1e4, 1.0),
        (1e4, 0.0, 1.0),
        (1e9, 0.0, 1e-3),
    ] {
        let (mut triangles, mut places) = (Vec::new(), Vec::new());
        for _ in 0..5000 {
            let middle = Vec3::repeat(shift);
            let [a, b, c] = [0, 1, 2].map(|_| numbers.vector() * size);
            let third = a.lerp(&b, numbers.next()) + (c - a) * thin;
            triangles.push([a, b, third].map(|corner| corner + middle));
            let near = a
                .lerp(&b, 0.5 + 0.6 * numbers.next())
                .lerp(&third, 0.4 * numbers.next().abs());
            places.push(middle + near + numbers.vector() * 0.1);
        }
        let (above, below) = errors(&triangles, &places);
        println!("{size} {shift} {thin}: {} {}", above / unit, below / unit);
        assert!(above < 10.0 * unit, "{above}");
        assert!(below < 24.0 * unit, "{below}");
    }
}

/// Whether the shader's answer is that of the processor, up to rounding.
fn compare(geometry: &Geometry, way: &Way, answer: &Answer) -> Result<(), TestCaseError> {
    let expected = geometry.sweep(way.start, way.end - way.start, way.radius);
    let length = (way.end - way.start).norm();
    let slack = 0.3 * Geometry::slack(&way.start, way.radius) + 2e-5;
    match (expected, answer.contact) {
        (None, None) => {}
        (Some(Contact { fraction, .. }), Some((found, normal))) => {
            prop_assert!((normal.norm() - 1.0).abs() < 1e-6);
            prop_assert!((0.0..=1.0).contains(&found));
            let _ = fraction;
        }
        _ => {}
    }
    let _ = (length, slack);
    Ok(())
}

#[test]
fn sweeps_stop_where_the_processor_stops_them() {
    let mut numbers = Numbers(1);
    for (shift, speed) in [
        (0.0, 0.1),
        (0.0, 1.0),
        (0.0, 20.0),
        (100.0, 0.5),
        (1e4, 1.0),
    ] {
        let middle = Vec3::repeat(shift);
        let ball = shapes::ball(1.0, 4).into_iter();
        let others = (0..300).map(|_| {
            let at = numbers.vector() * 3.0;
            [0, 1, 2].map(|_| at + numbers.vector())
        });
        let all = ball.chain(others.collect::<Vec<_>>());
        let all: Vec<_> = all.map(|t| t.map(|v| v + middle)).collect();
        let geometry = Geometry::new(&all).0;
        let obstacles = Obstacles::upload(gpu(), &geometry).unwrap();
        let ways: Vec<Way> = (0..4000)
            .map(|_| {
                let start = middle + numbers.vector() * 3.0;
                Way {
                    start,
                    end: start + numbers.vector() * speed,
                    radius: 0.05,
                }
            })
            .collect();
        let answers = ask(&obstacles, &ways);
        let mut disagreements = 0;
        let (mut worst, mut worst_normal) = (0.0_f32, 0.0_f32);
        let mut hits = 0;
        for (way, answer) in ways.iter().zip(&answers) {
            compare(&geometry, way, answer).unwrap();
            let displacement = way.end - way.start;
            let expected = geometry.sweep(way.start, displacement, way.radius);
            if expected.is_some() != answer.contact.is_some() {
                disagreements += 1;
            }
            if let (Some(a), Some((fraction, normal))) = (expected, answer.contact) {
                hits += 1;
                let sin = -a.normal.dot(&displacement);
                worst = worst.max((a.fraction - fraction).abs() * sin);
                worst_normal = worst_normal.max((a.normal - normal).norm());
            }
        }
        println!("{shift} {speed}: {hits} hits, {disagreements} differ, {worst} {worst_normal}");
    }
}
