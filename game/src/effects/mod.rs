//! The scripts beside [`Flock`](crate::Flock): each of them affects the flocks of its scene.
//!
//! A script only holds data. Its fields and the transform of its node determine an [`Effect`] in
//! each frame, which the runtime applies to the flocks. So a script has the same effect in a game
//! and in an editor's preview, where scripts do not run.

mod altitude_band;
mod carrier_search;
mod declare;
mod effect;
mod emitter;
mod follower;
mod formation;
mod formation_form;
mod guide;
mod leader;
mod obstacle;
mod path;
mod perch_area;
mod perch_carrier;
mod perches;
mod place;
mod placed_emitter;
mod placed_obstacle;
mod placed_predator;
mod predator;
mod shape;
mod sound;
mod strength;
mod target;
mod volume;
mod wind;

pub use altitude_band::FlockAltitudeBand;
pub use emitter::FlockEmitter;
pub use follower::FlockFollower;
pub use formation::FlockFormation;
pub use formation_form::FormationForm;
pub use guide::FlockGuide;
pub use leader::FlockLeader;
pub use obstacle::FlockObstacle;
pub use path::FlockPath;
pub use perches::FlockPerches;
pub use predator::FlockPredator;
pub use shape::EffectShape;
pub use sound::FlockSound;
pub use strength::Strength;
pub use target::FlockTarget;
pub use volume::{FlockVolume, VolumeRole};
pub use wind::FlockWind;

pub(crate) use effect::{Effect, EffectScript};
pub(crate) use perch_area::PerchArea;
pub(crate) use perch_carrier::PerchCarrier;
pub(crate) use place::{limited, Place};
pub(crate) use placed_obstacle::PlacedObstacleShape;
pub(crate) use placed_predator::PlacedPredator;

use fyrox::{
    scene::node::Node,
    script::{constructor::ScriptConstructorContainer, Script},
};

macro_rules! effect_functions {
    ($($Script:ident)*) => {
        /// The script as an [`EffectScript`], with its name in the editor; `None` for other
        /// scripts.
        pub(crate) fn effect_script(script: &Script) -> Option<(&dyn EffectScript, &'static str)> {
            $(if let Some(script) = script.cast::<$Script>() {
                return Some((script, $Script::NAME));
            })*
            None
        }

        /// True for two scripts of one type that affects flocks, with equal fields.
        pub(crate) fn is_same_script(a: &Script, b: &Script) -> bool {
            $(if let (Some(a), Some(b)) = (a.cast::<$Script>(), b.cast::<$Script>()) {
                return a == b;
            })*
            false
        }

        /// True for a node with a script that affects flocks.
        pub fn acts_on_flocks(node: &Node) -> bool {
            node.scripts().any(|script| effect_script(script).is_some())
        }

        /// Registers all scripts that affect flocks, [`FlockFollower`] and [`FlockSound`].
        pub(crate) fn register(scripts: &ScriptConstructorContainer) {
            $(scripts.add::<$Script>($Script::NAME);)*
            scripts.add::<FlockFollower>(FlockFollower::NAME);
            scripts.add::<FlockSound>(FlockSound::NAME);
        }

        /// The type ids of all registered scripts.
        #[cfg(test)]
        fn type_ids() -> Vec<fyrox::core::Uuid> {
            use fyrox::core::TypeUuidProvider;
            vec![FlockFollower::type_uuid(), FlockSound::type_uuid(), $($Script::type_uuid()),*]
        }
    };
}

/// Calls a macro with the list of the scripts that affect flocks. Tokens that are given in the
/// braces come before the list.
macro_rules! effect_scripts {
    ($declare:ident! { $($before:tt)* }) => {
        $declare! {
            $($before)*
            FlockTarget
            FlockLeader
            FlockGuide
            FlockVolume
            FlockAltitudeBand
            FlockPath
            FlockFormation
            FlockWind
            FlockObstacle
            FlockEmitter
            FlockPredator
            FlockPerches
        }
    };
}
pub(crate) use effect_scripts;

effect_scripts! { effect_functions! {} }

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn scripts_have_types_of_their_own() {
        let ids = type_ids();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    }
}
