//! Wind triangle: the velocity through the air that gives a wanted velocity over ground.

use crate::math::{
    lanes::{larger, map_lanes, smaller, vector_at, Lanes},
    vector::{across, direction, dot, length, scaled, shortening},
};

/// The velocities through the air that give the wanted velocities over ground. Not inlined, so that
/// the loops without wind stay short.
#[inline(never)]
pub(super) fn turned_against_wind<const LANES: usize>(
    asked: &Lanes<LANES>,
    wind: &Lanes<LANES>,
    max_speed: f32,
) -> Lanes<LANES> {
    let mut velocity = *asked;
    map_lanes(&mut velocity, |lane, asked| {
        against_wind(asked, vector_at(wind, lane), max_speed)
    });
    velocity
}

/// The velocity through the air that gives the wanted velocity over ground, by the wind triangle.
///
/// If this is too fast for the boid, the course over ground is kept at a lower speed. If the wind
/// across the course is too strong even for that, the boid flies against the wind across the
/// course.
#[inline(always)]
fn against_wind(asked: [f32; 3], wind: [f32; 3], max_speed: f32) -> [f32; 3] {
    let speed = length(asked);
    let course = direction(asked, speed);
    let tail = dot(course, wind);
    let side = across(wind, course);
    let left = larger(max_speed * max_speed - dot(side, side), 0.0).sqrt();
    let along = larger(smaller(speed - tail, left), -left);
    let mut velocity = [0.0; 3];
    for axis in 0..3 {
        velocity[axis] = course[axis] * along - side[axis];
    }
    scaled(velocity, shortening(velocity, max_speed))
}
