//! `Geometry::sweep`, case by case.

use flock_sim::{
    geometry::{shapes, Contact},
    Geometry, Vec3,
};
use flock_testkit::triangles::moved;

const RADIUS: f32 = 0.1;

/// A square of 2 m in the XY plane, cut along the diagonal from (-1, -1) to (1, 1).
fn square() -> Geometry {
    let [a, b, c, d] =
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    Geometry::new(&[[a, b, c], [a, c, d]]).0
}

fn sweep(start: [f32; 3], displacement: [f32; 3]) -> Option<Contact> {
    square().sweep(start.into(), displacement.into(), RADIUS)
}

#[track_caller]
fn assert_contact(contact: Option<Contact>, fraction: f32, normal: [f32; 3]) {
    let contact = contact.expect("a contact");
    assert!(
        (contact.fraction - fraction).abs() < 1e-5,
        "{contact:?}, expected {fraction}"
    );
    assert!(
        (contact.normal - Vec3::from(normal)).norm() < 1e-4,
        "{contact:?}, expected {normal:?}"
    );
}

#[test]
fn a_sphere_stops_its_radius_before_a_face() {
    assert_contact(
        sweep([0.5, -0.5, 1.0], [0.0, 0.0, -2.0]),
        0.45,
        [0.0, 0.0, 1.0],
    );
    assert_contact(
        sweep([0.5, -0.5, -1.0], [0.0, 0.0, 2.0]),
        0.45,
        [0.0, 0.0, -1.0],
    );
    assert_contact(
        sweep([-0.5, 0.0, 0.6], [1.0, 0.0, -1.0]),
        0.5,
        [0.0, 0.0, 1.0],
    );
}

#[test]
fn a_sphere_stops_at_an_edge_and_a_corner() {
    assert_contact(
        sweep([2.0, 0.3, 0.0], [-1.0, 0.0, 0.0]),
        0.9,
        [1.0, 0.0, 0.0],
    );
    let diagonal = [0.5_f32.sqrt(), 0.5_f32.sqrt(), 0.0];
    assert_contact(
        sweep([2.0, 2.0, 0.0], [-1.0, -1.0, 0.0]),
        1.0 - RADIUS * diagonal[0],
        diagonal,
    );
    // 0.06 m beside the rim the sphere touches it at a height of 0.08 m.
    assert_contact(
        sweep([1.06, 0.0, 0.58], [0.0, 0.0, -1.0]),
        0.5,
        [0.6, 0.0, 0.8],
    );
}

#[test]
fn a_sphere_passes_beside_a_rim() {
    assert_eq!(sweep([1.11, 0.0, 1.0], [0.0, 0.0, -2.0]), None);
    assert_eq!(sweep([1.08, 1.08, 1.0], [0.0, 0.0, -2.0]), None);
    assert_eq!(sweep([0.0, 0.0, 0.11], [0.8, 0.3, 0.0]), None);
}

#[test]
fn a_move_that_ends_short_of_a_face_is_free() {
    assert_eq!(sweep([0.0, 0.0, 1.0], [0.0, 0.0, -0.899]), None);
    assert!(sweep([0.0, 0.0, 1.0], [0.0, 0.0, -0.901]).is_some());
}

#[test]
fn the_lower_of_two_triangles_hit_at_once_is_named() {
    let contact = sweep([0.25, 0.25, 1.0], [0.0, 0.0, -2.0]).unwrap();
    assert_eq!(contact.triangle, Some(0));
    let contact = sweep([-0.5, 0.5, 1.0], [0.0, 0.0, -2.0]).unwrap();
    assert_eq!(contact.triangle, Some(1));
}

#[test]
fn a_displacement_of_nothing_is_free() {
    assert_eq!(sweep([0.0, 0.0, 0.1], [0.0; 3]), None);
    assert_eq!(sweep([0.0, 0.0, 0.0], [0.0; 3]), None);
    // Too small to change the position at all.
    assert_eq!(sweep([0.5, 0.5, 0.1], [0.0, 0.0, -1e-12]), None);
}

#[test]
fn a_sphere_that_touches_may_move_along_and_away_but_not_closer() {
    assert_eq!(sweep([0.0, 0.0, RADIUS], [0.5, 0.2, 0.0]), None);
    assert_eq!(sweep([0.0, 0.0, RADIUS], [0.0, 0.0, 0.01]), None);
    assert_contact(
        sweep([0.0, 0.0, RADIUS], [0.0, 0.0, -0.01]),
        0.0,
        [0.0, 0.0, 1.0],
    );
}

