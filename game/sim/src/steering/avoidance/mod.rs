//! Avoidance of static geometry: boids detect surfaces ahead by casting rays, and steer around them
//! (obstacle avoidance in the sense of Reynolds' steering behaviours, 1999).
//!
//! At the start of a step, the distance field gives the clearance of each boid. Most boids are
//! farther from every surface than their range of view and need no further work. Each of the other
//! boids looks from time to time, more often the nearer a surface is: [`sphere_tracing`] measures
//! the free distance along a ray, [`view_scan`] chooses an escape direction, and [`memory`] stores
//! it until the next look. [`avoidance_wish`] turns it into an acceleration, which
//! [`Steer`](crate::steering::combine::Steer) applies before the wishes of the rules.

mod avoidance_block;
mod avoidance_wish;
mod budget;
mod directions;
pub(crate) mod memory;
pub(crate) mod moving_obstacles;
mod needs;
mod observer;
mod sight;
pub(crate) mod sphere_tracing;
#[cfg(test)]
mod tests;
pub(crate) mod view_frame;
pub(crate) mod view_scan;

pub use sight::{Sight, SightRay};
pub(crate) use {
    avoidance_block::AvoidanceBlock,
    budget::{BudgetUse, LookQueue},
    directions::Directions,
    memory::{step_number, Memory, StoredLook},
    moving_obstacles::ObstacleAvoidance,
    needs::Needs,
    sight::Escape,
    view_scan::ScanResult,
};

use crate::{
    geometry::Geometry,
    math::{frame::Frame, simd::SimdWidth, Vec3},
    settings::{Avoidance, AvoidanceSteering, Settings, Steering},
    state::boids::BoidsPart,
    steering::influences::terms::InfluenceTerms,
};
use avoidance_wish::AvoidanceParams;
use memory::NextLook;
use observer::Observer;
use sphere_tracing::{SphereTracer, TraceParams};
use view_frame::{heading, ReferenceAxes, ViewFrame};
use view_scan::ViewScan;

/// State of avoidance that a flock keeps from step to step.
#[derive(Debug, Default)]
pub(crate) struct AvoidanceState {
    pub(crate) directions: Directions,
    pub(crate) memory: Memory,
    /// True if memory is allocated for all boids.
    pub(crate) is_ready: bool,
}

/// Avoidance in one step.
pub(crate) struct AvoidanceStep<'a> {
    geometry: &'a Geometry,
    pub(crate) trace_params: TraceParams<'a>,
    pub(crate) state: &'a AvoidanceState,
    pub(crate) reference_axes: ReferenceAxes,
    pub(crate) avoidance: Avoidance,
    pub(crate) avoidance_params: AvoidanceParams,
    vectors: SimdWidth,
    /// Number of this step, from [`step_number`].
    pub(crate) step: u32,
    /// Least and largest number of steps from one look of a boid to its next.
    pub(crate) interval: i32,
    pub(crate) longest_wait: i32,
    /// Steps in which a boid travels its range of view.
    pub(crate) view_steps: f32,
    /// Steps after which the result of an overdue look expires.
    pub(crate) forgotten: i32,
    /// The influences; `None` if none leads along ways.
    pub(crate) ways: Option<&'a InfluenceTerms>,
}

/// Time, in seconds, after which the result of an overdue look expires.
const MEMORY: f32 = 2.0;

/// Share of the time to reach a surface after which a boid that sees it looks again.
pub(crate) const PATIENCE: f32 = 1.0 / 3.0;

/// Ascending indices of some of at most `N` boids.
struct IndexList<const N: usize> {
    indices: [u16; N],
    len: usize,
}

impl<const N: usize> IndexList<N> {
    fn new() -> Self {
        const { assert!(N <= 1 << u16::BITS) };
        Self {
            indices: [0; N],
            len: 0,
        }
    }

    /// Appends an index if the condition holds, without a branch.
    #[inline(always)]
    fn push_if(&mut self, index: usize, condition: bool) {
        self.indices[self.len] = index as u16;
        self.len += usize::from(condition);
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.indices[..self.len]
            .iter()
            .map(|index| usize::from(*index))
    }
}

/// Least number of steps from one look of a boid to its next.
pub(crate) fn look_interval(settings: &Settings) -> i32 {
    let steps = settings.avoidance.look_interval / settings.simulation.time_step;
    (steps.round() as i32).max(1)
}

/// Number of steps after which the result of an overdue look expires.
pub(crate) fn forgotten(settings: &Settings) -> i32 {
    (MEMORY / settings.simulation.time_step) as i32
}

