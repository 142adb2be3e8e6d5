//! The move of boids that are far from geometry: straight on, many at a time.

use crate::{
    boundary::Containment,
    rules::Lanes,
    vectors::{load_all, store_all, Work},
};

/// Bounds, as a share of a coordinate, how far places that are computed in 32-bit floats and the radius that a sweep takes
/// may be off.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Makes a square larger than its rounding.
const LARGER: f32 = 1.0 + 1e-6;

/// Moves boids straight on, and tells which of them must not just go there.
pub(super) struct Glide<'a> {
    pub(super) dt: f32,
    pub(super) radius: f32,
    pub(super) containment: Option<&'a Containment>,
    pub(super) position: [&'a [f32]; 3],
    pub(super) velocity: [&'a [f32]; 3],
    /// At least how far each boid is from all surfaces.
    pub(super) clearance: &'a [f32],
    pub(super) next: [&'a mut [f32]; 3],
    /// Set for boids that may meet geometry on their way, or pass through a wrapping boundary.
    pub(super) is_near: &'a mut [bool],
}

impl Work for Glide<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.is_near.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let from = load_all::<LANES, 3>(&self.position, start, len);
            let velocity = load_all::<LANES, 3>(&self.velocity, start, len);
            let [clearance] = load_all::<LANES, 1>(&[self.clearance], start, len);
            let mut to = from;
            let mut way_squared = [0.0; LANES];
            for axis in 0..3 {
                for lane in 0..LANES {
                    let way = velocity[axis][lane] * self.dt;
                    to[axis][lane] = from[axis][lane] + way;
                    way_squared[lane] += way * way;
                }
            }
            let passes = self.containment.is_some_and(|c| c.is_any_passing(&to));
            let mut is_near = [passes; LANES];
            for lane in 0..LANES {
                let coordinates = size(&from, lane) + size(&to, lane);
                let (clearance, squared) = (clearance[lane], way_squared[lane]);
                is_near[lane] |= !is_free(clearance, self.radius, coordinates, squared);
            }
            store_all(&to, &mut self.next, start, len);
            self.is_near[start..start + len].copy_from_slice(&is_near[..len]);
        }
    }
}

/// Whether a sphere with this clearance is sure to meet nothing on a way of this length, squared. The coordinates are those of
/// its places on the way, or larger.
#[inline(always)]
fn is_free(clearance: f32, radius: f32, coordinates: f32, way_squared: f32) -> bool {
    let room = clearance - radius - ROUNDING * coordinates;
    // Not if it is not a number.
    (room > 0.0) & (room * room > way_squared * LARGER)
}

/// At least the largest coordinate.
#[inline(always)]
fn size<const LANES: usize>([x, y, z]: &Lanes<LANES>, lane: usize) -> f32 {
    x[lane].abs() + y[lane].abs() + z[lane].abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        boids::borrow, placement::Frame, shapes, vectors::Vectors, Boundary, BoundaryResponse,
        Geometry, Placement, Region, Settings, Vec3,
    };

    const DT: f32 = 0.1;
    const RADIUS: f32 = 0.05;
    const HALF: f32 = 4.0;

    /// Evenly spread numbers from -1 to 1.
    fn spread(index: usize, irrational: f64) -> f32 {
        (2.0 * (index as f64 * irrational).fract() - 1.0) as f32
    }

    /// Places around the middle of a scene, and velocities, axis by axis.
    fn boids(middle: f32, speed: f32) -> ([Vec<f32>; 3], [Vec<f32>; 3]) {
        let axis = |size: f32, shift: f32, irrational: f64| -> Vec<f32> {
            let number = |index| shift + size * spread(index, irrational);
            (1..500).map(number).collect()
        };
        let place = |irrational| axis(1.2 * HALF, middle, irrational);
        let velocity = |irrational| axis(speed, 0.0, irrational);
        (
            [place(0.618_034), place(0.414_214), place(0.324_718)],
            [
                velocity(0.754_878),
                velocity(0.732_051),
                velocity(0.236_068),
            ],
        )
    }

    fn wrapping() -> Containment {
        let settings = Settings {
            boundary: Boundary {
                response: BoundaryResponse::Wrap,
                ..Boundary::new(Region::Box {
                    min: Vec3::repeat(-HALF),
                    max: Vec3::repeat(HALF),
                })
            },
            ..Settings::default()
        };
        Containment::new(&settings, Frame::new(&Placement::default())).unwrap()
    }

    /// Whoever is not near goes where it would go without geometry, which is where the sweep lets it go.
    #[test]
    fn boids_that_are_not_near_have_a_free_way() {
        for middle in [0.0, 100.0, 1e4] {
            let ball = shapes::ball(1.0, 3).into_iter();
            let moved = ball.map(|t| t.map(|v| v + Vec3::repeat(middle)));
            let geometry = Geometry::new(&moved.collect::<Vec<_>>()).0;
            for speed in [0.1, 1.0, 5.0, 30.0] {
                check(&geometry, middle, speed, None);
                check(&geometry, middle, speed, Some(wrapping()));
            }
        }
    }

    fn check(geometry: &Geometry, middle: f32, speed: f32, containment: Option<Containment>) {
        let (position, velocity) = boids(middle, speed);
        let at = |arrays: &[Vec<f32>; 3], i: usize| Vec3::from_fn(|axis, _| arrays[axis][i]);
        let count = position[0].len();
        let clearance: Vec<f32> = (0..count)
            .map(|i| geometry.clearance(at(&position, i)))
            .collect();
        let run = |vectors: Vectors| {
            let mut next = [0, 1, 2].map(|_| vec![0.0; count]);
            let mut is_near = vec![false; count];
            let mut slices = next.each_mut().map(Vec::as_mut_slice);
            vectors.run(Glide {
                dt: DT,
                radius: RADIUS,
                containment: containment.as_ref(),
                position: position.each_ref().map(Vec::as_slice),
                velocity: velocity.each_ref().map(Vec::as_slice),
                clearance: &clearance,
                next: borrow(&mut slices),
                is_near: &mut is_near,
            });
            (next, is_near)
        };
        let (next, is_near) = run(Vectors::Baseline);
        for i in 0..count {
            let (start, way) = (at(&position, i), at(&velocity, i) * DT);
            assert_eq!(at(&next, i), start + way);
            let passes = containment.is_some_and(|c| c.fold(start + way).is_some());
            assert!(is_near[i] || !passes);
            let is_swept_free = geometry.sweep(start, way, RADIUS).is_none();
            assert!(is_near[i] || is_swept_free);
        }
        let far = is_near.iter().filter(|is_near| !*is_near).count();
        let wraps = containment.is_some();
        assert!(wraps || far > 150, "only {far} are far at {speed} m/s");
        for vectors in Vectors::available() {
            let (same_next, also_near) = run(vectors);
            assert_eq!(next, same_next);
            // Those beside one that passes the boundary may be looked at too, which makes no difference.
            assert!(wraps || also_near == is_near);
        }
    }
}
