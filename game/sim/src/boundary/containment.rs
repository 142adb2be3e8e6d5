//! A boundary in a given frame: its shape, and what it does with boids at the walls.

use super::{
    cuboid::BoundaryBox, passage::Passage, shape::BoundaryShape, soft_turn::SoftTurn,
    sphere::BoundarySphere,
};
use crate::{
    math::{
        frame::Frame,
        lanes::{vector_at, Lanes},
        Vec3,
    },
    settings::{BoundaryMode, Region, Settings},
};

/// A boundary in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Containment {
    pub(crate) shape: BoundaryShape,
    pub(crate) wraps: bool,
    /// Distance from the walls at which boids begin to turn, in metres; 0 if they turn only
    /// outside.
    pub(crate) margin: f32,
    pub(crate) curve: SoftTurn,
}

impl Containment {
    /// Boundary from the settings; `None` if it is switched off.
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Option<Self> {
        let boundary = &settings.boundary;
        let plane = settings.motion.plane;
        let shape = match boundary.shape {
            Region::Box { min, max } => {
                BoundaryShape::Box(BoundaryBox::new(min, max, plane.flat_axis(), frame))
            }
            Region::Sphere { center, radius } => BoundaryShape::Sphere(BoundarySphere::new(
                frame.point_to_world(center),
                radius,
                plane.normal(frame),
            )),
        };
        let margin = match boundary.mode {
            BoundaryMode::SoftTurn { margin } => margin,
            _ => 0.0,
        };
        let containment = Self {
            shape,
            wraps: boundary.mode == BoundaryMode::Wrap,
            margin,
            curve: SoftTurn::new(settings, plane.normal(frame), margin),
        };
        boundary.enabled.then_some(containment)
    }

    /// Sphere across whose surface boids see neighbours; `None` for a box, or if the boundary is
    /// not periodic.
    pub(crate) fn wrapping_sphere(&self) -> Option<BoundarySphere> {
        match self.shape {
            BoundaryShape::Sphere(sphere) if self.wraps => Some(sphere),
            _ => None,
        }
    }

    /// Containment after the move: without soft turns.
    pub(crate) fn after_move(&self) -> Self {
        Self {
            margin: 0.0,
            ..*self
        }
    }

    /// Velocity of a boid at `position`, reversed where it leads out. A periodic boundary lets the
    /// boid pass if it has an opposite side there.
    pub(crate) fn turn_inward(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        if self.lets_through(position) {
            velocity
        } else {
            self.reverse(position, velocity)
        }
    }

    /// True if boids at this position may leave and enter on the opposite side.
    pub(crate) fn lets_through(&self, position: Vec3) -> bool {
        self.wraps
            && match &self.shape {
                BoundaryShape::Box(_) => true,
                BoundaryShape::Sphere(sphere) => sphere.reaches(position),
            }
    }

    /// Velocity of a boid at `position`, reversed where it leads out. A part that leads inward
    /// never changes, so repeated reversals cannot hold a boid outside.
    pub(crate) fn reverse(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        match &self.shape {
            BoundaryShape::Box(cuboid) => cuboid.reverse(position, velocity),
            BoundaryShape::Sphere(sphere) => sphere.reverse(position, velocity),
        }
    }

    /// True if any of these positions is outside of a boundary that may not let it through.
    #[inline(always)]
    pub(crate) fn is_any_leaving<const LANES: usize>(&self, places: &Lanes<LANES>) -> bool {
        self.shape.is_any_near(places, 0.0)
    }

    /// Corrects a displacement in wind that would end at `end`; `None` if nothing changes.
    ///
    /// `own` is the end of the boid's own motion without wind. The corrected end is not farther out
    /// than `own` or the wall.
    pub(crate) fn hold(&self, own: Vec3, end: Vec3) -> Option<Vec3> {
        match &self.shape {
            _ if self.lets_through(end) => None,
            BoundaryShape::Box(cuboid) => cuboid.hold(own, end),
            BoundaryShape::Sphere(sphere) => sphere.hold(own, end),
        }
    }

    /// Unit vectors inward from each wall that a position is outside of.
    pub(crate) fn inward(&self, position: Vec3) -> impl Iterator<Item = Vec3> {
        let vectors = match &self.shape {
            BoundaryShape::Box(cuboid) => cuboid.inward(position),
            BoundaryShape::Sphere(sphere) => [sphere.inward(position), None, None],
        };
        vectors.into_iter().flatten()
    }

    /// Lower bound of the distance of a position from the inside, in metres; not above 0 for a
    /// position inside.
    pub(crate) fn distance_outside(&self, position: Vec3) -> f32 {
        match &self.shape {
            BoundaryShape::Box(cuboid) => cuboid.distance_outside(position),
            BoundaryShape::Sphere(sphere) => sphere.distance_outside(position),
        }
    }

    /// Position of a boid outside of a periodic boundary, folded to the inside. `None` if it is
    /// inside, or if there is no opposite side.
    pub(crate) fn fold(&self, position: Vec3) -> Option<Vec3> {
        match &self.shape {
            _ if !self.wraps => None,
            BoundaryShape::Box(cuboid) => cuboid.fold(position),
            BoundaryShape::Sphere(sphere) => sphere.fold(position),
        }
    }

    /// True if any of these positions is outside of a periodic boundary.
    #[inline(always)]
    pub(crate) fn is_any_passing<const LANES: usize>(&self, places: &Lanes<LANES>) -> bool {
        self.wraps && self.shape.is_any_near(places, 0.0)
    }

    /// First exit of a move that starts inside of a periodic boundary; `None` if it ends inside.
    pub(crate) fn passage(&self, start: Vec3, end: Vec3) -> Option<Passage> {
        match &self.shape {
            _ if !self.wraps => None,
            BoundaryShape::Box(cuboid) => cuboid.passage(start, end),
            BoundaryShape::Sphere(sphere) => sphere.passage(start, end),
        }
    }

    /// True if the way [`between`](Self::between) any of these positions may lead through a
    /// periodic boundary.
    ///
    /// `places` are the positions on the straight ways. An image of a position is at least half a
    /// period away.
    #[inline(always)]
    pub(crate) fn is_any_wrapped<const LANES: usize>(
        &self,
        starts: &Lanes<LANES>,
        ends: &Lanes<LANES>,
        places: &Lanes<LANES>,
    ) -> bool {
        let mut is_any = self.shape.is_any_near(places, 0.0);
        for lane in 0..LANES {
            let end = vector_at(ends, lane);
            let [x, y, z] = [0, 1, 2].map(|axis| end[axis] - starts[axis][lane]);
            // With a margin that covers rounding.
            let half = 0.99 * self.shape.half_period(end);
            is_any |= x * x + y * y + z * z >= half * half;
        }
        is_any
    }

    /// Position between two others at a share of the way, 0 to 1. The way leads through a periodic
    /// boundary if that is shorter.
    pub(crate) fn between(&self, start: Vec3, end: Vec3, share: f32) -> Vec3 {
        // At the end, folding would only add rounding.
        if !self.wraps || share >= 1.0 {
            return start.lerp(&end, share);
        }
        let end = match &self.shape {
            BoundaryShape::Box(cuboid) => cuboid.nearest_image(end, start),
            BoundaryShape::Sphere(sphere) => sphere.nearest_image(end, start),
        };
        let place = start.lerp(&end, share);
        self.fold(place).unwrap_or(place)
    }
}
