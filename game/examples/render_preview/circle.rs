//! The path of a body, and its texels.

use crate::options::Options;
use fyrox::core::algebra::{UnitQuaternion, Vector3};
use std::f32::consts::TAU;

/// A body on a circle around the Y axis.
#[derive(Clone, Copy, Debug)]
pub struct Circle {
    middle: f32,
    radius: f32,
    height: f32,
    pub start: f32,
}

impl Circle {
    pub fn new(number: usize, options: &Options) -> Self {
        // Multiples of irrational numbers fill the volume evenly.
        let step = |by: f32| (number as f32 * by).fract();
        let (width, height) = match options.far {
            Some(far) => (0.1 * far, 0.05 * far),
            None if options.tank => (2.35, 2.6),
            None if options.close => (0.35, 0.35),
            None => (2.6, 1.3),
        };
        let middle = if options.tank { 1.5 } else { 0.0 };
        Self {
            middle: middle * (2.0 * step(0.438_447_2) - 1.0),
            radius: 0.15 + width * step(0.754_877_7).sqrt(),
            height: 0.25 + height * step(0.569_840_3),
            start: step(0.618_034) * TAU,
        }
    }

    pub fn at(&self, time: f32) -> (Vector3<f32>, UnitQuaternion<f32>) {
        const SPEED: f32 = 0.4;
        let (sin, cos) = (self.start + time * SPEED / self.radius).sin_cos();
        let position = Vector3::new(
            self.middle + self.radius * cos,
            self.height,
            self.radius * sin,
        );
        let heading = Vector3::new(-sin, 0.0, cos);
        let rotation = UnitQuaternion::face_towards(&heading, &Vector3::y());
        (position, rotation)
    }

    /// A cell of half a metre, by z, x and y.
    pub fn cell(&self, time: f32) -> [i32; 3] {
        let (position, _) = self.at(time);
        let cell = position.map(|x| (x * 2.0).floor() as i32);
        [cell.z, cell.x, cell.y]
    }
}

pub fn write_texels(
    texels: &mut [[f32; 4]],
    position: Vector3<f32>,
    rotation: UnitQuaternion<f32>,
    phase: f32,
) {
    let q = rotation.quaternion();
    let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
    texels[0] = [position.x, position.y, position.z, 1.0];
    texels[1] = [q.i * sign, q.j * sign, q.k * sign, phase];
}
