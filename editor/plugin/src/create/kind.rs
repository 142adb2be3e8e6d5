//! The kinds of flocks in the menu.

use crate::effects::EffectKind;
use fyrox::core::Uuid;
use fyrox_flock::{
    sim::{Preset, Settings},
    Flock,
};

/// A flock in the menu *Create > Flock*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlockKind {
    /// Text of the menu item, and name of the node.
    pub name: &'static str,
    /// Preset of the flock; `None` for the default settings.
    pub preset: Option<Preset>,
    id: u128,
}

/// A menu with items of this plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// *Create > Flock* in the menu bar.
    Create,
    /// *Create Child Node > Flock* in the world viewer's context menu.
    CreateChild,
}

/// Common part of the ids of all menu items of this plugin.
const IDS: u128 = 0x2f61_7c3e_8b5d_4a90_9e17_d40c_33aa_0000;

impl FlockKind {
    /// All kinds, in the order of the menu.
    pub const ALL: [Self; 12] = [
        Self::new(0, "School of Fish", Some(Preset::Sardines)),
        Self::new(1, "Reef Fish", Some(Preset::ReefFish)),
        Self::new(2, "Starlings", Some(Preset::Starlings)),
        Self::new(3, "Crows", Some(Preset::Crows)),
        Self::new(4, "Butterflies", Some(Preset::Butterflies)),
        Self::new(5, "Gnats", Some(Preset::Gnats)),
        Self::new(6, "2D Swarm", Some(Preset::Swarm2d)),
        Self::new(8, "Sharks", Some(Preset::Sharks)),
        Self::new(9, "Falcons", Some(Preset::Falcons)),
        Self::new(10, "Swallows", Some(Preset::Swallows)),
        Self::new(11, "Gulls", Some(Preset::Gulls)),
        Self::new(7, "Empty", None),
    ];

    const fn new(id: u128, name: &'static str, preset: Option<Preset>) -> Self {
        Self { name, preset, id }
    }

    /// Settings of a new flock of this kind, before they are fitted to the level. An empty flock
    /// has no boids.
    pub fn settings(&self) -> Settings {
        self.preset.map_or_else(
            || {
                let mut settings = Settings::default();
                settings.spawn.count = 0;
                settings
            },
            Preset::settings,
        )
    }

    /// A new flock of this kind with the body of its preset, before it is fitted to the level.
    pub(super) fn flock(&self) -> Flock {
        let mut flock = self.preset.map_or_else(Flock::default, Flock::of);
        flock.set_settings(self.settings());
        flock
    }

    /// Radius of the free space that a boid of this kind needs, in metres.
    pub(super) fn room(&self) -> f32 {
        let collision = self.settings().collision;
        collision.body_radius + collision.skin
    }

    /// Id of the menu item.
    pub fn item_id(&self, menu: Menu) -> Uuid {
        Uuid::from_u128(IDS + 0x10 * menu as u128 + self.id)
    }
}

impl EffectKind {
    /// Id of the menu item.
    pub fn item_id(self, menu: Menu) -> Uuid {
        Uuid::from_u128(IDS + 0x100 * (1 + menu as u128) + self as u128)
    }
}

impl Menu {
    /// Id of the menu item *Flock*, which contains the kinds.
    pub fn id(self) -> Uuid {
        Uuid::from_u128(IDS + 0x10 * self as u128 + 0xf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn items_have_ids_of_their_own() {
        let menus = [Menu::Create, Menu::CreateChild];
        let items = menus.map(|menu| FlockKind::ALL.map(|kind| kind.item_id(menu)));
        let effects = menus.map(|menu| EffectKind::ALL.iter().map(move |kind| kind.item_id(menu)));
        let ids: HashSet<_> = items
            .into_iter()
            .flatten()
            .chain(effects.into_iter().flatten())
            .chain(menus.map(Menu::id))
            .collect();
        let of_menu = 1 + FlockKind::ALL.len() + EffectKind::ALL.len();
        assert_eq!(ids.len(), menus.len() * of_menu);
    }
}
