//! Colliders that the game has moved come to rest, and become part of the level again.

use crate::{
    game::STEP,
    moved_by_hand::{cuboid, Hall, BUILT, HALF},
    solids::add_box_mesh,
};
use fyrox::scene::collider::{ColliderShape, ConvexPolyhedronShape, GeometrySource, TrimeshShape};
use fyrox_flock::sim::Vec3;

/// Moves the wall for some frames. Returns its place.
fn walk(hall: &mut Hall) -> f32 {
    let mut x = -1.0;
    for _ in 0..10 {
        x += 0.02;
        hall.put(x, STEP);
    }
    assert!(hall.obstacles() == 1 && !hall.is_in_level());
    x
}

#[test]
fn a_wall_rests_after_half_a_second_at_any_frame_rate() {
    for rate in [12, 30, 60, 144, 240] {
        let mut hall = Hall::new("resting wall");
        walk(&mut hall);
        let frames = hall.settle(1.0 / rate as f32, rate);
        let earliest = rate / 2 - 1;
        assert!(
            (earliest..=rate / 2 + BUILT).contains(&frames),
            "{rate}: {frames}"
        );
    }
}

#[test]
fn time_that_stands_still_is_no_rest() {
    let mut hall = Hall::new("paused wall");
    walk(&mut hall);
    for _ in 0..100 {
        hall.rest(0.0);
        assert_eq!(hall.obstacles(), 1);
    }
    hall.settle(STEP, 40);
}

#[test]
fn a_slow_wall_does_not_rest() {
    let mut hall = Hall::new("slow wall");
    let mut x = walk(&mut hall);
    for _ in 0..100 {
        x += 0.5e-4;
        hall.put(x, STEP);
        assert!(hall.obstacles() == 1 && !hall.is_in_level());
    }
}

/// Whenever it is reshaped, even while the level is built with it.
#[test]
fn a_wall_that_is_reshaped_while_it_settles_is_built_as_it_is() {
    for delay in 0..40 {
        let mut hall = Hall::new("wall reshaped at rest");
        let x = walk(&mut hall);
        (0..delay).for_each(|_| hall.rest(STEP));
        hall.reshape(cuboid(0.4));
        hall.rest(STEP);
        hall.settle(STEP, 40);
        (0..BUILT).for_each(|_| hall.rest(STEP));
        let beside = Vec3::new(x + 0.3, 3.5, 3.5);
        assert!(
            !hall.game.simulation().geometry().is_clear(beside, 0.01),
            "{delay}"
        );
    }
}

#[test]
fn a_rounded_pose_while_a_wall_settles_is_built() {
    for delay in 0..40 {
        let mut hall = Hall::new("rounded wall");
        let x = walk(&mut hall);
        (0..delay).for_each(|_| hall.rest(STEP));
        hall.put(x + 0.8e-4, STEP);
        hall.settle(STEP, 60);
        (0..BUILT).for_each(|_| hall.rest(STEP));
        let beside = Vec3::new(x + HALF[0] + 0.01, 3.5, 3.5);
        let geometry = hall.game.simulation().geometry();
        let is_clear = |distance| geometry.is_clear(beside, distance);
        assert!(is_clear(0.01 - 1e-4) && !is_clear(0.01 - 0.5e-4), "{delay}");
    }
}

#[test]
fn a_wall_that_moves_on_while_it_settles_leaves_nobody_behind_it() {
    for delay in 24..36 {
        let mut hall = Hall::new("wall that goes on");
        let mut x = walk(&mut hall);
        (0..delay).for_each(|_| hall.rest(STEP));
        for _ in 0..30 {
            x += 12.0 * STEP;
            hall.put(x, STEP);
            assert_eq!(hall.behind(x), 0, "{delay} at {x}");
        }
        hall.settle(STEP, 40);
        assert_eq!((hall.behind(x), hall.displaced()), (0, 0), "{delay}");
    }
}

/// A Polyhedron, whose parts are computed in the background, and a Trimesh, which moves as it is or
/// stays part of the level.
#[test]
fn a_wall_that_becomes_a_mesh_while_it_moves_is_never_neither() {
    for (is_polyhedron, is_concave) in [(true, true), (false, true), (false, false)] {
        for moves_on in [true, false] {
            let mut hall = Hall::new("wall that becomes a mesh");
            hall.game.flock().solids.concave_bodies = is_concave;
            let mesh = add_box_mesh(hall.game.scene(), 0.6, false);
            let mut x = walk(&mut hall);
            let geometry_source = GeometrySource(mesh);
            hall.reshape(if is_polyhedron {
                ColliderShape::Polyhedron(ConvexPolyhedronShape { geometry_source })
            } else {
                ColliderShape::Trimesh(TrimeshShape {
                    sources: vec![geometry_source],
                })
            });
            for _ in 0..60 {
                x += if moves_on { 0.01 } else { 0.0 };
                hall.put(x, STEP);
                let triangles = hall.game.simulation().geometry().triangle_count();
                assert!(hall.obstacles() > 0 || triangles > 0);
            }
            let moves = is_concave && moves_on;
            assert_eq!(
                hall.obstacles() > 0,
                moves,
                "{is_polyhedron} {is_concave} {moves_on}"
            );
        }
    }
}
