//! View of one boid, for debugging and display.

use super::{observer::Observer, sphere_tracing::SphereTracer, AvoidanceBlock, AvoidanceStep};
use crate::math::{reference_frame::ReferenceFrame, Vec3};

/// What one boid sees of the geometry, from [`Flock::sight`](crate::Flock::sight).
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// Position of the boid in the world, in metres.
    pub position: Vec3,
    /// Lower bound of the distance to the nearest surface, in metres.
    pub clearance: f32,
    /// Range of view at the boid's speed, in metres; 0 at rest.
    pub view: f32,
    /// Rays of the look, in order: the rays of the examined view, and more rays if the way ahead is
    /// blocked.
    ///
    /// Rays are cast in groups of four, so up to three rays may follow the ray that decides. Empty
    /// for a boid at rest, or if every surface is farther away than its range of view.
    pub rays: Vec<SightRay>,
    /// Escape direction in the world, of unit length; `None` if nothing is in the way.
    pub direction: Option<Vec3>,
    /// Nearness of the nearest surface: 0 if nothing is in the way, 1 right before a surface.
    pub nearness: f32,
}

/// A ray that a boid casts to detect geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightRay {
    /// Direction in the world, of unit length.
    pub direction: Vec3,
    /// Distance in metres that the body can travel along the ray without meeting a surface; the
    /// whole range of view if the ray is clear.
    pub distance: f32,
    /// True if the body meets no surface within the range of view.
    pub is_clear: bool,
}

impl Sight {
    /// A sight of a frame, in world coordinates.
    pub(crate) fn out_of(mut self, frame: &ReferenceFrame) -> Self {
        self.position = frame.point_to_world(self.position);
        self.direction = self.direction.map(|it| frame.vector_to_world(it));
        for ray in &mut self.rays {
            ray.direction = frame.vector_to_world(ray.direction);
        }
        self
    }
}

/// Avoidance of geometry by one boid, as a step applies it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Escape {
    /// Wish: an acceleration in m/s², or a velocity in m/s with velocity steering.
    pub(crate) wish: Vec3,
    /// Factor of cohesion.
    pub(crate) fade: f32,
}

/// The boid avoids nothing.
impl Default for Escape {
    fn default() -> Self {
        Self {
            wish: Vec3::zeros(),
            fade: 1.0,
        }
    }
}

impl AvoidanceStep<'_> {
    /// What a boid with a position, a velocity and a clearance would see if it looked in this step:
    /// all in the flock's frame.
    pub(crate) fn sight(&self, slot: u32, position: Vec3, velocity: Vec3, clearance: f32) -> Sight {
        let mut sight = Sight {
            position,
            clearance,
            view: 0.0,
            rays: Vec::new(),
            direction: None,
            nearness: 0.0,
        };
        if let Some(observer) = self.moving(slot, position, velocity, clearance) {
            sight.view = observer.view;
            if self.is_near(&observer) {
                self.fill_in(&mut sight, &observer);
            }
        }
        sight
    }

    /// The wish and the cohesion factor of the boid in a slot, with this view and velocity.
    pub(crate) fn escape(&self, slot: u32, sight: &Sight, velocity: Vec3) -> Escape {
        let avoids = self.avoids(slot, sight.position, velocity);
        let Some(direction) = sight.direction.filter(|_| avoids) else {
            return Escape::default();
        };
        let mut block = AvoidanceBlock::<1>::new();
        block.set_escape(0, direction * sight.nearness);
        let velocity: [_; 3] = velocity.into();
        let velocity = velocity.each_ref().map(std::slice::from_ref);
        block.finish(&self.avoidance_params, velocity, self.vectors);
        block
            .wishes(1)
            .map_or_else(Escape::default, |wishes| Escape {
                wish: Vec3::from(wishes.wish.map(|values| values[0])),
                fade: wishes.fade[0],
            })
    }

    fn fill_in(&self, sight: &mut Sight, observer: &Observer) {
        let (tracer, rays) = (
            SphereTracer::new(&self.trace_params, observer),
            &mut sight.rays,
        );
        let kept = self.kept(observer.slot, self.state.memory.next(observer.slot));
        let result = self.look_from(observer, kept).run(|directions| {
            let distances = tracer.distances(directions);
            let seen = directions.iter().zip(distances);
            rays.extend(seen.map(|(direction, surface)| SightRay {
                direction: *direction,
                distance: surface.unwrap_or(observer.view),
                is_clear: surface.is_none(),
            }));
            distances
        });
        let sees = result.nearness > 0.0;
        sight.direction = sees.then_some(result.direction);
        sight.nearness = result.nearness;
    }
}
