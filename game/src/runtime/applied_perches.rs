//! Perches as applied to the simulation of a flock: on the level, or on what carries them.

use super::{
    applied::Applied, applied_effects::AppliedEffects, carried_perches::CarrierPart,
    effect_name::EffectName, refusals::BarePerches, scene_now::SceneNow,
};
use crate::{
    effect_id::EffectId,
    effects::{Effect, PerchArea, PerchCarrier},
};
use flock_sim::{perches::PerchId, SettingsError};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};
use std::mem::take;

impl AppliedEffects {
    /// Applies perches: on the obstacles of what carries them, or on the level if that rests.
    pub(super) fn apply_perches(
        &mut self,
        simulation: &mut flock_sim::Flock,
        id: EffectId,
        (effect, area): (&Effect, &PerchArea),
        now: SceneNow,
    ) -> Result<(), SettingsError> {
        if let Some(carrier) = &area.carrier {
            let mut parts = take(&mut self.parts);
            parts.clear();
            self.collect_parts(carrier, now.graph, &mut parts);
            let is_carried = carrier.is_moving_body || !parts.is_empty();
            let result = is_carried.then(|| {
                let name = (id, id.tag(now.graph));
                self.carried
                    .apply(simulation, name, area.on(carrier), &parts)
            });
            self.parts = parts;
            if let Some(result) = result {
                return result;
            }
        }
        if area.is_in_level {
            self.apply(simulation, id, effect, now)?;
        }
        Ok(())
    }

    /// The obstacles of what carries an area, as applied in this frame.
    fn collect_parts(&self, carrier: &PerchCarrier, graph: &Graph, parts: &mut Vec<CarrierPart>) {
        for applied in self.applied.iter().filter(|it| it.is_wanted) {
            let (EffectName::Obstacle(obstacle), Effect::Obstacle(placed)) =
                (applied.name, &applied.effect)
            else {
                continue;
            };
            if let Some(placement) = carrier.placement_of(graph, &applied.id) {
                parts.push(CarrierPart {
                    obstacle,
                    tag: applied.id.tag(graph),
                    shape: placed.shape.clone(),
                    placement,
                });
            }
        }
    }

    /// An area in which no boid can stand.
    pub(super) fn bare_perches(&self) -> Option<BarePerches> {
        let is_bare = |it: &&Applied| matches!(it.name, EffectName::Perches(None));
        if let Some(bare) = self.applied.iter().find(is_bare) {
            return Some(BarePerches::WithoutSpots(bare.id.node));
        }
        let (node, has_obstacles) = self.carried.bare()?;
        Some(if has_obstacles {
            BarePerches::WithoutSpots(node)
        } else {
            BarePerches::WithoutObstacles(node)
        })
    }

    /// The perches of the script at a node.
    pub(super) fn perches_at(&self, node: Handle<Node>) -> impl Iterator<Item = PerchId> + '_ {
        let on_level = self.applied.iter().filter_map(move |it| match it.name {
            EffectName::Perches(id) if it.id.node == node => id,
            _ => None,
        });
        on_level.chain(self.carried.at(node))
    }
}
