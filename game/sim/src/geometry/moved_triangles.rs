//! Triangles that moved when one geometry replaced another, and the places that they swept over.
//!
//! Two geometries are two lists of triangles. If a level is built again after one of its bodies was
//! set to a new place, the lists are equally long, and differ in the triangles of that body, which are
//! congruent to those before. Each corner is taken to have moved on a straight line.
//!
//! A triangle passes a place if the place is inside the prism between the triangle's two placements:
//! if the winding number of the prism's surface around the place is not 0.

use super::{
    bvh::{Aabb, Bvh, SphereQuery},
    cross_ray_triangle::cross_ray_triangle,
    surfaces::DIRECTIONS,
    Geometry, Vec3d,
};
use crate::math::Vec3;
use std::ops::ControlFlow;

/// Most triangles that are taken to have moved: those of a few hundred bodies, but not of a level that
/// moved as a whole.
const MOST_MOVED: usize = 16_384;

/// Difference of the lengths of an edge that counts as rounding, as a share of the coordinates.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Triangles that moved.
pub(crate) struct MovedTriangles {
    /// Over the boxes around both placements.
    bvh: Bvh,
    /// The placements before and after, in the order of the BVH.
    moved: Vec<[[Vec3; 3]; 2]>,
}

impl MovedTriangles {
    /// Those that moved between two geometries. None if the lists are not equally long, if a triangle
    /// changed its shape, if more than 16,384 moved, or if none did.
    pub(crate) fn between(before: &Geometry, after: &Geometry) -> Option<Self> {
        let (before, after) = (before.triangles(), after.triangles());
        if before.len() != after.len() {
            return None;
        }
        let pairs = before.iter().zip(after).map(|(from, to)| [*from, *to]);
        let differing = pairs.filter(|[from, to]| from != to);
        let moved: Vec<_> = differing.take(MOST_MOVED + 1).collect();
        if moved.is_empty() || moved.len() > MOST_MOVED || !moved.iter().all(are_congruent) {
            return None;
        }
        // The BVH knows only the boxes.
        let boxes = moved.iter().map(|pair| {
            let around = Aabb::around(pair.as_flattened());
            [around.min, around.max, around.max]
        });
        let bvh = Bvh::new(&boxes.collect::<Vec<_>>());
        let in_order = bvh.order().iter().map(|index| moved[*index as usize]);
        Some(Self {
            moved: in_order.collect(),
            bvh,
        })
    }

    /// True if a triangle passed a place.
    pub(crate) fn passed(&self, place: Vec3) -> bool {
        let mut passed = false;
        self.bvh.for_each(&SphereQuery::new(place, 0.0), |index| {
            passed = winding_number(&self.moved[index as usize], &place.cast()) != 0;
            match passed {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        passed
    }
}

/// True if both placements of a triangle have edges of the same lengths.
fn are_congruent([from, to]: &[[Vec3; 3]; 2]) -> bool {
    let corners = [from, to].into_iter().flatten();
    let rounding = ROUNDING * corners.map(|corner| corner.amax()).fold(0.0, f32::max);
    (0..3).all(|corner| {
        let next = (corner + 1) % 3;
        let [before, after] = [from, to].map(|it| (it[next] - it[corner]).norm());
        (before - after).abs() <= rounding + 1e-4 * before
    })
}

/// How often the prism between two placements of a triangle winds around a place.
fn winding_number([from, to]: &[[Vec3; 3]; 2], place: &Vec3d) -> i32 {
    let ray = Vec3d::from(DIRECTIONS[0]);
    let [[a, b, c], [d, e, f]] =
        [from, to].map(|corners| corners.map(|corner| corner.cast::<f64>() - place));
    let faces = [
        [a, c, b],
        [d, e, f],
        [a, b, e],
        [a, e, d],
        [b, c, f],
        [b, f, e],
        [c, a, d],
        [c, d, f],
    ];
    faces
        .iter()
        .map(|face| cross_ray_triangle(&ray, face))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;
    use proptest::prelude::*;

    fn wall(by: Vec3, turn: f32) -> Vec<[Vec3; 3]> {
        let rotation = nalgebra::UnitQuaternion::from_axis_angle(&Vec3::y_axis(), turn);
        let wall = shapes::cuboid(Vec3::new(0.05, 1.0, 1.0)).into_iter();
        wall.map(|triangle| triangle.map(|corner| rotation * corner + by))
            .collect()
    }

    fn between(before: &[[Vec3; 3]], after: &[[Vec3; 3]]) -> Option<MovedTriangles> {
        MovedTriangles::between(&Geometry::new(before).0, &Geometry::new(after).0)
    }

    proptest! {
        #![proptest_config(crate::cases::config(300))]

        /// Against the ranges of the coordinates: a wall that moves along an axis passes what lies
        /// between its faces before and after, however far it moves, and nothing else.
        #[test]
        fn a_wall_passes_the_places_between_its_faces(
            places in prop::collection::vec([-2.0..2.0_f32, -1.5..1.5_f32, -1.5..1.5_f32], 50),
            way in -1.5..1.5_f32,
        ) {
            let rock: Vec<_> = wall(Vec3::new(9.0, 0.0, 0.0), 0.3);
            let [before, after] = [0.0, way].map(|x| [rock.clone(), wall(Vec3::x() * x, 0.0)].concat());
            let moved = between(&before, &after).unwrap();
            prop_assert_eq!(moved.moved.len(), 12);
            for [x, y, z] in places {
                let is_beside = y.abs().max(z.abs()) < 1.0;
                // Where it was and still is inside, both faces may have passed or none.
                let front = (0.05 * way.signum() - x) * ((0.05 * way.signum() + way) - x) < 0.0;
                let back = (-0.05 * way.signum() - x) * ((-0.05 * way.signum() + way) - x) < 0.0;
                prop_assert_eq!(
                    moved.passed(Vec3::new(x, y, z)),
                    is_beside && (front || back),
                    "{} {} {} by {}", x, y, z, way
                );
            }
        }
    }

    #[test]
    fn a_door_that_turns_passes_its_sector() {
        let hinged = |turn: f32| {
            let rotation = nalgebra::UnitQuaternion::from_axis_angle(&Vec3::y_axis(), turn);
            let door = shapes::cuboid(Vec3::new(1.0, 1.0, 0.02)).into_iter();
            let at_hinge = door.map(move |it| it.map(|corner| rotation * (corner + Vec3::x())));
            at_hinge.collect::<Vec<_>>()
        };
        let moved = between(&hinged(0.0), &hinged(-0.3)).unwrap();
        let at = |angle: f32, y: f32| Vec3::new(angle.cos(), y, angle.sin());
        assert!(moved.passed(at(0.15, 0.0)) && moved.passed(at(0.05, 0.9)));
        assert!(!moved.passed(at(0.4, 0.0)) && !moved.passed(at(-0.1, 0.0)));
        assert!(!moved.passed(at(0.15, 1.1)) && !moved.passed(-at(0.15, 0.0)));
    }

    #[test]
    fn other_changes_are_no_moves() {
        let before = wall(Vec3::zeros(), 0.0);
        assert!(between(&before, &before).is_none());
        assert!(between(&before, &before[1..]).is_none());
        assert!(between(&before, &[]).is_none());
        let larger: Vec<_> = before
            .iter()
            .map(|it| it.map(|corner| corner * 1.1))
            .collect();
        assert!(between(&before, &larger).is_none());
    }
}
