//! Flight on a course over ground in wind.

use crate::math::{
    lanes::{larger, map_lanes, smaller, vector_at, Lanes},
    vector::{across, direction, dot, length, scaled, shortening},
};

/// The velocities through the air that give the asked ones over ground. Not inlined, so that the
/// loops without wind stay short.
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

/// The velocity through the air that gives the asked one over ground, by the wind triangle. If that
/// is too fast for the boid: one on the same course, or, if the wind across the course is too
/// strong for that as well, against the wind across it.
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
