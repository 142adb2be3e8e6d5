//! The shader functions of the geometry, against the CPU in double precision.

use super::{
    device::{gpu, Numbers},
    run_shader,
};
use crate::{
    geometry::{shapes, Geometry, SidedGeometry},
    gpu::{
        geometry::GpuTriangle,
        geometry_buffers::GpuGeometry,
        passes::parts::{CAST, CLEARANCE, CROSSES, SWEEP},
    },
    math::Vec3,
};
use std::sync::Arc;

/// A straight path of a sphere.
#[derive(Clone, Copy, Debug)]
struct Way {
    start: Vec3,
    end: Vec3,
    radius: f32,
}

impl Way {
    fn at(&self, fraction: f32) -> Vec3 {
        self.start + (self.end - self.start) * fraction
    }
}

/// The results of the shader functions.
#[derive(Clone, Copy, Debug)]
struct Answer {
    /// Fraction and normal.
    contact: Option<(f32, Vec3)>,
    /// Share of the path that a look sees as free.
    sight: f32,
    is_clear: bool,
    crosses: bool,
    /// The distance from the start to the triangle with the same index.
    distance: f32,
}

fn ask(geometry: &GpuGeometry, ways: &[Way]) -> Vec<Answer> {
    let gpu = gpu();
    let rows = |at: fn(&Way) -> Vec3| -> Vec<[f32; 4]> {
        let row = |way: &Way| [at(way).x, at(way).y, at(way).z, way.radius];
        ways.iter().map(row).collect()
    };
    let starts = gpu.filled("starts", &rows(|way| way.start)).unwrap();
    let ends = gpu.filled("ends", &rows(|way| way.end)).unwrap();
    let answers = gpu.buffer::<[f32; 8]>("answers", ways.len()).unwrap();
    let (nodes, triangles) = (&geometry.nodes, &geometry.triangles);
    let buffers = [nodes, triangles, &starts, &ends, &answers];
    let needs = [&SWEEP, &CAST, &CLEARANCE, &CROSSES];
    let source = include_str!("geometry.wgsl");
    run_shader("test_geometry", &needs, source, &buffers, ways.len());
    let rows: Vec<[f32; 8]> = gpu.read(&answers, ways.len()).unwrap();
    let answer = |[x, y, z, fraction, sight, is_clear, crosses, distance]: &[f32; 8]| Answer {
        contact: (*fraction >= 0.0).then_some((*fraction, Vec3::new(*x, *y, *z))),
        sight: *sight,
        is_clear: *is_clear != 0.0,
        crosses: *crosses != 0.0,
        distance: *distance,
    };
    rows.iter().map(answer).collect()
}

fn upload(geometry: &Geometry) -> GpuGeometry {
    GpuGeometry::upload(gpu(), &geometry.into()).unwrap()
}

fn distance(geometry: &Geometry, place: Vec3) -> f64 {
    geometry
        .signed_distance(place, 0)
        .map_or(f64::INFINITY, |it| f64::from(it.distance.abs()))
}

/// The largest errors of distance bounds as shares of the extent: too large, and too small.
fn errors(triangles: &[[Vec3; 3]], places: &[Vec3]) -> (f64, f64) {
    let gpu = gpu();
    // In the given order, since each triangle is tested separately.
    let packed: Vec<GpuTriangle> = triangles.iter().map(GpuTriangle::new).collect();
    let mut uploaded = upload(&Geometry::empty());
    uploaded.triangles = gpu.filled("triangles", &packed).unwrap();
    let way = |&start: &Vec3| Way {
        start,
        end: start,
        radius: 1.0,
    };
    let answers = ask(&uploaded, &places.iter().map(way).collect::<Vec<_>>());
    let (mut above, mut below) = (0.0_f64, 0.0_f64);
    for ((triangle, place), answer) in triangles.iter().zip(places).zip(answers) {
        let geometry = Geometry::new(&[*triangle]).0;
        if geometry.triangle_count() == 0 {
            continue;
        }
        let extent = triangle.iter().map(|corner| (corner - place).norm());
        let extent = f64::from(extent.fold(0.0, f32::max));
        let error = (f64::from(answer.distance) - distance(&geometry, *place)) / extent;
        (above, below) = (above.max(error), below.max(-error));
    }
    (above, below)
}

