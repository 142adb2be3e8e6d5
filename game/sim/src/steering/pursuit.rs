//! Pursuit: accelerations of a hunter that pursues one boid.

use crate::{math::Vec3, state::boids::Boid};

/// Time constant with which a hunter reaches the velocity that it wants, in seconds.
const RESPONSE: f32 = 0.5;

/// Position and velocity of the hunter or of the boid that it pursues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moving {
    pub(crate) position: Vec3,
    pub(crate) velocity: Vec3,
}

impl From<&Boid> for Moving {
    fn from(boid: &Boid) -> Self {
        Self {
            position: boid.position,
            velocity: boid.velocity,
        }
    }
}

/// Limits of a hunter in a pursuit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PursuitLimits {
    /// Largest speed of the hunter's flock, in m/s.
    pub(crate) max_speed: f32,
    /// Largest acceleration, in m/s².
    pub(crate) weight: f32,
    /// Gain of proportional navigation.
    pub(crate) navigation: f32,
}

impl PursuitLimits {
    /// Acceleration of an attack, in m/s², by proportional navigation.
    ///
    /// It is N · ω × v, where N is the gain, ω the turn rate of the line of sight and v the
    /// hunter's velocity, plus the thrust to the largest speed. If the prey is not ahead, the
    /// hunter turns as sharply as it can without braking, so that its heading does not flip.
    pub(crate) fn attack(&self, hunter: &Moving, prey: &Moving) -> Vec3 {
        let way = prey.position - hunter.position;
        let Some(heading) = hunter.velocity.try_normalize(1e-6) else {
            return direction(way) * self.weight;
        };
        let ahead = way.dot(&heading);
        if ahead <= 0.0 {
            return direction(way - heading * ahead) * self.weight;
        }
        let turning = way.cross(&(prey.velocity - hunter.velocity)) / way.norm_squared();
        let thrust = heading * ((self.max_speed - hunter.velocity.norm()) / RESPONSE);
        self.limited(self.navigation * turning.cross(&hunter.velocity) + thrust)
    }

    /// Acceleration, in m/s², towards a place at an offset from a boid. The place moves as the boid
    /// does.
    pub(crate) fn shadow(&self, hunter: &Moving, prey: &Moving, offset: Vec3) -> Vec3 {
        let way = prey.position + offset - hunter.position;
        let velocity = limited(prey.velocity + way / (2.0 * RESPONSE), self.max_speed);
        self.limited((velocity - hunter.velocity) / RESPONSE)
    }

    /// Acceleration straight away from a place, in m/s².
    pub(crate) fn retreat(&self, hunter: &Moving, from: Vec3) -> Vec3 {
        direction(hunter.position - from) * self.weight
    }

    fn limited(&self, acceleration: Vec3) -> Vec3 {
        limited(acceleration, self.weight)
    }
}

/// Smallest distance between two points during the step of `dt` seconds that ends at their present
/// positions, in metres.
pub(crate) fn closest_approach(a: &Moving, b: &Moving, dt: f32) -> f32 {
    let (offset, velocity) = (a.position - b.position, a.velocity - b.velocity);
    let before = offset - velocity * dt;
    let way = offset - before;
    let squared = way.norm_squared();
    let share = if squared > 0.0 {
        (-before.dot(&way) / squared).clamp(0.0, 1.0)
    } else {
        1.0
    };
    (before + way * share).norm()
}

fn limited(vector: Vec3, most: f32) -> Vec3 {
    let length = vector.norm();
    if length == f32::INFINITY {
        // Here the values are far beyond their ranges.
        Vec3::zeros()
    } else if length > most {
        vector * (most / length)
    } else {
        vector
    }
}

