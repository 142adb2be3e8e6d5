//! Vectors of several boids, one boid in each lane, and their transfer from and to arrays.

use super::simd::is_fused;
use std::{hint::select_unpredictable, ops::Deref};

/// Vectors of N boids: an array of lanes for each axis.
pub(crate) type Lanes<const LANES: usize> = [[f32; LANES]; 3];

/// The vector in a lane.
#[inline(always)]
pub(crate) fn vector_at<const LANES: usize>([x, y, z]: &Lanes<LANES>, lane: usize) -> [f32; 3] {
    [x[lane], y[lane], z[lane]]
}

/// Multiplies the vector in each lane by a factor.
#[inline(always)]
pub(crate) fn scale<const LANES: usize>(vectors: &mut Lanes<LANES>, factors: &[f32; LANES]) {
    for axis in vectors {
        for lane in 0..LANES {
            axis[lane] *= factors[lane];
        }
    }
}

/// Replaces the vector in each lane by `change` of the lane's index and the vector.
#[inline(always)]
pub(crate) fn map_lanes<const LANES: usize>(
    lanes: &mut Lanes<LANES>,
    change: impl Fn(usize, [f32; 3]) -> [f32; 3],
) {
    let [x, y, z] = lanes;
    for lane in 0..LANES {
        [x[lane], y[lane], z[lane]] = change(lane, [x[lane], y[lane], z[lane]]);
    }
}

/// The length of the vector in each lane.
#[inline(always)]
pub(crate) fn lengths<const LANES: usize>([x, y, z]: &Lanes<LANES>) -> [f32; LANES] {
    // array::from_fn, and array::map on its result, are not always inlined, and are then not
    // compiled for wide vectors.
    let mut lengths = [0.0; LANES];
    for lane in 0..LANES {
        lengths[lane] = (x[lane] * x[lane] + y[lane] * y[lane] + z[lane] * z[lane]).sqrt();
    }
    lengths
}

/// Reduces the lanes to one number with an operation whose order does not matter. Halves are
/// combined with halves, which compiles to vector instructions.
#[inline(always)]
pub(crate) fn fold<const LANES: usize>(
    mut lanes: [f32; LANES],
    operation: impl Fn(f32, f32) -> f32,
) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] = operation(lanes[lane], lanes[lane + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// The lowest and the highest number; 0 and 0 for an empty slice.
#[inline(always)]
pub(crate) fn bounds_of(values: &[f32]) -> (f32, f32) {
    let Some(first) = values.first() else {
        return (0.0, 0.0);
    };
    // In one loop for both, the compiler would replace the vector instructions for the smaller and
    // the larger number by masks, which take several times as long.
    (
        reduced(values, *first, smaller),
        reduced(values, *first, larger),
    )
}

/// Reduces values to one number with an operation whose order does not matter.
#[inline(always)]
fn reduced(values: &[f32], first: f32, operation: impl Fn(f32, f32) -> f32 + Copy) -> f32 {
    const LANES: usize = 16;
    let mut lanes = [first; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] = operation(chunk[lane], lanes[lane]);
        }
    }
    rest.iter().copied().fold(fold(lanes, operation), operation)
}

/// The smaller number. The comparison compiles to one instruction; `f32::min` takes several because
/// of NaN.
#[inline(always)]
pub(crate) fn smaller(a: f32, b: f32) -> f32 {
    if a < b {
        a
    } else {
        b
    }
}

/// The larger number. The comparison compiles to one instruction; `f32::max` takes several because
/// of NaN.
#[inline(always)]
pub(crate) fn larger(a: f32, b: f32) -> f32 {
    if a > b {
        a
    } else {
        b
    }
}

/// Adds `weight` times `value` to a sum. The weight must be 0 or 1, so that the product is exact. A
/// fused multiply-add, which is one instruction, then gives the same bits as a multiplication and
/// an addition.
#[inline(always)]
pub(crate) fn add_exact<const LANES: usize>(sum: &mut f32, weight: f32, value: f32) {
    *sum = if is_fused(LANES) {
        weight.mul_add(value, *sum)
    } else {
        weight * value + *sum
    };
}

/// Adds a value if it counts. The result is that of [`add_exact`], but by a masked addition. If
/// both are used, they share the processor's units for additions and for multiplications.
#[inline(always)]
pub(crate) fn add_where<const LANES: usize>(sum: &mut f32, counts: bool, value: f32) {
    if is_fused(LANES) {
        // A branch would become a masked store, which keeps the sum out of a register.
        *sum = select_unpredictable(counts, *sum + value, *sum);
    } else {
        add_exact::<LANES>(sum, weight_of(counts), value);
    }
}

/// 1 if the value counts, else 0.
#[inline(always)]
pub(crate) fn weight_of(counts: bool) -> f32 {
    if counts {
        1.0
    } else {
        0.0
    }
}

/// The values `start..start + len`, with zeros in the remaining lanes.
#[inline(always)]
pub(crate) fn load<const LANES: usize, T: Copy + Default>(
    values: &[T],
    start: usize,
    len: usize,
) -> [T; LANES] {
    match values[start..].first_chunk() {
        Some(lanes) => *lanes,
        None => {
            let mut lanes = [T::default(); LANES];
            lanes[..len].copy_from_slice(&values[start..start + len]);
            lanes
        }
    }
}

/// Writes the first `len` lanes to `start..start + len`.
#[inline(always)]
pub(crate) fn store<const LANES: usize, T: Copy>(
    lanes: &[T; LANES],
    values: &mut [T],
    start: usize,
    len: usize,
) {
    let values = &mut values[start..start + len];
    match values.first_chunk_mut() {
        Some(all) => *all = *lanes,
        None => values.copy_from_slice(&lanes[..len]),
    }
}

/// The numbers `start..start + len` of each array, with zeros in the remaining lanes.
#[inline(always)]
pub(crate) fn load_all<const LANES: usize, const N: usize>(
    arrays: &[impl Deref<Target = [f32]>; N],
    start: usize,
    len: usize,
) -> [[f32; LANES]; N] {
    let mut lanes = [[0.0; LANES]; N];
    for (lanes, values) in lanes.iter_mut().zip(arrays) {
        *lanes = load(values, start, len);
    }
    lanes
}

/// Writes the first `len` lanes to `start..start + len` of each array.
#[inline(always)]
pub(crate) fn store_all<const LANES: usize, const N: usize>(
    lanes: &[[f32; LANES]; N],
    arrays: &mut [&mut [f32]; N],
    start: usize,
    len: usize,
) {
    for (lanes, values) in lanes.iter().zip(arrays) {
        store(lanes, values, start, len);
    }
}
