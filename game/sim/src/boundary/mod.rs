//! The boundary: what keeps boids inside a volume.
//!
//! Each shape answers the same questions about a place, in a file of its own: is it near a wall, what becomes of a velocity
//! that leads out there, how sharply does a boid curve away, and where does one come in again that leaves. In a planar
//! flock nothing moves out of the plane, so there are no walls across it: a box is a rectangle that reaches through all
//! heights, and a sphere is a circle, as wide as the sphere is at the height of the boid.

mod ball;
mod contain;
mod cuboid;
mod curve;
#[cfg(test)]
mod tests;

pub(crate) use ball::{Ball, Section};
pub(crate) use contain::Contain;
pub(crate) use cuboid::Cuboid;
pub(crate) use curve::Curve;

use crate::{
    limits::{flat_axis, plane_normal},
    placement::Frame,
    rules::Lanes,
    vectors::Vectors,
    BoundaryResponse, Region, Settings, Vec3,
};
use contain::Fold;

/// The volume that boids stay in, in a given frame, and how they do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Containment {
    pub(crate) shape: Shape,
    pub(crate) wraps: bool,
    /// Distance from the walls at which boids begin to turn away; 0 if they turn outside only.
    pub(crate) margin: f32,
    pub(crate) curve: Curve,
}

/// The shape of the volume.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Box(Cuboid),
    Sphere(Ball),
}

/// A way out through a wrapping boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Passage {
    /// Where the way leads out.
    pub(crate) exit: Vec3,
    /// The same place on the opposite side.
    pub(crate) entry: Vec3,
    /// Where the way ends, as seen from there.
    pub(crate) end: Vec3,
}

impl Containment {
    /// The volume, unless the boundary is switched off.
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Option<Self> {
        let boundary = &settings.boundary;
        let plane = settings.motion.plane;
        let shape = match boundary.shape {
            Region::Box { min, max } => Shape::Box(Cuboid::new(min, max, flat_axis(plane), frame)),
            Region::Sphere { center, radius } => Shape::Sphere(Ball::new(
                frame.point_to_world(center),
                radius,
                plane_normal(plane, frame),
            )),
        };
        let margin = match boundary.response {
            BoundaryResponse::SoftTurn { margin } => margin,
            _ => 0.0,
        };
        let containment = Self {
            shape,
            wraps: boundary.response == BoundaryResponse::Wrap,
            margin,
            curve: Curve::new(settings, plane_normal(plane, frame), margin),
        };
        boundary.enabled.then_some(containment)
    }

    /// The sphere across which neighbours are seen.
    pub(crate) fn wrapping_ball(&self) -> Option<Ball> {
        match self.shape {
            Shape::Sphere(ball) if self.wraps => Some(ball),
            _ => None,
        }
    }

    /// What is left to do after the move.
    pub(crate) fn after_move(&self) -> Self {
        Self {
            margin: 0.0,
            ..*self
        }
    }

    /// The velocity of a boid at `position`, turned so that it leads no farther out. Through a boundary that wraps it may, if
    /// there is another side.
    pub(crate) fn turn_inward(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        match self.lets_through(position) {
            true => velocity,
            false => self.reverse(position, velocity),
        }
    }

    /// Whether boids at this place may leave, to come in on the other side.
    pub(crate) fn lets_through(&self, position: Vec3) -> bool {
        self.wraps
            && match &self.shape {
                Shape::Box(_) => true,
                Shape::Sphere(ball) => ball.reaches(position),
            }
    }

    /// The velocity of a boid at `position`, turned so that it leads no farther out. What leads inward already is never
    /// touched, hence a boid cannot stick outside by being reversed again and again.
    pub(crate) fn reverse(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        match &self.shape {
            Shape::Box(cuboid) => cuboid.reverse(position, velocity),
            Shape::Sphere(ball) => ball.reverse(position, velocity),
        }
    }

    /// Unit vectors inward from each wall that a place is beyond.
    pub(crate) fn inward(&self, position: Vec3) -> impl Iterator<Item = Vec3> {
        let vectors = match &self.shape {
            Shape::Box(cuboid) => cuboid.inward(position),
            Shape::Sphere(ball) => [ball.inward(position), None, None],
        };
        vectors.into_iter().flatten()
    }

    /// At least how far a place is outside, in metres; not above 0 inside.
    pub(crate) fn distance_outside(&self, position: Vec3) -> f32 {
        match &self.shape {
            Shape::Box(cuboid) => cuboid.distance_outside(position),
            Shape::Sphere(ball) => ball.distance_outside(position),
        }
    }

    /// Where a boid comes in again that left a wrapping boundary; none if it has not, or if there is no other side.
    pub(crate) fn fold(&self, position: Vec3) -> Option<Vec3> {
        match &self.shape {
            _ if !self.wraps => None,
            Shape::Box(cuboid) => cuboid.fold(position),
            Shape::Sphere(ball) => ball.fold(position),
        }
    }

    /// Whether any of these places is beyond a wrapping boundary.
    #[inline(always)]
    pub(crate) fn is_any_passing<const LANES: usize>(&self, places: &Lanes<LANES>) -> bool {
        self.wraps && self.shape.is_any_near(places, 0.0)
    }

    /// Lets the boids that left a wrapping boundary come in again.
    pub(crate) fn fold_all(&self, vectors: Vectors, position: [&mut [f32]; 3]) {
        if self.wraps {
            vectors.run(Fold {
                containment: self,
                position,
            });
        }
    }

    /// The first passage through a wrapping boundary on a way that begins inside; none if the way ends inside.
    pub(crate) fn passage(&self, start: Vec3, end: Vec3) -> Option<Passage> {
        match &self.shape {
            _ if !self.wraps => None,
            Shape::Box(cuboid) => cuboid.passage(start, end),
            Shape::Sphere(ball) => ball.passage(start, end),
        }
    }

    /// A place between two, `share` of the way, which leads through a wrapping boundary where that is shorter.
    pub(crate) fn between(&self, start: Vec3, end: Vec3, share: f32) -> Vec3 {
        // The end itself is drawn where it is, not folded to there with rounding.
        if !self.wraps || share >= 1.0 {
            return start.lerp(&end, share);
        }
        let end = match &self.shape {
            Shape::Box(cuboid) => cuboid.nearest_image(end, start),
            Shape::Sphere(ball) => ball.nearest_image(end, start),
        };
        let place = start.lerp(&end, share);
        self.fold(place).unwrap_or(place)
    }
}
