//! Step part 5 on the graphics card: each boid goes where its velocity leads, as far as the geometry lets it.
//!
//! As on the processor, a boid goes from where it was to where it then is in a straight line, and that very line was swept. Why a
//! sweep in single precision lets nothing through is told in [`geometry`](super::geometry).

use super::{
    boundary::{Packed as PackedContainment, CONTAINMENT},
    device::Gpu,
    geometry::{Obstacles, CROSSES, RAY, SWEEP},
    kernel::Bound,
    COMMON,
};
use crate::{travel, CollisionResponse};
use bytemuck::{Pod, Zeroable};
use wgpu::{Buffer, ComputePass};

const AMONG_OBSTACLES: &str = concat!(
    include_str!("walls.wgsl"),
    include_str!("response.wgsl"),
    include_str!("passage.wgsl"),
);

/// `Travel` in settings.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Packed {
    dt: f32,
    radius: f32,
    body_radius: f32,
    count: u32,
    flat: [f32; 3],
    padding: u32,
}

impl Packed {
    fn new(travel: &travel::Travel, count: usize) -> Self {
        Self {
            dt: travel.dt,
            radius: travel.radius.unwrap_or_default(),
            body_radius: travel.body_radius,
            count: count as u32,
            flat: travel.flat.into(),
            padding: 0,
        }
    }
}

/// What a kernel is compiled for.
#[derive(Clone, PartialEq)]
struct Variant {
    /// The buffers of the geometry; none if there is nothing to collide with.
    obstacles: Option<[Buffer; 2]>,
    response: CollisionResponse,
    wraps: bool,
    is_checked: bool,
}

impl Variant {
    fn new(travel: &travel::Travel, obstacles: Option<&Obstacles>) -> Self {
        let obstacles = obstacles.filter(|_| travel.radius.is_some());
        Self {
            obstacles: obstacles.map(|it| [it.nodes.clone(), it.triangles.clone()]),
            response: travel.response,
            wraps: travel.containment.is_some_and(|it| it.wraps),
            is_checked: travel.is_checked,
        }
    }

    /// The values of the `override` constants.
    fn constants(&self) -> [(&'static str, f64); 3] {
        let response = match self.response {
            CollisionResponse::Reverse => 0,
            CollisionResponse::Bounce => 1,
            CollisionResponse::Slide => 2,
        };
        [
            ("RESPONSE", response.into()),
            ("WRAPS", f64::from(u8::from(self.wraps))),
            ("IS_CHECKED", f64::from(u8::from(self.is_checked))),
        ]
    }
}

/// The pass, for the boids in these buffers.
pub(crate) struct Travel {
    places: Buffer,
    motions: Buffer,
    arrivals: Buffer,
    clearances: Buffer,
    counters: Buffer,
    settings: Buffer,
    containment: Buffer,
    bound: Option<(Variant, Bound)>,
}

impl Travel {
    /// From `places` (where the boids were) with the velocities of `motions` (in which contacts turn them) to `arrivals`.
    /// `clearances` tell how far each boid is from all surfaces at least; `counters` count contacts and crossings.
    pub(crate) fn new(
        gpu: &Gpu,
        places: &Buffer,
        motions: &Buffer,
        arrivals: &Buffer,
        clearances: &Buffer,
        counters: &Buffer,
    ) -> Self {
        Self {
            places: places.clone(),
            motions: motions.clone(),
            arrivals: arrivals.clone(),
            clearances: clearances.clone(),
            counters: counters.clone(),
            settings: gpu.uniform::<Packed>("settings of travel"),
            containment: gpu.uniform::<PackedContainment>("boundary of travel"),
            bound: None,
        }
    }

    /// For `count` boids that travel as on the processor, among the same geometry, which must be given if there is any that they
    /// collide with.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        travel: &travel::Travel,
        obstacles: Option<&Obstacles>,
        count: usize,
    ) {
        gpu.write(&self.settings, &[Packed::new(travel, count)]);
        let containment = PackedContainment::new(travel.containment.as_ref());
        gpu.write(&self.containment, &[containment]);
        debug_assert!(travel.radius.is_none() || obstacles.is_some());
        let variant = Variant::new(travel, obstacles);
        if self.bound.as_ref().is_none_or(|(it, _)| *it != variant) {
            let bound = self.bind(gpu, &variant);
            self.bound = Some((variant, bound));
        }
    }

    fn bind(&self, gpu: &Gpu, variant: &Variant) -> Bound {
        let settings = include_str!("settings.wgsl");
        let Some([nodes, triangles]) = &variant.obstacles else {
            let freely = include_str!("freely.wgsl");
            let parts = [COMMON, CONTAINMENT, settings, freely];
            let buffers = [
                &self.places,
                &self.motions,
                &self.arrivals,
                &self.settings,
                &self.containment,
            ];
            return gpu.kernel("travel_freely", &parts, &[]).bind(gpu, &buffers);
        };
        let travel = include_str!("travel.wgsl");
        let parts = [
            COMMON,
            include_str!("../counters.wgsl"),
            CONTAINMENT,
            SWEEP,
            RAY,
            CROSSES,
            settings,
            AMONG_OBSTACLES,
            travel,
        ];
        let kernel = gpu.kernel("travel_among_obstacles", &parts, &variant.constants());
        let buffers = [
            &self.places,
            &self.clearances,
            &self.motions,
            &self.arrivals,
            &self.counters,
            nodes,
            triangles,
            &self.settings,
            &self.containment,
        ];
        kernel.bind(gpu, &buffers)
    }

    /// Only once it is prepared.
    pub(crate) fn encode(&self, pass: &mut ComputePass, count: usize) {
        if let Some((_, bound)) = &self.bound {
            bound.run(pass, count);
        }
    }
}

#[cfg(test)]
mod tests;
