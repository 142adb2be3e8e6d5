//! Mathematics without any meaning for a flock: vectors, lanes of vectors, frames, random
//! directions, splines.

pub(crate) mod disjoint_sets;
pub(crate) mod frame;
pub(crate) mod frame_motion;
pub(crate) mod lanes;
pub(crate) mod orientation;
pub(crate) mod prefetch;
pub(crate) mod random;
pub(crate) mod reference_frame;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod simd;
pub(crate) mod spline;
pub(crate) mod vector;

/// A vector of three `f32`: the type that the engine uses.
pub type Vec3 = nalgebra::Vector3<f32>;

/// Squared distance of a point from a box, given by its smallest and largest corner. It is rounded
/// like the squared distance between two points, so it is never larger than the squared distance to
/// a point in the box.
#[inline]
pub(crate) fn gap_squared(low: &Vec3, high: &Vec3, point: &Vec3) -> f32 {
    let outside = (low - point).sup(&(point - high));
    outside.sup(&Vec3::zeros()).norm_squared()
}

/// A vector of three `f64`, for geometry and for sums over a whole flock.
pub(crate) type Vec3d = nalgebra::Vector3<f64>;

/// The smallest and the largest corner of the bounding box of points. Without points the first is
/// the largest number, and the second the least.
pub(crate) fn bounding_box<'a>(points: impl IntoIterator<Item = &'a Vec3>) -> (Vec3, Vec3) {
    let none = (Vec3::repeat(f32::MAX), Vec3::repeat(f32::MIN));
    let extended = |(low, high): (Vec3, Vec3), it: &Vec3| (low.inf(it), high.sup(it));
    points.into_iter().fold(none, extended)
}

/// True if no coordinate of a point is infinite or NaN.
#[inline]
pub(crate) fn is_finite(point: &Vec3) -> bool {
    point.iter().all(|x| x.is_finite())
}
