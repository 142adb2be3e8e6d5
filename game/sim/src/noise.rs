//! Random vectors that follow from a seed and whole numbers alone: nothing has to be remembered between steps, and whole
//! numbers have the same bits everywhere.

use crate::{
    algebra::{length, scaled, transformed},
    limits::flat_axis,
    placement::Frame,
    Settings,
};

/// The golden ratio as a fraction of 2^32: multiples of it lie far apart, and none is 0.
const GOLDEN: u32 = 0x9e37_79b9;

/// Mean of the sum of four bytes.
const MEAN: f32 = 510.0;

/// Shorter vectors are too coarse to have a direction. A vector is about 150 long on each axis; in a plane, where it happens
/// more often than in space, one in five thousand is shorter.
const SHORTEST: f32 = 3.0;

/// Random vectors in the plane of a flock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise {
    pub(crate) seed: u32,
    /// 1 for the axes, in the flock's frame, along which boids move, else 0.
    pub(crate) axes: [f32; 3],
    pub(crate) frame: Frame,
}

impl Noise {
    /// One of several streams of the flock's seed.
    pub(crate) fn new(settings: &Settings, frame: Frame, stream: u32) -> Self {
        let mut axes = [1.0; 3];
        if let Some(axis) = flat_axis(settings.motion.plane) {
            axes[axis] = 0.0;
        }
        Self {
            seed: mix(mix(settings.spawn.seed.wrapping_add(GOLDEN)) ^ stream),
            axes,
            frame,
        }
    }

    /// The number that stands for two others.
    #[inline(always)]
    pub(crate) fn hash(&self, number: u32, index: u32) -> u32 {
        mix(mix(self.seed ^ number).wrapping_add(GOLDEN) ^ index)
    }

    /// A vector in the flock's frame. Each component is a sum of four bytes, which is so near to a normal distribution that
    /// no direction is favoured.
    #[inline(always)]
    pub(crate) fn vector(&self, hash: u32) -> [f32; 3] {
        let component = |axis: u32| {
            let bytes = mix(hash.wrapping_add(GOLDEN.wrapping_mul(axis + 1)));
            let pairs = (bytes & 0x00ff_00ff) + (bytes >> 8 & 0x00ff_00ff);
            // Vector instructions know signed numbers only.
            let sum = ((pairs & 0xffff) + (pairs >> 16)) as i32 as f32 - MEAN;
            sum * self.axes[axis as usize]
        };
        [component(0), component(1), component(2)]
    }

    /// The direction, in the world, of a vector in the flock's frame. Of what has none a shorter vector, so that one
    /// direction never jumps to another.
    #[inline(always)]
    pub(crate) fn direction(&self, vector: [f32; 3]) -> [f32; 3] {
        self.in_world(scaled(vector, 1.0 / length(vector).max(SHORTEST)))
    }

    /// A direction in the world for each number.
    #[inline(always)]
    pub(crate) fn any_direction(&self, number: u32) -> [f32; 3] {
        let vector = self.vector(self.hash(number, 0));
        let size = length(vector);
        let [x, y, z] = scaled(vector, 1.0 / size.max(SHORTEST));
        let instead = [self.axes[0], 1.0 - self.axes[0], 0.0];
        let is_short = size < SHORTEST;
        self.in_world([
            if is_short { instead[0] } else { x },
            if is_short { instead[1] } else { y },
            if is_short { instead[2] } else { z },
        ])
    }

    #[inline(always)]
    fn in_world(&self, vector: [f32; 3]) -> [f32; 3] {
        transformed(&self.frame.to_world, vector)
    }
}

/// Another number for each number, without any likeness: the last steps of MurmurHash3.
#[inline(always)]
fn mix(number: u32) -> u32 {
    let number = (number ^ number >> 16).wrapping_mul(0x85eb_ca6b);
    let number = (number ^ number >> 13).wrapping_mul(0xc2b2_ae35);
    number ^ number >> 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Placement, Plane, Vec3};
    use nalgebra::UnitQuaternion;

    fn noise(plane: Plane, rotation: UnitQuaternion<f32>) -> Noise {
        let mut settings = Settings::default();
        settings.motion.plane = plane;
        let placement = Placement {
            rotation,
            ..Placement::default()
        };
        Noise::new(&settings, Frame::new(&placement), 1)
    }

    #[test]
    fn every_number_has_a_direction_in_the_plane() {
        let rotation = UnitQuaternion::from_euler_angles(0.3, 0.5, 0.7);
        for (plane, normal) in [
            (Plane::All, Vec3::zeros()),
            (Plane::Xz, Vec3::y()),
            (Plane::Xy, Vec3::z()),
            (Plane::Yz, Vec3::x()),
        ] {
            let (noise, normal) = (noise(plane, rotation), rotation * normal);
            // Enough for some that are too short.
            for id in 0..30_000 {
                let direction = Vec3::from(noise.any_direction(id));
                assert!((direction.norm() - 1.0).abs() < 1e-6, "{direction}");
                assert!(direction.dot(&normal).abs() < 1e-6, "{direction}");
            }
        }
    }

    #[test]
    fn no_direction_is_favoured() {
        let noise = noise(Plane::All, UnitQuaternion::identity());
        let count = 200_000;
        let directions = (0..count).map(|id| Vec3::from(noise.any_direction(id)).cast::<f64>());
        let (mut mean, mut second, mut fourth) = ([0.0; 3], [[0.0; 3]; 3], [0.0; 3]);
        for u in directions {
            for a in 0..3 {
                mean[a] += u[a] / f64::from(count);
                fourth[a] += u[a].powi(4) / f64::from(count);
                for b in 0..3 {
                    second[a][b] += u[a] * u[b] / f64::from(count);
                }
            }
        }
        for a in 0..3 {
            // The standard error of each is below 0.0015.
            assert!(mean[a].abs() < 0.006, "{mean:?}");
            for b in 0..3 {
                let expected = if a == b { 1.0 / 3.0 } else { 0.0 };
                assert!((second[a][b] - expected).abs() < 0.004, "{second:?}");
            }
            // 1/5 for a sphere; a cube of directions would give 0.19.
            assert!((fourth[a] - 0.2).abs() < 0.004, "{fourth:?}");
        }
    }
}
