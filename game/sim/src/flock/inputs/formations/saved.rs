//! Formations in snapshots.

use super::{
    blend::{Blend, Span},
    formed::{Formed, Layout},
    size::Size,
};
use crate::{
    state::{
        boid_id::BoidId,
        slot_map::SlotMap,
        snapshot_error::{FARTHEST, MOST_STEPS},
    },
    steering::influences::{formation::BoidPlaces, InfluenceId},
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A formation, from which the same places follow again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedFormation {
    id: InfluenceId,
    layout: Option<Layout>,
    asked: usize,
    members: Vec<Option<BoidId>>,
    since: u64,
    assigned: u64,
    from: BoidPlaces,
    span: Span,
    size: f32,
}

impl SavedFormation {
    /// Checks a formation that was read from a file. The error says what is wrong.
    pub(crate) fn validate(&self, slots: usize) -> Result<(), String> {
        let members = || self.members.iter().flatten();
        let different: HashSet<u32> = members().map(|id| id.slot()).collect();
        let is_sound = different.len() == members().count()
            && members().all(|id| (id.slot() as usize) < slots)
            && self.members.len() <= self.asked
            && self.asked <= slots
            && [self.since, self.assigned]
                .iter()
                .all(|it| *it <= MOST_STEPS)
            && self.span.is_sound()
            && self.from.len() <= slots
            && self.from.iter().flatten().all(|it| it.abs() <= FARTHEST);
        if !is_sound {
            return Err("the members of a formation do not fit the boids".to_string());
        }
        // False for NaN.
        if !(0.0..=1.0).contains(&self.size) {
            let size = self.size;
            return Err(format!(
                "the size of a formation is {size}; allowed: 0 to 1"
            ));
        }
        let layout = self.layout.as_ref();
        layout.map_or(Ok(()), |it| it.validate().map_err(|it| it.to_string()))
    }
}

impl Formed {
    pub(super) fn saved(&self) -> SavedFormation {
        let (from, span) = self.blend.saved();
        SavedFormation {
            id: self.id,
            layout: self.layout.clone(),
            asked: self.asked,
            members: self.members.clone(),
            since: self.since,
            assigned: self.assigned,
            from: from.clone(),
            span,
            size: self.size.now(),
        }
    }

    /// The formation of a snapshot after so many steps.
    pub(super) fn restored(saved: &SavedFormation, slot_map: &SlotMap, steps: u64) -> Self {
        let mut formed = Self {
            layout: saved.layout.clone(),
            members: saved.members.clone(),
            since: saved.since,
            assigned: saved.assigned,
            blend: Blend::restored(saved.from.clone(), saved.span),
            size: Size::new(saved.size),
            ..Self::new(saved.id)
        };
        formed.make_places(saved.asked);
        formed.members.resize(formed.places.len(), None);
        formed.find_places(slot_map.slot_count());
        // The places of the last step: changes begin from there.
        formed.lead_to_places(steps.saturating_sub(1));
        formed
    }
}
