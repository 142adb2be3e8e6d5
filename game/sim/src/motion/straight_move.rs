//! Moves of boids far from geometry: straight lines, several boids at a time in SIMD lanes.

use crate::{
    boundary::Containment,
    math::{
        lanes::{load_all, store_all, Lanes},
        simd::LaneWork,
    },
};

/// Bound of the rounding of positions and of the radius of a sweep, as a share of a coordinate.
pub(crate) const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Factor that enlarges a square by more than its rounding error.
pub(crate) const LARGER: f32 = 1.0 + 1e-6;

/// Moves boids in straight lines, and marks those that need a sweep.
pub(super) struct StraightMove<'a> {
    pub(super) dt: f32,
    pub(super) radius: f32,
    pub(super) containment: Option<&'a Containment>,
    pub(super) position: [&'a [f32]; 3],
    pub(super) velocity: [&'a [f32]; 3],
    /// Lower bound of the distance of each boid to the nearest surface, in metres.
    pub(super) clearance: &'a [f32],
    pub(super) next: [&'a mut [f32]; 3],
    /// True for boids that may meet geometry in this move, or pass a periodic boundary.
    pub(super) is_near: &'a mut [bool],
}

impl LaneWork for StraightMove<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.is_near.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let from = load_all::<LANES, 3>(&self.position, start, len);
            let velocity = load_all::<LANES, 3>(&self.velocity, start, len);
            let [clearance] = load_all::<LANES, 1>(&[self.clearance], start, len);
            let mut to = from;
            let mut displacement_squared = [0.0; LANES];
            for axis in 0..3 {
                for lane in 0..LANES {
                    let displacement = velocity[axis][lane] * self.dt;
                    to[axis][lane] = from[axis][lane] + displacement;
                    displacement_squared[lane] += displacement * displacement;
                }
            }
            let passes = self.containment.is_some_and(|c| c.is_any_passing(&to));
            let mut is_near = [passes; LANES];
            for lane in 0..LANES {
                let coordinates = coordinate_bound(&from, lane) + coordinate_bound(&to, lane);
                let (clearance, squared) = (clearance[lane], displacement_squared[lane]);
                is_near[lane] |= !is_free(clearance, self.radius, coordinates, squared);
            }
            store_all(&to, &mut self.next, start, len);
            self.is_near[start..start + len].copy_from_slice(&is_near[..len]);
        }
    }
}

/// True if a sphere with this clearance cannot meet a surface on a path with this squared length.
/// `coordinates` is an upper bound of the coordinates on the path.
#[inline(always)]
fn is_free(clearance: f32, radius: f32, coordinates: f32, displacement_squared: f32) -> bool {
    let margin = clearance - radius - ROUNDING * coordinates;
    // The comparisons are false for NaN.
    (margin > 0.0) & (margin * margin > displacement_squared * LARGER)
}

/// Upper bound of the absolute values of the coordinates.
#[inline(always)]
fn coordinate_bound<const LANES: usize>([x, y, z]: &Lanes<LANES>, lane: usize) -> f32 {
    x[lane].abs() + y[lane].abs() + z[lane].abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{shapes, Geometry},
        math::{
            frame::{Frame, Placement},
            simd::SimdWidth,
            Vec3,
        },
        settings::{Boundary, BoundaryMode, Region, Settings},
        state::boids::borrow,
    };

    const DT: f32 = 0.1;
    const RADIUS: f32 = 0.05;
    const HALF: f32 = 4.0;

    /// Evenly spread numbers from -1 to 1.
    fn spread(index: usize, irrational: f64) -> f32 {
        (2.0 * (index as f64 * irrational).fract() - 1.0) as f32
    }

    /// Places around the middle of a scene, and velocities, by axis.
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
            boundary: Boundary::new(Region::cube(HALF)).with_mode(BoundaryMode::Wrap),
            ..Settings::default()
        };
        Containment::new(&settings, Frame::new(&Placement::default())).unwrap()
    }

    /// Boids that are not marked as near end where they would end without geometry, and the sweep
    /// permits it.
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
        let run = |vectors: SimdWidth| {
            let mut next = [0, 1, 2].map(|_| vec![0.0; count]);
            let mut is_near = vec![false; count];
            let mut slices = next.each_mut().map(Vec::as_mut_slice);
            vectors.run(StraightMove {
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
        let (next, is_near) = run(SimdWidth::BASELINE);
        for i in 0..count {
            let (start, displacement) = (at(&position, i), at(&velocity, i) * DT);
            assert_eq!(at(&next, i), start + displacement);
            let passes = containment.is_some_and(|c| c.fold(start + displacement).is_some());
            assert!(is_near[i] || !passes);
            let is_swept_free = geometry.sweep(start, displacement, RADIUS).is_none();
            assert!(is_near[i] || is_swept_free);
        }
        let far = is_near.iter().filter(|is_near| !*is_near).count();
        let wraps = containment.is_some();
        assert!(wraps || far > 150, "only {far} are far at {speed} m/s");
        for vectors in SimdWidth::available() {
            let (same_next, also_near) = run(vectors);
            assert_eq!(next, same_next);
            // Boids in the same lanes as a boid that passes the boundary may be swept too, with the
            // same result.
            assert!(wraps || also_near == is_near);
        }
    }
}