/// Largest number of steps from one look of a boid to its next.
pub(crate) fn longest_wait(settings: &Settings) -> i32 {
    let view_steps = settings.avoidance.look_ahead / settings.simulation.time_step;
    ((PATIENCE * view_steps) as i32).max(look_interval(settings))
}

impl<'a> AvoidanceStep<'a> {
    /// Avoidance in the step with this number; `None` if boids do not avoid geometry.
    pub(crate) fn new(
        settings: &Settings,
        frame: Frame,
        geometry: &'a Geometry,
        state: &'a AvoidanceState,
        step: u32,
        vectors: SimdWidth,
    ) -> Option<Self> {
        let avoidance = settings.avoidance;
        let interval = look_interval(settings);
        let can_see = state.is_ready && Needs::new(settings, geometry).memory;
        let distance_field = geometry.distance_field().filter(|_| can_see)?;
        let view_steps = avoidance.look_ahead / settings.simulation.time_step;
        let reference_axes = ReferenceAxes::new(settings.motion.plane, frame);
        let steering = match settings.motion.steering {
            Steering::Acceleration => avoidance.steering,
            // There is no heading to turn: velocity steering sets the velocity anew.
            Steering::Velocity => AvoidanceSteering::Toward,
        };
        Some(Self {
            geometry,
            trace_params: TraceParams::new(settings, geometry, distance_field, vectors),
            state,
            reference_axes,
            avoidance,
            avoidance_params: AvoidanceParams::new(avoidance, steering, reference_axes),
            vectors,
            step,
            interval,
            longest_wait: longest_wait(settings),
            view_steps,
            forgotten: forgotten(settings),
            ways: None,
        })
    }

    /// The same, among influences. Boids that these lead past all surfaces avoid none.
    pub(crate) fn among(self, influences: &'a InfluenceTerms) -> Self {
        Self {
            ways: Some(influences).filter(|it| it.have_ways()),
            ..self
        }
    }

    /// True if rays are limited. Then [`look_within_budget`](Self::look_within_budget) runs before
    /// [`avoid`](Self::avoid).
    pub(crate) fn has_budget(&self) -> bool {
        self.avoidance.ray_budget > 0
    }

    /// Runs the due looks of a block, unless rays are limited, and computes the wishes of its
    /// boids.
    ///
    /// `clearances` are the distances of the boids from the nearest surface, in metres. Returns the
    /// number of rays.
    pub(crate) fn avoid<const N: usize>(
        &self,
        before: &BoidsPart,
        clearances: &[f32],
        block: &mut AvoidanceBlock<N>,
    ) -> u64 {
        let mut near = IndexList::<N>::new();
        for index in 0..before.slot.len() {
            let velocity = before.velocity.map(|values| values[index]);
            near.push_if(index, self.may_be_near(velocity, clearances[index]));
        }
        // The slots lie scattered in memory. Reading many of them at once hides the latency.
        let memory = &self.state.memory;
        let mut next = [NextLook::NEVER; N];
        for (next, index) in next.iter_mut().zip(near.iter()) {
            *next = memory.next(before.slot[index]);
        }
        let (mut due, mut escaping) = (IndexList::<N>::new(), IndexList::<N>::new());
        for (next, index) in next.iter().zip(near.iter()) {
            let rests = self.has_budget() | self.rests(*next);
            due.push_if(index, !rests);
            escaping.push_if(index, rests & next.has_escape() & self.knows(*next));
        }
        for index in escaping.iter() {
            if self.avoids_among(before, index) {
                block.set_escape(index, memory.escape(before.slot[index]));
            }
        }
        let mut rays = 0;
        for index in due.iter() {
            let escape = self.look_now(before, index, clearances[index], &mut rays);
            let has_escape = escape != Vec3::zeros();
            if has_escape && self.avoids_among(before, index) {
                block.set_escape(index, escape);
            }
        }
        block.finish(&self.avoidance_params, before.velocity, self.vectors);
        rays
    }

    /// False for a boid that follows a way past all surfaces.
    #[inline(always)]
    pub(super) fn avoids(&self, slot: u32, position: Vec3, velocity: Vec3) -> bool {
        let is_led = |terms: &InfluenceTerms| terms.lead_past_surfaces(slot, position, velocity);
        !self.ways.is_some_and(is_led)
    }

    /// The same for a boid of a part.
    #[inline(always)]
    fn avoids_among(&self, before: &BoidsPart, index: usize) -> bool {
        let velocity = || Vec3::from(before.velocity.map(|values| values[index]));
        self.ways.is_none() || self.avoids(before.slot[index], before.position(index), velocity())
    }

