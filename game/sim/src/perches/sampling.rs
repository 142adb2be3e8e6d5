//! Sampling of perch spots on geometry.

use super::perch::PerchSpot;
use crate::{
    geometry::Geometry,
    math::{
        random::{hash_of, unit},
        Vec3,
    },
    settings::{
        input::*,
        validation::{Check, SettingsError},
    },
};
use std::collections::HashMap;

/// Number of candidates for each spot that the spacing leaves room for.
const CANDIDATES: f64 = 4.0;

/// Largest number of candidates.
const MOST_CANDIDATES: f64 = 1e6;

/// Distance of the centre of a standing body from the surface, in radii of the body.
pub(crate) const STANDING: f32 = 1.001;

input! {
    /// How spots are found on geometry. See [`find`](Self::find).
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    pub struct PerchSampling {
        /// Steepest slope on which boids stand, in degrees. 0 to 89; default 35.
        pub steepest: f32 = 35.0, 0.0..=89.0, "°";
        /// Free height that a spot needs above the body, in metres. 0 to 100; default 0.4.
        pub head_room: f32 = 0.4, 0.0..=100.0, "m";
        /// Radius of the free sphere that the wings need above a spot, in metres. 0 to 100; default
        /// 0.15.
        pub wing_room: f32 = 0.15, 0.0..=100.0, "m";
        /// Least distance between two spots, in metres. 0.01 to 1,000; default 0.3.
        pub spacing: f32 = 0.3, 0.01..=1000.0, "m";
        /// Largest number of spots. 1 to 65,536; default 1,000.
        pub most: u32 = 1000, 1.0..=65536.0, "";
        /// Seed of the random positions: another seed finds other spots. Default: 0.
        pub seed: u32 = 0;
    }
}

/// Why boids cannot stand at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotObstruction {
    /// The surface is steeper than `PerchSampling::steepest`.
    TooSteep,
    /// Something blocks the room for the body, for its wings or above it.
    NoRoom,
}

/// Result of [`PerchSampling::find`]: spots, and positions that were rejected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PerchSurvey {
    /// The spots that were found.
    pub spots: Vec<PerchSpot>,
    /// Positions that were rejected, each with the reason. There is at most one for each position
    /// that was examined.
    pub rejected: Vec<(Vec3, SpotObstruction)>,
}

/// A random position on a surface that faces up.
struct Candidate {
    spot: PerchSpot,
    /// Random number by which candidates are ordered.
    rank: u32,
}

