//! Following a path, as it is documented, in double precision.

use super::influences::{unit, Boid, Vec64};

/// A polyline with a tube around it.
pub struct Path {
    pub corners: Vec<Vec64>,
    pub radius: f64,
    pub look_ahead: f64,
    pub is_loop: bool,
}

/// The nearest point of a straight piece to some point.
struct Nearest {
    distance: f64,
    along: f64,
    tangent: Vec64,
}

impl Path {
    /// Where a boid should move, in a vector of any length, and its distance from the tube. None behind
    /// the end.
    pub fn way(&self, boid: &Boid) -> Option<(Vec64, f64)> {
        let all = self.nearest_of_pieces(boid.position);
        let by_distance = |a: &&Nearest, b: &&Nearest| a.distance.total_cmp(&b.distance);
        let nearest = all.iter().min_by(by_distance)?;
        let whole = self.whole();
        if !self.is_loop && nearest.along >= whole * (1.0 - 1e-12) {
            return None;
        }
        let share = boid.velocity.norm() / (0.25 * boid.max_speed);
        let heading = unit(boid.velocity) * share.min(1.0);
        let cost = |it: &Nearest| {
            let (square, near) = (it.distance.powi(2), (2.0 * self.radius).powi(2));
            square - 0.75 * (near - square).max(0.0) * heading.dot(&it.tangent)
        };
        let place = all.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
        let distance = (nearest.distance - self.radius).max(0.0);
        if self.stays(boid, place.along) {
            return Some((boid.velocity, distance));
        }
        let speed = boid.velocity.norm().max(0.25 * boid.max_speed);
        let ahead = self.point_at(place.along + speed * self.look_ahead);
        Some((ahead - boid.position, distance))
    }

    /// The point of the path that is nearest to a point.
    pub fn nearest_point(&self, point: Vec64) -> Vec64 {
        let all = self.nearest_of_pieces(point);
        let nearest = all.iter().min_by(|a, b| a.distance.total_cmp(&b.distance));
        nearest.map_or(point, |it| self.point_at(it.along))
    }

    /// True if a boid will be in the tube and farther along the path.
    fn stays(&self, boid: &Boid, from: f64) -> bool {
        let way = boid.velocity * self.look_ahead;
        let reach = 2.0 * way.norm() + self.radius;
        let all = self.nearest_of_pieces(boid.position + way);
        let near = all
            .iter()
            .filter(|it| self.progress(from, it).abs() <= reach);
        let next = near.min_by(|a, b| a.distance.total_cmp(&b.distance));
        next.is_some_and(|it| it.distance < self.radius && self.progress(from, it) > 0.0)
    }

    /// Way along the path, the shorter one round a loop.
    fn progress(&self, from: f64, to: &Nearest) -> f64 {
        let (way, whole) = (to.along - from, self.whole());
        if self.is_loop && way < -0.5 * whole {
            way + whole
        } else if self.is_loop && way > 0.5 * whole {
            way - whole
        } else {
            way
        }
    }

    fn whole(&self) -> f64 {
        let pairs = self.corners.windows(2);
        pairs.map(|pair| (pair[1] - pair[0]).norm()).sum()
    }

    fn nearest_of_pieces(&self, point: Vec64) -> Vec<Nearest> {
        let mut begin = 0.0;
        let pairs = self.corners.windows(2);
        let nearest = pairs.map(|pair| {
            let way = pair[1] - pair[0];
            let share = (point - pair[0]).dot(&way) / way.norm_squared();
            let share = share.clamp(0.0, 1.0);
            let along = begin + share * way.norm();
            begin += way.norm();
            Nearest {
                distance: (point - pair[0] - way * share).norm(),
                along,
                tangent: unit(way),
            }
        });
        nearest.collect()
    }

    fn point_at(&self, along: f64) -> Vec64 {
        let whole = self.whole();
        let mut left = if self.is_loop {
            along % whole
        } else {
            along.min(whole)
        };
        for pair in self.corners.windows(2) {
            let way = pair[1] - pair[0];
            if left <= way.norm() {
                return pair[0] + unit(way) * left;
            }
            left -= way.norm();
        }
        self.corners[self.corners.len() - 1]
    }
}