#[test]
fn a_sphere_that_overlaps_may_move_along_and_away_but_not_closer() {
    let overlapping = [-0.4, 0.1, -0.03];
    assert_eq!(sweep(overlapping, [0.0, 0.0, -0.01]), None, "away");
    assert_eq!(
        sweep(overlapping, [0.9, 0.2, 0.0]),
        None,
        "along, over the diagonal"
    );
    assert_eq!(sweep(overlapping, [0.9, 0.2, -0.5]), None, "along and away");
    assert_contact(sweep(overlapping, [0.0, 0.0, 0.001]), 0.0, [0.0, 0.0, -1.0]);
    assert_contact(sweep(overlapping, [0.0, 0.0, 5.0]), 0.0, [0.0, 0.0, -1.0]);
}

#[test]
fn a_sphere_that_overlaps_one_surface_comes_no_closer_to_another() {
    let upright = [[2.0, -1.0, -1.0], [2.0, 1.0, 0.0], [2.0, -1.0, 1.0]].map(Vec3::from);
    let mut triangles = square().triangles().to_vec();
    triangles.push(upright);
    let (geometry, _) = Geometry::new(&triangles);
    let start = Vec3::new(0.0, 0.0, 0.05);
    let towards = |x: f32| geometry.sweep(start, Vec3::new(x, 0.0, 0.0), RADIUS);
    assert_eq!(towards(1.94), None);
    let contact = towards(1.96).unwrap();
    assert_eq!((contact.fraction, contact.triangle), (0.0, Some(2)));
}

#[test]
fn a_centre_right_on_a_surface_may_leave_to_either_side() {
    assert_eq!(sweep([0.3, 0.2, 0.0], [0.1, 0.0, 0.5]), None);
    assert_eq!(sweep([0.3, 0.2, 0.0], [0.1, 0.0, -0.5]), None);
    let cuboid = Geometry::new(&shapes::cuboid(Vec3::new(1.0, 1.0, 1.0))).0;
    let across = cuboid.sweep(Vec3::new(1.0, 0.0, 0.0), Vec3::new(-3.0, 0.0, 0.0), RADIUS);
    assert_eq!(
        across.map(|contact| contact.fraction),
        Some(0.0),
        "not through the far side"
    );
}

#[test]
fn a_move_that_is_not_finite_is_refused() {
    let geometry = square();
    let far = Vec3::new(100.0, 0.0, 0.0);
    let step = Vec3::new(0.1, 0.0, 0.0);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for axis in 0..3 {
            let mut vector = far;
            vector[axis] = bad;
            for contact in [
                geometry.sweep(vector, step, RADIUS),
                geometry.sweep(far, vector, RADIUS),
            ] {
                let contact = contact.expect("a contact");
                assert_eq!((contact.fraction, contact.triangle), (0.0, None));
                assert_eq!(contact.normal.norm(), 1.0);
            }
        }
    }
    for radius in [f32::NAN, f32::INFINITY, 0.0, -0.1] {
        assert!(
            geometry.sweep(far, step, radius).is_some(),
            "radius {radius}"
        );
    }
    let huge = Vec3::new(f32::MAX, 0.0, 0.0);
    assert!(
        geometry.sweep(huge, huge, RADIUS).is_some(),
        "an end beyond all numbers"
    );
}

#[test]
fn without_triangles_every_move_is_free() {
    let geometry = Geometry::empty();
    assert_eq!(
        geometry.sweep(Vec3::zeros(), Vec3::new(1.0, 0.0, 0.0), RADIUS),
        None
    );
    assert!(geometry.is_clear(Vec3::zeros(), RADIUS));
    assert_eq!(geometry.bounds(), None);
    assert_eq!(geometry.triangle_count(), 0);
}

#[test]
fn spheres_stop_far_from_the_origin_too() {
    for distance in [1e3, 1e4, 1e5, 1e6, 1e8] {
        let at = Vec3::new(distance, -distance, 0.5 * distance);
        let cuboid = shapes::cuboid(Vec3::repeat(0.1 * distance));
        let (geometry, report) = Geometry::new(&moved(&cuboid, at));
        assert_eq!(report.triangles, 12);
        let start = at + Vec3::new(0.2 * distance, 0.01 * distance, 0.0);
        let contact = geometry
            .sweep(start, Vec3::new(-0.2 * distance, 0.0, 0.0), RADIUS)
            .unwrap();
        assert!((contact.fraction - 0.5).abs() < 1e-3, "{contact:?}");
        assert_eq!(contact.normal, Vec3::x());
        assert_eq!(
            geometry.sweep(start, Vec3::new(0.2 * distance, 0.0, 0.0), RADIUS),
            None
        );
    }
}
