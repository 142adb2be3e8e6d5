//! Time step and threads.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// Time step and threads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "4c1c2e9f-7a3f-4a44-9ad2-5f6ad7d3e1b8"),
    visit(optional)
)]
pub struct Simulation {
    /// Which processors do the work. Threads, however many, give the same flock bit by bit; a graphics card gives one that
    /// moves alike, but not to the last bit, and the same one again on the same card.
    pub driver: Driver,
    /// Simulated time of one step, in seconds. 0.0001 to 0.1; default 1/60.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0001, max_value = 0.1, step = 0.001, precision = 4)
    )]
    pub time_step: f32,
    /// Most steps in one frame. After a longer stall the rest of the lost time is dropped, so that a slow machine slows
    /// the flock down instead of falling ever farther behind. 1 to 100; default 4.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 1.0, max_value = 100.0, step = 1.0)
    )]
    pub max_steps_per_frame: u32,
}

impl Default for Simulation {
    fn default() -> Self {
        Self {
            driver: Driver::default(),
            time_step: 1.0 / 60.0,
            max_steps_per_frame: 4,
        }
    }
}

/// Which processors do the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "d8f6c1d3-5dc4-4e2e-8a4b-6b6a3a7f4c21")
)]
pub enum Driver {
    /// The calling thread alone.
    SingleThread,
    /// All threads of the rayon pool that the caller is in: the global one, unless `ThreadPool::install` is used. Called
    /// from one of its threads, a step allocates nothing; from any other thread, rayon allocates a little to hand the step
    /// over to the pool.
    #[default]
    AllThreads,
    /// A graphics card, reached through Vulkan, Metal or Direct3D 12. Boids stay on the card; what is drawn comes back without
    /// anybody waiting for it, at most two frames late. Where there is no card, where it fails, or where a setting asks for
    /// what only the processor can do, all threads do the work, and `Flock::gpu_error` tells why.
    Gpu,
    /// A graphics card from 20,000 boids on, if there is one and it can do what is asked for, otherwise all threads.
    Automatic,
}
