//! The items of the simulation that effects are applied to.

use crate::effects::{Effect, PlacedObstacleShape};
use flock_sim::{
    emitters::EmitterId,
    influences::InfluenceId,
    obstacles::{MovingObstacle, ObstacleId},
    perches::PerchId,
    saving::ItemId,
    threats::PredatorId,
    wind::Wind,
    Placement, SettingsError,
};

/// The item of the simulation that an effect was applied to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum EffectName {
    Influence(InfluenceId),
    Obstacle(ObstacleId),
    Emitter(EmitterId),
    Predator(PredatorId),
    /// `None` if no boid can stand there.
    Perches(Option<PerchId>),
    Wind,
}

impl EffectName {
    pub(super) fn of(item: ItemId) -> Self {
        match item {
            ItemId::Influence(id) => Self::Influence(id),
            ItemId::Emitter(id) => Self::Emitter(id),
            ItemId::Obstacle(id) => Self::Obstacle(id),
            ItemId::Perch(id) => Self::Perches(Some(id)),
            ItemId::Predator(id) => Self::Predator(id),
            ItemId::Wind => Self::Wind,
        }
    }

    /// `None` for perches without a spot.
    pub(super) fn item(self) -> Option<ItemId> {
        match self {
            Self::Influence(id) => Some(id.into()),
            Self::Emitter(id) => Some(id.into()),
            Self::Obstacle(id) => Some(id.into()),
            Self::Perches(id) => id.map(ItemId::from),
            Self::Predator(id) => Some(id.into()),
            Self::Wind => Some(ItemId::Wind),
        }
    }

    /// True if the simulation has this item with this tag.
    pub(super) fn has_tag(self, simulation: &flock_sim::Flock, tag: u64) -> bool {
        let item = self.item();
        item.is_none_or(|item| simulation.tag(item) == Some(tag))
    }
}

/// Adds an effect. `from`: start of the sweep of an obstacle.
pub(super) fn add(
    simulation: &mut flock_sim::Flock,
    effect: &Effect,
    from: Option<Placement>,
) -> Result<EffectName, SettingsError> {
    Ok(match effect {
        Effect::Influence(influence) => {
            EffectName::Influence(simulation.add_influence(influence.clone())?)
        }
        Effect::Obstacle(placed) => EffectName::Obstacle(add_obstacle(simulation, placed, from)?),
        Effect::Emitter(emitter) => {
            let id = simulation.add_emitter(emitter.in_flock(simulation.placement()))?;
            simulation.burst(id, emitter.burst);
            EffectName::Emitter(id)
        }
        Effect::Predator(placed) => EffectName::Predator(simulation.add_predator(placed.predator)?),
        Effect::Perches(area) => {
            let perch = area.perch(simulation)?;
            let id = perch.map(|perch| simulation.add_perch(perch)).transpose()?;
            EffectName::Perches(id)
        }
        Effect::Wind(wind) => {
            simulation.set_wind(*wind)?;
            EffectName::Wind
        }
    })
}

fn add_obstacle(
    simulation: &mut flock_sim::Flock,
    placed: &PlacedObstacleShape,
    from: Option<Placement>,
) -> Result<ObstacleId, SettingsError> {
    let Some(from) = from else {
        return simulation.add_obstacle(placed.obstacle());
    };
    let placement = from;
    let id = simulation.add_obstacle(MovingObstacle {
        placement,
        ..placed.obstacle()
    })?;
    simulation.move_obstacle(id, placed.placement)?;
    Ok(id)
}

/// Removes an effect.
pub(super) fn remove(simulation: &mut flock_sim::Flock, name: EffectName, has_other_wind: bool) {
    match name {
        EffectName::Influence(id) => _ = simulation.remove_influence(id),
        EffectName::Obstacle(id) => _ = simulation.remove_obstacle(id),
        EffectName::Emitter(id) => _ = simulation.remove_emitter(id),
        EffectName::Predator(id) => _ = simulation.remove_predator(id),
        EffectName::Perches(id) => _ = id.map(|id| simulation.remove_perch(id)),
        EffectName::Wind if has_other_wind => (),
        EffectName::Wind => {
            // Still air is always valid.
            _ = simulation.set_wind(Wind::default());
            simulation.set_tag(ItemId::Wind, None);
        }
    }
}
