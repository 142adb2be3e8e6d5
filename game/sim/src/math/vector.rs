//! Vectors and quaternions as plain arrays, for SIMD work.

use nalgebra::Matrix3;

/// Length up to which a vector has no direction, in any unit: its square is near the smallest
/// normal `f32`.
pub(crate) const NO_DIRECTION: f32 = 1e-15;

#[inline(always)]
pub(crate) fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline(always)]
pub(crate) fn length(vector: [f32; 3]) -> f32 {
    dot(vector, vector).sqrt()
}

#[inline(always)]
pub(crate) fn scaled([x, y, z]: [f32; 3], factor: f32) -> [f32; 3] {
    [x * factor, y * factor, z * factor]
}

/// The unit vector along a vector of this length; zero for a vector without a direction.
#[inline(always)]
pub(crate) fn direction(vector: [f32; 3], length: f32) -> [f32; 3] {
    let has_direction = length > NO_DIRECTION;
    scaled(vector, if has_direction { 1.0 / length } else { 0.0 })
}

/// The factor that shortens a vector to `max` if it is longer.
#[inline(always)]
pub(crate) fn shortening(vector: [f32; 3], max: f32) -> f32 {
    let length = length(vector);
    if length > max {
        max / length
    } else {
        1.0
    }
}

/// The vector without its component along a unit normal; all of it if the normal is zero.
#[inline(always)]
pub(crate) fn across([x, y, z]: [f32; 3], normal: [f32; 3]) -> [f32; 3] {
    let along = dot(normal, [x, y, z]);
    [
        x - normal[0] * along,
        y - normal[1] * along,
        z - normal[2] * along,
    ]
}

/// The product of a matrix and a vector.
#[inline(always)]
pub(crate) fn transformed(by: &Matrix3<f32>, [x, y, z]: [f32; 3]) -> [f32; 3] {
    [
        by[(0, 0)] * x + by[(0, 1)] * y + by[(0, 2)] * z,
        by[(1, 0)] * x + by[(1, 1)] * y + by[(1, 2)] * z,
        by[(2, 0)] * x + by[(2, 1)] * y + by[(2, 2)] * z,
    ]
}

/// The product of two quaternions (x, y, z, w): the rotation `b`, then `a`.
#[inline(always)]
pub(crate) fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

/// The forward direction (image of +Z) and the up direction (image of +Y) of an orientation.
#[inline(always)]
pub(crate) fn forward_and_up([x, y, z, w]: [f32; 4]) -> ([f32; 3], [f32; 3]) {
    let forward = [
        2.0 * (x * z + w * y),
        2.0 * (y * z - w * x),
        1.0 - 2.0 * (x * x + y * y),
    ];
    let up = [
        2.0 * (x * y - w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z + w * x),
    ];
    (forward, up)
}
