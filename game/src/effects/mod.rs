//! The scripts beside [`Flock`](crate::Flock): each of them affects the flocks of its scene.
//!
//! A script only holds data. Its fields and the transform of its node determine an [`Effect`] in
//! each frame, which the runtime applies to the flocks. So a script has the same effect in a game
//! and in an editor's preview, where scripts do not run.

mod altitude_band;
mod declare;
mod emitter;
mod follower;
mod guide;
mod hunter;
mod leader;
mod obstacle;
mod path;
mod perches;
mod place;
mod shape;
mod sound;
mod strength;
mod target;
mod volume;
mod wind;

pub use altitude_band::FlockAltitudeBand;
pub use emitter::FlockEmitter;
pub use follower::FlockFollower;
pub use guide::FlockGuide;
pub use hunter::FlockHunter;
pub use leader::FlockLeader;
pub use obstacle::FlockObstacle;
pub use path::FlockPath;
pub use perches::FlockPerches;
pub use shape::EffectShape;
pub use sound::FlockSound;
pub use strength::Strength;
pub use target::FlockTarget;
pub use volume::{FlockVolume, VolumeRole};
pub use wind::FlockWind;

pub(crate) use emitter::PlacedEmitter;
pub(crate) use hunter::PlacedHunter;
pub(crate) use obstacle::PlacedObstacleShape;
pub(crate) use perches::PerchArea;
pub(crate) use place::Place;

use flock_sim::{influences::Influence, wind::Wind, Placement, SettingsError};
use fyrox::{
    core::pool::Handle,
    scene::node::Node,
    script::{constructor::ScriptConstructorContainer, Script, ScriptTrait},
};

/// The effect of a script on a flock.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    Influence(Influence),
    Wind(Wind),
    Obstacle(PlacedObstacleShape),
    Emitter(PlacedEmitter),
    Hunter(PlacedHunter),
    Perches(Box<PerchArea>),
}

impl Effect {
    /// Start of the sweep of an obstacle that is new in this frame.
    pub(crate) fn from(&self) -> Option<Placement> {
        match self {
            Self::Obstacle(obstacle) => obstacle.from,
            _ => None,
        }
    }

    /// Checks that all values are in range.
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        match self {
            Self::Influence(influence) => influence.validate(),
            Self::Wind(wind) => wind.validate(),
            Self::Obstacle(obstacle) => obstacle.obstacle().validate(),
            Self::Emitter(emitter) => emitter.validate(),
            Self::Hunter(placed) => placed.hunter.validate(),
            Self::Perches(area) => area.validate(),
        }
    }
}

/// A script that affects flocks.
pub(crate) trait EffectScript: ScriptTrait {
    /// The nodes of the flocks that the script affects; empty for all flocks.
    fn flocks(&self) -> &[Handle<Node>];

    /// The effect in this frame. `None` while it is computed; flocks keep the last effect
    /// meanwhile.
    ///
    /// # Errors
    /// The message says what is wrong and how to fix it.
    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String>;
}

macro_rules! effect_scripts {
    ($($Script:ident)*) => {
        /// The script as an [`EffectScript`], with its name in the editor; `None` for other
        /// scripts.
        pub(crate) fn effect_script(script: &Script) -> Option<(&dyn EffectScript, &'static str)> {
            $(if let Some(script) = script.cast::<$Script>() {
                return Some((script, $Script::NAME));
            })*
            None
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

effect_scripts! {
    FlockTarget
    FlockLeader
    FlockGuide
    FlockVolume
    FlockAltitudeBand
    FlockPath
    FlockWind
    FlockObstacle
    FlockEmitter
    FlockHunter
    FlockPerches
}

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
