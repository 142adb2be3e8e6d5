//! The vector nearest to a wanted vector that lies in a set of half-spaces.

use crate::math::Vec3d;

/// Largest number of half-spaces.
pub(crate) const MOST: usize = 12;

/// Amount by which a vector may miss a half-space, as a share of the numbers. It covers their
/// rounding.
const ROUNDING: f64 = 1e-9;

/// Triple product of three unit normals, or squared sine of the angle between two, below which they
/// count as linearly dependent.
const DEPENDENT: f64 = 1e-6;

/// The set of vectors v with `normal · v >= least` for each half-space. The normals have unit
/// length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpaces {
    planes: [(Vec3d, f64); MOST],
    count: usize,
}

impl HalfSpaces {
    pub(crate) fn none() -> Self {
        Self {
            planes: [(Vec3d::zeros(), 0.0); MOST],
            count: 0,
        }
    }

    /// Adds a half-space. False if there is no room for it.
    pub(crate) fn add(&mut self, normal: Vec3d, least: f64) -> bool {
        let free = self.planes.get_mut(self.count);
        let added = free.map(|free| *free = (normal, least)).is_some();
        self.count += usize::from(added);
        added
    }

    fn planes(&self) -> &[(Vec3d, f64)] {
        &self.planes[..self.count]
    }

    fn contains(&self, vector: &Vec3d) -> bool {
        self.planes().iter().all(|(normal, least)| {
            normal.dot(vector) >= least - ROUNDING * (1.0 + least.abs() + vector.norm())
        })
    }

    /// The vector in all half-spaces that is nearest to the wanted one; `None` if there is none.
    ///
    /// It is the wanted vector itself, or lies on one plane, on the line of two planes, or in the
    /// corner of three planes. All combinations are tried, which takes O(n³) time for n
    /// half-spaces.
    pub(crate) fn nearest(&self, wanted: &Vec3d) -> Option<Vec3d> {
        if self.contains(wanted) {
            return Some(*wanted);
        }
        let mut nearest: Option<(f64, Vec3d)> = None;
        let mut try_one = |vector: Vec3d| {
            let squared = (vector - wanted).norm_squared();
            let is_nearer = nearest.is_none_or(|(least, _)| squared < least);
            if is_nearer && self.contains(&vector) {
                nearest = Some((squared, vector));
            }
        };
        let planes = self.planes();
        for (index, first) in planes.iter().enumerate() {
            try_one(wanted + first.0 * (first.1 - first.0.dot(wanted)));
            for (offset, second) in planes[index + 1..].iter().enumerate() {
                line_of(first, second, wanted)
                    .into_iter()
                    .for_each(&mut try_one);
                for third in &planes[index + offset + 2..] {
                    corner_of(first, second, third)
                        .into_iter()
                        .for_each(&mut try_one);
                }
            }
        }
        nearest.map(|(_, vector)| vector)
    }
}

/// The vector on two planes that is nearest to the wanted one; `None` if the planes are parallel.
fn line_of(a: &(Vec3d, f64), b: &(Vec3d, f64), wanted: &Vec3d) -> Option<Vec3d> {
    let cosine = a.0.dot(&b.0);
    let determinant = 1.0 - cosine * cosine;
    let (to_a, to_b) = (a.1 - a.0.dot(wanted), b.1 - b.0.dot(wanted));
    let along_a = (to_a - cosine * to_b) / determinant;
    let along_b = (to_b - cosine * to_a) / determinant;
    (determinant > DEPENDENT).then(|| wanted + a.0 * along_a + b.0 * along_b)
}

/// The common point of three planes; `None` if two are parallel or all three meet in a line.
fn corner_of(a: &(Vec3d, f64), b: &(Vec3d, f64), c: &(Vec3d, f64)) -> Option<Vec3d> {
    let across = b.0.cross(&c.0);
    let volume = a.0.dot(&across);
    let sum = across * a.1 + c.0.cross(&a.0) * b.1 + a.0.cross(&b.0) * c.1;
    (volume.abs() > DEPENDENT).then(|| sum / volume)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn half_spaces(planes: &[([f64; 3], f64)]) -> HalfSpaces {
        let mut all = HalfSpaces::none();
        for (normal, least) in planes {
            assert!(all.add(Vec3d::from(*normal).normalize(), *least));
        }
        all
    }

    #[track_caller]
    fn assert_nearest(planes: &[([f64; 3], f64)], wanted: [f64; 3], expected: Option<[f64; 3]>) {
        let found = half_spaces(planes).nearest(&wanted.into());
        let difference = match (found, expected) {
            (Some(found), Some(expected)) => (found - Vec3d::from(expected)).norm(),
            (None, None) => 0.0,
            _ => f64::INFINITY,
        };
        assert!(difference < 1e-9, "{found:?}");
    }

    #[test]
    fn on_one_plane_two_and_three() {
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert_nearest(&[], [1.0, 2.0, 3.0], Some([1.0, 2.0, 3.0]));
        assert_nearest(&[(x, 2.0)], [1.0, 2.0, 3.0], Some([2.0, 2.0, 3.0]));
        assert_nearest(
            &[(x, 2.0), (y, 3.0)],
            [1.0, 2.0, 3.0],
            Some([2.0, 3.0, 3.0]),
        );
        let all = [(x, 2.0), (y, 3.0), (z, 4.0)];
        assert_nearest(&all, [1.0, 2.0, 3.0], Some([2.0, 3.0, 4.0]));
    }

    #[test]
    fn between_planes_that_leave_no_room_there_is_none() {
        let gap = [([1.0, 0.0, 0.0], 1.0), ([-1.0, 0.0, 0.0], -0.9)];
        assert_nearest(&gap, [0.0; 3], None);
        let wide = [([1.0, 0.0, 0.0], 1.0), ([-1.0, 0.0, 0.0], -1.1)];
        assert_nearest(&wide, [0.0; 3], Some([1.0, 0.0, 0.0]));
    }

    #[test]
    fn more_than_the_capacity_is_refused() {
        let mut all = HalfSpaces::none();
        let added = (0..20).filter(|_| all.add(Vec3d::x(), 0.0)).count();
        assert_eq!(added, MOST);
    }

    proptest! {
        #![proptest_config(crate::cases::config(2000))]

        /// No other vector in all half-spaces is nearer.
        #[test]
        fn the_nearest_is_found(
            planes in prop::collection::vec(([-1.0..1.0, -1.0..1.0, -1.0..1.0], -1.0..0.5), 1..6),
            wanted in [-2.0..2.0, -2.0..2.0, -2.0..2.0],
            others in prop::collection::vec([-2.0..2.0, -2.0..2.0, -2.0..2.0], 50),
        ) {
            prop_assume!(planes.iter().all(|(n, _)| Vec3d::from(*n).norm() > 0.1));
            let all = half_spaces(&planes);
            let wanted = Vec3d::from(wanted);
            let found = all.nearest(&wanted);
            for other in others.into_iter().map(Vec3d::from).filter(|other| all.contains(other)) {
                let found = found.expect("this one");
                prop_assert!((found - wanted).norm() <= (other - wanted).norm() + 1e-6);
                // The removed part leads away from all permitted vectors.
                prop_assert!((wanted - found).dot(&(other - found)) < 1e-5);
            }
        }
    }
}
