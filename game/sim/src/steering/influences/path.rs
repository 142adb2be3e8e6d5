//! Path following: where boids should move along a path.

use crate::math::{
    lanes::{larger, map_lanes, smaller, vector_at, Lanes},
    vector::{direction, dot, length, scaled},
};

/// Least speed with which a boid looks ahead, as a share of the largest speed.
pub(crate) const LEAST_SPEED: f32 = 0.25;

/// Distance from a branch, in radii of the tube, within which the heading counts. Where a path
/// crosses itself, a boid stays on the branch along which it flies.
pub(crate) const NEAR: f32 = 2.0;

/// How much a heading along or against a branch counts at the branch, as a share of the square of
/// `NEAR`. It falls with the square of the distance. It is below 1 so that the nearest point of a
/// branch is the best one of this branch.
pub(crate) const HEADING: f32 = 0.75;

/// How far along the path the place ahead may lie, in lengths of the boid's own way.
pub(crate) const DETOUR: f32 = 2.0;

/// A path as a polyline with a tube around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<'a> {
    /// Corners of the polyline, each with its distance along the path, in metres.
    pub(super) corners: &'a [[f32; 4]],
    /// Radius of the tube, in metres.
    pub(super) radius: f32,
    /// Time that boids look ahead, in seconds.
    pub(super) look_ahead: f32,
    pub(super) is_loop: bool,
    /// Largest speed of the boids, in m/s.
    pub(super) max_speed: f32,
}

/// Where boids are on a path, one in each lane.
struct Place<const LANES: usize> {
    /// Distance along the path, in metres.
    along: [f32; LANES],
    /// Distance from the nearest point of the path, in metres. This point may lie on another
    /// branch.
    distance: [f32; LANES],
    /// Distance of that nearest point along the path, in metres.
    nearest: [f32; LANES],
}

/// Where boids should move, one in each lane.
pub(super) struct Course<const LANES: usize> {
    /// Vector of any length in which the boid should move: to a point of the path, or straight on
    /// in the tube.
    pub(super) way: Lanes<LANES>,
    /// Distance of the boid from the tube, in metres; 0 inside.
    pub(super) distance: [f32; LANES],
    /// True for boids past the end of the path.
    pub(super) is_free: [bool; LANES],
}

/// A straight piece of a path.
struct Piece {
    start: [f32; 4],
    way: [f32; 3],
    /// Squared length of the piece.
    square: f32,
    /// Distance of its end along the path, in metres.
    end: f32,
}

impl Piece {
    fn new(start: [f32; 4], end: [f32; 4]) -> Self {
        let way = [0, 1, 2].map(|axis: usize| end[axis] - start[axis]);
        Self {
            start,
            way,
            square: dot(way, way),
            end: end[3],
        }
    }

