//! Number of boids and how they start.

use super::{declare::*, Region};

group! {
    /// Number of boids and how they start.
    pub struct Spawn("c2a4fd4e-6b7c-4c39-8f33-7b9d1b0e5d6c") {
        /// Number of boids. 0 to 10,000,000; default 1,000.
        ///
        /// While the flock runs, a larger number adds boids at random places in the region. A
        /// smaller number removes the boids with the highest slots, wherever they are. The slot is
        /// the index that a boid keeps, counted from 0; new boids get the slots that were freed.
        ///
        /// A boid takes 140 bytes of memory. Added to this are 12 with a boundary that wraps, 12
        /// with `neighbours.align_to: Heading`, 16 if there is geometry that it can see, 16 with
        /// `avoidance.ray_budget`, 60 with fear or panic, and at most 1 while it is placed.
        pub count: u32 = 1000, 0.0..=10_000_000.0, "", step 100.0;
        /// Volume around the flock's origin in which boids start, at random places clear of
        /// geometry. Default: a sphere with a radius of 1 m.
        ///
        /// A closed two-sided surface is a room if the region's centre lies inside it, and a solid
        /// otherwise.
        pub region: Region = Region::default();
        /// Speed with which boids start, in m/s, in random directions. 0 to 1,000; default 0.5.
        pub speed: f32 = 0.5, 0.0..=1000.0, "m/s", step 0.1;
        /// Seed of all random numbers. The same seed, settings and number of steps give the same
        /// flock, bit by bit. Default: 1.
        pub seed: u32 = 1;
    }
}