/// Bounds may be too large by less than what is subtracted from them, since boids could cross
/// otherwise. They may be too small by about as much, since boids would stop early otherwise.
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
        (1e8, 0.0, 1e-3),
    ] {
        let (mut triangles, mut places) = (Vec::new(), Vec::new());
        for _ in 0..2000 {
            let middle = Vec3::repeat(shift);
            let [a, b, c] = [0, 1, 2].map(|_| numbers.vector() * size);
            let third = a.lerp(&b, numbers.next()) + (c - a) * thin;
            triangles.push([a, b, third].map(|corner| corner + middle));
            let beside = a.lerp(&b, 0.5 + 0.6 * numbers.next());
            let over = beside.lerp(&third, 0.4 * numbers.next().abs());
            places.push(middle + over + numbers.vector() * 0.1);
        }
        let (above, below) = errors(&triangles, &places);
        let [above, below] = [above, below].map(|error| error / unit);
        assert!(above < 14.0, "{size} {shift} {thin}: {above} units too far");
        assert!(
            below < 14.0,
            "{size} {shift} {thin}: {below} units too near"
        );
    }
}

/// A ball among loose triangles, at the origin or elsewhere.
fn scene(middle: Vec3, numbers: &mut Numbers) -> Geometry {
    let mut triangles = shapes::ball(1.0, 4);
    for _ in 0..300 {
        let at = numbers.vector() * 3.0;
        triangles.push([0, 1, 2].map(|_| at + numbers.vector()));
    }
    let moved = triangles.iter().map(|t| t.map(|corner| corner + middle));
    Geometry::new(&moved.collect::<Vec<_>>()).0
}

/// Paths that begin at free positions.
fn ways(geometry: &Geometry, middle: Vec3, speed: f32, numbers: &mut Numbers) -> Vec<Way> {
    let radius = 0.05;
    let mut ways = Vec::new();
    while ways.len() < 2000 {
        let start = middle + numbers.vector() * 3.0;
        if distance(geometry, start) > f64::from(radius) {
            let end = start + numbers.vector() * speed;
            ways.push(Way { start, end, radius });
        }
    }
    ways
}

/// No sphere comes nearer than the limit, according to the sweep of the CPU with a smaller radius.
/// A sphere is stopped only near a surface, at the end of the normal.
#[test]
fn spheres_stop_before_surfaces_and_nowhere_else() {
    let mut numbers = Numbers(1);
    for (far, speed) in [(0.0, 0.1), (0.0, 1.0), (0.0, 20.0), (1e2, 0.5), (1e4, 1.0)] {
        let middle = Vec3::new(far, -far, 0.5 * far);
        let geometry = scene(middle, &mut numbers);
        let ways = ways(&geometry, middle, speed, &mut numbers);
        // Four times the tolerance of the CPU, plus the rounding of the extents of triangles and
        // paths.
        let slack = 4.0 * Geometry::slack(&middle, 0.05) + 1e-5 * (3.0 + speed);
        let mut hits = 0;
        for (way, answer) in ways.iter().zip(ask(&upload(&geometry), &ways)) {
            let reached = match answer.contact {
                Some((fraction, normal)) => {
                    hits += 1;
                    assert!((normal.norm() - 1.0).abs() < 1e-6);
                    let reached = way.at(fraction);
                    let touched = reached - normal * way.radius;
                    assert!(
                        distance(&geometry, touched) < f64::from(2.0 * slack),
                        "{way:?}"
                    );
                    reached
                }
                None => way.end,
            };
            let smaller = way.radius - slack;
            let swept = geometry.sweep(way.start, reached - way.start, smaller);
            assert!(swept.is_none(), "{way:?} {answer:?}");
            assert!(!geometry.crosses(way.start, reached));
        }
        assert!(hits > 100, "{hits}");
    }
}

/// Bodies that are large compared to the triangles and move along a concave wall come no nearer to
/// it.
#[test]
fn large_spheres_stop_before_small_triangles() {
    let mut numbers = Numbers(4);
    let geometry = Geometry::new(&shapes::ball(3.0, 4)).0;
    let radius = 2.002;
    let mut way = |number: usize| {
        let from_middle = if number.is_multiple_of(2) { 0.99 } else { 1.0 };
        let start = numbers.vector().normalize() * from_middle;
        let aside = numbers.vector().cross(&start).normalize();
        let end = start + aside * 10.0_f32.powf(-4.0 * numbers.next().abs()) - start * 1e-4;
        Way { start, end, radius }
    };
    let ways: Vec<Way> = (0..1000).map(&mut way).collect();
    let (mut hits, mut passes) = (0, 0);
    for (way, answer) in ways.iter().zip(ask(&upload(&geometry), &ways)) {
        let fraction = answer.contact.map_or(1.0, |(fraction, _)| fraction);
        let before = distance(&geometry, way.start);
        let after = distance(&geometry, way.at(fraction));
        assert!(
            after >= before.min(f64::from(radius)) - 4e-4,
            "{way:?} {answer:?}"
        );
        hits += u32::from(answer.contact.is_some());
        passes += u32::from(fraction > 0.0);
    }
    assert!(hits > 100 && passes > 100, "{hits} {passes}");
}

