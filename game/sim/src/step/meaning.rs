//! What the relations of a flock mean for a step, by which a GPU chooses its passes.

use super::others::OtherFlocks;
use crate::steering::relation::RelationKind;

/// The effect of another flock's boids in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Nothing,
    /// They are added to the sums over neighbours.
    Sums,
    /// They cause a wish to approach or to avoid them.
    Wish,
    /// They are threats, from which boids flee.
    Threats,
}

impl OtherFlocks<'_> {
    /// True if a relation has this meaning.
    pub(crate) fn has(self, meaning: Meaning) -> bool {
        let mut all = self.relations.iter();
        all.any(|(_, relation)| self.meaning(relation.kind) == meaning)
    }

    /// The meaning of a relation of this kind.
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
