//! What acts on one flock.

use super::scene_effects::{EffectId, SceneEffect, TELEPORTED};
use crate::{
    effects::{Effect, PlacedObstacleShape},
    geometry::MovingBodies,
};
use flock_sim::{
    Emitter, EmitterId, Hunter, HunterId, InfluenceId, ItemId, MovingObstacle, ObstacleId, PerchId,
    Placement, SettingsError, Wind,
};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};
use std::mem::take;

/// What acts on one flock, as its simulation knows it.
#[derive(Default)]
pub(super) struct AppliedEffects {
    applied: Vec<Applied>,
    /// The wind of the script that counts.
    wind: Option<EffectId>,
}

struct Applied {
    id: EffectId,
    effect: Effect,
    name: Name,
    is_wanted: bool,
    /// True if it is perches whose spots may be others: those of another geometry, or of a restored flock.
    is_outdated: bool,
}

/// Its name in the simulation.
#[derive(Clone, Copy, PartialEq)]
enum Name {
    Influence(InfluenceId),
    Obstacle(ObstacleId),
    Emitter(EmitterId),
    Hunter(HunterId),
    /// None if no boid can stand there.
    Perches(Option<PerchId>),
    Wind,
}

/// Effects that a flock cannot have.
#[derive(Default)]
pub(super) struct Refusals {
    /// One of what the simulation refused.
    pub(super) error: Option<SettingsError>,
    /// True if there is more than one wind.
    pub(super) has_winds: bool,
    /// A node with perches on which no boid of the flock can stand.
    pub(super) bare_perches: Option<Handle<Node>>,
}

impl AppliedEffects {
    /// Brings the present effects, and the bodies that move, to the simulation of the flock of
    /// `node`. `seconds` have passed since the last frame. What a restored simulation has of them is
    /// found by its tags.
    pub(super) fn follow<'a>(
        &mut self,
        simulation: &mut flock_sim::Flock,
        node: Handle<Node>,
        effects: &[SceneEffect],
        bodies: impl Iterator<Item = &'a MovingBodies>,
        (graph, seconds): (&Graph, f32),
    ) -> Refusals {
        let mut refusals = Refusals::default();
        let mut wind = None;
        for SceneEffect { id, effect, .. } in effects.iter().filter(|it| it.acts_on(node)) {
            if let Effect::Wind(_) = effect {
                refusals.has_winds |= wind.is_some();
                if *wind.get_or_insert(*id) != *id {
                    continue;
                }
            }
            let result = self.apply(simulation, *id, effect, (graph, seconds));
            refusals.error = refusals.error.or(result.err());
        }
        self.wind = wind;
        for body in bodies.flat_map(MovingBodies::iter) {
            for (part, shape) in body.parts.iter().enumerate() {
                let id = EffectId {
                    node: body.node,
                    part,
                    is_collider: true,
                };
                let placed = PlacedObstacleShape {
                    shape: shape.clone(),
                    placement: body.placement,
                    fastest: body.fastest,
                    puts: 0,
                    from: body.from,
                };
                let effect = Effect::Obstacle(placed);
                let result = self.apply(simulation, id, &effect, (graph, seconds));
                refusals.error = refusals.error.or(result.err());
            }
        }
        self.remove_unwanted(simulation);
        self.remove_strays(simulation);
        refusals.bare_perches = self.bare_perches();
        refusals
    }

    /// Number of obstacles that scripts and colliders have in the simulation.
    pub(super) fn obstacles(&self) -> usize {
        let is_obstacle = |it: &&Applied| matches!(it.name, Name::Obstacle(_));
        self.applied.iter().filter(is_obstacle).count()
    }

    /// The geometry is another one: the spots of perches may be too.
    pub(super) fn look_for_perches(&mut self) {
        for applied in &mut self.applied {
            applied.is_outdated = matches!(applied.name, Name::Perches(_));
        }
    }

    /// The node of the script behind an influence.
    pub(super) fn node_of(&self, influence: InfluenceId) -> Option<Handle<Node>> {
        let is_it = |it: &&Applied| matches!(it.name, Name::Influence(id) if id == influence);
        self.applied
            .iter()
            .find(is_it)
            .map(|applied| applied.id.node)
    }

    fn bare_perches(&self) -> Option<Handle<Node>> {
        let is_bare = |it: &&Applied| matches!(it.name, Name::Perches(None));
        Some(self.applied.iter().find(is_bare)?.id.node)
    }

    /// The perches of the script at a node, if boids can stand there.
    pub(super) fn perch_at(&self, node: Handle<Node>) -> Option<PerchId> {
        self.applied.iter().find_map(|applied| match applied.name {
            Name::Perches(id) if applied.id.node == node => id,
            _ => None,
        })
    }

    /// The emitter of the script at a node.
    pub(super) fn emitter_at(&self, node: Handle<Node>) -> Option<EmitterId> {
        self.applied.iter().find_map(|applied| match applied.name {
            Name::Emitter(id) if applied.id.node == node => Some(id),
            _ => None,
        })
    }

    fn apply(
        &mut self,
        simulation: &mut flock_sim::Flock,
        id: EffectId,
        effect: &Effect,
        (graph, seconds): (&Graph, f32),
    ) -> Result<(), SettingsError> {
        let tag = id.tag(graph);
        // A restored simulation may know something else by the same name.
        self.applied
            .retain(|it| it.id != id || it.name.has_tag(simulation, tag));
        if !self.applied.iter().any(|it| it.id == id) {
            let restored = Applied::restored(simulation, id, tag, effect, &self.applied);
            self.applied.extend(restored);
        }
        let mut from = effect.from();
        if let Some(index) = self.applied.iter().position(|it| it.id == id) {
            let applied = &mut self.applied[index];
            if applied.change(simulation, effect, seconds)? {
                applied.is_wanted = true;
                return Ok(());
            }
            // What cannot be changed is added anew.
            let before = self.applied.remove(index);
            remove(simulation, before.name, false);
            from = before.place_before(effect, seconds);
        }
        let name = add(simulation, effect, from)?;
        if let Some(item) = name.item() {
            simulation.set_tag(item, Some(tag));
        }
        self.applied.push(Applied {
            id,
            effect: effect.clone(),
            name,
            is_wanted: true,
            is_outdated: false,
        });
        Ok(())
    }

    /// Removes what a restored simulation has from scripts and bodies that are not there.
    fn remove_strays(&self, simulation: &mut flock_sim::Flock) {
        let items = || self.applied.iter().filter_map(|it| it.name.item());
        let made = |(_, tag): &(ItemId, u64)| EffectId::has_made(*tag);
        if simulation.tags().filter(made).count() == items().count() {
            return;
        }
        let is_stray = |item: &ItemId| items().all(|known| known != *item);
        let tagged = simulation.tags().filter(made).map(|(item, _)| item);
        let strays: Vec<ItemId> = tagged.filter(is_stray).collect();
        for name in strays.into_iter().map(Name::of) {
            remove(simulation, name, true);
        }
    }

    fn remove_unwanted(&mut self, simulation: &mut flock_sim::Flock) {
        let has_wind = self.wind.is_some();
        self.applied.retain_mut(|applied| {
            let is_wanted = take(&mut applied.is_wanted);
            if !is_wanted {
                remove(simulation, applied.name, has_wind);
            }
            is_wanted
        });
    }
}

