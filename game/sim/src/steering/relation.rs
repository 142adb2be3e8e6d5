//! What the boids of one flock mean to those of another.

use crate::settings::{
    declare::*,
    validation::{Check, SettingsError},
};

choice! {
    /// What boids do about those of another flock. See
    /// [`World::set_relation`](crate::World::set_relation).
    pub enum RelationKind("a7d1f0c4-3b8e-4c52-9e6d-2f4b8c0a7e15") {
        /// Nothing: they do not see them.
        #[default]
        Ignore,
        /// They count them as neighbours, as those of their own flock: within the radii and the
        /// fields of view of their own rules, but not beyond the relation's radius. The relation's
        /// weight multiplies their part in the sums of the rules; at 1 they count like their own.
        /// With `neighbours.nearest_only` the k nearest are those of all flocks that are flocked
        /// with. They do not see the others across a boundary that wraps round.
        ///
        /// It costs little on the CPU where flocks do so in both directions with weight 1, as far
        /// as their rules reach, the rules have the same radii, fields of view and `neighbours`, no
        /// boundary wraps, and `detail` is off: then they find their neighbours together. Otherwise
        /// each searches among the others in turn.
        FlockWith,
        /// They move away from the mean place of those within the relation's radius. The wish is as
        /// long as the weight wherever they are within it, so nearness shows in how sharply boids
        /// turn (as in the pigeon model HoPE, Papadopoulou and others, 2022). With `fear.enabled`
        /// each of the others is a hunter instead, from which they flee as
        /// [`Fear`](crate::settings::Fear) says, with this weight and radius.
        Flee,
        /// They move towards the mean place of those within the relation's radius. The wish is as
        /// long as the weight. With `hunting.enabled` they attack boid by boid instead, as
        /// [`Hunting`](crate::settings::Hunting) says, with this weight as their largest
        /// acceleration.
        Hunt,
    }
}

/// What the boids of one flock mean to those of another: kind, weight and radius.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relation {
    /// What the boids do.
    pub kind: RelationKind,
    /// Of the wish, in m/s², or m/s with velocity steering; a factor for
    /// [`FlockWith`](RelationKind::FlockWith). 0 to 10,000.
    pub weight: f32,
    /// Distance within which the others are seen, in metres. 0.001 to 10,000.
    pub radius: f32,
}

impl Default for Relation {
    /// Ignored; with another kind, of weight 1 within 10 m.
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

    /// True if the others change anything.
    pub(crate) fn acts(&self) -> bool {
        self.kind != RelationKind::Ignore && self.weight > 0.0
    }
}
