//! Collision of the boids with the level's static geometry.

use super::declare::*;

group! {
    /// Collision of the boids with the level's static geometry.
    pub struct Collision("6d3e1bc1-02a1-4b52-9f1c-b1a6d9a0c6de") {
        /// Boids stop at static geometry and at moving obstacles. Off: they pass through everything. Default: on.
        pub enabled: bool = true;
        /// Radius of the sphere that stands for a boid's body, in metres. 0.001 to 100; default
        /// 0.05.
        pub body_radius: f32 = 0.05, 0.001..=100.0, "m", step 0.01;
        /// Gap that a moving body keeps from surfaces beyond its radius, in metres. 0 to 10;
        /// default 0.002.
        pub skin: f32 = 0.002, 0.0..=10.0, "m", step 0.001;
        /// Response of a boid that meets geometry. Default: it slides along it.
        pub response: CollisionResponse = CollisionResponse::default();
        /// Tests every move once more, by other means, for having crossed geometry. The statistics
        /// count the crossings, of which there must be none. Costs time. Default: off.
        pub check_crossings: bool = false;
    }
}

choice! {
    /// Response of a boid that meets geometry.
    pub enum CollisionResponse("b7d8e2f4-1a5c-4d3b-8e9f-6c0a2b4d5e71") {
        /// Undoes the move and turns back, as in the published fish school. Bounces if the way back
        /// is not clear for a step and for ten body radii.
        Reverse,
        /// Goes on up to the surface and is reflected, at its speed. Slides if the boundary lies
        /// behind the surface, and loses speed if surfaces on all sides leave it no way.
        Bounce,
        /// Goes on along the surface, and loses the part of its velocity that leads into it. At the
        /// end of that step it may be slower than `motion.min_speed`; head-on, or in a corner, it
        /// stands still. Steering brings it to that speed again before the next move.
        #[default]
        Slide,
    }
}
