//! Random vectors from a hash of a seed and integers. There is no state between steps, and the bits
//! are the same on every platform. The hash is the finalizer of MurmurHash3 (Appleby 2011).

use super::{
    frame::Frame,
    vector::{length, scaled, transformed},
};

/// 2^32 divided by the golden ratio: its multiples are spread evenly, and none of them is 0.
pub(crate) const GOLDEN: u32 = 0x9e37_79b9;

/// Factors of the finalizer of MurmurHash3.
pub(crate) const MIX_FACTORS: [u32; 2] = [0x85eb_ca6b, 0xc2b2_ae35];

/// Mean of the sum of four bytes.
pub(crate) const MEAN: f32 = 510.0;

/// Length below which a vector is too coarse to have a direction. The standard deviation is about
/// 150 on each axis; in a plane, one vector in five thousand is shorter.
pub(crate) const SHORTEST: f32 = 3.0;

/// Random directions; in a plane if one axis of the frame is flat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomDirections {
    pub(crate) seed: u32,
    /// 1 for each axis of the frame along which vectors may point, else 0.
    pub(crate) axes: [f32; 3],
    pub(crate) frame: Frame,
}

impl RandomDirections {
    /// A stream of random directions. Streams of one seed with different numbers are independent.
    /// No direction points along `flat_axis` of the frame.
    pub(crate) fn new(seed: u32, flat_axis: Option<usize>, frame: Frame, stream: u32) -> Self {
        let mut axes = [1.0; 3];
        if let Some(axis) = flat_axis {
            axes[axis] = 0.0;
        }
        Self {
            seed: mix(mix(seed.wrapping_add(GOLDEN)) ^ stream),
            axes,
            frame,
        }
    }

    /// The hash of two numbers.
    #[inline(always)]
    pub(crate) fn hash(&self, number: u32, index: u32) -> u32 {
        mix(mix(self.seed ^ number).wrapping_add(GOLDEN) ^ index)
    }

    /// A random vector in the frame. Each component is a sum of four bytes, which is close enough
    /// to a normal distribution for isotropic directions.
    #[inline(always)]
    pub(crate) fn vector(&self, hash: u32) -> [f32; 3] {
        let component =
            |axis: u32| (sum_of_bytes(hash, axis + 1) - MEAN) * self.axes[axis as usize];
        [component(0), component(1), component(2)]
    }

    /// The unit direction, in the world, of a vector in the frame. If the vector is too short, the
    /// result is shorter than 1, so that it is continuous.
    #[inline(always)]
    pub(crate) fn direction(&self, vector: [f32; 3]) -> [f32; 3] {
        self.in_world(scaled(vector, 1.0 / length(vector).max(SHORTEST)))
    }

    /// The unit direction, in the world, of a number.
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

/// A vector of a length of about 256 for a pair of different numbers. The pair in reverse order has
/// the opposite vector. It is never zero, because its components are odd multiples of a half.
#[inline(always)]
pub(crate) fn pair_vector(from: u32, to: u32) -> [f32; 3] {
    let hash = mix(mix(from.min(to)).wrapping_add(GOLDEN) ^ from.max(to));
    let sign = if from < to { 1.0 } else { -1.0 };
    [1, 2, 3].map(|which| sign * (sum_of_bytes(hash, which) - (MEAN - 0.5)))
}

/// A hash of a number, uniformly distributed over all values.
#[inline(always)]
pub(crate) fn hash_of(number: u32) -> u32 {
    mix(mix(number.wrapping_add(GOLDEN)))
}

/// A number in [0, 1), from the upper 24 bits of a hash.
#[inline(always)]
pub(crate) fn unit(hash: u32) -> f32 {
    // SIMD instructions convert signed integers only.
    (hash >> 8) as i32 as f32 / (1 << 24) as f32
}

/// The sum of the four bytes of a number derived from a hash. `which` selects the number.
#[inline(always)]
fn sum_of_bytes(hash: u32, which: u32) -> f32 {
    let bytes = mix(hash.wrapping_add(GOLDEN.wrapping_mul(which)));
    let pairs = (bytes & 0x00ff_00ff) + (bytes >> 8 & 0x00ff_00ff);
    ((pairs & 0xffff) + (pairs >> 16)) as i32 as f32
}

/// A bijection of `u32` that mixes all bits: the finalizer of MurmurHash3.
#[inline(always)]
pub(crate) fn mix(number: u32) -> u32 {
    let number = (number ^ number >> 16).wrapping_mul(MIX_FACTORS[0]);
    let number = (number ^ number >> 13).wrapping_mul(MIX_FACTORS[1]);
    number ^ number >> 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{frame::Placement, Vec3},
        settings::Plane,
    };
    use nalgebra::UnitQuaternion;

    fn noise(plane: Plane, rotation: UnitQuaternion<f32>) -> RandomDirections {
        let placement = Placement {
            rotation,
            ..Placement::default()
        };
        RandomDirections::new(1, plane.flat_axis(), Frame::new(&placement), 1)
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

    #[test]
    fn pairs_have_opposite_vectors_of_similar_length() {
        let mut mean = Vec3::zeros();
        for from in 0..100 {
            for to in from + 1..100 {
                let vector = Vec3::from(pair_vector(from, to));
                assert_eq!(vector, -Vec3::from(pair_vector(to, from)));
                assert!((1.0..900.0).contains(&vector.norm()));
                mean += vector / 4950.0;
            }
        }
        assert!(mean.norm() < 10.0, "{mean}");
    }
}
