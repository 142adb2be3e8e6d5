//! A first assignment by recursive bisection of boids and places.

use super::Pair;
use crate::math::{bounding_box, Vec3};

/// A position with its number.
type Numbered = (Vec3, u32);

/// Pairs of equally many boids and places: both are cut at their medians along the same axis, again
/// and again.
pub(super) fn matched(boids: &[Vec3], places: &[Vec3]) -> Vec<Pair> {
    let numbered = |points: &[Vec3]| -> Vec<Numbered> { points.iter().copied().zip(0..).collect() };
    let (mut boids, mut places) = (numbered(boids), numbered(places));
    bisect(&mut boids, &mut places);
    let pair = |(boid, place): (Numbered, Numbered)| Pair {
        boid: boid.0,
        place: place.0,
        boid_number: boid.1,
        place_number: place.1,
    };
    boids.into_iter().zip(places).map(pair).collect()
}

/// Brings boids and places into an order in which they match.
fn bisect(boids: &mut [Numbered], places: &mut [Numbered]) {
    let half = boids.len() / 2;
    if half == 0 {
        return;
    }
    let axis = best_axis(boids, places);
    for points in [&mut *boids, &mut *places] {
        points.select_nth_unstable_by(half, |a, b| {
            a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1))
        });
    }
    let (boids, boids_beyond) = boids.split_at_mut(half);
    let (places, places_beyond) = places.split_at_mut(half);
    bisect(boids, places);
    bisect(boids_beyond, places_beyond);
}

/// The axis along which a common order saves most. A cut of places that all lie in a plane, along
/// its normal, would separate boids without a reason, so the extents of both count.
fn best_axis(boids: &[Numbered], places: &[Numbered]) -> usize {
    let (of_boids, of_places) = (
        extent(boids.iter().map(|it| &it.0)),
        extent(places.iter().map(|it| &it.0)),
    );
    let both = of_boids.component_mul(&of_places);
    if both.max() > 0.0 {
        both.imax()
    } else {
        (of_boids + of_places).imax()
    }
}

/// Size of the bounding box.
pub(super) fn extent<'a>(points: impl Iterator<Item = &'a Vec3>) -> Vec3 {
    let (low, high) = bounding_box(points);
    high - low
}
