//! Threats: what frightens boids in a step, and how they flee from it.

use crate::{
    boundary::PeriodicBox,
    math::{
        frame::Frame,
        random::pair_vector,
        vector::{across, cross, direction, dot, length, scaled, NO_DIRECTION},
        Vec3,
    },
    settings::{Fear, Manoeuvre, Settings},
    steering::fear::predator::Predator,
};

/// Something that frightens the boids around it in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threat {
    /// Position in the world, in metres.
    pub(crate) point: [f32; 3],
    /// Distance within which boids notice the threat, in metres.
    pub(crate) radius: f32,
    /// Factor of the closeness of the threat.
    pub(crate) threat: f32,
    /// True if the threat begins panics.
    pub(crate) alarms: bool,
    /// How boids flee from the threat; `None` for a scare, from which boids flee by another
    /// formula.
    pub(crate) flight: Option<FlightFrom>,
}

/// How boids flee from a threat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlightFrom {
    /// Heading of the threat; zero at rest.
    pub(crate) heading: [f32; 3],
    /// Acceleration, in m/s².
    pub(crate) weight: f32,
    pub(crate) manoeuvre: Manoeuvre,
    /// Cosine and sine of the angle from straight away in a fountain.
    fountain: [f32; 2],
}

/// Chooses manoeuvres and their parameters, from the settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chooser {
    pub(crate) fear: Fear,
    /// Speed, in m/s, below which a threat is slow.
    pub(crate) slow: f32,
    /// Speed, in m/s, above which a threat is faster than the flock.
    pub(crate) faster: f32,
    /// Speed, in m/s, from which on a threat is fast.
    pub(crate) fast: f32,
    /// Sine of the dive angle from which an attack counts as from above.
    pub(crate) steep: f32,
    pub(crate) up: [f32; 3],
    pub(crate) fountain: [f32; 2],
}

impl Chooser {
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Self {
        let fear = settings.fear;
        let aside = (180.0 - f64::from(fear.field_of_view) / 2.0).to_radians();
        let max_speed = settings.motion.max_speed;
        Self {
            fear,
            slow: (1.0 - SPEED_SLACK) * fear.slow * max_speed,
            faster: (1.0 + SPEED_SLACK) * max_speed,
            fast: (1.0 - SPEED_SLACK) * fear.fast * max_speed,
            steep: libm::sin(f64::from(fear.steep).to_radians()) as f32,
            up: frame.vector_to_world(Vec3::y()).into(),
            fountain: [libm::cos(aside) as f32, libm::sin(aside) as f32],
        }
    }

    /// The manoeuvre against an attack with this velocity.
    ///
    /// After Storms and others, Complex patterns of collective escape in starling flocks under
    /// predation, Behavioral Ecology and Sociobiology 73 (2019).
    fn choose(&self, velocity: [f32; 3]) -> Manoeuvre {
        let speed = length(velocity);
        let dive = -dot(velocity, self.up);
        if speed < self.slow || speed <= NO_DIRECTION {
            Manoeuvre::Vacuole
        } else if speed >= self.fast || dive > self.steep * speed {
            Manoeuvre::FlashExpansion
        } else if speed > self.faster {
            Manoeuvre::Turn
        } else {
            Manoeuvre::Fountain
        }
    }

    /// The threat of a predator. Boids see it within a radius, in metres, and flee with a weight,
    /// in m/s², if its `threat` is 1.
    pub(crate) fn predator(&self, predator: &Predator, radius: f32, weight: f32) -> Threat {
        let velocity: [f32; 3] = predator.velocity.into();
        let is_automatic = self.fear.manoeuvre == Manoeuvre::Automatic;
        let manoeuvre = if is_automatic {
            self.choose(velocity)
        } else {
            self.fear.manoeuvre
        };
        let is_calm = matches!(manoeuvre, Manoeuvre::Vacuole | Manoeuvre::FlashExpansion);
        let burst = match manoeuvre {
            Manoeuvre::FlashExpansion => self.fear.burst,
            _ => 1.0,
        };
        Threat {
            point: predator.point.into(),
            radius,
            threat: predator.threat,
            alarms: !(is_automatic && is_calm),
            flight: Some(FlightFrom {
                heading: direction(velocity, length(velocity)),
                weight: weight * predator.threat * burst,
                manoeuvre,
                fountain: self.fountain,
            }),
        }
    }
}

impl Threat {
    /// The threat of a scare whose strength has faded to this share.
    pub(crate) fn scare(point: Vec3, radius: f32, share: f32) -> Self {
        Self {
            point: point.into(),
            radius,
            threat: share,
            alarms: true,
            flight: None,
        }
    }

    /// True for predators and boids of other flocks, from which boids flee by the rules of fear;
    /// false for scares.
    #[inline(always)]
    pub(crate) fn makes_flee(&self) -> bool {
        self.flight.is_some()
    }

    /// Closeness of the threat at a position: `threat` at the point itself, 0 at the radius and
    /// beyond.
    #[inline(always)]
    pub(crate) fn closeness(&self, place: [f32; 3]) -> f32 {
        let distance = length(self.offset(place));
        if distance < self.radius {
            self.threat * (1.0 - distance / self.radius)
        } else {
            0.0
        }
    }

    /// Offset from the threat to a position, in metres.
    #[inline(always)]
    pub(crate) fn offset(&self, place: [f32; 3]) -> [f32; 3] {
        [0, 1, 2].map(|axis: usize| place[axis] - self.point[axis])
    }