impl Name {
    fn of(item: ItemId) -> Self {
        match item {
            ItemId::Influence(id) => Self::Influence(id),
            ItemId::Emitter(id) => Self::Emitter(id),
            ItemId::Obstacle(id) => Self::Obstacle(id),
            ItemId::Perch(id) => Self::Perches(Some(id)),
            ItemId::Hunter(id) => Self::Hunter(id),
        }
    }

    /// `None` if the simulation has no item for it.
    fn item(self) -> Option<ItemId> {
        match self {
            Self::Influence(id) => Some(id.into()),
            Self::Emitter(id) => Some(id.into()),
            Self::Obstacle(id) => Some(id.into()),
            Self::Perches(id) => id.map(ItemId::from),
            Self::Hunter(id) => Some(id.into()),
            Self::Wind => None,
        }
    }

    /// False if the simulation has nothing of this name, or something else.
    fn has_tag(self, simulation: &flock_sim::Flock, tag: u64) -> bool {
        let item = self.item();
        item.is_none_or(|item| simulation.tag(item) == Some(tag))
    }
}

impl Applied {
    /// What a restored simulation has of this effect, as it was when it was saved. Copies of a node have
    /// the same tag: they take what no other one has taken, in the order in which it was added.
    fn restored(
        simulation: &flock_sim::Flock,
        id: EffectId,
        tag: u64,
        effect: &Effect,
        others: &[Self],
    ) -> Option<Self> {
        let is_free = |item: &ItemId| others.iter().all(|it| it.name != Name::of(*item));
        let mut items = simulation.tagged(tag).filter(is_free);
        let (name, effect) = items.find_map(|item| {
            let before = match (item, effect) {
                (ItemId::Influence(id), Effect::Influence(_)) => {
                    Effect::Influence(simulation.influences().find(|it| it.0 == id)?.1.clone())
                }
                (ItemId::Hunter(id), Effect::Hunter(_)) => {
                    Effect::Hunter(*simulation.hunters().find(|it| it.0 == id)?.1)
                }
                (ItemId::Obstacle(id), Effect::Obstacle(now)) => {
                    let (_, obstacle) = simulation.obstacles().find(|it| it.0 == id)?;
                    Effect::Obstacle(now.saved_as(obstacle))
                }
                // Both are compared with what the simulation has.
                (ItemId::Emitter(_), Effect::Emitter(_))
                | (ItemId::Perch(_), Effect::Perches(_)) => effect.clone(),
                _ => return None,
            };
            Some((Name::of(item), before))
        })?;
        Some(Self {
            id,
            effect,
            name,
            is_wanted: false,
            is_outdated: true,
        })
    }

