//! How the wind carries boids, and how a boundary stops it.

use super::air::WindBlock;
use crate::{
    boundary::Containment,
    math::{
        lanes::{load_all, store_all},
        simd::LaneWork,
        Vec3,
    },
};

/// Computes the velocities over ground. At a boundary that is not periodic, the wind carries no
/// boid outside.
pub(crate) struct Carry<'a> {
    pub(crate) containment: Option<&'a Containment>,
    pub(crate) dt: f32,
    pub(crate) position: [&'a [f32]; 3],
    /// Velocities through the air, in m/s.
    pub(crate) velocity: [&'a [f32]; 3],
    pub(crate) block: &'a mut WindBlock,
}

impl LaneWork for Carry<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            containment,
            dt,
            position,
            velocity,
            block,
        } = self;
        let count = position[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = load_all::<LANES, 3>(&position, start, len);
            let velocities = load_all::<LANES, 3>(&velocity, start, len);
            let winds = load_all::<LANES, 3>(&block.wind.each_ref().map(|it| &it[..]), start, len);
            let (mut over_ground, mut ends) = (velocities, places);
            for axis in 0..3 {
                for lane in 0..LANES {
                    over_ground[axis][lane] += winds[axis][lane];
                    ends[axis][lane] += over_ground[axis][lane] * dt;
                }
            }
            if let Some(containment) = containment.filter(|it| it.is_any_leaving(&ends)) {
                for lane in 0..len {
                    let at =
                        |of: &[[f32; LANES]; 3]| Vec3::new(of[0][lane], of[1][lane], of[2][lane]);
                    let (place, end) = (at(&places), at(&ends));
                    if let Some(held) = containment.hold(place + at(&velocities) * dt, end) {
                        for axis in 0..3 {
                            over_ground[axis][lane] = (held[axis] - place[axis]) / dt;
                        }
                    }
                }
            }
            let mut arrays = block.over_ground.each_mut().map(|it| &mut it[..]);
            store_all(&over_ground, &mut arrays, start, len);
        }
    }
}
