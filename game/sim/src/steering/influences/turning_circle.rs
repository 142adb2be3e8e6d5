//! Arriving at a target with a limited turn rate.

use crate::{
    math::{
        lanes::{larger, vector_at, Lanes},
        vector::{direction, dot, length},
    },
    settings::Motion,
};

/// Radius of a boid's turn to a place, as a share of the largest radius that leads there. It is
/// below 1 because rules and wander disturb the turn.
pub(crate) const TIGHTNESS: f32 = 0.8;

/// The circles in which boids turn at their largest turn rate. A boid that turns towards a place
/// inside of its circle would move around the place for ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurningCircle {
    /// Largest turn rate, in radians per second.
    pub(crate) rate: f32,
    /// Smallest speed of the boids, in m/s.
    pub(crate) min_speed: f32,
}

impl TurningCircle {
    /// `None` if the turn rate of the boids is not limited.
    pub(super) fn new(motion: &Motion) -> Option<Self> {
        motion.limit_turning.then(|| Self {
            rate: motion.max_turn_rate.to_radians(),
            min_speed: motion.min_speed.min(motion.max_speed),
        })
    }

    /// Slows boids down until a place lies outside of their turning circles. A boid that cannot fly
    /// slowly enough goes straight on until the place lies outside.
    ///
    /// `course` holds the unit vectors to the place, `way` the distances to it in metres.
    #[inline(always)]
    pub(super) fn bend<const LANES: usize>(
        &self,
        course: &mut Lanes<LANES>,
        speed: &mut [f32; LANES],
        way: &[f32; LANES],
        before: &Lanes<LANES>,
    ) {
        for lane in 0..LANES {
            let velocity = vector_at(before, lane);
            let heading = direction(velocity, length(velocity));
            let to_place = vector_at(course, lane);
            let along = dot(heading, to_place);
            // The circle through the place that touches the heading has the radius
            // way / (2 sin of the angle between them).
            let sine = larger(dot(heading, heading) - along * along, 0.0).sqrt();
            // A place behind a boid must lie farther outside. Otherwise the boid would alternate
            // between turning and going straight on.
            let is_behind = along < 0.0;
            let behind = if is_behind { TIGHTNESS } else { 1.0 };
            let most = TIGHTNESS * behind * self.rate * way[lane];
            // At a speed below the smallest one, the boid would ask for less than its largest turn.
            let asked = larger(speed[lane], self.min_speed);
            let is_inside = most < 2.0 * sine * self.min_speed;
            let is_slow = !is_inside & (most < 2.0 * sine * asked);
            speed[lane] = if is_slow { most / (2.0 * sine) } else { asked };
            for axis in 0..3 {
                course[axis][lane] = if is_inside {
                    heading[axis]
                } else {
                    to_place[axis]
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        influences::{Influence, InfluenceKind, InfluenceVolume},
        Flock, Settings, Vec3,
    };

    /// Wish of an influence for a boid that moves sideways at the origin.
    fn wish(influence: &Influence, limits_turning: bool) -> Vec3 {
        let mut settings = Settings::default();
        settings.spawn.count = 0;
        settings.motion.limit_turning = limits_turning;
        settings.motion.max_turn_rate = 30.0;
        let mut flock = Flock::new(settings, Default::default(), Default::default()).unwrap();
        let boid = flock.spawn_at(Vec3::zeros(), Vec3::z()).unwrap();
        flock.add_influence(influence.clone()).unwrap();
        flock.wishes(boid).unwrap().influences
    }

    #[test]
    fn only_the_way_to_a_target_is_bent() {
        let (point, slowing) = (Vec3::x(), 1.0);
        let center = point;
        let volumes = vec![InfluenceVolume::Sphere {
            center,
            radius: 0.5,
        }];
        let kinds = [
            (InfluenceKind::Target { point, slowing }, true),
            (
                InfluenceKind::Roost {
                    volumes,
                    slowing,
                    dusk: 1.0,
                },
                false,
            ),
            (
                InfluenceKind::Leader {
                    point,
                    velocity: Vec3::zeros(),
                    follow: 0.0,
                    lane_length: 0.0,
                    lane_radius: 1.0,
                },
                false,
            ),
        ];
        for (kind, is_bent) in kinds {
            let influence = Influence::new(kind);
            let [free, limited] = [false, true].map(|limits| wish(&influence, limits));
            assert!(free.norm() > 0.0);
            assert_eq!(free != limited, is_bent, "{influence:?}: {free} {limited}");
        }
    }
}
