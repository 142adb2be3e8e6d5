//! What `Geometry::is_clear` promises, case by case.

use flock_sim::{shapes, Geometry, Vec3};

const RADIUS: f32 = 0.1;

fn clear(triangles: &[[Vec3; 3]], at: [f32; 3]) -> bool {
    Geometry::new(triangles).0.is_clear(at.into(), RADIUS)
}

fn moved(triangles: &[[Vec3; 3]], by: [f32; 3]) -> Vec<[Vec3; 3]> {
    triangles
        .iter()
        .map(|t| t.map(|v| v + Vec3::from(by)))
        .collect()
}

fn mirrored(triangles: &[[Vec3; 3]]) -> Vec<[Vec3; 3]> {
    let mirror = |v: Vec3| Vec3::new(-v.x, v.y, v.z);
    triangles.iter().map(|t| t.map(mirror)).collect()
}

#[test]
fn near_a_surface_there_is_no_room() {
    let cuboid = shapes::cuboid(Vec3::repeat(1.0));
    assert!(!clear(&cuboid, [1.09, 0.0, 0.0]));
    assert!(clear(&cuboid, [1.11, 0.0, 0.0]));
    assert!(!clear(&cuboid, [1.05, 1.05, 1.05]));
    assert!(clear(&cuboid, [1.06, 1.06, 1.06]));
}

#[test]
fn inside_a_solid_there_is_no_room() {
    for solid in [shapes::cuboid(Vec3::repeat(1.0)), shapes::ball(1.0, 3)] {
        for solid in [mirrored(&solid), solid] {
            assert!(!clear(&solid, [0.0, 0.0, 0.0]));
            assert!(!clear(&solid, [0.3, -0.2, 0.4]));
            assert!(clear(&solid, [1.5, 0.2, 0.0]));
            assert!(clear(&solid, [-1.2, -1.2, 1.2]));
        }
    }
}

#[test]
fn where_solids_overlap_there_is_no_room() {
    let ball = shapes::ball(1.0, 3);
    let pair = [ball.clone(), moved(&ball, [0.8, 0.1, 0.0])].concat();
    assert!(!clear(&pair, [0.4, 0.0, 0.0]), "in both");
    assert!(!clear(&pair, [-0.5, 0.0, 0.0]), "in one");
    assert!(clear(&pair, [2.1, 0.0, 0.0]), "in none");
}

#[test]
fn in_a_cavity_there_is_room() {
    let cavity: Vec<_> = shapes::ball(1.0, 3)
        .into_iter()
        .map(|[a, b, c]| [a, c, b])
        .collect();
    let hollow = [shapes::cuboid(Vec3::repeat(2.0)), cavity].concat();
    assert!(clear(&hollow, [0.0, 0.0, 0.0]));
    assert!(!clear(&hollow, [1.5, 1.5, 0.0]));
}

/// A tank without a lid, made of five sheets.
fn tank(half_extents: [f32; 3]) -> Vec<[Vec3; 3]> {
    let mut tank = shapes::cuboid(half_extents.into());
    tank.retain(|t| t.iter().any(|v| v.y < 0.0));
    assert_eq!(tank.len(), 10);
    tank
}

#[test]
fn open_sheets_have_no_inside() {
    let tank = tank([1.0, 5.0, 1.0]);
    for at in [[0.0, 0.0, 0.0], [0.5, -4.8, -0.3], [0.0, -5.5, 0.0]] {
        assert!(clear(&tank, at), "{at:?}");
    }
}

#[test]
fn sheets_do_not_make_a_solid_hollow() {
    // Each sheet turns its back on the ball, so that a ray out of the ball enters again through the sheet.
    let ball = shapes::ball(0.8, 3);
    for tank in [mirrored(&tank([2.0; 3])), tank([2.0; 3])] {
        let scene = [tank, ball.clone()].concat();
        assert!(!clear(&scene, [0.1, 0.2, 0.3]));
        assert!(clear(&scene, [1.2, 0.2, 0.3]));
    }
}

#[test]
fn a_degenerate_triangle_may_be_what_closes_a_solid() {
    // One edge of the box has a vertex in its middle on one side only; a needle fills the slit.
    let mut solid = shapes::cuboid(Vec3::repeat(1.0));
    let [a, b, c] = solid[0];
    let middle = (a + b) / 2.0;
    solid.splice(0..1, [[a, middle, c], [middle, b, c], [a, b, middle]]);
    assert_eq!(Geometry::new(&solid).1.degenerate, 1);
    assert!(!clear(&solid, [0.3, -0.2, 0.4]));
}

#[test]
fn numbers_that_make_no_sense_are_not_clear() {
    let (geometry, _) = Geometry::new(&shapes::cuboid(Vec3::repeat(1.0)));
    let far = Vec3::new(10.0, 0.0, 0.0);
    assert!(geometry.is_clear(far, 0.0));
    for radius in [f32::NAN, f32::INFINITY, -0.1] {
        assert!(!geometry.is_clear(far, radius), "{radius}");
    }
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(!geometry.is_clear(Vec3::new(bad, 0.0, 0.0), RADIUS));
    }
    assert!(geometry.is_clear(Vec3::new(f32::MAX, 0.0, 0.0), RADIUS));
}
