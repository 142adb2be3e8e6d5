//! How influences find ways through the level.

use super::declare::*;

group! {
    /// How influences find ways through the level: the body, the precision and the delay of the
    /// [navigation field](crate::ways::NavigationField).
    ///
    /// Used by influences that [find ways](crate::influences::Influence::finds_way). Without one
    /// it costs nothing.
    pub struct WayFinding("8d0c6e2f-41b7-4c95-a3d8-5f7e90b1c264") {
        /// Edge of a cell, in metres. In open space cells are twice as large. Beside surfaces they
        /// are halved, up to three times, until they suit the body. Smaller cells find narrower
        /// passages, and take more time and memory. 0.01 to 100; default 0.5.
        pub cell: f32 = 0.5, 0.01..=100.0, "m", step 0.05;
        /// Distance that ways keep from surfaces, in metres, in addition to
        /// `collision.body_radius`. Passages must be as much wider on each side. Boids that are
        /// nearer to a surface may be led straight. 0 to 100; default 0.
        pub clearance: f32 = 0.0, 0.0..=100.0, "m", step 0.01;
        /// Largest number of cells. A cell takes about 150 bytes, and 24 more for each influence
        /// that finds ways. If there are too many fine cells beside surfaces, coarser ones are
        /// used, and narrow passages may be lost. If there are too many cells of the edge `cell`,
        /// boids are led straight. 1 to 10,000,000; default 1,000,000.
        pub most_cells: u32 = 1_000_000, 1.0..=10_000_000.0, "", step 10_000.0;
        /// Number of steps from the request of new ways until boids follow them. Meanwhile the ways
        /// are found on other threads. If they are not ready in time, the step waits for them, so
        /// the result does not depend on the speed of the machine. A goal that moves meanwhile is
        /// asked for afterwards. After a change of the level, boids are led straight until then. 0
        /// to 10,000; default 30.
        pub delay: u32 = 30, 0.0..=10_000.0, "", step 1.0;
    }
}
