//! Planes of the contacts of a sliding boid, and the projection of its velocity onto them.

use crate::math::Vec3;

/// Largest number of contacts of one move. Three planes can block all motion; one more is for a
/// contact on the way there.
pub(crate) const MOST_CONTACTS: usize = 4;

/// Largest number of planes: the contacts, and the side of the boundary along each axis.
pub(crate) const MOST_WALLS: usize = MOST_CONTACTS + 3;

/// Share of its length by which a vector may lead into a plane. It covers the rounding of normals.
pub(crate) const INTO: f32 = 1e-6;

/// Squared sine of the smallest angle at which two planes meet in a crease. At smaller angles they
/// count as parallel, within the tolerance [`INTO`].
pub(crate) const PARALLEL: f64 = 1e-12;

/// Planes that a boid touches, given by their unit normals, which point towards the boid.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactPlanes {
    normals: [Vec3; MOST_WALLS],
    count: usize,
}

impl ContactPlanes {
    pub(super) fn none() -> Self {
        Self {
            normals: [Vec3::zeros(); MOST_WALLS],
            count: 0,
        }
    }

    /// Adds a plane, if there is room for it.
    pub(super) fn add(&mut self, normal: Vec3) {
        if let Some(free) = self.normals.get_mut(self.count) {
            *free = normal;
            self.count += 1;
        }
    }

    fn normals(&self) -> &[Vec3] {
        &self.normals[..self.count]
    }

    /// Sum of the normals, which leads away from all planes.
    pub(super) fn normal_sum(&self) -> Vec3 {
        self.normals().iter().sum()
    }

    /// Projects a velocity onto the planes: the nearest velocity that leads into none of them.
    ///
    /// The result is the velocity itself, or it lies in one plane, or in the crease of two planes,
    /// or it is zero. All candidates are projections of the original velocity, not of an earlier
    /// projection. So the result does not depend on the order of the planes, and a boid between two
    /// planes does not oscillate.
    pub(super) fn project(&self, velocity: Vec3) -> Vec3 {
        let into = INTO * velocity.norm();
        let leads_into = |vector: &Vec3| self.normals().iter().any(|n| n.dot(vector) < -into);
        if !leads_into(&velocity) {
            return velocity;
        }
        let singles = self
            .normals()
            .iter()
            .map(|n| velocity - n * n.dot(&velocity).min(0.0));
        let creases = self.pairs().filter_map(|(a, b)| crease(velocity, a, b));
        // Each candidate is a projection of the velocity, so the longest candidate is the nearest.
        // Candidates shorter than this limit are rounding errors.
        let (mut nearest, mut longest) = (Vec3::zeros(), 4.0 * into * into);
        for vector in singles.chain(creases) {
            let squared = vector.norm_squared();
            if squared > longest && !leads_into(&vector) {
                (nearest, longest) = (vector, squared);
            }
        }
        nearest
    }

    fn pairs(&self) -> impl Iterator<Item = (&Vec3, &Vec3)> {
        let normals = self.normals();
        let rest = |index: usize| &normals[index + 1..];
        (0..self.count).flat_map(move |i| rest(i).iter().map(move |b| (&normals[i], b)))
    }
}

/// Projection of a velocity onto the crease of two planes; `None` if they are parallel. Uses double
/// precision, because planes that are almost parallel have a crease too.
fn crease(velocity: Vec3, a: &Vec3, b: &Vec3) -> Option<Vec3> {
    let crease = a.cast::<f64>().cross(&b.cast());
    let squared = crease.norm_squared();
    let along = crease * (crease.dot(&velocity.cast()) / squared);
    (squared > PARALLEL).then(|| along.cast())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::samples::vector;
    use proptest::prelude::*;

    fn planes(normals: &[Vec3]) -> ContactPlanes {
        let mut planes = ContactPlanes::none();
        normals.iter().for_each(|normal| planes.add(*normal));
        planes
    }

    #[track_caller]
    fn assert_projection(normals: &[[f32; 3]], velocity: [f32; 3], expected: [f32; 3]) {
        let normals: Vec<Vec3> = normals.iter().map(|n| Vec3::from(*n).normalize()).collect();
        let found = planes(&normals).project(velocity.into());
        assert!((found - Vec3::from(expected)).norm() < 1e-5, "{found}");
    }

    #[test]
    fn what_leads_into_no_wall_is_kept() {
        assert_projection(&[], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]);
        assert_projection(&[[0.0, 1.0, 0.0]], [1.0, 0.0, 3.0], [1.0, 0.0, 3.0]);
        assert_projection(&[[0.0, 1.0, 0.0]], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]);
    }

    #[test]
    fn along_a_wall_into_a_crease_and_in_a_corner() {
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert_projection(&[y], [1.0, -2.0, 3.0], [1.0, 0.0, 3.0]);
        assert_projection(&[y, x], [-1.0, -2.0, 3.0], [0.0, 0.0, 3.0]);
        assert_projection(&[y, x, z], [-1.0, -2.0, -3.0], [0.0; 3]);
        // Out of a corner along one of its planes.
        assert_projection(&[y, x, z], [1.0, -2.0, 3.0], [1.0, 0.0, 3.0]);
    }

    #[test]
    fn in_a_gap_along_both_sides_and_at_a_blunt_crease_along_the_steeper_one() {
        let up = [0.0, 1.0, 0.0];
        assert_projection(&[up, [0.0, -1.0, 0.0]], [1.0, -2.0, 3.0], [1.0, 0.0, 3.0]);
        let slope = [-1.0, 2.0, 0.0];
        assert_projection(&[up, slope], [5.0, -1.0, 0.0], [3.6, 1.8, 0.0]);
    }

    #[test]
    fn a_gap_that_narrows_is_left_where_it_widens_or_along_its_crease() {
        for angle in [1e-2, 1e-4, 1e-5] {
            let gap = [[0.0, 1.0, 0.0], [-angle, -1.0, 0.0]];
            assert_projection(&gap, [-1.0, -2.0, 3.0], [-1.0, 0.0, 3.0]);
            assert_projection(&gap, [1.0, -2.0, 3.0], [0.0, 0.0, 3.0]);
        }
    }

    proptest! {
        #![proptest_config(crate::cases::config(2000))]

        /// The removed part of the velocity leads away from every permitted velocity; otherwise a
        /// permitted velocity would be nearer.
        #[test]
        fn the_nearest_velocity_that_leads_into_no_wall_is_found(
            normals in prop::collection::vec(vector(1.0), 1..5),
            velocity in vector(1.0),
            others in prop::collection::vec(vector(1.0), 20),
        ) {
            prop_assume!(normals.iter().all(|n| n.norm() > 0.1));
            let normals: Vec<Vec3> = normals.into_iter().map(|n| n.normalize()).collect();
            let is_allowed = |v: &Vec3| normals.iter().all(|n| n.dot(v) >= -2e-6);
            let found = planes(&normals).project(velocity);
            prop_assert!(is_allowed(&found), "{:?}", found);
            let left_out = velocity - found;
            prop_assert!(left_out.dot(&found).abs() < 1e-5, "{:?}", found);
            let creases = normals.iter().flat_map(|a| normals.iter().map(|b| a.cross(b)));
            let nonzero = creases.filter_map(|crease| crease.try_normalize(1e-2));
            for other in nonzero.chain(others).filter(is_allowed) {
                prop_assert!(left_out.dot(&other) < 1e-5, "{:?} instead of {:?}", found, other);
            }
            let mut reversed = normals.clone();
            reversed.reverse();
            prop_assert!((planes(&reversed).project(velocity) - found).norm() < 1e-4);
        }
    }
}
