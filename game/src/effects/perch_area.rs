//! A perch area in the coordinates of a flock.

use flock_sim::{
    perches::{Perch, PerchSampling, PerchSpot, PerchSurvey},
    Flock, Placement, SettingsError, Vec3,
};

/// A perch area in the coordinates of a flock. A flock finds its spots on the flock's geometry.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PerchArea {
    pub(super) place: Placement,
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

    /// The spots and the rejected places in the area, for the boids of a flock.
    pub(super) fn survey(&self, flock: &Flock) -> Result<PerchSurvey, SettingsError> {
        let turned = self.place.rotation.to_rotation_matrix().into_inner().abs();
        let half = turned * self.half_extents.abs();
        let far = |place: Vec3| place.map(|x| x.clamp(-10_000.0, 10_000.0));
        let bounds = [self.place.origin - half, self.place.origin + half].map(far);
        let radius = flock.settings().collision.body_radius;
        let mut survey = self.sampling.find(flock.geometry(), bounds, radius)?;
        survey.spots.retain(|spot| self.contains(spot.position));
        survey.rejected.retain(|(place, _)| self.contains(*place));
        Ok(survey)
    }

    fn contains(&self, position: Vec3) -> bool {
        let place = self.place.rotation.inverse() * (position - self.place.origin);
        (0..3).all(|axis| place[axis].abs() <= self.half_extents[axis])
    }

    /// The perch with its spots, for the boids of a flock; `None` if no boid can stand in the area.
    pub(crate) fn perch(&self, flock: &Flock) -> Result<Option<Perch>, SettingsError> {
        let spots = self.survey(flock)?.spots;
        Ok((!spots.is_empty()).then(|| Perch {
            spots,
            ..self.perch.clone()
        }))
    }
}