impl PerchSampling {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        self.check_ranges("sampling", &mut check);
        check.finish()
    }

    /// Finds spots on the surfaces inside a box, for bodies with this radius in metres.
    ///
    /// The candidates are random positions on the triangles, in their coordinates. A candidate that
    /// is too close to a spot is left out. The same arguments give the same spots. Takes about a
    /// microsecond for each candidate; there are about four for each spot.
    ///
    /// # Errors
    /// Names every value that is out of range.
    ///
    /// ```
    /// use flock_sim::{geometry::shapes, perches::PerchSampling, Geometry, Vec3};
    ///
    /// let (roof, _) = Geometry::new(&shapes::cuboid(Vec3::new(4.0, 1.0, 2.0)));
    /// let all = [Vec3::repeat(-10.0), Vec3::repeat(10.0)];
    /// let survey = PerchSampling::default().find(&roof, all, 0.05)?;
    /// assert!(survey.spots.len() > 100);
    /// assert!(survey.spots.iter().all(|spot| (spot.position.y - 1.0).abs() < 1e-6));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn find(
        &self,
        geometry: &Geometry,
        bounds: [Vec3; 2],
        body_radius: f32,
    ) -> Result<PerchSurvey, SettingsError> {
        self.validate()?;
        let mut check = Check::default();
        check.vector("bounds[0]", &bounds[0], "m");
        check.vector("bounds[1]", &bounds[1], "m");
        check.range("body_radius", body_radius, 0.0, 1000.0, "m");
        check.finish()?;
        let mut survey = PerchSurvey::default();
        let mut candidates = self.candidates(geometry, bounds, &mut survey);
        candidates.sort_unstable_by_key(|candidate| candidate.rank);
        let mut near = Spacing::new(self.spacing);
        for Candidate { spot, .. } in candidates {
            if survey.spots.len() >= self.most as usize {
                break;
            }
            if near.has_near(&spot.position) {
                continue;
            }
            if self.has_room(geometry, &spot, body_radius) {
                near.add(spot.position);
                survey.spots.push(spot);
            } else {
                let rejected = (spot.position, SpotObstruction::NoRoom);
                survey.rejected.push(rejected);
            }
        }
        Ok(survey)
    }

    /// Random positions on the triangles in a box that are flat enough. Adds the others to the
    /// rejected ones.
    fn candidates(
        &self,
        geometry: &Geometry,
        [low, high]: [Vec3; 2],
        survey: &mut PerchSurvey,
    ) -> Vec<Candidate> {
        let is_in = |place: &Vec3| (0..3).all(|i| low[i] <= place[i] && place[i] <= high[i]);
        let least = libm::cosf(self.steepest.to_radians());
        let mut flat = Vec::new();
        for (index, [a, b, c]) in geometry.triangles().iter().enumerate() {
            let (min, max) = (a.inf(b).inf(c), a.sup(b).sup(c));
            if (0..3).any(|axis| max[axis] < low[axis] || min[axis] > high[axis]) {
                continue;
            }
            let area = (b - a).cross(&(c - a));
            let Some(normal) = area.try_normalize(0.0) else {
                continue;
            };
            // Open surfaces can have either winding, so the normal is turned up.
            let normal = normal * normal.y.signum();
            if normal.y >= least {
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
        let per_area = wanted.min(MOST_CANDIDATES) / all.max(f64::MIN_POSITIVE);
        let (mut candidates, mut owed, mut number) = (Vec::new(), 0.0, 0);
        for (index, normal, area) in flat {
            owed += area * per_area;
            while owed >= 1.0 {
                owed -= 1.0;
                number += 1;
                let rank = hash_of(hash_of(self.seed) ^ number);
                let position = place_in(&geometry.triangles()[index], rank);
                if is_in(&position) {
                    let spot = PerchSpot { position, normal };
                    candidates.push(Candidate { spot, rank });
                }
            }
        }
        candidates
    }

    fn has_room(&self, geometry: &Geometry, spot: &PerchSpot, body_radius: f32) -> bool {
        let standing = spot.standing(body_radius);
        let wings = spot.position + spot.normal * (STANDING * self.wing_room);
        let up = Vec3::y() * self.head_room;
        geometry.is_clear(standing, body_radius)
            && (self.wing_room == 0.0 || geometry.is_clear(wings, self.wing_room))
            && (self.head_room == 0.0
                || geometry
                    .sweep(standing, up, body_radius.max(1e-4))
                    .is_none())
    }
}

impl PerchSpot {
    /// Position of the centre of a standing body.
    pub(crate) fn standing(&self, body_radius: f32) -> Vec3 {
        self.position + self.normal * (STANDING * body_radius)
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

/// Spatial hash of positions that keep a least distance; the cells have the size of this distance.
struct Spacing {
    least: f32,
    cells: HashMap<[i64; 3], Vec<Vec3>>,
}

impl Spacing {
    fn new(least: f32) -> Self {
        Self {
            least,
            cells: HashMap::new(),
        }
    }

    fn cell(&self, place: &Vec3) -> [i64; 3] {
        let cell = place.map(|x| (f64::from(x) / f64::from(self.least)).floor() as i64);
        cell.into()
    }

    fn has_near(&self, place: &Vec3) -> bool {
        let [x, y, z] = self.cell(place);
        let beside = (0..27).map(|k: i64| [x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1]);
        let mut near = beside.filter_map(|cell| self.cells.get(&cell)).flatten();
        near.any(|other| (other - place).norm() < self.least)
    }

    fn add(&mut self, place: Vec3) {
        self.cells.entry(self.cell(&place)).or_default().push(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perches::perch::Perch;

    #[test]
    fn the_documentation_tells_the_ranges() {
        assert_documented::<Perch>();
        assert_documented::<PerchSampling>();
    }
}
