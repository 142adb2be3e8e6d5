//! How boids see the level's static geometry ahead and steer clear of it.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// How boids see the level's static geometry ahead and steer clear of it.
///
/// A boid looks along directions that spread evenly from its heading, and finds out how far its body could go along each. It
/// steers first of all for what it finds; the rules of the flock get what is left of the largest acceleration. Boids collide
/// with geometry whether they see it or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "5f0c3d6e-7a41-4c0b-9d2c-8e1f6a2b4c57"),
    visit(optional)
)]
pub struct Avoidance {
    /// Whether boids see geometry; only those with collision enabled do. Default: on.
    pub enabled: bool,
    /// The acceleration right before an obstacle, in m/s² (where boids steer by velocity: the velocity, in m/s). 0 to
    /// 10,000; default 12.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000.0, step = 0.5)
    )]
    pub weight: f32,
    /// How far boids see, in seconds of travel at their speed. 0 to 100; default 1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 100.0, step = 0.1)
    )]
    pub look_ahead: f32,
    /// Number of directions over the whole sphere, or the circle of a planar flock, that boids may look along. 1 to 1,000;
    /// default 48.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 1.0, max_value = 1000.0, step = 1.0)
    )]
    pub rays: u32,
    /// The full angle, around the heading, of the directions that boids may look along, in degrees. 0 to 360; default 240.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 360.0, step = 10.0)
    )]
    pub field_of_view: f32,
    /// The full angle, around the heading, of the directions that boids look along even where the way straight ahead is
    /// free, in degrees, so that they see walls alongside. 0 to 360; no more than the field of view counts; default 60.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 360.0, step = 10.0)
    )]
    pub examined_view: f32,
    /// What boids do with the direction found. Default: turn to it.
    pub response: AvoidanceResponse,
    /// How the force grows as the obstacle nears. Default: evenly.
    pub growth: Growth,
    /// Shortest time between two looks of a boid, in seconds; 0: a boid right before an obstacle looks in every step. One that
    /// sees obstacles farther off, or none, looks again after a third of the time to get there. 0 to 10; default 0.15.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10.0, step = 0.01)
    )]
    pub look_interval: f32,
    /// Share of cohesion that is taken away right before an obstacle, and less farther off, so that a flock parts around a
    /// pillar instead of bunching in front of it. 0 to 1; default 1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1.0, step = 0.1)
    )]
    pub cohesion_fade: f32,
    /// Most rays that all boids together may cast in one step; 0: as many as they need. The boids that would hit something
    /// soonest look first; the others keep what they saw last and are counted in the statistics. Less than one look may take, a ray
    /// for each direction in the field of view and one more, means that no boid looks. 0 to 1,000,000,000;
    /// default 0.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1000000000.0, step = 1000.0)
    )]
    pub ray_budget: u32,
}

impl Default for Avoidance {
    fn default() -> Self {
        Self {
            enabled: true,
            weight: 12.0,
            look_ahead: 1.0,
            rays: 48,
            field_of_view: 240.0,
            examined_view: 60.0,
            response: AvoidanceResponse::default(),
            growth: Growth::default(),
            look_interval: 0.15,
            cohesion_fade: 1.0,
            ray_budget: 0,
        }
    }
}

/// What boids do with the direction that they find clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "9c2b7d10-4e6f-4f63-8a0e-3d5c1b7e9f28")
)]
pub enum AvoidanceResponse {
    /// Turn to it, and so brake before a wall: with all force if it is a quarter of a radian or more from their heading, else
    /// the less the nearer it is. Where boids steer by velocity there is no heading to turn, so they go toward it.
    #[default]
    Turn,
    /// Push along that direction, as in the published aquarium.
    Toward,
}

/// How the force of avoidance grows as the obstacle nears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "e41f5a7c-2b8d-4a19-b6c3-7f0d9e8a1c36")
)]
pub enum Growth {
    /// It does not: it is whole as soon as an obstacle is seen, as published.
    Constant,
    /// Evenly, from nothing where an obstacle comes in sight.
    #[default]
    Linear,
    /// With the square of the nearness: late, then fast.
    Quadratic,
}
