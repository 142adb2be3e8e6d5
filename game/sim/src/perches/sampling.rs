//! Sampling of perch spots on geometry.

use super::{
    candidates::{Candidate, Surface},
    perch::PerchSpot,
};
use crate::{
    geometry::Geometry,
    math::Vec3,
    obstacles::pose::Pose,
    settings::{
        input::*,
        validation::{Check, SettingsError},
    },
};
use std::collections::HashMap;

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
        self.check(&bounds, body_radius)?;
        let mut survey = PerchSurvey::default();
        let surface = Surface {
            number: 0,
            triangles: geometry.triangles(),
            pose: None,
        };
        let candidates = self.candidates(&surface, bounds, 1, &mut survey);
        let is_clear = |center, radius| geometry.is_clear(center, radius);
        let is_way_clear = |start, way, radius| geometry.sweep(start, way, radius).is_none();
        let has_room = |candidate: &Candidate| {
            self.has_room(&candidate.spot, body_radius, is_clear, is_way_clear)
        };
        let place = |candidate: &Candidate| candidate.spot.position;
        self.choose(candidates, place, has_room, |candidate, is_spot| {
            survey.add(candidate, is_spot);
        });
        Ok(survey)
    }

    /// Checks the arguments of a search.
    pub(super) fn check(&self, bounds: &[Vec3; 2], body_radius: f32) -> Result<(), SettingsError> {
        self.validate()?;
        let mut check = Check::default();
        check.vector("bounds[0]", &bounds[0], "m");
        check.vector("bounds[1]", &bounds[1], "m");
        check.range("body_radius", body_radius, 0.0, 1000.0, "m");
        check.finish()
    }

    /// Examines candidates in their random order until there are enough spots, and passes each one
    /// to `examined`, with whether it is a spot. A candidate too close to a spot is left out.
    /// `place` gives the position of a candidate in coordinates that all candidates share.
    pub(super) fn choose(
        &self,
        mut candidates: Vec<Candidate>,
        place: impl Fn(&Candidate) -> Vec3,
        has_room: impl Fn(&Candidate) -> bool,
        mut examined: impl FnMut(&Candidate, bool),
    ) {
        candidates.sort_unstable_by_key(|candidate| candidate.rank);
        let (mut near, mut spots) = (Spacing::new(self.spacing), 0);
        for candidate in candidates {
            if spots >= self.most {
                break;
            }
            let position = place(&candidate);
            if near.has_near(&position) {
                continue;
            }
            let is_spot = has_room(&candidate);
            if is_spot {
                near.add(position);
                spots += 1;
            }
            examined(&candidate, is_spot);
        }
    }

    /// True if the room for a standing body, its wings and its head is free at a spot. `is_clear`
    /// tests a sphere, and `is_way_clear` a sphere that moves along a displacement.
    pub(super) fn has_room(
        &self,
        spot: &PerchSpot,
        body_radius: f32,
        is_clear: impl Fn(Vec3, f32) -> bool,
        is_way_clear: impl Fn(Vec3, Vec3, f32) -> bool,
    ) -> bool {
        let standing = spot.standing(body_radius);
        let wings = spot.position + spot.normal * (STANDING * self.wing_room);
        let up = Vec3::y() * self.head_room;
        is_clear(standing, body_radius)
            && (self.wing_room == 0.0 || is_clear(wings, self.wing_room))
            && (self.head_room == 0.0 || is_way_clear(standing, up, body_radius.max(1e-4)))
    }
}

impl PerchSurvey {
    /// Adds a candidate that was examined.
    pub(super) fn add(&mut self, candidate: &Candidate, is_spot: bool) {
        let spot = candidate.spot;
        if is_spot {
            self.spots.push(spot);
        } else {
            let rejected = (spot.position, SpotObstruction::NoRoom);
            self.rejected.push(rejected);
        }
    }
}

impl PerchSpot {
    /// Position of the centre of a standing body.
    pub(crate) fn standing(&self, body_radius: f32) -> Vec3 {
        self.position + self.normal * (STANDING * body_radius)
    }

    /// A spot in the coordinates of what carries it, in those in which this has a pose.
    pub(super) fn out_of(&self, carrier: &Pose) -> Self {
        Self {
            position: carrier.point_to_world(&self.position.cast()).cast(),
            normal: carrier.vector_to_world(&self.normal.cast()).cast(),
        }
    }
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
