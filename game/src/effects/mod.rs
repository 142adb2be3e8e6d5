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
pub(crate) use perches::PerchArea;
pub(crate) use place::Place;

use flock_sim::{Hunter, Influence, MovingObstacle, ObstacleShape, Placement, SettingsError, Wind};
use fyrox::{
    core::pool::Handle,
    scene::node::Node,
    script::{constructor::ScriptConstructorContainer, Script, ScriptTrait},
};
use std::sync::Arc;

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

/// A hunter at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedHunter {
    pub(crate) hunter: Hunter,
    /// How often the game has put the node elsewhere.
    pub(crate) puts: u32,
}

/// A moving obstacle whose shape is not copied in each frame.
#[derive(Clone, Debug)]
pub(crate) struct PlacedObstacleShape {
    pub(crate) shape: Arc<ObstacleShape>,
    pub(crate) placement: Placement,
    /// Speed up to which it is taken to have moved between two frames, in m/s.
    pub(crate) fastest: f32,
    /// How often the game has put the node elsewhere.
    pub(crate) puts: u32,
    /// Where it begins to move in this frame, if it is new.
    pub(crate) from: Option<Placement>,
}

impl PlacedObstacleShape {
    /// True if the body was put where it is in `to` in a frame of so many seconds, and has not moved there.
    pub(crate) fn is_put(&self, to: &Self, seconds: f32) -> bool {
        let fastest = self.fastest.max(to.fastest);
        let is_far = || {
            self.shape
                .is_put(&self.placement, &to.placement, seconds, fastest)
        };
        self.puts != to.puts || is_far()
    }

    pub(crate) fn obstacle(&self) -> MovingObstacle {
        MovingObstacle {
            shape: (*self.shape).clone(),
            placement: self.placement,
        }
    }

    /// The obstacle as a flock that was saved has it. `puts` is how often its node had been put elsewhere
    /// then; `None` if the game may have put it elsewhere since.
    pub(crate) fn saved_as(
        &self,
        shape: &ObstacleShape,
        placement: &Placement,
        puts: Option<u32>,
    ) -> Self {
        let is_elsewhere = self.placement != *placement;
        Self {
            shape: if *self.shape == *shape {
                self.shape.clone()
            } else {
                Arc::new(shape.clone())
            },
            placement: *placement,
            puts: puts.unwrap_or_else(|| self.puts.wrapping_add(is_elsewhere.into())),
            ..*self
        }
    }

    pub(crate) fn has_shape_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shape, &other.shape) || self.shape == other.shape
    }
}

impl PartialEq for PlacedObstacleShape {
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement && self.has_shape_of(other)
    }
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
    ($($Script:ident $name:literal)*) => {
        /// The script as one that acts on flocks, with its name in the editor.
        pub(crate) fn effect_script(script: &Script) -> Option<(&dyn EffectScript, &'static str)> {
            $(if let Some(script) = script.cast::<$Script>() {
                return Some((script, $name));
            })*
            None
        }

        /// True for a node with a script that acts on flocks.
        pub fn acts_on_flocks(node: &Node) -> bool {
            node.scripts().any(|script| effect_script(script).is_some())
        }

        /// Registers all of them.
        pub(crate) fn register(scripts: &ScriptConstructorContainer) {
            $(scripts.add::<$Script>($name);)*
            scripts.add::<FlockFollower>("Flock Follower");
            scripts.add::<FlockSound>("Flock Sound");
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
    FlockTarget "Flock Target"
    FlockLeader "Flock Leader"
    FlockGuide "Flock Guide"
    FlockVolume "Flock Volume"
    FlockAltitudeBand "Flock Altitude Band"
    FlockPath "Flock Path"
    FlockWind "Flock Wind"
    FlockObstacle "Flock Obstacle"
    FlockEmitter "Flock Emitter"
    FlockHunter "Flock Hunter"
    FlockPerches "Flock Perches"
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
