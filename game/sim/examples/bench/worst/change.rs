//! What changes in the game.

use std::fmt;

/// Boids that come and go.
pub const MORE: u32 = 10_000;

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Geometry,
    MoreBoids,
    Weights,
    Radius,
    Bodies,
    Avoidance,
    FewerBoids,
}

/// All changes, in the order in which they are made.
pub const CHANGES: [Change; 7] = [
    Change::Geometry,
    Change::MoreBoids,
    Change::Weights,
    Change::Radius,
    Change::Bodies,
    Change::Avoidance,
    Change::FewerBoids,
];

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Geometry => "other geometry",
            Self::MoreBoids => "10,000 boids more",
            Self::Weights => "other weights",
            Self::Radius => "another radius of cohesion",
            Self::Bodies => "other bodies",
            Self::Avoidance => "other avoidance",
            Self::FewerBoids => "10,000 boids fewer",
        })
    }
}
