//! Time step and threads.

use super::declare::*;

group! {
    /// Time step and threads.
    pub struct Simulation("4c1c2e9f-7a3f-4a44-9ad2-5f6ad7d3e1b8") {
        /// Processors that do the work. Any number of threads gives the same flock bit by bit. A
        /// GPU gives one that moves alike, but not to the last bit, and the same one again on the
        /// same GPU. Default: all threads.
        pub driver: Driver = Driver::default();
        /// Simulated time of one step, in seconds. 0.0001 to 0.1; default 1/60.
        #[cfg_attr(feature = "reflect", reflect(precision = 4))]
        pub time_step: f32 = 1.0 / 60.0, 0.0001..=0.1, "s", step 0.001;
        /// Largest number of steps in one frame. After a longer stall the rest of the lost time is
        /// dropped, so that a slow machine slows the flock down instead of falling ever farther
        /// behind. 1 to 100; default 4.
        pub max_steps_per_frame: u32 = 4, 1.0..=100.0, "", step 1.0;
    }
}

choice! {
    /// Processors that do the work.
    pub enum Driver("d8f6c1d3-5dc4-4e2e-8a4b-6b6a3a7f4c21") {
        /// The calling thread alone.
        SingleThread,
        /// All threads of the rayon pool that the caller is in: the global one, unless
        /// `ThreadPool::install` is used. Called from one of its threads, a step allocates nothing;
        /// from any other thread, rayon allocates a little to hand the step over to the pool.
        #[default]
        AllThreads,
        /// A GPU, through Vulkan, Metal or Direct3D 12. Boids stay on the GPU; what is drawn is
        /// read back without waiting, at most two frames late. All threads do the work if there is
        /// no GPU, if it fails, or if a setting needs the CPU; `Flock::gpu_error` gives the reason.
        Gpu,
        /// A GPU from 20,000 boids on, if there is one that can do what the settings need;
        /// otherwise all threads.
        Automatic,
    }
}
