//! The wind of one step at the positions of boids.

use super::{curl_noise::CurlNoise, Gusts, Turbulence, Wind};
use crate::{
    math::{
        lanes::{load_all, store_all, Lanes},
        random::mix,
        simd::LaneWork,
        Vec3,
    },
    state::threads::BLOCK,
};
use std::f64::consts::TAU;

/// Parameters of the wind in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Air {
    /// The velocity that is the same everywhere, in m/s: mean wind and gusts.
    pub(crate) steady: Vec3,
    /// The two noises that are blended at this time: one fades out while the other fades in. Their
    /// factors are 0 without turbulence.
    pub(crate) noises: [CurlNoise; 2],
    /// Unit normal of the plane of a planar flock, along which nothing moves; zero for other
    /// flocks.
    pub(crate) flat: Vec3,
}

impl Air {
    /// The wind at a time, in simulated seconds; `None` if the air is still.
    pub(crate) fn new(wind: &Wind, flat: Vec3, time: f64) -> Option<Self> {
        if wind.is_still() {
            return None;
        }
        Some(Self {
            steady: across(wind.gusts.apply(wind.velocity, time), flat),
            noises: wind.turbulence.noises(time),
            flat,
        })
    }

    /// The velocities of the air at these positions, in m/s.
    #[inline(always)]
    pub(crate) fn at<const LANES: usize>(&self, places: &Lanes<LANES>) -> Lanes<LANES> {
        let mut wind = [[0.0; LANES]; 3];
        for noise in &self.noises {
            if noise.factor > 0.0 {
                noise.add(places, &mut wind);
            }
        }
        for lane in 0..LANES {
            let n = &self.flat;
            let along = n.x * wind[0][lane] + n.y * wind[1][lane] + n.z * wind[2][lane];
            for axis in 0..3 {
                wind[axis][lane] += self.steady[axis] - n[axis] * along;
            }
        }
        wind
    }
}

fn across(vector: Vec3, flat: Vec3) -> Vec3 {
    vector - flat * flat.dot(&vector)
}

impl Gusts {
    /// The mean velocity with the gusts at a time, in m/s. `libm` gives the same bits on every
    /// platform.
    fn apply(&self, velocity: Vec3, time: f64) -> Vec3 {
        let phase = TAU / f64::from(self.period) * time;
        let turn = 0.4 * libm::sin(phase) + 0.25 * libm::cos(0.7 * phase);
        let angle = f64::from(self.swing) * turn;
        let share = 1.0 + f64::from(self.strength) * libm::sin(0.43 * phase);
        if self.swing == 0.0 && self.strength == 0.0 {
            return velocity;
        }
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let [x, y, z] = [velocity.x, velocity.y, velocity.z].map(|it| f64::from(it) * share);
        Vec3::new(
            (x * cos + z * sin) as f32,
            y as f32,
            (z * cos - x * sin) as f32,
        )
    }
}

impl Turbulence {
    /// The noise that fades out and the noise that fades in.
    ///
    /// The lattice points of one lie between the lattice points of the other, so the air is nowhere
    /// at rest for long. The mean speed is the same at all times.
    fn noises(&self, time: f64) -> [CurlNoise; 2] {
        let phase = time * f64::from(self.rate);
        let (number, t) = (phase.floor() as i64, phase - phase.floor());
        let grown = t * t * (3.0 - 2.0 * t);
        let shares = [1.0 - grown, grown];
        let norm = (shares[0] * shares[0] + grown * grown).sqrt();
        [0, 1].map(|next| {
            let number = (number + next) as u32;
            let speed = f64::from(self.speed) * (shares[next as usize] / norm);
            let shift = 0.5 * (number % 2) as f32;
            CurlNoise::new(mix(number), speed as f32, self.size, shift)
        })
    }
}

/// The wind at the positions of a block of boids, and the velocities over ground that result.
pub(crate) struct WindBlock {
    /// Velocity of the air, in m/s.
    pub(crate) wind: [[f32; BLOCK]; 3],
    /// Velocities of the boids over ground, in m/s.
    pub(crate) over_ground: [[f32; BLOCK]; 3],
}

impl WindBlock {
    pub(crate) fn new() -> Self {
        Self {
            wind: [[0.0; BLOCK]; 3],
            over_ground: [[0.0; BLOCK]; 3],
        }
    }

    /// The wind at the first `len` boids.
    pub(crate) fn wind(&self, len: usize) -> [&[f32]; 3] {
        self.wind.each_ref().map(|values| &values[..len])
    }

    /// The velocities over ground of the first `len` boids.
    pub(crate) fn over_ground(&self, len: usize) -> [&[f32]; 3] {
        self.over_ground.each_ref().map(|values| &values[..len])
    }
}

/// Computes the wind at positions.
pub(crate) struct Blow<'a> {
    pub(crate) air: &'a Air,
    pub(crate) position: [&'a [f32]; 3],
    /// Out: velocities of the air, in m/s.
    pub(crate) wind: [&'a mut [f32]; 3],
}

impl LaneWork for Blow<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.position[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = load_all::<LANES, 3>(&self.position, start, len);
            store_all(&self.air.at(&places), &mut self.wind, start, len);
        }
    }
}