fn direction(vector: Vec3) -> Vec3 {
    vector.try_normalize(1e-6).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3d;
    use proptest::prelude::*;

    fn moving(extent: f32) -> impl Strategy<Value = Moving> {
        let vector = move || prop::array::uniform3(-extent..extent).prop_map(Vec3::from);
        (vector(), vector()).prop_map(|(position, velocity)| Moving { position, velocity })
    }

    proptest! {
        #![proptest_config(crate::cases::config(200))]

        #[test]
        fn attacks_navigate_by_the_formula(hunter in moving(5.0), prey in moving(5.0)) {
            let limits = PursuitLimits { max_speed: 20.0, weight: 1e4, navigation: 5.0 };
            let [p, v, q, w]: [Vec3d; 4] =
                [hunter.position, hunter.velocity, prey.position, prey.velocity].map(|it| it.cast());
            let r = q - p;
            prop_assume!(r.norm() > 0.1 && v.norm() > 0.1 && r.dot(&v).abs() > 1e-3);
            prop_assume!(r.cross(&v).norm() > 1e-2);
            let expected = if r.dot(&v) > 0.0 {
                let omega = r.cross(&(w - v)) / r.norm_squared();
                5.0 * omega.cross(&v) + v.normalize() * ((20.0 - v.norm()) / 0.5)
            } else {
                (r - v * (r.dot(&v) / v.norm_squared())).normalize() * 1e4
            };
            let found: Vec3d = limits.attack(&hunter, &prey).cast();
            let error = (found - expected).norm();
            prop_assert!(error < 1e-4 * (1.0 + expected.norm()), "{found} instead of {expected}");
        }

        #[test]
        fn shadows_and_retreats_follow_the_formulas(
            hunter in moving(5.0),
            prey in moving(5.0),
            offset in prop::array::uniform3(-5.0f32..5.0),
            (max_speed, weight) in (0.1f32..20.0, 0.1f32..50.0),
        ) {
            let limits = PursuitLimits { max_speed, weight, navigation: 5.0 };
            let offset = Vec3::from(offset);
            let [p, v, q, w, o]: [Vec3d; 5] =
                [hunter.position, hunter.velocity, prey.position, prey.velocity, offset].map(|it| it.cast());
            let at_most = |vector: Vec3d, most: f32| {
                vector * (f64::from(most) / vector.norm()).min(1.0)
            };
            // The place is reached in one second, its velocity in half a second.
            let wished = at_most(w + (q + o - p), max_speed);
            let shadow = at_most((wished - v) * 2.0, weight);
            let retreat = (p - q).normalize() * f64::from(weight);
            let found = [
                limits.shadow(&hunter, &prey, offset),
                limits.retreat(&hunter, prey.position),
            ];
            for (found, expected) in found.into_iter().zip([shadow, retreat]) {
                let error = (found.cast::<f64>() - expected).norm();
                prop_assert!(error < 1e-4 * (1.0 + expected.norm()), "{found} instead of {expected}");
            }
        }

        #[test]
        fn the_closest_approach_is_not_missed(a in moving(1.0), b in moving(1.0), dt in 0.01f32..0.5) {
            let sampled = (0..=1000).map(|index| {
                let back = dt * index as f32 / 1000.0;
                ((a.position - a.velocity * back) - (b.position - b.velocity * back)).norm()
            });
            let least = sampled.fold(f32::INFINITY, f32::min);
            let found = closest_approach(&a, &b, dt);
            prop_assert!(found <= least + 1e-5 && found >= least - 1e-2, "{found} {least}");
        }
    }

    #[test]
    fn a_constant_course_meets_prey_that_swims_straight() {
        let limits = PursuitLimits {
            max_speed: 2.0,
            weight: 50.0,
            navigation: 5.0,
        };
        let mut hunter = Moving {
            position: Vec3::zeros(),
            velocity: Vec3::z(),
        };
        let mut prey = Moving {
            position: Vec3::new(1.0, 0.5, 5.0),
            velocity: Vec3::x(),
        };
        let mut least = f32::INFINITY;
        for _ in 0..600 {
            let dt = 1.0 / 60.0;
            let acceleration = limits.attack(&hunter, &prey);
            hunter.velocity = limited(hunter.velocity + acceleration * dt, 2.0);
            hunter.position += hunter.velocity * dt;
            prey.position += prey.velocity * dt;
            least = least.min(closest_approach(&hunter, &prey, dt));
            if least < 0.05 {
                return;
            }
        }
        panic!("the hunter came no nearer than {least} m");
    }
}
