//! What a step makes of relations, by which a GPU chooses its passes.

use super::others::OtherFlocks;
use crate::steering::relation::RelationKind;

/// What a step makes of the boids of another flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Nothing,
    /// They count in the sums over neighbours.
    Sums,
    /// A wish to be near to them or far from them.
    Wish,
    /// They frighten.
    Threats,
}

impl OtherFlocks<'_> {
    /// True if a relation means this.
    pub(crate) fn has(self, meaning: Meaning) -> bool {
        let mut all = self.relations.iter();
        all.any(|(_, relation)| self.meaning(relation.kind) == meaning)
    }

    /// What a relation of this kind means.
    pub(crate) fn meaning(self, kind: RelationKind) -> Meaning {
        match kind {
            RelationKind::Ignore => Meaning::Nothing,
            RelationKind::FlockWith => Meaning::Sums,
            RelationKind::Flee if self.chooser.is_some() => Meaning::Threats,
            RelationKind::Hunt if self.attacks.is_some() => Meaning::Nothing,
            RelationKind::Flee | RelationKind::Hunt => Meaning::Wish,
        }
    }
}