    /// The same threat at a shifted position.
    pub(super) fn shifted(&self, shift: Vec3) -> Self {
        let point = [0, 1, 2].map(|axis: usize| self.point[axis] + shift[axis]);
        Self { point, ..*self }
    }

    /// The periodic image of the threat that is nearest to a position.
    pub(super) fn nearest_image(&self, periodic_box: &PeriodicBox, to: [f32; 3]) -> Self {
        self.shifted(periodic_box.shift(self.point.into(), to.into()))
    }

    /// True if a periodic image of the threat may reach into a box.
    pub(super) fn image_reaches(
        &self,
        periodic_box: &PeriodicBox,
        min: [f32; 3],
        max: [f32; 3],
    ) -> bool {
        let (middle, half) = ball_around(min, max);
        let image = self.nearest_image(periodic_box, middle.into());
        length(image.offset(middle.into())) <= self.radius + half
    }

    /// True if the threat may reach into a box.
    #[inline(always)]
    pub(crate) fn reaches(&self, min: [f32; 3], max: [f32; 3]) -> bool {
        (0..3).all(|axis| {
            let (at, radius) = (self.point[axis], self.radius);
            min[axis] - radius <= at && at <= max[axis] + radius
        })
    }

    /// Acceleration with which the boid with this slot flees, in m/s². Zero beyond the radius.
    pub(crate) fn flight(&self, place: [f32; 3], slot: u32) -> [f32; 3] {
        let Some(flight) = &self.flight else {
            return [0.0; 3];
        };
        let offset = self.offset(place);
        let distance = length(offset);
        if distance >= self.radius {
            return [0.0; 3];
        }
        let any = pair_vector(slot, u32::MAX);
        let away = if distance > NO_DIRECTION {
            direction(offset, distance)
        } else {
            direction(any, length(any))
        };
        let share = 1.0 - distance / self.radius;
        match flight.manoeuvre {
            Manoeuvre::Vacuole => scaled(away, flight.weight * share),
            Manoeuvre::FlashExpansion => scaled(away, flight.weight),
            Manoeuvre::Turn => scaled(flight.turn(away, any), flight.weight),
            Manoeuvre::Fountain | Manoeuvre::Automatic => {
                scaled(flight.fountain(away, any), flight.weight)
            }
        }
    }
}

/// Centre and radius of a sphere around a box. It is slightly enlarged to cover rounding.
pub(super) fn ball_around(min: [f32; 3], max: [f32; 3]) -> (Vec3, f32) {
    let (min, max) = (Vec3::from(min), Vec3::from(max));
    let middle = min + (max - min) * 0.5;
    let coarseness = BALL_SLACK * (min.amax().max(max.amax()) + 1.0);
    (middle, (max - middle).norm() + coarseness)
}

/// Enlargement of the sphere around a box, as a share of the largest coordinate.
pub(crate) const BALL_SLACK: f32 = 1e-5;

/// A speed that differs from a limit by a smaller share counts as equal to it. The boids of another
/// flock often move exactly at their largest speed, and rounding must not decide how others flee
/// from them.
const SPEED_SLACK: f32 = 1e-4;

/// Sine of the angle to the threat's line below which a boid chooses a side at random.
pub(crate) const ON_LINE: f32 = 1e-3;

impl FlightFrom {
    /// Unit vector away from the line along which the threat moves; straight away from a threat at
    /// rest.
    fn turn(&self, away: [f32; 3], any: [f32; 3]) -> [f32; 3] {
        let aside = across(away, self.heading);
        let size = length(aside);
        if size > ON_LINE {
            direction(aside, size)
        } else {
            self.aside_at_random(any)
        }
    }

    /// Unit vector straight away from the threat, turned towards its tail.
    fn fountain(&self, away: [f32; 3], any: [f32; 3]) -> [f32; 3] {
        if self.heading == [0.0; 3] {
            return away;
        }
        let [cos, sin] = self.fountain;
        // At right angles to the line from the threat to the boid, and backward.
        let back = across(scaled(self.heading, -1.0), away);
        let size = length(back);
        let back = if size > ON_LINE {
            direction(back, size)
        } else {
            self.aside_at_random(any)
        };
        [0, 1, 2].map(|axis: usize| cos * away[axis] + sin * back[axis])
    }

    /// A unit vector at right angles to the heading.
    fn aside_at_random(&self, any: [f32; 3]) -> [f32; 3] {
        let aside = across(direction(any, length(any)), self.heading);
        let size = length(aside);
        if size > ON_LINE {
            return direction(aside, size);
        }
        let other = [any[1], any[2], -any[0]];
        let aside = cross(self.heading, other);
        direction(aside, length(aside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boids of another flock move at their largest speed, except for rounding.
    #[test]
    fn rounding_does_not_choose_the_manoeuvre() {
        let mut settings = Settings::default();
        settings.fear.manoeuvre = Manoeuvre::Automatic;
        let chooser = Chooser::new(&settings, Frame::new(&Default::default()));
        let (fear, most) = (settings.fear, settings.motion.max_speed);
        for (share, expected) in [
            (fear.slow, Manoeuvre::Fountain),
            (1.0, Manoeuvre::Fountain),
            (fear.fast, Manoeuvre::FlashExpansion),
        ] {
            for rounding in [-1e-6, 0.0, 1e-6] {
                let speed = share * most * (1.0 + rounding);
                assert_eq!(chooser.choose([speed, 0.0, 0.0]), expected, "{speed}");
            }
        }
    }
}