    /// Changes what the simulation has. False if it does not have it any more, or needs another one.
    fn change(
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
            (Name::Influence(id), Effect::Influence(_)) if is_same => {
                simulation.influences().any(|(known, _)| known == id)
            }
            (Name::Influence(id), Effect::Influence(influence)) => {
                simulation.set_influence(id, influence.clone())?
            }
            (Name::Obstacle(id), Effect::Obstacle(placed)) => {
                self.move_obstacle(simulation, id, placed, seconds)?
            }
            (Name::Emitter(id), Effect::Emitter(emitter)) => {
                let emitter = emitter.in_flock(simulation.placement());
                let is_known = |(known, it): (EmitterId, &Emitter)| known == id && *it == emitter;
                simulation.emitters().any(is_known) || simulation.set_emitter(id, emitter)?
            }
            (Name::Hunter(id), Effect::Hunter(hunter)) => {
                self.move_hunter(simulation, id, hunter, seconds)?
            }
            (Name::Perches(id), Effect::Perches(area)) if is_same => {
                let mut all = simulation.perches();
                let known = id.and_then(|id| all.find(|(known, _)| *known == id));
                let known = known.map(|(_, perch)| perch);
                if take(&mut self.is_outdated) {
                    area.perch(simulation)?.as_ref() == known
                } else {
                    known.is_some() == id.is_some()
                }
            }
            (Name::Wind, Effect::Wind(wind)) => {
                if simulation.wind() != wind {
                    simulation.set_wind(*wind)?;
                }
                true
            }
            _ => false,
        };
        if is_there && !is_same {
            self.effect = effect.clone();
        }
        Ok(is_there)
    }

    /// Where an obstacle that gets another shape was before, if it has moved and was not put elsewhere.
    fn place_before(&self, to: &Effect, seconds: f32) -> Option<Placement> {
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
        to: &Hunter,
        seconds: f32,
    ) -> Result<bool, SettingsError> {
        let Effect::Hunter(before) = &self.effect else {
            return Ok(false);
        };
        // One that was put somewhere has made no way.
        let way = (to.point - before.point).norm();
        if way <= TELEPORTED * seconds || way == 0.0 {
            simulation.move_hunter(id, *to)
        } else {
            Ok(false)
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

/// `from`: where an obstacle begins to move.
fn add(
    simulation: &mut flock_sim::Flock,
    effect: &Effect,
    from: Option<Placement>,
) -> Result<Name, SettingsError> {
    Ok(match effect {
        Effect::Influence(influence) => {
            Name::Influence(simulation.add_influence(influence.clone())?)
        }
        Effect::Obstacle(placed) => Name::Obstacle(add_obstacle(simulation, placed, from)?),
        Effect::Emitter(emitter) => {
            let id = simulation.add_emitter(emitter.in_flock(simulation.placement()))?;
            simulation.burst(id, emitter.burst);
            Name::Emitter(id)
        }
        Effect::Hunter(hunter) => Name::Hunter(simulation.add_hunter(*hunter)?),
        Effect::Perches(area) => {
            let perch = area.perch(simulation)?;
            let id = perch.map(|perch| simulation.add_perch(perch)).transpose()?;
            Name::Perches(id)
        }
        Effect::Wind(wind) => {
            simulation.set_wind(*wind)?;
            Name::Wind
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

fn remove(simulation: &mut flock_sim::Flock, name: Name, has_other_wind: bool) {
    match name {
        Name::Influence(id) => _ = simulation.remove_influence(id),
        Name::Obstacle(id) => _ = simulation.remove_obstacle(id),
        Name::Emitter(id) => _ = simulation.remove_emitter(id),
        Name::Hunter(id) => _ = simulation.remove_hunter(id),
        Name::Perches(id) => _ = id.map(|id| simulation.remove_perch(id)),
        Name::Wind if has_other_wind => (),
        // Still air is in range.
        Name::Wind => _ = simulation.set_wind(Wind::default()),
    }
}
