//! Random positions on surfaces: the candidates for spots.

use super::{
    perch::PerchSpot,
    sampling::{PerchSampling, PerchSurvey, SpotObstruction},
};
use crate::{
    math::{
        random::{hash_of, unit},
        Vec3,
    },
    obstacles::pose::Pose,
};

/// Number of candidates for each spot that the spacing leaves room for.
const CANDIDATES: f64 = 4.0;

/// Largest number of candidates of a search.
const MOST_CANDIDATES: f64 = 1e6;

/// Bits of the number of a candidate within its surface; the bits above are the number of the
/// surface.
const NUMBER_BITS: u32 = 21;

/// A random position on a surface that faces up.
pub(super) struct Candidate {
    /// Number of the surface.
    pub(super) surface: u32,
    /// In the coordinates of the surface.
    pub(super) spot: PerchSpot,
    /// Random number by which candidates are ordered.
    pub(super) rank: u32,
}

/// A surface on which spots are searched.
pub(super) struct Surface<'a> {
    /// Surfaces with other numbers have other random positions.
    pub(super) number: u32,
    /// In the coordinates of the surface.
    pub(super) triangles: &'a [[Vec3; 3]],
    /// Pose of the surface in the coordinates of the search, whose +Y is up. `None` if the
    /// coordinates are the same.
    pub(super) pose: Option<Pose>,
}

impl Surface<'_> {
    fn point_out(&self, point: Vec3) -> Vec3 {
        match &self.pose {
            None => point,
            Some(pose) => pose.point_to_world(&point.cast()).cast(),
        }
    }

    /// The upward direction in the coordinates of the surface.
    fn up(&self) -> Vec3 {
        let up = Vec3::y();
        match &self.pose {
            None => up,
            Some(pose) => pose.rotation.inverse_transform_vector(&up.cast()).cast(),
        }
    }
}

impl PerchSampling {
    /// Random positions on the triangles of one of `surfaces` surfaces that are in a box and flat
    /// enough. Adds the others to the rejected ones. The box is in the coordinates of the search,
    /// all results are in those of the surface.
    pub(super) fn candidates(
        &self,
        surface: &Surface,
        [low, high]: [Vec3; 2],
        surfaces: usize,
        survey: &mut PerchSurvey,
    ) -> Vec<Candidate> {
        let is_in = |place: &Vec3| {
            let place = surface.point_out(*place);
            (0..3).all(|i| low[i] <= place[i] && place[i] <= high[i])
        };
        let (least, up) = (libm::cosf(self.steepest.to_radians()), surface.up());
        let mut flat = Vec::new();
        for (index, corners) in surface.triangles.iter().enumerate() {
            let [a, b, c] = corners.map(|corner| surface.point_out(corner));
            let (min, max) = (a.inf(&b).inf(&c), a.sup(&b).sup(&c));
            if (0..3).any(|axis| max[axis] < low[axis] || min[axis] > high[axis]) {
                continue;
            }
            let [a, b, c] = corners;
            let area = (b - a).cross(&(c - a));
            let Some(normal) = area.try_normalize(0.0) else {
                continue;
            };
            // Open surfaces can have either winding, so the normal is turned up.
            let normal = normal * normal.dot(&up).signum();
            if normal.dot(&up) >= least {
                flat.push((index, normal, f64::from(area.norm()) / 2.0));
            } else {
                let middle = (a + b + c) / 3.0;
                if is_in(&middle) {
                    survey.rejected.push((middle, SpotObstruction::TooSteep));
                }
            }
        }
        let all: f64 = flat.iter().map(|(_, _, area)| area).sum();
        let wanted = all * CANDIDATES / f64::from(self.spacing * self.spacing);
        let most = MOST_CANDIDATES / surfaces.max(1) as f64;
        let per_area = wanted.min(most) / all.max(f64::MIN_POSITIVE);
        let (mut candidates, mut owed, mut number) = (Vec::new(), 0.0, 0);
        let first = surface.number << NUMBER_BITS;
        for (index, normal, area) in flat {
            owed += area * per_area;
            while owed >= 1.0 {
                owed -= 1.0;
                number += 1;
                let rank = hash_of(hash_of(self.seed) ^ (first + number));
                let position = place_in(&surface.triangles[index], rank);
                if is_in(&position) {
                    candidates.push(Candidate {
                        surface: surface.number,
                        spot: PerchSpot { position, normal },
                        rank,
                    });
                }
            }
        }
        candidates
    }
}

/// A position in a triangle that follows from a hash. Random hashes give a uniform distribution.
fn place_in([a, b, c]: &[Vec3; 3], hash: u32) -> Vec3 {
    let (u, v) = (unit(hash_of(hash)), unit(hash_of(hash ^ 1)));
    let (u, v) = if u + v > 1.0 {
        (1.0 - u, 1.0 - v)
    } else {
        (u, v)
    };
    a + (b - a) * u + (c - a) * v
}
