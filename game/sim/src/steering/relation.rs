//! Relations: what the boids of one flock do about the boids of another flock.

use crate::settings::{
    declare::*,
    validation::{Check, SettingsError},
};

choice! {
    /// What the boids of one flock do about the boids of another flock. See
    /// [`World::set_relation`](crate::World::set_relation).
    pub enum RelationKind("a7d1f0c4-3b8e-4c52-9e6d-2f4b8c0a7e15") {
        /// They ignore the other flock.
        #[default]
        Ignore,
        /// They count the other boids as neighbours, like boids of their own flock.
        ///
        /// A neighbour must be within the radius and field of view of the rule, and within the
        /// radius of the relation. The weight of the relation multiplies the other boids' part in
        /// the sums of the rules; with 1 they count like boids of the own flock. With
        /// `neighbours.nearest_only` the nearest boids are chosen from all of these flocks
        /// together. Boids do not see another flock across a periodic boundary.
        ///
        /// On the CPU this costs little if both flocks search for their neighbours together. They
        /// do if the relation goes in both directions with weight 1 and reaches as far as the
        /// rules, both flocks have the same radii, fields of view and `neighbours`, no boundary
        /// wraps, and `detail` is off. Otherwise each flock searches the other flock separately.
        FlockWith,
        /// They flee from the other flock: they move away from the mean position of its boids
        /// within the radius.
        ///
        /// The wish always has the length of the weight, at any distance within the radius;
        /// nearness only shows in how sharply boids turn (as in the pigeon model HoPE, Papadopoulou
        /// and others, 2022). With `fear.enabled` each of the other boids is a threat instead, and
        /// boids flee from it as described in [`Fear`](crate::settings::Fear), with the weight and
        /// radius of the relation.
        Flee,
        /// They hunt the other flock: they move towards the mean position of its boids within the
        /// radius.
        ///
        /// The wish has the length of the weight. With `hunting.enabled` they attack single boids
        /// instead, as described in [`Hunting`](crate::settings::Hunting); the weight is then their
        /// largest acceleration.
        Hunt,
    }
}

/// What the boids of one flock do about the boids of another flock: kind, weight and radius.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relation {
    /// What the boids do.
    pub kind: RelationKind,
    /// Acceleration that the relation asks for, in m/s²; with velocity steering a velocity, in m/s.
    /// For [`FlockWith`](RelationKind::FlockWith) it is a factor without a unit. 0 to 10,000;
    /// default 1.
    pub weight: f32,
    /// Distance within which boids see the other flock, in metres. 0.001 to 10,000; default 10.
    pub radius: f32,
}

impl Default for Relation {
    /// The other flock is ignored. Weight 1 and radius 10 m apply once another kind is set.
    fn default() -> Self {
        Self {
            kind: RelationKind::Ignore,
            weight: 1.0,
            radius: 10.0,
        }
    }
}

impl Relation {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.range("relation.weight", self.weight, 0.0, 10_000.0, "");
        check.range("relation.radius", self.radius, 0.001, 10_000.0, "m");
        check.finish()
    }

    /// True if the relation changes anything.
    pub(crate) fn acts(&self) -> bool {
        self.kind != RelationKind::Ignore && self.weight > 0.0
    }
}
