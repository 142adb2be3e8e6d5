//! Collision of the boids with the level's static geometry.

use super::declare::*;

group! {
    /// Collision of the boids with the level's static geometry.
    pub struct Collision("6d3e1bc1-02a1-4b52-9f1c-b1a6d9a0c6de") {
        /// Boids stop at static geometry and at moving obstacles. Off: they pass through
        /// everything. Default: on.
        pub enabled: bool = true;
        /// Radius of the sphere that stands for a boid's body, in metres. 0.001 to 100; default
        /// 0.05.
        pub body_radius: f32 = 0.05, 0.001..=100.0, "m", step 0.01;
        /// Gap, in metres, that a moving body keeps between itself and every surface. It is added
        /// to the body's radius. 0 to 10; default 0.002.
        pub skin: f32 = 0.002, 0.0..=10.0, "m", step 0.001;
        /// What a boid does when it meets geometry. Default: it slides along the surface.
        pub response: CollisionResponse = CollisionResponse::default();
        /// Tests every move a second time, with an independent method, for whether it crossed
        /// geometry. The statistics count the crossings; the count must be 0. Costs time in every
        /// step. Default: off.
        pub check_crossings: bool = false;
    }
}

impl Collision {
    /// True if boids collide with geometry that has this number of triangles.
    pub(crate) fn acts_on(&self, triangles: usize) -> bool {
        self.enabled && triangles > 0
    }
}

choice! {
    /// What a boid does when it meets geometry.
    pub enum CollisionResponse("b7d8e2f4-1a5c-4d3b-8e9f-6c0a2b4d5e71") {
        /// The move is undone and the boid turns back, as in the published fish school. The boid
        /// bounces instead if geometry or the boundary is in its way back, within one step or ten
        /// body radii.
        Reverse,
        /// The boid moves up to the surface and is reflected, at the same speed. It slides instead
        /// if the boundary lies behind the surface. It loses speed if surfaces on all sides leave
        /// it no way.
        Bounce,
        /// The boid moves on along the surface and loses the part of its velocity that leads into
        /// the surface. After such a step it may be slower than `motion.min_speed`; head-on or in a
        /// corner it stands still. Steering brings it back to that speed before its next move.
        #[default]
        Slide,
    }
}
