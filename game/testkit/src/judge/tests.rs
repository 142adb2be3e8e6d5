//! The judge itself, on moves and places with known results.

use super::{winding_number, Judge};
use crate::{scenes::Scene, triangles::turned};
use flock_sim::{geometry::shapes, Vec3};

/// Two triangles that share the edge from (-1, -1, 0) to (1, 1, 0).
fn sheet() -> Judge {
    let [a, b, c, d] =
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    Judge::new(&[[a, b, c], [a, c, d]], 0.3)
}

fn crosses(from: [f32; 3], to: [f32; 3]) -> bool {
    sheet().crossed(from.into(), to.into()).is_some()
}

#[test]
fn moves_through_a_sheet_are_crossings() {
    assert!(
        crosses([0.5, -0.3, 1.0], [0.5, -0.3, -1.0]),
        "through a face"
    );
    assert!(
        crosses([0.2, 0.3, -0.001], [0.3, 0.1, 0.001]),
        "a short move through a face"
    );
    assert!(
        crosses([0.5, 0.5, 1.0], [0.5, 0.5, -1.0]),
        "through the shared edge"
    );
    assert!(
        crosses([1.0, 1.0, 1.0], [1.0, 1.0, -1.0]),
        "through a corner"
    );
    assert!(
        crosses([1.0, 0.25, 0.5], [1.0, 0.25, -0.5]),
        "through the rim"
    );
    assert!(crosses([0.5, 0.0, 1.0], [0.5, 0.0, 0.0]), "onto a face");
    assert!(
        crosses([-2.0, 0.1, 0.0], [2.0, 0.1, 0.0]),
        "in the plane, across"
    );
    assert!(
        crosses([0.1, 0.0, 0.0], [0.2, 0.0, 0.0]),
        "in the plane, inside"
    );
}

#[test]
fn moves_past_a_sheet_are_not() {
    assert!(!crosses([0.5, 0.0, 1.0], [0.5, 0.0, 1e-6]), "towards it");
    assert!(
        !crosses([1.0001, 0.0, 1.0], [1.0001, 0.0, -1.0]),
        "past the rim"
    );
    assert!(
        !crosses([-2.0, 1.001, 0.0], [2.0, 1.001, 0.0]),
        "in the plane, past the rim"
    );
    assert!(
        !crosses([1.5, 0.0, 0.0], [1.1, 0.0, 0.0]),
        "in the plane, towards it"
    );
}

#[test]
fn the_nearest_surface_is_measured() {
    let sheet = sheet();
    let nearest = |at: [f32; 3]| sheet.nearest(at.into(), 2.0);
    assert_eq!(nearest([0.5, -0.25, 0.5]), Some(0.5), "over a face");
    assert_eq!(nearest([2.0, 0.0, 0.0]), Some(1.0), "beside the rim");
    assert_eq!(nearest([1.75, 2.0, 0.0]), Some(1.25), "off a corner");
    assert_eq!(nearest([0.0, 0.0, 2.5]), None, "out of reach");
}

#[test]
fn shapes_of_the_scene_wind_once_around_their_inside() {
    let scene = Scene::default();
    for solid in scene.solids() {
        let [a, b, c] = solid[0];
        let middle = (a + b + c) / 3.0;
        let outward = (b - a).cross(&(c - a)).normalize() * 2e-4;
        let inside = winding_number(solid, middle - outward);
        let outside = winding_number(solid, middle + outward);
        assert!((inside - 1.0).abs() < 0.01, "{inside} just inside");
        assert!(outside.abs() < 0.01, "{outside} just outside");
    }
}

#[test]
fn a_mirrored_ball_winds_the_other_way() {
    let mirrored = turned(&shapes::ball(1.0, 2));
    let winding = winding_number(&mirrored, Vec3::new(0.2, 0.1, 0.3));
    assert!((winding + 1.0).abs() < 1e-6, "{winding}");
}

/// Found by `examples/judged`: the surface of a labyrinth has such triangles, which the library
/// leaves out and counts.
#[test]
fn a_triangle_with_equal_corners_is_crossed_by_no_move() {
    let [a, b] = [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.2)];
    for corners in [[a, a, b], [a, b, a], [b, a, a], [a, a, a]] {
        let judge = Judge::new(&[corners], 4.0);
        let (from, to) = (Vec3::new(0.3, -0.5, 1.0), Vec3::new(0.3, 0.5, 1.0));
        assert_eq!(judge.crossed(from, to), None, "{corners:?}");
    }
}
