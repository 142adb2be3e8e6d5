//! `Geometry::new` with good and bad triangles.

use flock_sim::{
    geometry::{shapes, GeometryReport},
    Geometry, Vec3,
};
use flock_testkit::flocks::on_threads;

const GOOD: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

fn triangle(corners: [[f32; 3]; 3]) -> [Vec3; 3] {
    corners.map(Vec3::from)
}

fn report(corners: [[f32; 3]; 3]) -> GeometryReport {
    Geometry::new(&[triangle(corners)]).1
}

#[test]
fn triangles_out_of_range_are_dropped_and_counted() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1.1e9] {
        let mut corners = GOOD;
        corners[1][2] = bad;
        let expected = GeometryReport {
            out_of_range: 1,
            ..GeometryReport::default()
        };
        assert_eq!(report(corners), expected, "{bad}");
    }
    assert_eq!(report(GOOD.map(|v| v.map(|x| x * 1e9))).triangles, 1);
}

#[test]
fn triangles_without_an_area_are_dropped_and_counted() {
    let [a, b, _] = GOOD;
    let expected = GeometryReport {
        degenerate: 1,
        ..GeometryReport::default()
    };
    assert_eq!(report([a, a, a]), expected, "a point");
    assert_eq!(report([a, b, b]), expected, "a needle");
    assert_eq!(report([a, b, [0.3, 0.0, 0.0]]), expected, "a line");
    assert_eq!(report([a, b, [0.3, 1e-9, 0.0]]), expected, "a slit");
    assert_eq!(
        report([a, b, [0.3, 1e-6, 0.0]]).triangles,
        1,
        "a thin triangle"
    );
    assert_eq!(
        report(GOOD.map(|v| v.map(|x| x * 1e-12))).triangles,
        1,
        "a tiny triangle"
    );
}

#[test]
fn the_others_keep_their_order() {
    let good = triangle(GOOD);
    let raised = good.map(|v| v + Vec3::z());
    let bad = [Vec3::repeat(f32::NAN); 3];
    let (geometry, report) = Geometry::new(&[bad, good, [Vec3::zeros(); 3], raised]);
    assert_eq!(geometry.triangles(), &[good, raised]);
    assert_eq!(geometry.triangle_count(), 2);
    assert_eq!(report.dropped(), 2);
    assert_eq!(
        geometry.bounds(),
        Some((Vec3::zeros(), Vec3::new(1.0, 1.0, 1.0)))
    );
    let contact = geometry
        .sweep(Vec3::new(0.2, 0.2, 2.0), -Vec3::z(), 0.1)
        .unwrap();
    assert_eq!(contact.triangle, Some(1));
}

#[test]
fn copies_are_left_out_and_counted() {
    let good = triangle(GOOD);
    let [a, b, c] = good;
    let mirrored = [a, c, b];
    let (geometry, report) = Geometry::new(&[good, mirrored, [b, c, a], mirrored]);
    assert_eq!(geometry.triangles(), &[good, mirrored]);
    assert_eq!(
        (report.triangles, report.duplicates, report.dropped()),
        (2, 2, 0)
    );
}

#[test]
fn copies_of_some_triangles_do_not_open_a_solid() {
    let cuboid = shapes::cuboid(Vec3::repeat(1.0));
    let (geometry, _) = Geometry::new(&[&cuboid[..], &cuboid[3..7]].concat());
    assert!(!geometry.is_clear(Vec3::zeros(), 0.1));
}

#[test]
fn equal_evenly_spaced_and_nested_triangles_are_found() {
    let good = triangle(GOOD);
    let equal = vec![good; 50_000];
    let row: Vec<_> = (0..50_000)
        .map(|i| good.map(|v| v + Vec3::x() * (0.5 * i as f32)))
        .collect();
    let nested: Vec<_> = (-60..30)
        .map(|i| good.map(|v| v * 2.0_f32.powi(i)))
        .collect();
    for triangles in [equal, row, nested] {
        let (geometry, report) = Geometry::new(&triangles);
        assert_eq!(report.dropped(), 0);
        assert!(geometry
            .sweep(Vec3::new(0.2, 0.2, 0.5), -Vec3::z(), 0.1)
            .is_some());
    }
}

#[test]
fn the_number_of_threads_that_build_does_not_matter() {
    let triangles = shapes::ball(1.0, 5);
    let contacts = |threads| {
        let (geometry, _) = on_threads(threads, || Geometry::new(&triangles));
        let sweep = |i: u32| {
            let (sin, cos) = (i as f32).sin_cos();
            geometry.sweep(
                Vec3::new(2.0 * cos, 0.3 * sin, 2.0 * sin),
                Vec3::new(-2.0 * cos, 0.0, -2.0 * sin),
                0.1,
            )
        };
        (0..1000).map(sweep).collect::<Vec<_>>()
    };
    assert_eq!(contacts(1), contacts(4));
}
