//! A plane in which ways lead.

use super::error::NavigationError;
use crate::math::{is_finite, lanes::Lanes, Vec3};
use serde::{Deserialize, Serialize};

/// Largest difference of the length of a normal from 1.
const UNIT: f32 = 1e-5;

/// Largest distance between two normals of the same plane.
const SAME_NORMAL: f32 = 1e-4;

/// A plane in which the centres of bodies move.
///
/// ```
/// use flock_sim::{ways::NavigationPlane, Vec3};
///
/// // The plane of a 2D game: X and Y at a Z coordinate of 3 m.
/// let plane = NavigationPlane::new(Vec3::z(), 3.0);
/// assert_eq!(plane.nearest(Vec3::new(1.0, 2.0, 7.0)), Vec3::new(1.0, 2.0, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavigationPlane {
    /// Normal with a length of 1, to a hundred-thousandth.
    pub normal: Vec3,
    /// Coordinate of the plane along the normal, in metres. -1,000,000 to 1,000,000.
    pub coordinate: f32,
}

impl NavigationPlane {
    /// The plane at a coordinate along a unit normal, in metres.
    pub const fn new(normal: Vec3, coordinate: f32) -> Self {
        Self { normal, coordinate }
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// Refuses a normal that is no unit vector, and a coordinate out of range.
    pub fn validate(&self) -> Result<(), NavigationError> {
        const FARTHEST: f32 = 1e6;
        let is_unit = is_finite(&self.normal) && (self.normal.norm() - 1.0).abs() <= UNIT;
        // False for NaN.
        match is_unit && self.coordinate.abs() <= FARTHEST {
            true => Ok(()),
            false => Err(NavigationError::Plane(*self)),
        }
    }

    /// The point of the plane that is nearest to a position.
    pub fn nearest(&self, to: Vec3) -> Vec3 {
        let moved = |at: Vec3| at - self.normal * self.height(&at);
        // The second move removes most of what the first one was rounded by.
        moved(moved(to))
    }

    /// Signed distance of a position from the plane, in metres.
    pub(crate) fn height(&self, at: &Vec3) -> f32 {
        self.normal.dot(at) - self.coordinate
    }

    /// The part of a vector that lies in the plane.
    pub(crate) fn part_along(&self, vector: Vec3) -> Vec3 {
        vector - self.normal * self.normal.dot(&vector)
    }

    /// True if a plane with another normal is parallel.
    pub(crate) fn has_normal(&self, other: &Vec3) -> bool {
        (self.normal - other).norm() <= SAME_NORMAL
    }

    /// Moves the position in each lane to the nearest point of the plane.
    #[inline(always)]
    pub(super) fn project<const LANES: usize>(&self, position: &mut Lanes<LANES>) {
        for lane in 0..LANES {
            let [x, y, z] = self.normal.into();
            let along = x * position[0][lane] + y * position[1][lane] + z * position[2][lane];
            let height = along - self.coordinate;
            for (axis, normal) in position.iter_mut().zip([x, y, z]) {
                axis[lane] -= normal * height;
            }
        }
    }

    /// Moves the point in each lane along the normal to the height of the position in the lane.
    #[inline(always)]
    pub(crate) fn lift<const LANES: usize>(
        &self,
        points: &mut Lanes<LANES>,
        positions: &Lanes<LANES>,
    ) {
        for lane in 0..LANES {
            let normal: [f32; 3] = self.normal.into();
            let mut height = 0.0;
            for axis in 0..3 {
                height += normal[axis] * (positions[axis][lane] - points[axis][lane]);
            }
            for axis in 0..3 {
                points[axis][lane] += normal[axis] * height;
            }
        }
    }

    /// The smallest and the largest corner of the part of the plane in a box. Along an axis on which
    /// the plane lies beside the box, the coordinate that is nearest to the box.
    pub(super) fn part_in(&self, (low, high): (Vec3, Vec3)) -> (Vec3, Vec3) {
        let (mut least, mut most) = (low, high);
        for axis in 0..3 {
            let Some([start, end]) = self.range_along(axis, &low, &high) else {
                continue;
            };
            least[axis] = low[axis].max(start).min(end);
            most[axis] = high[axis].min(end).max(start);
        }
        (least, most)
    }

    /// The range of a coordinate on the plane, if the others are in a box; `None` if the plane is
    /// parallel to the axis.
    fn range_along(&self, axis: usize, low: &Vec3, high: &Vec3) -> Option<[f32; 2]> {
        let normal: [f64; 3] = self.normal.cast().into();
        if normal[axis] == 0.0 {
            return None;
        }
        let (mut least, mut most) = (f64::from(self.coordinate), f64::from(self.coordinate));
        for other in (0..3).filter(|other| *other != axis) {
            let ends = [low, high].map(|corner| normal[other] * f64::from(corner[other]));
            least -= ends[0].max(ends[1]);
            most -= ends[0].min(ends[1]);
        }
        let mut ends = [least, most].map(|end| (end / normal[axis]) as f32);
        ends.sort_by(f32::total_cmp);
        Some(ends)
    }

    /// The axis to which the normal is nearest.
    pub(super) fn main_axis(&self) -> usize {
        self.normal.iamax()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upright_plane_cuts_a_box_at_its_coordinate() {
        let (low, high) = (Vec3::new(-4.0, -3.0, -2.0), Vec3::new(4.0, 3.0, 2.0));
        for coordinate in [1.5, 30.0] {
            for normal in [Vec3::y(), -Vec3::y()] {
                let plane = NavigationPlane::new(normal, coordinate * normal.y);
                let (least, most) = plane.part_in((low, high));
                assert_eq!(least, Vec3::new(-4.0, coordinate, -2.0));
                assert_eq!(most, Vec3::new(4.0, coordinate, 2.0));
            }
        }
    }

    #[test]
    fn a_slanted_plane_cuts_a_part_out_of_a_box() {
        let plane = NavigationPlane::new(Vec3::new(0.6, 0.8, 0.0), 0.0);
        let (least, most) = plane.part_in((Vec3::repeat(-3.0), Vec3::new(3.0, 1.5, 3.0)));
        assert!(
            (least - Vec3::new(-2.0, -2.25, -3.0)).amax() < 1e-5,
            "{least:?}"
        );
        assert!((most - Vec3::new(3.0, 1.5, 3.0)).amax() < 1e-5, "{most:?}");
        let at = plane.nearest(Vec3::new(1.0, 2.0, 3.0));
        assert!(plane.height(&at).abs() < 1e-6);
        assert_eq!(plane.main_axis(), 1);
        let plane = NavigationPlane::new(Vec3::y(), -1.5);
        let far = Vec3::new(1.0, 123.456, 0.3);
        assert_eq!(plane.nearest(far), Vec3::new(1.0, -1.5, 0.3));
    }

    #[test]
    fn lanes_are_projected_and_lifted() {
        let plane = NavigationPlane::new(Vec3::new(0.0, 0.6, 0.8), 0.5);
        let positions = [[1.0, -2.0], [2.0, 0.5], [3.0, -1.0]];
        let mut projected = positions;
        plane.project(&mut projected);
        let mut lifted = projected;
        plane.lift(&mut lifted, &positions);
        for lane in 0..2 {
            let at = |lanes: &Lanes<2>| Vec3::from_fn(|axis, _| lanes[axis][lane]);
            let nearest = plane.nearest(at(&positions));
            assert!((at(&projected) - nearest).amax() < 1e-6);
            assert!((at(&lifted) - at(&positions)).amax() < 1e-6);
        }
    }
}
