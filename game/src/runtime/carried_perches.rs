//! The perches of areas on bodies that move, as given to the simulation of a flock.

use crate::{effect_id::EffectId, effects::PerchArea};
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleId, ObstacleShape},
    perches::{Perch, PerchId},
    saving::ItemId,
    Placement, SettingsError,
};
use fyrox::{core::pool::Handle, scene::node::Node};
use std::{mem::take, sync::Arc};

/// An obstacle of the body that carries an area.
#[derive(Clone)]
pub(super) struct CarrierPart {
    pub(super) obstacle: ObstacleId,
    /// The tag of the obstacle.
    pub(super) tag: u64,
    pub(super) shape: Arc<ObstacleShape>,
    /// In the coordinates of the body.
    pub(super) placement: Placement,
}

/// The perches of all areas on bodies that move.
#[derive(Default)]
pub(super) struct CarriedPerches {
    areas: Vec<CarriedArea>,
}

/// The perches of an area: one on each obstacle of the body that has spots in the area.
struct CarriedArea {
    id: EffectId,
    /// In the coordinates of the body.
    area: PerchArea,
    parts: Vec<CarrierPart>,
    /// With their tags.
    perches: Vec<(PerchId, u64)>,
    /// Why perches are missing.
    error: Option<SettingsError>,
    is_wanted: bool,
}

impl CarriedPerches {
    /// Updates the perches of an area, with the tag of its effect, on the obstacles of its body. The
    /// area is in the coordinates of the body. The spots are searched again only if they may have
    /// changed: a movement of an obstacle relative to the body takes its spots along.
    pub(super) fn apply(
        &mut self,
        simulation: &mut flock_sim::Flock,
        (id, tag): (EffectId, u64),
        area: PerchArea,
        parts: &[CarrierPart],
    ) -> Result<(), SettingsError> {
        let known = self.areas.iter().position(|it| it.id == id);
        if let Some(known) = known {
            let known = &mut self.areas[known];
            if known.holds(simulation, &area, parts) {
                known.is_wanted = true;
                return known.set_times(simulation, &area);
            }
        }
        let before = known.map(|index| self.areas.remove(index));
        let mut here = CarriedArea {
            id,
            area,
            parts: parts.to_vec(),
            perches: Vec::new(),
            error: None,
            is_wanted: true,
        };
        here.error = here.find(simulation, tag, self).err();
        let before = before.map_or_else(Vec::new, |before| before.perches);
        let is_kept = |perch: &(PerchId, u64)| here.perches.contains(perch);
        for (perch, _) in before.iter().filter(|it| !is_kept(it)) {
            simulation.remove_perch(*perch);
        }
        let result = here.result();
        self.areas.push(here);
        result
    }

    /// Removes the perches of areas that were not updated since the last call.
    pub(super) fn remove_unwanted(&mut self, simulation: &mut flock_sim::Flock) {
        self.areas.retain_mut(|known| {
            let is_wanted = take(&mut known.is_wanted);
            if !is_wanted {
                for (perch, _) in &known.perches {
                    simulation.remove_perch(*perch);
                }
            }
            is_wanted
        });
    }

    /// The items in the simulation.
    pub(super) fn items(&self) -> impl Iterator<Item = ItemId> + '_ {
        let perches = self.areas.iter().flat_map(|known| &known.perches);
        perches.map(|(perch, _)| ItemId::from(*perch))
    }

    /// The nodes of the areas.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Handle<Node>> + '_ {
        self.areas.iter().map(|known| known.id.node)
    }

    /// The perches of the area at a node.
    pub(super) fn at(&self, node: Handle<Node>) -> impl Iterator<Item = PerchId> + '_ {
        let here = self.areas.iter().filter(move |it| it.id.node == node);
        here.flat_map(|it| &it.perches).map(|(perch, _)| *perch)
    }

    /// An area without a spot, and whether its body has obstacles.
    pub(super) fn bare(&self) -> Option<(Handle<Node>, bool)> {
        let is_bare = |it: &&CarriedArea| it.perches.is_empty() && it.error.is_none();
        let bare = self.areas.iter().find(is_bare)?;
        Some((bare.id.node, !bare.parts.is_empty()))
    }

    fn has(&self, perch: PerchId) -> bool {
        let mut all = self.areas.iter().flat_map(|known| &known.perches);
        all.any(|(known, _)| *known == perch)
    }
}

impl CarriedArea {
    /// True if the spots are those of this area on these obstacles, and the simulation has them.
    fn holds(
        &self,
        simulation: &flock_sim::Flock,
        area: &PerchArea,
        parts: &[CarrierPart],
    ) -> bool {
        let same = |(a, b): (&CarrierPart, &CarrierPart)| {
            a.obstacle == b.obstacle && (Arc::ptr_eq(&a.shape, &b.shape) || a.shape == b.shape)
        };
        let has = |(perch, tag): &(PerchId, u64)| simulation.tag(*perch) == Some(*tag);
        self.parts.len() == parts.len()
            && self.parts.iter().zip(parts).all(same)
            && self.area.stays(area)
            && self.perches.iter().all(has)
    }

    fn set_times(
        &mut self,
        simulation: &mut flock_sim::Flock,
        area: &PerchArea,
    ) -> Result<(), SettingsError> {
        if self.area.set_times_of(area) {
            let (landings, stay) = area.times();
            for (perch, _) in &self.perches {
                simulation.set_perch_times(*perch, landings, stay)?;
            }
        }
        self.result()
    }

    /// Finds the spots and gives them to the simulation. A perch that it already has with the same
    /// spots stays: the boids on it remain.
    fn find(
        &mut self,
        simulation: &mut flock_sim::Flock,
        tag: u64,
        others: &CarriedPerches,
    ) -> Result<(), SettingsError> {
        let placed = |part: &CarrierPart| MovingObstacle {
            shape: (*part.shape).clone(),
            placement: part.placement,
        };
        let obstacles: Vec<MovingObstacle> = self.parts.iter().map(placed).collect();
        let radius = simulation.settings().collision.body_radius;
        let surveys = self.area.survey_on(&obstacles, radius)?;
        for (part, survey) in self.parts.iter().zip(surveys) {
            let Some(perch) = self.area.perch_on(survey.spots, Some(part.obstacle)) else {
                continue;
            };
            let tag = EffectId::tag_on(tag, part.tag);
            let known = same_perch(simulation, tag, &perch, others);
            let id = match known {
                Some(id) => {
                    simulation.set_perch_times(id, perch.landings, perch.stay)?;
                    id
                }
                None => simulation.add_perch(perch)?,
            };
            simulation.set_tag(id, Some(tag));
            self.perches.push((id, tag));
        }
        Ok(())
    }

    fn result(&self) -> Result<(), SettingsError> {
        self.error.clone().map_or(Ok(()), Err)
    }
}

/// A perch of the simulation with a tag, and with the same values except for its times, that no
/// other area has.
fn same_perch(
    simulation: &flock_sim::Flock,
    tag: u64,
    perch: &Perch,
    others: &CarriedPerches,
) -> Option<PerchId> {
    let is_same = |known: &Perch| {
        let (landings, stay) = (known.landings, known.stay);
        *known
            == Perch {
                landings,
                stay,
                ..perch.clone()
            }
    };
    let mut tagged = simulation.tagged(tag).filter_map(|item| match item {
        ItemId::Perch(id) => Some(id),
        _ => None,
    });
    tagged.find(|id| {
        let known = simulation.perches().find(|(known, _)| known == id);
        !others.has(*id) && known.is_some_and(|(_, known)| is_same(known))
    })
}