/// Looks, clearance tests and crossing tests give the same results as on the CPU.
#[test]
fn casts_and_tests_are_those_of_the_cpu() {
    let mut numbers = Numbers(2);
    for (far, speed) in [(0.0, 1.0), (0.0, 10.0), (1e3, 2.0)] {
        let middle = Vec3::repeat(far);
        let geometry = scene(middle, &mut numbers);
        let ways = ways(&geometry, middle, speed, &mut numbers);
        let mut differ = [0; 3];
        for (way, answer) in ways.iter().zip(ask(&upload(&geometry), &ways)) {
            let displacement = way.end - way.start;
            let length = displacement.norm();
            let seen = geometry
                .cast(way.start, displacement, way.radius)
                .unwrap_or(length);
            let is_far_off = (answer.sight * length - seen).abs() > 1e-3 * length;
            let is_clear = geometry.is_clear(way.start, way.radius);
            let crosses = geometry.crosses(way.start, way.end);
            differ[0] += u32::from(is_far_off);
            differ[1] += u32::from(is_clear != answer.is_clear);
            differ[2] += u32::from(crosses != answer.crosses);
            assert!(answer.crosses || !crosses, "{way:?}");
        }
        // Exceptions are paths that pass or miss something by rounding.
        assert!(
            differ.iter().all(|n| *n <= 4),
            "{differ:?} of {}",
            ways.len()
        );
    }
}

/// Solids, rooms and nested two-sided surfaces are classified as on the CPU, for flocks with
/// different starts.
#[test]
fn places_are_inside_solids_as_on_the_cpu() {
    let turned = |triangles: &[[Vec3; 3]]| -> Vec<_> {
        triangles.iter().map(|&[a, b, c]| [a, c, b]).collect()
    };
    let ball = |radius: f32, center: [f32; 3]| -> Vec<[Vec3; 3]> {
        let ball = shapes::ball(radius, 3).into_iter();
        ball.map(|t| t.map(|v| v + Vec3::from(center))).collect()
    };
    let pair = |ball: Vec<_>| [turned(&ball), ball].concat();
    let triangles = [
        ball(2.5, [0.0; 3]),
        ball(2.5, [0.3, 0.0, 0.0]),
        turned(&ball(1.7, [0.0; 3])),
        ball(0.6, [0.5, 0.0, 0.0]),
        pair(ball(0.5, [-0.8, 0.0, 0.0])),
        pair(ball(0.8, [0.0, 2.4, 0.0])),
    ];
    let geometry = Arc::new(Geometry::new(&triangles.concat()).0);
    let mut numbers = Numbers(3);
    let places: Vec<Vec3> = (0..4000).map(|_| numbers.vector() * 3.0).collect();
    let ways: Vec<Way> = places
        .iter()
        .map(|place| Way {
            start: *place,
            end: *place,
            radius: 0.01,
        })
        .collect();
    let mut counts = Vec::new();
    for center in [[0.0, 9.0, 0.0], [-0.8, 0.0, 0.0], [0.0, 2.4, 0.0]] {
        let sided = SidedGeometry::new(geometry.clone(), center.into());
        let uploaded = GpuGeometry::upload(gpu(), &sided).unwrap();
        let mut clear = 0;
        for (way, answer) in ways.iter().zip(ask(&uploaded, &ways)) {
            let is_near = distance(&geometry, way.start) < 0.011;
            let expected = sided.is_clear(way.start, way.radius);
            assert!(is_near || answer.is_clear == expected, "{way:?}");
            clear += u32::from(expected);
        }
        counts.push(clear);
    }
    // A room within the room adds only its own space, even through the outer surface.
    assert!(counts[0] < counts[1] && counts[0] < counts[2], "{counts:?}");
}

#[test]
fn flocks_among_one_geometry_share_its_memory() {
    let cuboid = || Arc::new(Geometry::new(&shapes::cuboid(Vec3::repeat(0.5))).0);
    let (one, other) = (cuboid(), cuboid());
    let upload = |geometry: &Arc<Geometry>| {
        let sided = SidedGeometry::new(geometry.clone(), Vec3::zeros());
        GpuGeometry::shared(gpu(), &sided).unwrap()
    };
    let uploads = [&one, &one, &other].map(upload);
    assert!(Arc::ptr_eq(&uploads[0], &uploads[1]));
    assert!(!Arc::ptr_eq(&uploads[0], &uploads[2]));
    let weak = Arc::downgrade(&uploads[0]);
    drop(uploads);
    // Released with the last flock.
    assert!(weak.upgrade().is_none());
}

