//! Flight from scares: boids accelerate away from points.

use crate::{
    boundary::PeriodicBox,
    math::{
        lanes::{load_all, store_all, Lanes},
        simd::LaneWork,
        vector::{direction, length, NO_DIRECTION},
        Vec3,
    },
};

/// A point that boids flee from in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FleeSource {
    /// Position in the world, in metres.
    pub(crate) point: Vec3,
    /// Range, in metres.
    pub(crate) radius: f32,
    /// Acceleration at the point, in m/s²; it falls linearly to zero at the radius.
    pub(crate) strength: f32,
}

impl FleeSource {
    /// The periodic image of the point that is nearest to a position.
    fn nearest_image(&self, periodic_box: &PeriodicBox, to: [f32; 3]) -> Self {
        let point = periodic_box.nearest_image(self.point, to.into());
        Self { point, ..*self }
    }

    /// Acceleration of a boid away from the point, in m/s². A boid exactly at the point accelerates
    /// along its velocity.
    #[inline(always)]
    fn acceleration(&self, position: [f32; 3], velocity: [f32; 3]) -> [f32; 3] {
        let offset = [
            position[0] - self.point.x,
            position[1] - self.point.y,
            position[2] - self.point.z,
        ];
        let distance = length(offset);
        let is_away = distance > NO_DIRECTION;
        let away = direction(offset, distance);
        let ahead = direction(velocity, length(velocity));
        let is_near = distance < self.radius;
        let share = 1.0 - distance / self.radius;
        let strength = if is_near { self.strength * share } else { 0.0 };
        let part = |axis: usize| strength * if is_away { away[axis] } else { ahead[axis] };
        [part(0), part(1), part(2)]
    }
}

/// Adds the accelerations away from the points to the velocities.
pub(crate) struct Flee<'a> {
    pub(crate) flee_sources: &'a [FleeSource],
    /// The periodic box of the boids: they flee from the nearest image of each point.
    pub(crate) periodic_box: Option<&'a PeriodicBox>,
    /// Length of the step, in seconds.
    pub(crate) dt: f32,
    /// Positions, and velocities before the step.
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) before: [&'a [f32]; 3],
    /// Velocities after the step.
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl LaneWork for Flee<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.velocity[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let position = load_all::<LANES, 3>(&self.position, start, len);
            let before = load_all(&self.before, start, len);
            let mut velocity = load_all(&self.velocity, start, len);
            for flee_source in self.flee_sources {
                match self.periodic_box {
                    None => add(self.dt, &position, &before, &mut velocity, |_| *flee_source),
                    Some(periodic_box) => {
                        let image = |place| flee_source.nearest_image(periodic_box, place);
                        add(self.dt, &position, &before, &mut velocity, image);
                    }
                }
            }
            store_all(&velocity, &mut self.velocity, start, len);
        }
    }
}

#[inline(always)]
fn add<const LANES: usize>(
    dt: f32,
    position: &Lanes<LANES>,
    before: &Lanes<LANES>,
    velocity: &mut Lanes<LANES>,
    source_seen_from: impl Fn([f32; 3]) -> FleeSource,
) {
    for lane in 0..LANES {
        let place = [position[0][lane], position[1][lane], position[2][lane]];
        let before = [before[0][lane], before[1][lane], before[2][lane]];
        let acceleration = source_seen_from(place).acceleration(place, before);
        velocity[0][lane] += dt * acceleration[0];
        velocity[1][lane] += dt * acceleration[1];
        velocity[2][lane] += dt * acceleration[2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::SimdWidth;

    /// Change of velocity of one boid, the same at every SIMD width.
    fn change(flee_sources: &[FleeSource], position: Vec3, before: Vec3) -> Vec3 {
        let of = |vectors: SimdWidth| {
            let mut velocity = Vec3::new(1.0, 2.0, 3.0);
            let [x, y, z] = velocity.as_mut_slice() else {
                unreachable!()
            };
            vectors.run(Flee {
                flee_sources,
                periodic_box: None,
                dt: 0.5,
                position: [0, 1, 2].map(|axis| &position.as_slice()[axis..=axis]),
                before: [0, 1, 2].map(|axis| &before.as_slice()[axis..=axis]),
                velocity: [x, y, z].map(std::slice::from_mut),
            });
            velocity - Vec3::new(1.0, 2.0, 3.0)
        };
        let expected = of(SimdWidth::BASELINE);
        assert!(SimdWidth::available().all(|vectors| of(vectors) == expected));
        expected
    }

    fn flee_source(x: f32) -> FleeSource {
        FleeSource {
            point: Vec3::new(x, 1.0, 0.0),
            radius: 2.0,
            strength: 8.0,
        }
    }

    #[test]
    fn boids_flee_the_harder_the_nearer() {
        let of = |x: f32| change(&[flee_source(0.0)], Vec3::new(x, 1.0, 0.0), Vec3::zeros());
        assert!((of(0.001) - Vec3::x() * 3.998).norm() < 1e-5);
        assert!((of(-1.0) + Vec3::x() * 2.0).norm() < 1e-5);
        assert!((of(1.5) - Vec3::x()).norm() < 1e-5);
        assert_eq!(of(2.0), Vec3::zeros());
        assert_eq!(of(1e4), Vec3::zeros());
    }

    #[test]
    fn on_the_point_itself_they_flee_ahead() {
        let at = Vec3::new(0.0, 1.0, 0.0);
        let found = change(&[flee_source(0.0)], at, Vec3::new(0.0, 0.0, -0.1));
        assert!((found + Vec3::z() * 4.0).norm() < 1e-5);
        assert_eq!(
            change(&[flee_source(0.0)], at, Vec3::zeros()),
            Vec3::zeros()
        );
    }

    #[test]
    fn several_frights_add_up() {
        let at = Vec3::new(0.5, 1.5, 0.0);
        let alone =
            [flee_source(0.0), flee_source(1.5)].map(|one| change(&[one], at, Vec3::zeros()));
        let both = change(&[flee_source(0.0), flee_source(1.5)], at, Vec3::zeros());
        assert!((both - alone[0] - alone[1]).norm() < 1e-5);
    }
}
