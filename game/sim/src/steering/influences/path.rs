//! Following a path.

use crate::math::vector::{dot, length};

/// Share of the largest speed at which a boid that stands still looks ahead.
pub(crate) const LEAST_SPEED: f32 = 0.25;

/// A path as a polyline with a tube around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<'a> {
    /// Corners, each with its distance along the path.
    pub(super) corners: &'a [[f32; 4]],
    /// Radius of the tube, in metres.
    pub(super) radius: f32,
    /// Time that boids look ahead, in seconds.
    pub(super) look_ahead: f32,
    pub(super) is_loop: bool,
    /// Largest speed of the boids, in m/s.
    pub(super) max_speed: f32,
}

/// The point of a path that is nearest to a boid.
#[derive(Clone, Copy, Debug)]
struct Nearest {
    distance: f32,
    /// Distance along the path.
    along: f32,
}

impl Path<'_> {
    /// The point that a boid should move to, and the distance of the boid from the tube. None if it
    /// stays in the tube or is behind the end.
    #[inline(always)]
    pub(super) fn point_to_seek(
        &self,
        position: [f32; 3],
        velocity: [f32; 3],
    ) -> Option<([f32; 3], f32)> {
        let now = self.nearest(position);
        let whole = self.length();
        if !self.is_loop && now.along >= whole {
            return None;
        }
        let next = [0, 1, 2].map(|axis| position[axis] + velocity[axis] * self.look_ahead);
        let next = self.nearest(next);
        let mut progress = next.along - now.along;
        if self.is_loop && progress < -0.5 * whole {
            progress += whole;
        }
        if next.distance < self.radius && progress > 0.0 {
            return None;
        }
        let speed = length(velocity).max(LEAST_SPEED * self.max_speed);
        let point = self.point_at(now.along + speed * self.look_ahead);
        Some((point, (now.distance - self.radius).max(0.0)))
    }

    fn length(&self) -> f32 {
        self.corners[self.corners.len() - 1][3]
    }

    fn nearest(&self, point: [f32; 3]) -> Nearest {
        let mut nearest = Nearest {
            distance: f32::INFINITY,
            along: 0.0,
        };
        for pair in self.corners.windows(2) {
            let (start, end) = (pair[0], pair[1]);
            let piece = [0, 1, 2].map(|axis: usize| end[axis] - start[axis]);
            let offset = [0, 1, 2].map(|axis: usize| point[axis] - start[axis]);
            let square = dot(piece, piece);
            let share = match square > 0.0 {
                true => (dot(offset, piece) / square).clamp(0.0, 1.0),
                false => 0.0,
            };
            let rest = [0, 1, 2].map(|axis: usize| offset[axis] - piece[axis] * share);
            let distance = length(rest);
            if distance < nearest.distance {
                let along = start[3] * (1.0 - share) + end[3] * share;
                nearest = Nearest { distance, along };
            }
        }
        nearest
    }

    /// The point at a distance along the path; the last one if it is shorter, or once round a loop.
    fn point_at(&self, along: f32) -> [f32; 3] {
        let whole = self.length();
        let along = match self.is_loop {
            true => along % whole,
            false => along.min(whole),
        };
        let end = self.corners.iter().position(|corner| corner[3] >= along);
        let end = end.unwrap_or(self.corners.len() - 1).max(1);
        let (from, to) = (self.corners[end - 1], self.corners[end]);
        let piece = to[3] - from[3];
        let share = if piece > 0.0 {
            (along - from[3]) / piece
        } else {
            0.0
        };
        [0, 1, 2].map(|axis: usize| from[axis] + (to[axis] - from[axis]) * share)
    }
}
