//! `Geometry::is_clear`, case by case.

use flock_sim::{geometry::shapes, Geometry, Vec3};
use flock_testkit::triangles::{moved, turned};

const RADIUS: f32 = 0.1;

fn clear(triangles: &[[Vec3; 3]], at: [f32; 3]) -> bool {
    Geometry::new(triangles).0.is_clear(at.into(), RADIUS)
}

fn mirrored(triangles: &[[Vec3; 3]]) -> Vec<[Vec3; 3]> {
    let mirror = |v: Vec3| Vec3::new(-v.x, v.y, v.z);
    triangles.iter().map(|t| t.map(mirror)).collect()
}

#[test]
fn a_place_near_a_surface_is_not_clear() {
    let cuboid = shapes::cuboid(Vec3::repeat(1.0));
    assert!(!clear(&cuboid, [1.09, 0.0, 0.0]));
    assert!(clear(&cuboid, [1.11, 0.0, 0.0]));
    assert!(!clear(&cuboid, [1.05, 1.05, 1.05]));
    assert!(clear(&cuboid, [1.06, 1.06, 1.06]));
}

const INSIDE: [[f32; 3]; 2] = [[0.0, 0.0, 0.0], [0.3, -0.2, 0.4]];
const OUTSIDE: [[f32; 3]; 2] = [[1.5, 0.2, 0.0], [-1.2, -1.2, 1.2]];

#[test]
fn a_place_inside_a_solid_is_not_clear() {
    for solid in [shapes::cuboid(Vec3::repeat(1.0)), shapes::ball(1.0, 3)] {
        assert!(INSIDE.iter().all(|at| !clear(&solid, *at)));
        assert!(OUTSIDE.iter().all(|at| clear(&solid, *at)));
    }
}

#[test]
fn a_place_inside_a_room_is_clear_away_from_the_walls() {
    for solid in [shapes::cuboid(Vec3::repeat(1.0)), shapes::ball(1.0, 3)] {
        for room in [mirrored(&solid), turned(&solid)] {
            assert!(INSIDE.iter().all(|at| clear(&room, *at)));
            assert!(OUTSIDE.iter().all(|at| clear(&room, *at)));
            assert!(!clear(&room, [0.95, 0.0, 0.0]));
        }
    }
}

#[test]
fn a_solid_in_a_room_is_a_solid_and_so_is_one_through_its_wall() {
    let room = turned(&shapes::cuboid(Vec3::repeat(2.0)));
    let pillar = shapes::cuboid(Vec3::new(0.5, 3.0, 0.5));
    let within = [room.clone(), moved(&pillar, [0.8, 0.0, 0.0])].concat();
    let through = [room.clone(), moved(&pillar, [2.0, 0.0, 0.0])].concat();
    for (scene, at) in [
        (&within, [1.0, 0.0, 0.0]),
        (&within, [1.0, 2.5, 0.0]),
        (&through, [1.8, 0.0, 0.0]),
        (&through, [2.3, 0.0, 0.0]),
    ] {
        assert!(!clear(scene, at), "{at:?}");
        assert!(clear(scene, [-1.0, 0.0, 0.0]));
    }
    let corner = moved(&shapes::cuboid(Vec3::repeat(1.0)), [2.0, 2.0, 2.0]);
    assert!(!clear(&[room, corner].concat(), [1.5, 1.5, 1.5]));
}

#[test]
fn a_room_hollows_out_every_solid_in_which_it_lies() {
    let cuboid = |size: f32| shapes::cuboid(Vec3::repeat(size));
    let rock = [cuboid(6.0), moved(&cuboid(6.0), [1.0, 0.0, 0.0])].concat();
    let room = turned(&cuboid(4.0));
    let room_in_room = [room, turned(&cuboid(2.0))].concat();
    let scene = [rock, room_in_room, cuboid(1.0)].concat();
    for (x, expected) in [
        (0.5, false),
        (1.5, true),
        (3.0, true),
        (5.0, false),
        (7.5, true),
    ] {
        assert_eq!(clear(&scene, [x, 0.0, 0.0]), expected, "{x}");
    }
    let report = Geometry::new(&scene).1;
    assert_eq!((report.solids, report.rooms, report.two_sided), (3, 2, 0));
}

#[test]
fn two_sided_surfaces_are_counted_and_are_nothing_without_a_flock() {
    let cuboid = shapes::cuboid(Vec3::repeat(1.0));
    let two_sided = [cuboid.clone(), turned(&cuboid)].concat();
    let mut mixed = cuboid;
    mixed[5].swap(0, 1);
    for triangles in [two_sided, mixed] {
        let (geometry, report) = Geometry::new(&triangles);
        assert_eq!((report.solids, report.rooms, report.two_sided), (0, 0, 1));
        for at in INSIDE.iter().chain(&OUTSIDE) {
            assert!(geometry.is_clear(Vec3::from(*at), RADIUS));
        }
    }
}

#[test]
fn surfaces_of_dropped_triangles_are_not_counted() {
    let far = moved(&shapes::cuboid(Vec3::repeat(1e8)), [2e9, 0.0, 0.0]);
    let report = Geometry::new(&far).1;
    assert_eq!((report.out_of_range, report.solids), (12, 0));
}

#[test]
fn a_place_where_solids_overlap_is_not_clear() {
    let ball = shapes::ball(1.0, 3);
    let pair = [ball.clone(), moved(&ball, [0.8, 0.1, 0.0])].concat();
    assert!(!clear(&pair, [0.4, 0.0, 0.0]), "in both");
    assert!(!clear(&pair, [-0.5, 0.0, 0.0]), "in one");
    assert!(clear(&pair, [2.1, 0.0, 0.0]), "in none");
}

#[test]
fn a_place_in_a_cavity_is_clear() {
    let cavity = turned(&shapes::ball(1.0, 3));
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
    // Each sheet faces away from the ball, so that a ray out of the ball enters again through the
    // sheet.
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
fn invalid_numbers_are_not_clear() {
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
