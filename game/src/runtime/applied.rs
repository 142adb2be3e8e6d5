//! One of the effects that act on a flock.

use super::{effect_name::EffectName, motions::TELEPORTED, scene_effects::EffectId};
use crate::effects::{Effect, PlacedHunter, PlacedObstacleShape};
use flock_sim::{Emitter, EmitterId, HunterId, ItemId, ObstacleId, Placement, SettingsError};
use std::mem::take;

/// An effect that the simulation has.
pub(super) struct Applied {
    pub(super) id: EffectId,
    /// As it was in the last frame.
    pub(super) effect: Effect,
    pub(super) name: EffectName,
    pub(super) is_wanted: bool,
    /// True for what was found in a restored flock and not compared yet, and for perches whose spots may be
    /// others, those of another geometry.
    pub(super) is_outdated: bool,
}

impl Applied {
    /// Changes what the simulation has. False if it does not have it any more, or needs another one.
    pub(super) fn change(
        &mut self,
        simulation: &mut flock_sim::Flock,
        effect: &Effect,
        seconds: f32,
    ) -> Result<bool, SettingsError> {
        let is_same = match (&self.effect, effect) {
            (Effect::Perches(before), Effect::Perches(area)) => before.stays(area),
            (before, after) => before == after,
        };
        let is_there = match (self.name, effect) {
            (EffectName::Influence(id), Effect::Influence(_)) if is_same => {
                simulation.influences().any(|(known, _)| known == id)
            }
            (EffectName::Influence(id), Effect::Influence(influence)) => {
                simulation.set_influence(id, influence.clone())?
            }
            (EffectName::Obstacle(id), Effect::Obstacle(placed)) => {
                self.move_obstacle(simulation, id, placed, seconds)?
            }
            (EffectName::Emitter(id), Effect::Emitter(emitter)) => {
                let emitter = emitter.in_flock(simulation.placement());
                let is_known = |(known, it): (EmitterId, &Emitter)| known == id && *it == emitter;
                simulation.emitters().any(is_known) || simulation.set_emitter(id, emitter)?
            }
            (EffectName::Hunter(id), Effect::Hunter(hunter)) => {
                self.move_hunter(simulation, id, hunter, seconds)?
            }
            (EffectName::Perches(id), Effect::Perches(area)) if is_same => {
                let mut all = simulation.perches();
                let known = id.and_then(|id| all.find(|(known, _)| *known == id));
                let known = known.map(|(_, perch)| perch);
                if take(&mut self.is_outdated) {
                    area.perch(simulation)?.as_ref() == known
                } else {
                    known.is_some() == id.is_some()
                }
            }
            (EffectName::Wind, Effect::Wind(wind)) => {
                if simulation.wind() != wind {
                    simulation.set_wind(*wind)?;
                }
                true
            }
            _ => false,
        };
        // Equal meshes of a restored influence are compared by their triangles but once.
        let is_restored = matches!(effect, Effect::Influence(_)) && take(&mut self.is_outdated);
        if is_there && (!is_same || is_restored) {
            self.effect = effect.clone();
        }
        Ok(is_there)
    }

    /// Where an obstacle that gets another shape was before, if it has moved and was not put elsewhere.
    pub(super) fn place_before(&self, to: &Effect, seconds: f32) -> Option<Placement> {
        match (&self.effect, to) {
            (Effect::Obstacle(before), Effect::Obstacle(to)) if !before.is_put(to, seconds) => {
                Some(before.placement)
            }
            _ => None,
        }
    }

    fn move_hunter(
        &self,
        simulation: &mut flock_sim::Flock,
        id: HunterId,
        to: &PlacedHunter,
        seconds: f32,
    ) -> Result<bool, SettingsError> {
        let Effect::Hunter(before) = &self.effect else {
            return Ok(false);
        };
        // One that was put somewhere has made no way.
        let way = (to.hunter.point - before.hunter.point).norm();
        let is_put = before.puts != to.puts || way > TELEPORTED * seconds;
        if is_put && way > 0.0 {
            Ok(false)
        } else {
            simulation.move_hunter(id, to.hunter)
        }
    }

    fn move_obstacle(
        &self,
        simulation: &mut flock_sim::Flock,
        id: ObstacleId,
        to: &PlacedObstacleShape,
        seconds: f32,
    ) -> Result<bool, SettingsError> {
        let Effect::Obstacle(before) = &self.effect else {
            return Ok(false);
        };
        if !before.has_shape_of(to) {
            return Ok(false);
        }
        if before.placement == to.placement {
            return Ok(simulation.obstacles().any(|(known, _)| known == id));
        }
        // Boids on the way of an obstacle that is put somewhere are not pushed.
        if before.is_put(to, seconds) {
            simulation.teleport_obstacle(id, to.placement)
        } else {
            simulation.move_obstacle(id, to.placement)
        }
    }
}

/// An effect as a simulation that was saved has it; without the effect of now, influences only. `puts` is how
/// often its node had been put elsewhere then; `None` if the game may have put it elsewhere since.
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
        (ItemId::Hunter(id), Some(Effect::Hunter(now))) => Effect::Hunter(PlacedHunter {
            hunter: *simulation.hunter_target(id)?,
            puts: puts.unwrap_or(now.puts),
        }),
        (ItemId::Obstacle(id), Some(Effect::Obstacle(now))) => {
            let (_, obstacle) = simulation.obstacles().find(|it| it.0 == id)?;
            let placement = simulation.obstacle_target(id)?;
            Effect::Obstacle(now.saved_as(&obstacle.shape, placement, puts))
        }
        (ItemId::Wind, Some(Effect::Wind(_))) => Effect::Wind(*simulation.wind()),
        // Both are compared with what the simulation has.
        (ItemId::Emitter(_), Some(effect @ Effect::Emitter(_)))
        | (ItemId::Perch(_), Some(effect @ Effect::Perches(_))) => effect.clone(),
        _ => return None,
    })
}
