//! Noise and random numbers that are the same in every run.

use fyrox::core::algebra::Vector3;
use noise::{NoiseFn, Perlin};
use std::f64::consts::TAU;

/// Fractal gradient noise, roughly within -1 to 1.
pub struct Pattern(Perlin);

impl Pattern {
    pub fn new(seed: u32) -> Self {
        Self(Perlin::new(seed))
    }

    /// Noise in space; each octave doubles the frequency and halves the amplitude.
    pub fn at(&self, point: Vector3<f32>, octaves: u32) -> f32 {
        let point = point.cast::<f64>();
        octave_sum(octaves, |frequency| {
            let p = point * frequency;
            self.0.get([p.x, p.y, p.z])
        })
    }

    /// Noise on a tile: `u` and `v` wrap around at 1. `detail` is the number of features along an
    /// edge.
    pub fn tile(&self, u: f64, v: f64, detail: f64, octaves: u32) -> f32 {
        let ring = |t: f64| ((t * TAU).cos(), (t * TAU).sin());
        let ((a, b), (c, d)) = (ring(u), ring(v));
        octave_sum(octaves, |frequency| {
            let radius = detail * frequency / TAU;
            self.0.get([a * radius, b * radius, c * radius, d * radius])
        })
    }
}

fn octave_sum(octaves: u32, noise: impl Fn(f64) -> f64) -> f32 {
    let mut sum = 0.0;
    for octave in 0..octaves {
        let frequency = f64::from(1_u32 << octave);
        sum += noise(frequency) / frequency;
    }
    sum as f32
}

/// Ridged noise from plain noise: 1 on the ridges, 0 far from them.
pub fn ridge(noise: f32) -> f32 {
    1.0 - noise.abs().min(1.0)
}

/// A smooth step from 0 at `low` to 1 at `high`.
pub fn smooth_step(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Linear interpolation.
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// A small pseudo-random generator (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        mix(low, high, self.unit())
    }

    /// A direction, uniform on the sphere.
    pub fn direction(&mut self) -> Vector3<f32> {
        let y = self.between(-1.0, 1.0);
        let (sin, cos) = self.between(0.0, std::f32::consts::TAU).sin_cos();
        let r = (1.0 - y * y).max(0.0).sqrt();
        Vector3::new(r * cos, y, r * sin)
    }
}
