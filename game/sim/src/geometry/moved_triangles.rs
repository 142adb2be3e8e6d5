//! Triangles that moved when one geometry replaced another, and the positions that they swept over.
//!
//! If a level is built again after one of its bodies was set to a new place, both lists of
//! triangles have the same length. They differ in the triangles of that body, which are congruent
//! to the triangles before. Each corner counts as having moved in a straight line.
//!
//! A triangle passes a position if the position is inside the prism between the triangle's two
//! placements, so if the winding number of the prism's surface around the position is not 0.
//!
//! The prisms near a position are found by boxes that move with the triangles. A fixed box around
//! the prism of a long move would contain most of the level.

use super::{
    bvh::Aabb,
    cross_ray_triangle::cross_ray_triangle,
    moving_boxes::{MovingBox, MovingBoxes},
    surfaces::DIRECTIONS,
    Geometry,
};
use crate::math::{Vec3, Vec3d};

/// Largest number of triangles that count as moved. It is enough for a few hundred bodies, but not
/// for a level that moved as a whole.
const MOST_MOVED: usize = 16_384;

/// Difference between the lengths of an edge that counts as rounding, as a share of the
/// coordinates.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Largest number of nodes of the tree that are examined for one position. At most a few hundred
/// are needed, unless very many triangles overlap.
const MOST_LOOKS: usize = 1024;

/// A triangle before and after its move.
type Moved = [[Vec3; 3]; 2];

/// The triangles that moved between two geometries.
pub(crate) struct MovedTriangles {
    boxes: MovingBoxes,
    moved: Vec<Moved>,
}

impl MovedTriangles {
    /// The triangles that moved between two geometries.
    ///
    /// `None` if the numbers of triangles differ, if a triangle changed its shape, if more than
    /// 16,384 triangles moved, or if none did.
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
        let boxes: Vec<_> = moved.iter().map(box_of).collect();
        Some(Self {
            boxes: MovingBoxes::new(&boxes),
            moved,
        })
    }

    /// True if a triangle passed a position.
    pub(crate) fn passed(&self, place: Vec3) -> bool {
        self.test(place).0
    }

    /// Like [`passed`](Self::passed), and the number of nodes that were examined.
    fn test(&self, place: Vec3) -> (bool, usize) {
        let mut passed = false;
        let looks = self.boxes.for_each_passing(place, MOST_LOOKS, |triangle| {
            passed = winding_number(&self.moved[triangle as usize], &place.cast()) != 0;
            passed
        });
        (passed, looks)
    }
}

/// A moving box that contains the triangle at each time, and so passes all positions in its prism.
fn box_of(moved: &Moved) -> MovingBox {
    let [from, to] = moved;
    let ways = [0, 1, 2].map(|corner| to[corner] - from[corner]);
    // A side of the prism consists of two triangles. Where the ends of an edge move differently,
    // the side is away from the moving edge by up to a quarter of the difference.
    let bends = (0..3).map(|corner| (ways[corner] - ways[(corner + 1) % 3]).amax());
    let corners = moved.as_flattened().iter();
    let farthest = corners.map(|corner| corner.amax()).fold(0.0, f32::max);
    let margin = 0.25 * bends.fold(0.0, f32::max) + 4.0 * f32::EPSILON * farthest;
    let [before, after] = [from, to].map(|corners| {
        let around = Aabb::around(corners);
        Aabb {
            min: around.min.add_scalar(-margin),
            max: around.max.add_scalar(margin),
        }
    });
    MovingBox { before, after }
}

/// True if the edges of both placements of a triangle have the same lengths.
fn are_congruent([from, to]: &Moved) -> bool {
    let corners = [from, to].into_iter().flatten();
    let rounding = ROUNDING * corners.map(|corner| corner.amax()).fold(0.0, f32::max);
    (0..3).all(|corner| {
        let next = (corner + 1) % 3;
        let [before, after] = [from, to].map(|it| (it[next] - it[corner]).norm());
        (before - after).abs() <= rounding + 1e-4 * before
    })
}

/// Winding number of the prism between two placements of a triangle around a position.
fn winding_number([from, to]: &Moved, place: &Vec3d) -> i32 {
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

        /// Compares with the ranges of the coordinates. A wall that moves along an axis passes
        /// everything that lies between its faces before and after the move, at any distance, and
        /// nothing else.
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
                // Inside the wall before and after the move, both faces may have passed or none.
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

    /// A ball of many small triangles moves far across a flock, not along an axis.
    #[test]
    fn a_long_diagonal_way_costs_a_few_looks_for_each_place() {
        let ball = |by: Vec3| {
            let ball = shapes::ball(1.0, 4).into_iter();
            ball.map(|it| it.map(|corner| corner + by))
                .collect::<Vec<_>>()
        };
        let way = Vec3::new(40.0, 40.0, 40.0);
        let moved = between(&ball(Vec3::zeros()), &ball(way)).unwrap();
        assert!(moved.moved.len() > 1000);
        let places = (0..1000).map(|number| {
            let [x, y, z] = [number % 10, number / 10 % 10, number / 100];
            Vec3::new(x as f32, y as f32, z as f32) * 4.0 + Vec3::new(2.1, 2.3, 1.7)
        });
        let ahead = way.normalize();
        let (mut all, mut passed) = (0, 0);
        for place in places {
            let (is_passed, looks) = moved.test(place);
            let off = (place - ahead * place.dot(&ahead)).norm();
            if !(0.97..1.01).contains(&off) && (3.0..66.0).contains(&place.dot(&ahead)) {
                assert_eq!(is_passed, off < 1.0, "{place}");
            }
            assert!(looks < MOST_LOOKS, "{place} {looks}");
            (all, passed) = (all + looks, passed + u32::from(is_passed));
        }
        assert!(passed > 5, "{passed}");
        // With one fixed box around each move, more than 1,000 nodes for each of 1,000 positions.
        assert!(all < 20_000, "{all}");
    }

    /// Many overlapping triangles are the worst case.
    #[test]
    fn the_looks_for_a_place_are_bounded() {
        let stack = |by: Vec3| {
            let corners = [Vec3::zeros(), Vec3::x(), Vec3::y()];
            let at = |number: usize| by + Vec3::z() * 1e-4 * number as f32;
            let all = (0..2000).map(|number| corners.map(|corner| corner + at(number)));
            all.collect::<Vec<_>>()
        };
        let moved = between(&stack(Vec3::zeros()), &stack(Vec3::repeat(1.0))).unwrap();
        // In all of the boxes, but in no prism.
        let place = Vec3::new(0.95, 0.95, 0.25);
        assert_eq!(moved.test(place), (false, MOST_LOOKS));
    }

    proptest! {
        #![proptest_config(crate::cases::config(300))]

        /// The moving box contains the whole prism, however its corners move.
        #[test]
        fn the_moving_box_passes_the_prism(
            from in prop::array::uniform3(prop::array::uniform3(-1.0..1.0_f32)),
            turn in prop::array::uniform3(-3.0..3.0_f32),
            by in prop::array::uniform3(-9.0..9.0_f32),
            places in prop::collection::vec(prop::array::uniform3(-6.0..6.0_f32), 200),
        ) {
            let from = from.map(Vec3::from);
            let rotation = nalgebra::UnitQuaternion::from_scaled_axis(Vec3::from(turn));
            let moved = [from, from.map(|corner| rotation * corner + Vec3::from(by))];
            for place in places.into_iter().map(Vec3::from) {
                if winding_number(&moved, &place.cast()) != 0 {
                    prop_assert!(box_of(&moved).passes(place), "{} {:?}", place, moved);
                }
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
