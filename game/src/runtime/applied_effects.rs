//! The effects on one flock.

use super::{
    applied::{saved_effect, Applied},
    carried_perches::{CarriedPerches, CarrierPart},
    effect_name::{add, remove, EffectName},
    refusals::Refusals,
    scene_effect::{FrameEffects, SceneEffect},
    scene_now::SceneNow,
};
use crate::{
    effect_id::EffectId,
    effects::{Effect, PlacedObstacleShape},
    geometry::{MovingBodies, MovingBody},
};
use flock_sim::{
    emitters::EmitterId, influences::InfluenceId, saving::ItemId, wind::Wind, Placement,
    SettingsError,
};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};
use std::mem::take;

/// The effects on one flock that were applied to its simulation.
#[derive(Default)]
pub(super) struct AppliedEffects {
    pub(super) applied: Vec<Applied>,
    /// The perches on bodies that move.
    pub(super) carried: CarriedPerches,
    /// Buffer for the obstacles of a body.
    pub(super) parts: Vec<CarrierPart>,
    /// Index of the effect that is expected next while all are applied: mostly they have the order
    /// of the last frame.
    next: usize,
    /// The wind that is in effect.
    wind: Option<EffectId>,
    /// After a restore, until the next frame: the nodes that are at their saved places, with their
    /// saved numbers of teleports.
    unmoved: Vec<(Handle<Node>, u32)>,
    /// What the effects were last applied from. While it stays the same, there is nothing to apply.
    applied_from: Option<AppliedFrom>,
}

/// What the items of a simulation depend on.
#[derive(Clone, Copy, PartialEq)]
struct AppliedFrom {
    /// Number of frames in which the effects of the scene changed.
    changes: u64,
    item_changes: u64,
    /// Emitters are placed in the frame of the flock.
    placement: Placement,
    /// The game may have set another one.
    wind: Wind,
}

impl AppliedEffects {
    /// The effects on a simulation that is new or was restored, with the nodes that are at their
    /// saved places.
    pub(super) fn new(unmoved: Vec<(Handle<Node>, u32)>) -> Self {
        Self {
            unmoved,
            ..Self::default()
        }
    }

    /// Applies the current effects and the moving bodies to the simulation of the flock of a node.
    /// Items of a restored simulation are found by their tags. `None` if nothing has changed since
    /// the last frame. Cost: constant then, otherwise linear in the number of effects.
    pub(super) fn apply_all(
        &mut self,
        simulation: &mut flock_sim::Flock,
        node: Handle<Node>,
        effects: FrameEffects,
        bodies: Option<&MovingBodies>,
        now: SceneNow,
    ) -> Option<Refusals> {
        let mut bodies = bodies.into_iter().flat_map(MovingBodies::iter).peekable();
        let from = |simulation: &flock_sim::Flock| AppliedFrom {
            changes: effects.changes,
            item_changes: simulation.item_changes(),
            placement: *simulation.placement(),
            wind: *simulation.wind(),
        };
        if self.applied_from == Some(from(simulation)) && bodies.peek().is_none() {
            return None;
        }
        self.next = 0;
        let mut refusals = Refusals::default();
        let frame = now.within.id();
        let list = effects.list.iter().filter(|it| it.acts_on(node, frame));
        self.apply_scripts(simulation, list.clone(), now, &mut refusals);
        let has_bodies = bodies.peek().is_some();
        for body in bodies {
            self.apply_body(simulation, body, now, &mut refusals);
        }
        // After the obstacles that may carry them.
        for SceneEffect { id, effect, .. } in list {
            if let Some(effect @ Effect::Perches(area)) = effect {
                let result = self.apply_perches(simulation, *id, (effect, area), now);
                refusals.note(result);
            }
        }
        self.remove_unwanted(simulation);
        self.remove_strays(simulation);
        self.unmoved.clear();
        refusals.bare_perches = self.bare_perches();
        let is_done = !has_bodies && refusals.error.is_none();
        self.applied_from = is_done.then(|| from(simulation));
        Some(refusals)
    }

