//! A perch area in the coordinates of a flock or of a body that moves.

use super::perch_carrier::PerchCarrier;
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleId},
    perches::{Perch, PerchSampling, PerchSpot, PerchSurvey},
    Flock, Placement, ReferenceFrame, SettingsError, Vec3,
};

/// A perch area. Its spots are on the geometry of a flock, or on the obstacles of its carrier.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PerchArea {
    /// In the coordinates of the flock, or of the carrier.
    pub(super) place: Placement,
    /// What carries the area, if it is in the coordinates of the flock.
    pub(crate) carrier: Option<PerchCarrier>,
    /// False if the geometry of the flock does not contain the surfaces around the area.
    pub(crate) is_in_level: bool,
    pub(super) half_extents: Vec3,
    pub(super) sampling: PerchSampling,
    /// The settings of the perch, without spots.
    pub(super) perch: Perch,
}

/// Movement of an area, in metres, below which its spots are kept: a node may jitter.
const STAYS: f32 = 0.02;

/// Cosine of half the rotation angle below which the spots of an area are kept: half a degree.
const STAYS_TURNED: f32 = 0.999_99;

impl PerchArea {
    /// True if the spots are kept: the areas are equal except for jitter of the node, and for how
    /// often boids land and how long they stay.
    pub(crate) fn stays(&self, to: &Self) -> bool {
        let (place, other) = (&self.place, &to.place);
        let turned = place.rotation.coords.dot(&other.rotation.coords).abs();
        let is_near = (place.origin - other.origin).norm() <= STAYS && turned >= STAYS_TURNED;
        let as_here = Self {
            place: *place,
            carrier: self.carrier,
            perch: Perch {
                landings: self.perch.landings,
                stay: self.perch.stay,
                ..to.perch.clone()
            },
            ..to.clone()
        };
        is_near && *self == as_here
    }

    /// How often boids land, and how long they stay.
    pub(crate) fn times(&self) -> (f32, [f32; 2]) {
        (self.perch.landings, self.perch.stay)
    }

    /// Takes these times from another area. False if they are the same.
    pub(crate) fn set_times_of(&mut self, other: &Self) -> bool {
        let before = self.times();
        (self.perch.landings, self.perch.stay) = other.times();
        before != self.times()
    }

    /// Checks that all values except the spots are in range.
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        self.sampling.validate()?;
        let spot = PerchSpot {
            position: self.half_extents,
            normal: Vec3::y(),
        };
        Perch {
            spots: vec![spot],
            ..self.perch.clone()
        }
        .validate()
    }

    /// The area in the coordinates of its carrier.
    pub(crate) fn on(&self, carrier: &PerchCarrier) -> Self {
        Self {
            place: carrier.area,
            carrier: None,
            ..self.clone()
        }
    }

    /// The spots and the rejected places on the geometry of a flock, for its boids.
    pub(super) fn survey(&self, flock: &Flock) -> Result<PerchSurvey, SettingsError> {
        let radius = flock.settings().collision.body_radius;
        let survey = self.sampling.find(flock.geometry(), self.bounds(), radius);
        Ok(self.inside(survey?, |place| place))
    }

    /// The spots and the rejected places on the obstacles of a carrier, for boids with this radius
    /// in metres: a survey for each obstacle, in its coordinates. The area and the placements are in
    /// the coordinates of the carrier.
    pub(crate) fn survey_on(
        &self,
        obstacles: &[MovingObstacle],
        radius: f32,
    ) -> Result<Vec<PerchSurvey>, SettingsError> {
        let bounds = self.bounds();
        let surveys = self.sampling.find_on_body(obstacles, bounds, radius)?;
        let inside = surveys.into_iter().zip(obstacles).map(|(survey, it)| {
            let pose = ReferenceFrame::from(it.placement);
            self.inside(survey, |place| pose.point_to_world(place))
        });
        Ok(inside.collect())
    }

    /// The axis-aligned box around the area.
    fn bounds(&self) -> [Vec3; 2] {
        let turned = self.place.rotation.to_rotation_matrix().into_inner().abs();
        let half = turned * self.half_extents.abs();
        let far = |place: Vec3| place.map(|x| x.clamp(-10_000.0, 10_000.0));
        [self.place.origin - half, self.place.origin + half].map(far)
    }

    /// The part of a survey inside the area. `out` takes a place to the coordinates of the area.
    fn inside(&self, mut survey: PerchSurvey, out: impl Fn(Vec3) -> Vec3) -> PerchSurvey {
        let is_inside = |place: Vec3| self.contains(out(place));
        survey.spots.retain(|spot| is_inside(spot.position));
        survey.rejected.retain(|(place, _)| is_inside(*place));
        survey
    }

    fn contains(&self, position: Vec3) -> bool {
        let place = self.place.rotation.inverse() * (position - self.place.origin);
        (0..3).all(|axis| place[axis].abs() <= self.half_extents[axis])
    }

    /// The perch on the geometry of a flock; `None` if no boid can stand in the area.
    pub(crate) fn perch(&self, flock: &Flock) -> Result<Option<Perch>, SettingsError> {
        Ok(self.perch_on(self.survey(flock)?.spots, None))
    }

    /// The perch with these spots; `None` without spots.
    pub(crate) fn perch_on(
        &self,
        spots: Vec<PerchSpot>,
        carrier: Option<ObstacleId>,
    ) -> Option<Perch> {
        (!spots.is_empty()).then(|| Perch {
            spots,
            carrier,
            ..self.perch.clone()
        })
    }
}
