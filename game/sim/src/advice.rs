//! Settings that are allowed but foolish: what is wrong with them, and what would be better.

use crate::{limits::flat_axis, Settings, Vec3};
use std::{f32::consts::PI, fmt};

/// More neighbours than this are more than a boid can react to, and make every step slow.
const MANY_NEIGHBOURS: f32 = 1000.0;

/// Neighbours of each boid in a lively flock.
const GOOD_NEIGHBOURS: f32 = 30.0;

/// Separation works best within this share of the radius of cohesion.
const GOOD_SEPARATION: f32 = 0.4;

/// What could be better about one setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The setting, such as `separation.radius`.
    pub field: &'static str,
    /// Its value, in the unit of the setting.
    pub value: f32,
    /// What comes of it.
    pub reason: String,
    /// A value that is better.
    pub better: f32,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            field,
            value,
            reason,
            better,
        } = self;
        write!(f, "{field} is {value}: {reason}; try {better:.3}")
    }
}

impl Settings {
    /// What is allowed but foolish about these settings; empty for good ones. The settings are assumed to be valid.
    ///
    /// ```
    /// let mut settings = flock_sim::Settings::default();
    /// assert!(settings.advice().is_empty());
    ///
    /// settings.separation.radius = 2.0;
    /// let advice = settings.advice();
    /// assert_eq!(advice[0].field, "separation.radius");
    /// println!("{}", advice[0]);
    /// ```
    pub fn advice(&self) -> Vec<Advice> {
        let checks = [
            self.separation_beyond_cohesion(),
            self.bodies_that_overlap(),
            self.steps_past_neighbours(),
            self.start_above_the_limit(),
            self.turns_wider_than_the_box(),
            self.crowd(),
        ];
        checks.into_iter().flatten().collect()
    }

    fn separation_beyond_cohesion(&self) -> Option<Advice> {
        let (near, far) = (&self.separation, &self.cohesion);
        (near.acts() && far.acts() && near.radius >= far.radius).then(|| Advice {
            field: "separation.radius",
            value: near.radius,
            reason: format!(
                "boids keep farther apart than the {} m of cohesion.radius within which they come together",
                far.radius
            ),
            better: GOOD_SEPARATION * far.radius,
        })
    }

    fn bodies_that_overlap(&self) -> Option<Advice> {
        let touching = 2.0 * self.collision.body_radius;
        (self.separation.acts() && self.separation.radius < touching).then(|| Advice {
            field: "separation.radius",
            value: self.separation.radius,
            reason: format!(
                "boids push each other away only once their bodies, {touching} m wide by collision.body_radius, overlap"
            ),
            better: 2.0 * touching,
        })
    }

    fn steps_past_neighbours(&self) -> Option<Advice> {
        let step = self.motion.max_speed * self.simulation.time_step;
        (self.separation.acts() && step > self.separation.radius).then(|| Advice {
            field: "simulation.time_step",
            value: self.simulation.time_step,
            reason: format!(
                "at full speed a boid moves {step} m in one step, past neighbours that separation.radius would have kept \
                 away"
            ),
            better: 0.25 * self.separation.radius / self.motion.max_speed,
        })
    }

    fn start_above_the_limit(&self) -> Option<Advice> {
        (self.spawn.speed > self.motion.max_speed).then(|| Advice {
            field: "spawn.speed",
            value: self.spawn.speed,
            reason: format!(
                "motion.max_speed limits it to {} m/s",
                self.motion.max_speed
            ),
            better: self.motion.max_speed,
        })
    }

    fn turns_wider_than_the_box(&self) -> Option<Advice> {
        let size = self.room()?;
        let flat = flat_axis(self.motion.plane);
        let axes = (0..3).filter(|axis| Some(*axis) != flat);
        let narrowest = axes.map(|axis| size[axis]).fold(f32::INFINITY, f32::min);
        let motion = &self.motion;
        let circle = 2.0 * motion.max_speed.powi(2) / motion.max_acceleration;
        (circle > narrowest).then(|| Advice {
            field: "motion.max_acceleration",
            value: motion.max_acceleration,
            reason: format!(
                "a boid at full speed turns in a circle of {circle} m, wider than the {narrowest} m of the boundary"
            ),
            better: 4.0 * motion.max_speed.powi(2) / narrowest,
        })
    }

