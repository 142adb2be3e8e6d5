//! One effect on a flock, as applied to its simulation.

use super::{effect_name::EffectName, motion::TELEPORTED, scene_now::Elapsed};
use crate::{
    effect_id::EffectId,
    effects::{Effect, PerchArea, PlacedObstacleShape, PlacedPredator},
};
use flock_sim::{
    emitters::{Emitter, EmitterId},
    obstacles::ObstacleId,
    perches::PerchId,
    saving::ItemId,
    threats::PredatorId,
    Placement, SettingsError,
};
use std::mem::take;

/// An effect that was applied to a simulation.
pub(super) struct Applied {
    pub(super) id: EffectId,
    /// The effect in the last frame.
    pub(super) effect: Effect,
    pub(super) name: EffectName,
    pub(super) is_wanted: bool,
    /// True for an effect of a restored flock that was not compared with its script yet, and for
    /// perches whose spots may have changed with the geometry.
    pub(super) is_outdated: bool,
}

impl Applied {
    /// Updates the item in the simulation. Returns false if the item is missing or must be added
    /// again.
    pub(super) fn change(
        &mut self,
        simulation: &mut flock_sim::Flock,
        effect: &Effect,
        elapsed: Elapsed,
    ) -> Result<bool, SettingsError> {
        let is_same = match (&self.effect, effect) {
            (Effect::Perches(before), Effect::Perches(area)) => before.stays(area),
            (before, after) => before == after,
        };
        let is_there = match (self.name, effect) {
            // Its tag shows that it is there.
            (EffectName::Influence(_), Effect::Influence(_)) if is_same => true,
            (EffectName::Influence(id), Effect::Influence(influence)) => {
                simulation.set_influence(id, influence.clone())?
            }
            (EffectName::Obstacle(id), Effect::Obstacle(placed)) => {
                self.move_obstacle(simulation, id, placed, elapsed)?
            }
            (EffectName::Emitter(id), Effect::Emitter(emitter)) => {
                let emitter = emitter.in_flock(simulation.placement());
                let is_known = |(known, it): (EmitterId, &Emitter)| known == id && *it == emitter;
                simulation.emitters().any(is_known) || simulation.set_emitter(id, emitter)?
            }
            (EffectName::Predator(id), Effect::Predator(predator)) => {
                self.move_predator(simulation, id, predator, elapsed)?
            }
            (EffectName::Perches(id), Effect::Perches(area)) if is_same => {
                self.keep_spots(simulation, id, area)?
            }
            (EffectName::Wind, Effect::Wind(wind)) => {
                if simulation.wind() != wind {
                    simulation.set_wind(*wind)?;
                }
                true
            }
            _ => false,
        };
        // The meshes of a restored influence are compared by their triangles only once.
        let is_restored = matches!(effect, Effect::Influence(_)) && take(&mut self.is_outdated);
        if is_there && (!is_same || is_restored) {
            self.effect = effect.clone();
        }
        Ok(is_there)
    }

    /// Previous place of an obstacle whose shape changes, if it has moved without a teleport.
    pub(super) fn place_before(&self, to: &Effect, elapsed: Elapsed) -> Option<Placement> {
        match (&self.effect, to) {
            (Effect::Obstacle(before), Effect::Obstacle(to)) if !elapsed.puts(before, to) => {
                Some(before.placement)
            }
            _ => None,
        }
    }

    /// Updates a perch whose spots stay. Returns false if its spots must be found again.
    fn keep_spots(
        &mut self,
        simulation: &mut flock_sim::Flock,
        id: Option<PerchId>,
        area: &PerchArea,
    ) -> Result<bool, SettingsError> {
        if let (Effect::Perches(before), Some(id)) = (&mut self.effect, id) {
            // A saved simulation may have other times than its script.
            if before.set_times_of(area) || self.is_outdated {
                let (landings, stay) = area.times();
                simulation.set_perch_times(id, landings, stay)?;
            }
        }
        let mut all = simulation.perches();
        let known = id.and_then(|id| all.find(|(known, _)| *known == id));
        let known = known.map(|(_, perch)| perch);
        Ok(if take(&mut self.is_outdated) {
            area.perch(simulation)?.as_ref() == known
        } else {
            known.is_some() == id.is_some()
        })
    }

    fn move_predator(
        &self,
        simulation: &mut flock_sim::Flock,
        id: PredatorId,
        to: &PlacedPredator,
        elapsed: Elapsed,
    ) -> Result<bool, SettingsError> {
        let Effect::Predator(before) = &self.effect else {
            return Ok(false);
        };
        // A teleport is not a movement.
        let way = (to.predator.point - before.predator.point).norm();
        let is_far = way > TELEPORTED * elapsed.seconds;
        let is_put = before.puts != to.puts || elapsed.has_jumped || is_far;
        if is_put && way > 0.0 {
            Ok(false)
        } else {
            simulation.move_predator(id, to.predator)
        }
    }

    fn move_obstacle(
        &self,
        simulation: &mut flock_sim::Flock,
        id: ObstacleId,
        to: &PlacedObstacleShape,
        elapsed: Elapsed,
    ) -> Result<bool, SettingsError> {
        let Effect::Obstacle(before) = &self.effect else {
            return Ok(false);
        };
        if !before.has_shape_of(to) {
            return Ok(false);
        }
        if before.placement == to.placement {
            // Its tag shows that it is there.
            return Ok(true);
        }
        // A teleported obstacle does not push the boids between the two places.
        if elapsed.puts(before, to) {
            simulation.teleport_obstacle(id, to.placement)
        } else {
            simulation.move_obstacle(id, to.placement)
        }
    }
}

/// The effect with the values in a saved simulation; `None` if `effect` is `None` and the item is
/// not an influence. `puts`: the number of teleports when it was saved; `None` if the node may have
/// been teleported since.
pub(super) fn saved_effect(
    simulation: &flock_sim::Flock,
    item: ItemId,
    effect: Option<&Effect>,
    puts: Option<u32>,
) -> Option<Effect> {
    Some(match (item, effect) {
        (ItemId::Influence(id), None | Some(Effect::Influence(_))) => {
            Effect::Influence(simulation.influences().find(|it| it.0 == id)?.1.clone())
        }
        (ItemId::Predator(id), Some(Effect::Predator(now))) => Effect::Predator(PlacedPredator {
            predator: *simulation.predator_target(id)?,
            puts: puts.unwrap_or(now.puts),
        }),
        (ItemId::Obstacle(id), Some(Effect::Obstacle(now))) => {
            let (_, obstacle) = simulation.obstacles().find(|it| it.0 == id)?;
            let placement = simulation.obstacle_target(id)?;
            Effect::Obstacle(now.saved_as(&obstacle.shape, placement, puts))
        }
        (ItemId::Wind, Some(Effect::Wind(_))) => Effect::Wind(*simulation.wind()),
        // Both are compared with the item in the simulation.
        (ItemId::Emitter(_), Some(effect @ Effect::Emitter(_)))
        | (ItemId::Perch(_), Some(effect @ Effect::Perches(_))) => effect.clone(),
        _ => return None,
    })
}
