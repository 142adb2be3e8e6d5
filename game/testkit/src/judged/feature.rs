//! What a random scene may have besides boids and a level.

use super::draw::Draw;
use std::fmt;

/// Names the features with their chances, in percent, in a scene that has any.
macro_rules! features {
    ($($(#[$doc:meta])* $Feature:ident: $name:literal, $chance:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature {
            $($(#[$doc])* $Feature,)*
        }

        impl Feature {
            pub const ALL: &[Self] = &[$(Self::$Feature,)*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Feature => $name,)*
                }
            }

            fn chance(self) -> usize {
                match self {
                    $(Self::$Feature => $chance,)*
                }
            }
        }
    };
}

features! {
    MovingObstacles: "moving obstacles", 25;
    Influences: "influences", 25;
    Paths: "paths", 15;
    /// Influences that lead along ways, to goals that move.
    Ways: "ways through the level", 20;
    /// Formations of all forms, which move and shrink.
    Formations: "formations", 15;
    /// A second flock hunts the first.
    Hunters: "hunting flocks", 15;
    /// A further flock flocks with the first.
    Companions: "flocks that flock together", 15;
    /// Predators that the game moves.
    Predators: "predators", 15;
    Panic: "panic and scares", 20;
    Wind: "wind with eddies", 25;
    Perches: "perches", 20;
    LooseBodies: "dead and held boids", 20;
    Detail: "level of detail", 25;
    Emitters: "emitters and removed boids", 20;
    Coincident: "boids that start at one position", 20;
    Plane: "motion in a plane", 15;
    /// The frame of the flock is turned against the world.
    Turned: "a turned frame", 20;
    Avoidance: "avoidance", 40;
    Limits: "limits of turning, views and neighbours", 30;
    Wander: "wander", 30;
    Round: "a round boundary", 20;
    SoftTurn: "a soft boundary", 20;
    Periodic: "a periodic boundary", 15;
    /// The world is saved and restored in the middle of the run.
    Restored: "a restored snapshot", 15;
}

/// The features of a scene.
#[derive(Clone, Copy, Default)]
pub struct Features(u32);

/// Shares of the scenes, in percent, without any feature, and with a single one.
const NONE: usize = 15;
const SINGLE: usize = 25;

impl Features {
    pub fn of(features: &[Feature]) -> Self {
        let mut all = Self::default();
        features.iter().for_each(|feature| all.add(*feature));
        all
    }

    pub(super) fn draw(draw: &mut Draw) -> Self {
        let mut features = Self::default();
        if draw.percent(NONE) {
            return features;
        }
        if draw.percent(SINGLE) {
            features.add(draw.of(Feature::ALL));
            return features;
        }
        for feature in Feature::ALL {
            if draw.percent(feature.chance()) {
                features.add(*feature);
            }
        }
        // A move through a periodic boundary is no straight way among obstacles.
        if features.has(Feature::MovingObstacles) {
            features.remove(Feature::Periodic);
        }
        // A mode of the boundary excludes the other.
        if features.has(Feature::Periodic) {
            features.remove(Feature::SoftTurn);
        }
        features
    }

    pub fn has(self, feature: Feature) -> bool {
        self.0 & Self::bit(feature) != 0
    }

    pub fn has_any(self, features: &[Feature]) -> bool {
        features.iter().any(|feature| self.has(*feature))
    }

    pub fn all(self) -> impl Iterator<Item = Feature> {
        let all = Feature::ALL.iter().copied();
        all.filter(move |feature| self.has(*feature))
    }

    fn bit(feature: Feature) -> u32 {
        1 << feature as u32
    }

    fn add(&mut self, feature: Feature) {
        self.0 |= Self::bit(feature);
    }

    fn remove(&mut self, feature: Feature) {
        self.0 &= !Self::bit(feature);
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.all().map(Feature::name).collect();
        let text = names.join(", ");
        f.write_str(if text.is_empty() { "no feature" } else { &text })
    }
}