    /// Escape vector of a boid whose look is due; zero if nothing is in the way.
    fn look_now(&self, before: &BoidsPart, index: usize, clearance: f32, rays: &mut u64) -> Vec3 {
        let velocity = Vec3::from_fn(|axis, _| before.velocity[axis][index]);
        let (slot, place) = (before.slot[index], before.position(index));
        let observer = self.moving(slot, place, velocity, clearance);
        match observer.filter(|observer| self.is_near(observer)) {
            Some(observer) => self.look_and_keep(&observer, rays),
            None => Vec3::zeros(),
        }
    }

    /// True if the result of the last look is valid and the next look is not due yet.
    #[inline(always)]
    fn rests(&self, next: NextLook) -> bool {
        // The wait can be longer than allowed if the settings have changed.
        let may_be = 1..=self.longest_wait;
        next.has_looked() & may_be.contains(&next.wait(self.step))
    }

    /// True if the result of the last look is valid. It expires when the next look is long overdue.
    /// That happens if the boid has been far from all surfaces or has waited for rays.
    #[inline(always)]
    fn knows(&self, next: NextLook) -> bool {
        let may_be = -self.forgotten..=self.longest_wait;
        next.has_looked() & may_be.contains(&next.wait(self.step))
    }

    /// True if a surface may lie in the range of view. For most boids nothing else is computed.
    #[inline(always)]
    fn may_be_near(&self, [x, y, z]: [f32; 3], clearance: f32) -> bool {
        let (view, gap) = (
            self.avoidance.look_ahead,
            clearance - self.trace_params.radius(),
        );
        // Squares save a square root. In a planar flock the true speed is at most this one.
        (gap <= 0.0) | (gap * gap < view * view * (x * x + y * y + z * z))
    }

    /// The boid as an observer; `None` at rest.
    fn moving(&self, slot: u32, place: Vec3, velocity: Vec3, clearance: f32) -> Option<Observer> {
        let (ahead, speed) = heading(self.reference_axes.in_plane(velocity.into()))?;
        Some(Observer {
            slot,
            place,
            ahead,
            speed,
            view: self.avoidance.look_ahead * speed,
            clearance,
        })
    }

    /// True if a surface may lie in the range of view.
    fn is_near(&self, observer: &Observer) -> bool {
        observer.clearance < observer.view + self.trace_params.radius()
    }

    /// Runs the look of a boid and stores the result. Returns the escape vector.
    fn look_and_keep(&self, observer: &Observer, rays: &mut u64) -> Vec3 {
        let next = self.state.memory.next(observer.slot);
        let result = self.look(observer, self.kept(observer.slot, next), rays);
        let wait = if self.knows(next) {
            self.wait(observer, &result)
        } else {
            // Boids that came near a surface together look in different steps from then on.
            1 + observer.slot.cast_signed() % self.interval
        };
        let escape = result.direction * result.nearness;
        let memory = &self.state.memory;
        memory.keep(observer.slot, &escape, self.step, wait);
        escape
    }

    /// Escape direction found before; zero if none.
    fn kept(&self, slot: u32, next: NextLook) -> Vec3 {
        let has_escape = next.has_escape() && self.knows(next);
        let escape = has_escape.then(|| self.state.memory.escape(slot));
        let direction = escape.and_then(|escape| escape.try_normalize(0.0));
        direction.unwrap_or_default()
    }

    /// Steps until the next look after this result: a share of the time to reach the surface that
    /// was seen, at most the time to reach any surface in any direction.
    fn wait(&self, observer: &Observer, result: &ScanResult) -> i32 {
        let free = (observer.clearance - self.trace_params.radius()).max(0.0) / observer.view;
        let ahead = PATIENCE * (1.0 - result.nearness);
        // The cast turns NaN, which results from a range of view of zero, into 0.
        ((ahead.min(free) * self.view_steps) as i32).max(self.interval)
    }

    fn look(&self, observer: &Observer, kept: Vec3, rays: &mut u64) -> ScanResult {
        let tracer = SphereTracer::new(&self.trace_params, observer);
        self.look_from(observer, kept).run(|directions| {
            *rays += directions.len() as u64;
            tracer.distances(directions)
        })
    }

    fn look_from(&self, observer: &Observer, kept: Vec3) -> ViewScan<'_> {
        ViewScan {
            directions: &self.state.directions,
            frame: ViewFrame::new(observer.ahead, &self.reference_axes),
            view: observer.view,
            kept,
        }
    }
}
