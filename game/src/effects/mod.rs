//! The scripts beside [`Flock`](crate::Flock): each of them acts on the flocks of its scene.
//!
//! A script is data. What it does follows from its fields and from where its node is, in each frame:
//! an [`Effect`], which the runtime brings to the flocks. So it is the same in a game and in an
//! editor's preview, where scripts do not run.

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

use flock_sim::{Influence, Placement, SettingsError, Wind};
use fyrox::{
    core::pool::Handle,
    scene::node::Node,
    script::{constructor::ScriptConstructorContainer, Script, ScriptTrait},
};

/// What a script does to a flock.
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
    /// Where an obstacle begins to move in this frame, if it is new.
    pub(crate) fn from(&self) -> Option<Placement> {
        match self {
            Self::Obstacle(obstacle) => obstacle.from,
            _ => None,
        }
    }

    /// Checks every value.
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

/// A script that acts on flocks.
pub(crate) trait EffectScript: ScriptTrait {
    /// The nodes of the flocks that it acts on; none for all.
    fn flocks(&self) -> &[Handle<Node>];

    /// What it does now; `None` while that is computed: what a flock has of it stays.
    ///
    /// # Errors
    /// Says what is wrong and the remedy.
    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String>;
}

macro_rules! effect_scripts {
    ($($Script:ident)*) => {
        /// The script as one that acts on flocks, with its name in the editor.
        pub(crate) fn effect_script(script: &Script) -> Option<(&dyn EffectScript, &'static str)> {
            $(if let Some(script) = script.cast::<$Script>() {
                return Some((script, $Script::NAME));
            })*
            None
        }

        /// True for a node with a script that acts on flocks.
        pub fn acts_on_flocks(node: &Node) -> bool {
            node.scripts().any(|script| effect_script(script).is_some())
        }

        /// Registers all of them.
        pub(crate) fn register(scripts: &ScriptConstructorContainer) {
            $(scripts.add::<$Script>($Script::NAME);)*
            scripts.add::<FlockFollower>(FlockFollower::NAME);
            scripts.add::<FlockSound>(FlockSound::NAME);
        }

        /// The types of all of them.
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
