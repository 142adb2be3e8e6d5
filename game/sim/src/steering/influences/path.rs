//! Following a path.

use crate::math::{
    lanes::{larger, map_lanes, smaller, vector_at, Lanes},
    vector::{dot, length, scaled},
};

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

/// The points of a path that are nearest to some boids.
struct Nearest<const LANES: usize> {
    distance: [f32; LANES],
    /// Distance along the path.
    along: [f32; LANES],
}

/// Where some boids should move.
pub(super) struct Course<const LANES: usize> {
    pub(super) point: Lanes<LANES>,
    /// Distance of the boid from the tube.
    pub(super) distance: [f32; LANES],
    /// False for boids that stay in the tube or are behind the end.
    pub(super) is_needed: [bool; LANES],
}

impl Path<'_> {
    #[inline(always)]
    pub(super) fn course<const LANES: usize>(
        &self,
        position: &Lanes<LANES>,
        velocity: &Lanes<LANES>,
    ) -> Course<LANES> {
        let mut ahead = *position;
        for axis in 0..3 {
            for lane in 0..LANES {
                ahead[axis][lane] += velocity[axis][lane] * self.look_ahead;
            }
        }
        let (now, next) = (self.nearest(position), self.nearest(&ahead));
        let whole = self.length();
        let mut course = Course {
            point: *position,
            distance: [0.0; LANES],
            is_needed: [false; LANES],
        };
        for lane in 0..LANES {
            let mut progress = next.along[lane] - now.along[lane];
            if self.is_loop && progress < -0.5 * whole {
                progress += whole;
            }
            let is_behind = !self.is_loop && now.along[lane] >= whole;
            let stays = next.distance[lane] < self.radius && progress > 0.0;
            course.distance[lane] = larger(now.distance[lane] - self.radius, 0.0);
            course.is_needed[lane] = !(is_behind || stays);
        }
        map_lanes(&mut course.point, |lane, _| {
            let speed = length(vector_at(velocity, lane));
            let speed = larger(speed, LEAST_SPEED * self.max_speed);
            self.point_at(now.along[lane] + speed * self.look_ahead)
        });
        course
    }

    fn length(&self) -> f32 {
        self.corners[self.corners.len() - 1][3]
    }

    #[inline(always)]
    fn nearest<const LANES: usize>(&self, point: &Lanes<LANES>) -> Nearest<LANES> {
        let mut nearest = Nearest {
            distance: [f32::INFINITY; LANES],
            along: [0.0; LANES],
        };
        for pair in self.corners.windows(2) {
            let (start, end) = (pair[0], pair[1]);
            let piece = [0, 1, 2].map(|axis: usize| end[axis] - start[axis]);
            let square = dot(piece, piece);
            let has_length = square > 0.0;
            for lane in 0..LANES {
                let [x, y, z] = vector_at(point, lane);
                let offset = [x - start[0], y - start[1], z - start[2]];
                let share = dot(offset, piece) / square;
                let share = if has_length { share } else { 0.0 };
                let share = larger(smaller(share, 1.0), 0.0);
                let [x, y, z] = scaled(piece, share);
                let rest = [offset[0] - x, offset[1] - y, offset[2] - z];
                let (distance, along) = (length(rest), start[3] * (1.0 - share) + end[3] * share);
                let is_nearer = distance < nearest.distance[lane];
                nearest.distance[lane] = smaller(distance, nearest.distance[lane]);
                nearest.along[lane] = if is_nearer {
                    along
                } else {
                    nearest.along[lane]
                };
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