/// A square of 2 m across Z, divided along the diagonal.
fn square() -> Vec<[Vec3; 3]> {
    let [a, b, c, d] =
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    vec![[a, b, c], [a, c, d]]
}

/// The fraction of the path at which a sphere of 0.1 m is stopped among these triangles.
fn stops(triangles: &[[Vec3; 3]], start: [f32; 3], way: [f32; 3]) -> Option<f32> {
    let start = Vec3::from(start);
    let way = Way {
        start,
        end: start + Vec3::from(way),
        radius: 0.1,
    };
    let answer = ask(&upload(&Geometry::new(triangles).0), &[way])[0];
    answer.contact.map(|(fraction, _)| fraction)
}

#[test]
fn a_sphere_that_touches_may_move_along_and_away_but_not_closer() {
    let stops = |start, way| stops(&square(), start, way);
    assert_eq!(stops([0.0, 0.0, 0.1], [0.5, 0.2, 0.0]), None);
    assert_eq!(stops([0.0, 0.0, 0.1], [0.0, 0.0, 0.01]), None);
    assert_eq!(stops([0.0, 0.0, 0.1], [0.0, 0.0, -0.01]), Some(0.0));
    assert_eq!(stops([0.0, 0.0, 0.1], [0.0; 3]), None);
}

#[test]
fn a_sphere_that_overlaps_may_move_along_and_away_but_not_closer() {
    let overlapping = [-0.4, 0.1, -0.03];
    let stops = |way| stops(&square(), overlapping, way);
    assert_eq!(stops([0.0, 0.0, -0.01]), None, "away");
    assert_eq!(stops([0.9, 0.2, 0.0]), None, "along, over the diagonal");
    assert_eq!(stops([0.9, 0.2, -0.5]), None, "along and away");
    assert_eq!(stops([0.0, 0.0, 0.001]), Some(0.0));
    assert_eq!(stops([0.0, 0.0, 5.0]), Some(0.0));
    assert_eq!(stops([0.0, 0.0, 0.0]), None);
}

#[test]
fn a_sphere_in_a_gap_may_go_along_it() {
    let lower = square().into_iter();
    let upper = square()
        .into_iter()
        .map(|t| t.map(|v| v + 0.07 * Vec3::z()));
    let gap: Vec<_> = lower.chain(upper).collect();
    for height in [0.01, 0.02, 0.035, 0.05] {
        assert_eq!(stops(&gap, [0.2, 0.1, height], [0.5, 0.3, 0.0]), None);
        assert_eq!(stops(&gap, [0.2, 0.1, height], [0.5, 0.3, 0.2]), Some(0.0));
        assert_eq!(stops(&gap, [0.2, 0.1, height], [0.5, 0.3, -0.2]), Some(0.0));
    }
}

#[test]
fn a_sphere_that_overlaps_one_surface_comes_no_closer_to_another() {
    let mut triangles = square();
    triangles.push([[2.0, -1.0, -1.0], [2.0, 1.0, 0.0], [2.0, -1.0, 1.0]].map(Vec3::from));
    let towards = |x: f32| stops(&triangles, [0.0, 0.0, 0.05], [x, 0.0, 0.0]);
    assert_eq!(towards(1.94), None);
    assert_eq!(towards(1.96), Some(0.0));
}

/// A sphere does not move if its side of a surface is unknown.
#[test]
fn a_centre_right_on_a_surface_stays_there() {
    for way in [[0.1, 0.0, 0.5], [0.1, 0.0, -0.5], [0.3, 0.0, 0.0]] {
        assert_eq!(stops(&square(), [0.3, 0.2, 0.0], way), Some(0.0));
    }
}

#[test]
fn what_is_not_a_number_goes_nowhere() {
    let nan = f32::NAN;
    assert_eq!(
        stops(&square(), [nan, 0.0, 9.0], [1.0, 0.0, 0.0]),
        Some(0.0)
    );
    assert_eq!(
        stops(&square(), [0.0, 0.0, 9.0], [f32::INFINITY, 0.0, 0.0]),
        Some(0.0)
    );
    assert_eq!(
        stops(&square(), [0.0, 0.0, 9.0], [0.0, nan, 0.0]),
        Some(0.0)
    );
}

#[test]
fn without_triangles_everything_is_free() {
    assert_eq!(stops(&[], [0.0; 3], [5.0, 0.0, 0.0]), None);
}