    /// Squared distance of a point from the piece, and the distance along the path of the nearest
    /// point of the piece.
    #[inline(always)]
    fn nearest(&self, [x, y, z]: [f32; 3]) -> (f32, f32) {
        let [start_x, start_y, start_z, along] = self.start;
        let offset = [x - start_x, y - start_y, z - start_z];
        let share = dot(offset, self.way) / self.square;
        let share = if self.square > 0.0 { share } else { 0.0 };
        let share = larger(smaller(share, 1.0), 0.0);
        let [x, y, z] = scaled(self.way, share);
        let rest = [offset[0] - x, offset[1] - y, offset[2] - z];
        // This form is exact at both ends.
        let along = along * (1.0 - share) + self.end * share;
        (dot(rest, rest), along)
    }
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
        let place = self.place(position, velocity);
        let mut reach = [0.0; LANES];
        for lane in 0..LANES {
            let way = length(vector_at(velocity, lane)) * self.look_ahead;
            reach[lane] = way * DETOUR + self.radius;
        }
        let (next, progress) = self.nearest_within(&ahead, &place.along, &reach);
        let whole = self.whole();
        let mut course = Course {
            way: *velocity,
            distance: [0.0; LANES],
            is_free: [false; LANES],
        };
        for lane in 0..LANES {
            course.distance[lane] = larger(place.distance[lane] - self.radius, 0.0);
            course.is_free[lane] = !self.is_loop & (place.nearest[lane] >= whole);
        }
        map_lanes(&mut course.way, |lane, way| {
            if next[lane] < self.radius && progress[lane] > 0.0 {
                return way;
            }
            let speed = larger(length(way), LEAST_SPEED * self.max_speed);
            let point = self.point_at(place.along[lane] + speed * self.look_ahead);
            let from = vector_at(position, lane);
            [0, 1, 2].map(|axis: usize| point[axis] - from[axis])
        });
        course
    }

    /// Length of the path, in metres.
    fn whole(&self) -> f32 {
        self.corners[self.corners.len() - 1][3]
    }

    fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let pairs = self.corners.windows(2);
        pairs.map(|pair| Piece::new(pair[0], pair[1]))
    }

    /// The nearest points of the path, weighted by position and heading.
    #[inline(always)]
    fn place<const LANES: usize>(
        &self,
        point: &Lanes<LANES>,
        velocity: &Lanes<LANES>,
    ) -> Place<LANES> {
        let near = NEAR * NEAR * self.radius * self.radius;
        // A boid that hardly moves has no reliable heading.
        let least_speed = LEAST_SPEED * self.max_speed;
        let mut heading = *velocity;
        map_lanes(&mut heading, |_, velocity| {
            let speed = length(velocity);
            let share = smaller(speed / larger(least_speed, f32::MIN_POSITIVE), 1.0);
            scaled(direction(velocity, speed), HEADING * share)
        });
        let mut place = Place {
            along: [0.0; LANES],
            distance: [f32::INFINITY; LANES],
            nearest: [0.0; LANES],
        };
        let mut least = [f32::INFINITY; LANES];
        for piece in self.pieces() {
            let tangent = direction(piece.way, piece.square.sqrt());
            for lane in 0..LANES {
                let (square, along) = piece.nearest(vector_at(point, lane));
                let is_nearest = square < place.distance[lane];
                place.distance[lane] = smaller(square, place.distance[lane]);
                place.nearest[lane] = if is_nearest {
                    along
                } else {
                    place.nearest[lane]
                };
                let along_it = dot(tangent, vector_at(&heading, lane));
                let cost = square - larger(near - square, 0.0) * along_it;
                let is_least = cost < least[lane];
                least[lane] = smaller(cost, least[lane]);
                place.along[lane] = if is_least { along } else { place.along[lane] };
            }
        }
        for lane in 0..LANES {
            place.distance[lane] = place.distance[lane].sqrt();
        }
        place
    }

    /// The points of the path that are nearest to some points.
    #[inline(always)]
    pub(super) fn nearest_points<const LANES: usize>(&self, points: &Lanes<LANES>) -> Lanes<LANES> {
        let place = self.place(points, &[[0.0; LANES]; 3]);
        let mut nearest = *points;
        map_lanes(&mut nearest, |lane, _| self.point_at(place.nearest[lane]));
        nearest
    }

    /// Distance of points from a part of the path, and the progress along the path to the nearest
    /// point of that part.
    ///
    /// The part lies within `reach` of the distance `from` along the path.
    #[inline(always)]
    fn nearest_within<const LANES: usize>(
        &self,
        point: &Lanes<LANES>,
        from: &[f32; LANES],
        reach: &[f32; LANES],
    ) -> ([f32; LANES], [f32; LANES]) {
        let whole = self.whole();
        let turn = if self.is_loop { whole } else { 0.0 };
        let (mut least, mut progress) = ([f32::INFINITY; LANES], [0.0; LANES]);
        for piece in self.pieces() {
            for lane in 0..LANES {
                let (square, along) = piece.nearest(vector_at(point, lane));
                let way = along - from[lane];
                // The shorter way around a loop.
                let way = if way < -0.5 * whole { way + turn } else { way };
                let way = if way > 0.5 * whole { way - turn } else { way };
                let is_nearer = (square < least[lane]) & (way.abs() <= reach[lane]);
                least[lane] = if is_nearer { square } else { least[lane] };
                progress[lane] = if is_nearer { way } else { progress[lane] };
            }
        }
        (least.map(f32::sqrt), progress)
    }

    /// The point at a distance along the path. Past the end it is the last point; on a loop it
    /// wraps around.
    fn point_at(&self, along: f32) -> [f32; 3] {
        let whole = self.whole();
        let along = if self.is_loop {
            along % whole
        } else {
            along.min(whole)
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