    fn crowd(&self) -> Option<Advice> {
        let size = self.room()?;
        let (field, rule) = [
            ("cohesion.radius", &self.cohesion),
            ("separation.radius", &self.separation),
            ("alignment.radius", &self.alignment),
        ]
        .into_iter()
        .filter(|(_, rule)| rule.acts())
        .max_by(|(_, a), (_, b)| a.radius.total_cmp(&b.radius))?;
        let density = self.spawn.count as f32 / size.product();
        // A ball that reaches beyond the box holds no more than all boids.
        let in_reach = density * 4.0 / 3.0 * PI * rule.radius.powi(3);
        let neighbours = in_reach.min(self.spawn.count as f32);
        (neighbours > MANY_NEIGHBOURS).then(|| Advice {
            field,
            value: rule.radius,
            reason: format!(
                "evenly spread over the boundary, each boid has about {neighbours:.0} neighbours, and every step looks at \
                 all of them"
            ),
            better: (GOOD_NEIGHBOURS / density * 3.0 / (4.0 * PI)).cbrt(),
        })
    }

    /// The size of the box that the boids stay in.
    fn room(&self) -> Option<Vec3> {
        let boundary = &self.boundary;
        let (min, max) = boundary.shape.bounds();
        boundary.enabled.then_some(max - min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change that makes settings foolish, the field that is blamed, and how to follow the advice.
    type Case = (&'static str, fn(&mut Settings), fn(&mut Settings, f32));

    const CASES: [Case; 6] = [
        (
            "separation.radius",
            |settings| settings.separation.radius = 0.7,
            |settings, better| settings.separation.radius = better,
        ),
        (
            "separation.radius",
            |settings| settings.collision.body_radius = 0.15,
            |settings, better| {
                settings.separation.radius = better;
                settings.cohesion.radius = 3.0 * better;
            },
        ),
        (
            "simulation.time_step",
            |settings| {
                settings.motion.max_speed = 3.0;
                settings.simulation.time_step = 0.1;
                settings.motion.max_acceleration = 30.0;
            },
            |settings, better| settings.simulation.time_step = better,
        ),
        (
            "spawn.speed",
            |settings| settings.spawn.speed = 5.0,
            |settings, better| settings.spawn.speed = better,
        ),
        (
            "motion.max_acceleration",
            |settings| settings.motion.max_acceleration = 0.3,
            |settings, better| settings.motion.max_acceleration = better,
        ),
        (
            "cohesion.radius",
            |settings| settings.spawn.count = 1_000_000,
            |settings, better| {
                settings.cohesion.radius = better;
                settings.alignment.radius = better;
                settings.separation.radius = 0.4 * better;
                settings.collision.body_radius = 0.1 * better;
                settings.motion.max_speed = better;
                settings.spawn.speed = better;
            },
        ),
    ];

    #[test]
    fn the_defaults_need_no_advice() {
        assert_eq!(Settings::default().advice(), []);
    }

    #[test]
    fn every_folly_is_named_and_the_advice_mends_it() {
        for (field, spoil, follow) in CASES {
            let mut settings = Settings::default();
            spoil(&mut settings);
            assert_eq!(settings.validate(), Ok(()), "{field}");
            let advice = settings.advice();
            assert_eq!(advice.len(), 1, "{advice:?}");
            assert_eq!(advice[0].field, field);
            let text = advice[0].to_string();
            assert!(text.contains(field) && text.contains("try"), "{text}");
            follow(&mut settings, advice[0].better);
            assert_eq!(settings.validate(), Ok(()), "{field}");
            assert_eq!(settings.advice(), [], "{field}");
        }
    }

    #[test]
    fn rules_that_do_not_act_and_boxes_that_are_off_are_no_folly() {
        let mut settings = Settings::default();
        settings.separation.radius = 2.0;
        settings.separation.enabled = false;
        settings.spawn.count = 1_000_000;
        settings.motion.max_acceleration = 0.1;
        settings.boundary.enabled = false;
        assert_eq!(settings.advice(), []);
    }

    #[test]
    fn extreme_settings_give_numbers() {
        let mut settings = Settings::default();
        settings.motion.max_speed = 0.0;
        settings.motion.max_acceleration = 0.0;
        settings.spawn.count = 0;
        for advice in settings.advice() {
            assert!(advice.better.is_finite(), "{advice}");
        }
    }
}