    /// Applies the effects of scripts, except for perches.
    fn apply_scripts<'a>(
        &mut self,
        simulation: &mut flock_sim::Flock,
        effects: impl Iterator<Item = &'a SceneEffect>,
        now: SceneNow,
        refusals: &mut Refusals,
    ) {
        let mut wind = None;
        for SceneEffect { id, effect, .. } in effects {
            let Some(effect) = effect else {
                self.keep(simulation, *id, now.graph);
                continue;
            };
            match effect {
                Effect::Perches(_) => continue,
                Effect::Wind(_) => {
                    refusals.has_winds |= wind.is_some();
                    if *wind.get_or_insert(*id) != *id {
                        continue;
                    }
                }
                _ => (),
            }
            let result = self.apply(simulation, *id, effect, now);
            refusals.note(result);
        }
        self.wind = wind;
    }

    /// Applies the parts of a moving collider.
    fn apply_body(
        &mut self,
        simulation: &mut flock_sim::Flock,
        body: &MovingBody,
        now: SceneNow,
        refusals: &mut Refusals,
    ) {
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
            let result = self.apply(simulation, id, &Effect::Obstacle(placed), now);
            refusals.note(result);
        }
    }

    /// Number of obstacles that scripts and colliders added to the simulation.
    pub(super) fn obstacles(&self) -> usize {
        let is_obstacle = |it: &&Applied| matches!(it.name, EffectName::Obstacle(_));
        self.applied.iter().filter(is_obstacle).count()
    }

    /// Marks the spots of perches as outdated after a change of the geometry.
    pub(super) fn look_for_perches(&mut self) {
        for applied in &mut self.applied {
            applied.is_outdated |= matches!(applied.name, EffectName::Perches(_));
        }
        self.applied_from = None;
    }

    /// The node whose script made an influence.
    pub(super) fn node_of(&self, influence: InfluenceId) -> Option<Handle<Node>> {
        let is_it = |it: &&Applied| matches!(it.name, EffectName::Influence(id) if id == influence);
        self.applied
            .iter()
            .find(is_it)
            .map(|applied| applied.id.node)
    }

    /// The nodes of all effects on the flock, with repetitions.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Handle<Node>> + '_ {
        let applied = self.applied.iter().map(|applied| applied.id.node);
        let applied = applied.chain(self.carried.nodes());
        applied.chain(self.unmoved.iter().map(|(node, _)| *node))
    }

    /// The emitter of the script at a node.
    pub(super) fn emitter_at(&self, node: Handle<Node>) -> Option<EmitterId> {
        self.applied.iter().find_map(|applied| match applied.name {
            EffectName::Emitter(id) if applied.id.node == node => Some(id),
            _ => None,
        })
    }

    /// Applies an effect: updates its item, or adds one.
    pub(super) fn apply(
        &mut self,
        simulation: &mut flock_sim::Flock,
        id: EffectId,
        effect: &Effect,
        now: SceneNow,
    ) -> Result<(), SettingsError> {
        let (tag, elapsed) = (id.tag(now.graph), now.elapsed(id.node));
        let (mut from, mut place) = (effect.from(), None);
        if let Some(index) = self.find(simulation, id, tag, Some(effect)) {
            let applied = &mut self.applied[index];
            if applied.change(simulation, effect, elapsed)? {
                applied.is_wanted = true;
                return Ok(());
            }
            // An item that cannot be updated is removed and added again.
            let before = self.applied.remove(index);
            remove(simulation, before.name, false);
            from = before.place_before(effect, elapsed);
            place = Some(index);
        }
        let name = add(simulation, effect, from)?;
        if let Some(item) = name.item() {
            simulation.set_tag(item, Some(tag));
        }
        let applied = Applied {
            id,
            effect: effect.clone(),
            name,
            is_wanted: true,
            is_outdated: false,
        };
        self.applied
            .insert(place.unwrap_or(self.applied.len()), applied);
        Ok(())
    }

    /// Keeps the item of an effect that is still computed.
    fn keep(&mut self, simulation: &flock_sim::Flock, id: EffectId, graph: &Graph) {
        if let Some(index) = self.find(simulation, id, id.tag(graph), None) {
            self.applied[index].is_wanted = true;
        }
    }

    /// The index of an effect in the list, if it was applied. In a restored simulation it is found
    /// by its tag; without the effect, only influences are found.
    fn find(
        &mut self,
        simulation: &flock_sim::Flock,
        id: EffectId,
        tag: u64,
        effect: Option<&Effect>,
    ) -> Option<usize> {
        let is_it = |it: &Applied| it.id == id;
        let expected = self.applied.get(self.next).is_some_and(is_it);
        let place = expected.then_some(self.next);
        let known = place.or_else(|| self.applied.iter().position(is_it));
        if let Some(index) = known {
            if self.applied[index].name.has_tag(simulation, tag) {
                self.next = index + 1;
                return known;
            }
            // The game has removed the item.
            self.applied.remove(index);
        }
        let restored = self.restored(simulation, id, tag, effect)?;
        self.applied.push(restored);
        Some(self.applied.len() - 1)
    }

    /// The item of an effect in a restored simulation, with its saved values. Copies of a node have
    /// the same tag: each copy takes the first free item, in the order in which the items were
    /// added.
    fn restored(
        &self,
        simulation: &flock_sim::Flock,
        id: EffectId,
        tag: u64,
        effect: Option<&Effect>,
    ) -> Option<Applied> {
        let unmoved = self.unmoved.iter().find(|(node, _)| *node == id.node);
        let puts = unmoved.map(|(_, puts)| *puts);
        let is_free = |item: &ItemId| {
            self.applied
                .iter()
                .all(|it| it.name != EffectName::of(*item))
        };
        let mut items = simulation.tagged(tag).filter(is_free);
        let (name, effect) = items.find_map(|item| {
            let before = saved_effect(simulation, item, effect, puts)?;
            Some((EffectName::of(item), before))
        })?;
        Some(Applied {
            id,
            effect,
            name,
            is_wanted: false,
            is_outdated: true,
        })
    }

    /// Removes the items of scripts and bodies that no longer exist from a restored simulation.
    fn remove_strays(&self, simulation: &mut flock_sim::Flock) {
        let items = || {
            let applied = self.applied.iter().filter_map(|it| it.name.item());
            applied.chain(self.carried.items())
        };
        let made = |(_, tag): &(ItemId, u64)| EffectId::has_made(*tag);
        if simulation.tags().filter(made).count() == items().count() {
            return;
        }
        let is_stray = |item: &ItemId| items().all(|known| known != *item);
        let tagged = simulation.tags().filter(made).map(|(item, _)| item);
        let strays: Vec<ItemId> = tagged.filter(is_stray).collect();
        for name in strays.into_iter().map(EffectName::of) {
            remove(simulation, name, self.wind.is_some());
        }
    }

    fn remove_unwanted(&mut self, simulation: &mut flock_sim::Flock) {
        self.carried.remove_unwanted(simulation);
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
