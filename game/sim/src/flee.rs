//! Flight from what scares the boids.

use crate::{
    algebra::{direction, length, NO_DIRECTION},
    rules::Lanes,
    vectors::{load_all, store_all, Work},
    Vec3,
};

/// What drives boids away in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fright {
    /// Where it is, in the world.
    pub(crate) point: Vec3,
    /// How far it reaches, in metres.
    pub(crate) radius: f32,
    /// The acceleration at the point itself, in m/s²; towards the radius it falls to nothing.
    pub(crate) strength: f32,
}

impl Fright {
    /// The acceleration of a boid. On the very point it flees along its velocity.
    #[inline(always)]
    fn push(&self, position: [f32; 3], velocity: [f32; 3]) -> [f32; 3] {
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
        let push = |axis: usize| strength * if is_away { away[axis] } else { ahead[axis] };
        [push(0), push(1), push(2)]
    }
}

/// Adds to velocities what drives the boids away.
pub(crate) struct Flee<'a> {
    pub(crate) frights: &'a [Fright],
    /// Length of the step, in seconds.
    pub(crate) dt: f32,
    /// Where the boids are, and their velocities before the step.
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) before: [&'a [f32]; 3],
    /// The velocities after the step.
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl Work for Flee<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.velocity[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let position = load_all::<LANES, 3>(&self.position, start, len);
            let before = load_all(&self.before, start, len);
            let mut velocity = load_all(&self.velocity, start, len);
            for fright in self.frights {
                add(fright, self.dt, &position, &before, &mut velocity);
            }
            store_all(&velocity, &mut self.velocity, start, len);
        }
    }
}

#[inline(always)]
fn add<const LANES: usize>(
    fright: &Fright,
    dt: f32,
    position: &Lanes<LANES>,
    before: &Lanes<LANES>,
    velocity: &mut Lanes<LANES>,
) {
    for lane in 0..LANES {
        let place = [position[0][lane], position[1][lane], position[2][lane]];
        let before = [before[0][lane], before[1][lane], before[2][lane]];
        let push = fright.push(place, before);
        velocity[0][lane] += dt * push[0];
        velocity[1][lane] += dt * push[1];
        velocity[2][lane] += dt * push[2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::Vectors;

    /// The change of velocity of one boid, the same whatever the vectors.
    fn change(frights: &[Fright], position: Vec3, before: Vec3) -> Vec3 {
        let of = |vectors: Vectors| {
            let mut velocity = Vec3::new(1.0, 2.0, 3.0);
            let [x, y, z] = velocity.as_mut_slice() else {
                unreachable!()
            };
            vectors.run(Flee {
                frights,
                dt: 0.5,
                position: [0, 1, 2].map(|axis| &position.as_slice()[axis..=axis]),
                before: [0, 1, 2].map(|axis| &before.as_slice()[axis..=axis]),
                velocity: [x, y, z].map(std::slice::from_mut),
            });
            velocity - Vec3::new(1.0, 2.0, 3.0)
        };
        let expected = of(Vectors::Baseline);
        assert!(Vectors::available().all(|vectors| of(vectors) == expected));
        expected
    }

    fn fright(x: f32) -> Fright {
        Fright {
            point: Vec3::new(x, 1.0, 0.0),
            radius: 2.0,
            strength: 8.0,
        }
    }

    #[test]
    fn boids_flee_the_harder_the_nearer() {
        let of = |x: f32| change(&[fright(0.0)], Vec3::new(x, 1.0, 0.0), Vec3::zeros());
        assert!((of(0.001) - Vec3::x() * 3.998).norm() < 1e-5);
        assert!((of(-1.0) + Vec3::x() * 2.0).norm() < 1e-5);
        assert!((of(1.5) - Vec3::x()).norm() < 1e-5);
        assert_eq!(of(2.0), Vec3::zeros());
        assert_eq!(of(1e4), Vec3::zeros());
    }

    #[test]
    fn on_the_point_itself_they_flee_ahead() {
        let at = Vec3::new(0.0, 1.0, 0.0);
        let found = change(&[fright(0.0)], at, Vec3::new(0.0, 0.0, -0.1));
        assert!((found + Vec3::z() * 4.0).norm() < 1e-5);
        assert_eq!(change(&[fright(0.0)], at, Vec3::zeros()), Vec3::zeros());
    }

    #[test]
    fn several_frights_add_up() {
        let at = Vec3::new(0.5, 1.5, 0.0);
        let alone = [fright(0.0), fright(1.5)].map(|one| change(&[one], at, Vec3::zeros()));
        let both = change(&[fright(0.0), fright(1.5)], at, Vec3::zeros());
        assert!((both - alone[0] - alone[1]).norm() < 1e-5);
    }
}
