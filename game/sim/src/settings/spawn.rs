//! Number of boids and their start.

use super::{declare::*, Region};

group! {
    /// Number of boids and their start.
    pub struct Spawn("c2a4fd4e-6b7c-4c39-8f33-7b9d1b0e5d6c") {
        /// Number of boids. 0 to 10,000,000; default 1,000. While the flock runs, a larger number
        /// adds boids at random places in the region, and a smaller one removes the boids with the
        /// highest slots, wherever they are: a slot is the index that a boid keeps, counted from 0,
        /// of which freed ones are used again. A boid takes 140 bytes of memory, 12 more with a
        /// boundary that wraps, 12 more with `neighbours.align_to: Heading`, 16 more where there is
        /// geometry that it can see and 16 more with `avoidance.ray_budget`, 60 more with fear or
        /// panic, and at most 1 more while it is placed.
        pub count: u32 = 1000, 0.0..=10_000_000.0, "", step 100.0;
        /// Volume around the flock's origin in which boids start, at random places clear of
        /// geometry. A closed two-sided surface with the region's centre inside is a room, any other
        /// one a solid. Default: a sphere with a radius of 1 m.
        pub region: Region = Region::default();
        /// Speed at the start, in m/s, in a random direction. 0 to 1,000; default 0.5.
        pub speed: f32 = 0.5, 0.0..=1000.0, "m/s", step 0.1;
        /// Seed of all random numbers. The same seed, settings and number of steps give the same
        /// flock, bit by bit. Default: 1.
        pub seed: u32 = 1;
    }
}
