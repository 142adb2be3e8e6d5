//! Backend and time step of the simulation.

use super::declare::*;

group! {
    /// Backend and time step of the simulation.
    pub struct Simulation("4c1c2e9f-7a3f-4a44-9ad2-5f6ad7d3e1b8") {
        /// Backend that computes the steps. Default: all threads.
        ///
        /// The result is the same bit by bit on any number of threads. A GPU gives a flock that
        /// agrees with it up to rounding; on the same GPU it is the same bit by bit.
        pub backend: Backend = Backend::default();
        /// Simulated time of one step, in seconds. 0.0001 to 0.1; default 1/60.
        #[cfg_attr(feature = "reflect", reflect(precision = 4))]
        pub time_step: f32 = 1.0 / 60.0, 0.0001..=0.1, "s", step 0.001;
        /// Largest number of steps in one frame. If a stall of the game needs more, the rest of its
        /// time is dropped: a slow machine then slows the flock down and does not fall behind
        /// further and further. 1 to 100; default 4.
        pub max_steps_per_frame: u32 = 4, 1.0..=100.0, "", step 1.0;
    }
}

choice! {
    /// What computes the steps of a flock.
    pub enum Backend("d8f6c1d3-5dc4-4e2e-8a4b-6b6a3a7f4c21") {
        /// The calling thread alone.
        SingleThread,
        /// All threads of the rayon pool of the caller. This is the global pool, unless
        /// `ThreadPool::install` is used.
        ///
        /// A step that is called from a thread of the pool allocates nothing. Called from any other
        /// thread, rayon allocates a little to hand the step over to the pool.
        #[default]
        AllThreads,
        /// A GPU, through Vulkan, Metal or Direct3D 12.
        ///
        /// The boids stay on the GPU. The drawn state is read back without waiting and is at most
        /// two frames old. All threads of the CPU do the work instead if there is no GPU, if it
        /// fails, or if a setting needs the CPU; `Flock::gpu_error` gives the reason.
        Gpu,
        /// A GPU from 20,000 boids on, if there is one that supports the settings; otherwise all
        /// threads.
        Automatic,
    }
}
