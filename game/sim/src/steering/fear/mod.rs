//! Fear: flight from threats, and panic that passes from boid to boid.
//!
//! The threats of a step are predators, boids of other flocks and scares. After each step some of
//! the boids look for threats and for panic around them ([`look`]); boids whose panic is old enough
//! alarm their nearest neighbours ([`alarm`]). [`memory`] keeps what each boid has noticed, by
//! slot. In the next step the boids flee accordingly ([`flight`]).

pub(crate) mod alarm;
pub(crate) mod flight;
pub(crate) mod front;
pub(crate) mod look;
pub(crate) mod memory;
mod near;
pub(crate) mod predator;
mod radius_class;
mod record;
pub(crate) mod state;
pub(crate) mod threat;
pub(crate) mod threat_set;

use crate::{math::frame::Frame, math::Vec3, settings::Settings};

/// Parameters of fear in a step. Times are in steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FearParams {
    /// Number of steps between two looks of a boid.
    pub(crate) look_interval: u32,
    /// True if panic is on.
    pub(crate) panics: bool,
    /// Closeness from which a boid panics.
    pub(crate) onset: f32,
    /// Sideways acceleration in a panic, in m/s².
    pub(crate) panic_weight: f32,
    /// Number of neighbours that a boid alarms.
    pub(crate) neighbours: usize,
    /// Age of a panic at which neighbours see it.
    pub(crate) latency: u32,
    pub(crate) turn_end: u32,
    pub(crate) return_end: u32,
    pub(crate) deaf_end: u32,
    pub(crate) regroup: u32,
    pub(crate) regroup_cohesion: f32,
    /// Unit vector across which boids turn to the sides: up, or the normal of a planar flock.
    pub(crate) up: Vec3,
    /// Length of a step, in seconds.
    pub(crate) dt: f32,
}

impl FearParams {
    /// Age from which a boid no longer turns in its panic.
    pub(crate) fn turns_end(&self) -> u32 {
        self.turn_end.max(self.return_end)
    }

    /// Parameters from the settings; `None` if boids neither flee from threats nor panic.
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Option<Self> {
        let (fear, panic) = (&settings.fear, &settings.panic);
        if !fear.enabled && !panic.enabled {
            return None;
        }
        let dt = settings.simulation.time_step;
        let steps = |seconds: f32| (f64::from(seconds) / f64::from(dt)).round() as u32;
        let normal = settings.motion.plane.normal(frame);
        Some(Self {
            look_interval: steps(fear.reaction_time).max(1),
            panics: panic.enabled,
            onset: panic.onset,
            panic_weight: panic.weight,
            neighbours: panic.neighbours as usize,
            latency: steps(panic.latency).max(1),
            turn_end: steps(panic.turn_time),
            return_end: steps(panic.return_time),
            deaf_end: steps(panic.deaf_time),
            regroup: if fear.enabled {
                steps(fear.regroup_time)
            } else {
                0
            },
            regroup_cohesion: fear.regroup_cohesion,
            up: if normal == Vec3::zeros() {
                frame.vector_to_world(Vec3::y())
            } else {
                normal
            },
            dt,
        })
    }
}
