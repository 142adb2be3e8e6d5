//! Advice on influences that do not fit the limits of motion.

use super::{clear_way::LEAST_SHARE, Influence, InfluenceKind};
use crate::settings::{advice::Advice, Settings};

impl Influence {
    /// False if the influence steers no boid anywhere, such as a roost by day.
    pub(crate) fn can_act(&self) -> bool {
        let is_roost_by_day = matches!(self.kind, InfluenceKind::Roost { dusk, .. } if dusk <= 0.0);
        self.weight > 0.0 && self.share > 0.0 && !is_roost_by_day
    }

    /// Advice on values that are allowed but make no sense for a flock with these settings.
    ///
    /// Empty for a good influence. The influence and the settings must be valid. Takes some
    /// microseconds at most.
    ///
    /// ```
    /// use flock_sim::{
    ///     influences::{Influence, InfluenceKind},
    ///     Settings, Vec3,
    /// };
    ///
    /// let mut settings = Settings::default();
    /// settings.motion.limit_turning = true;
    /// settings.motion.max_turn_rate = 45.0;
    /// let target = |slowing| Influence::new(InfluenceKind::Target { point: Vec3::zeros(), slowing });
    /// assert_eq!(target(0.5).advice(&settings)[0].field, "Target.slowing");
    /// assert!(target(4.0).advice(&settings).is_empty());
    /// ```
    pub fn advice(&self, settings: &Settings) -> Vec<Advice> {
        let mut advice = self.advice_on_turning(settings);
        advice.extend(self.advice_on_ways(settings));
        advice
    }

    /// Advice on an influence that is too weak for its boids to pass doors.
    fn advice_on_ways(&self, settings: &Settings) -> Option<Advice> {
        let least = LEAST_SHARE * settings.motion.max_wish();
        let is_weak = self.leads_by_ways() && self.weight < least;
        is_weak.then(|| Advice {
            field: "weight".into(),
            value: self.weight.to_string(),
            reason:
                "boids that follow their way weakly avoid the edges of doors, so that crowds get \
                     stuck in front of doors"
                    .into(),
            better: rounded_up(least).to_string(),
        })
    }

    fn advice_on_turning(&self, settings: &Settings) -> Vec<Advice> {
        let motion = &settings.motion;
        let rate = motion.max_turn_rate.to_radians();
        let InfluenceKind::Target { slowing, .. } = self.kind else {
            return Vec::new();
        };
        if !self.acts() || !motion.limit_turning || rate <= 0.0 {
            return Vec::new();
        }
        let circle = |speed: f32| 2.0 * speed / rate;
        let (full, least) = (
            circle(motion.max_speed),
            circle(motion.min_speed.min(motion.max_speed)),
        );
        let mut advice = Vec::new();
        if slowing < full {
            advice.push(Advice {
                field: "Target.slowing".into(),
                value: slowing.to_string(),
                reason: format!(
                    "a boid at full speed turns in a circle of {full:.2} m, so it must brake to \
                     reach the point"
                ),
                better: rounded_up(full).to_string(),
            });
        }
        if least > slowing.max(2.0 * settings.collision.body_radius) {
            advice.push(Advice {
                field: "motion.min_speed".into(),
                value: motion.min_speed.to_string(),
                reason: format!(
                    "even at its slowest a boid turns in a circle of {least:.2} m, so it passes the \
                     target and comes back again and again"
                ),
                better: "0".into(),
            });
        }
        advice
    }
}

/// The value rounded up to two digits after the point.
fn rounded_up(value: f32) -> f32 {
    (value * 100.0).ceil() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    fn fields(rate: f32, min_speed: f32, slowing: f32) -> Vec<String> {
        let mut settings = Settings::default();
        settings.motion.limit_turning = rate > 0.0;
        settings.motion.max_turn_rate = rate;
        settings.motion.max_speed = 2.0;
        settings.motion.min_speed = min_speed;
        let point = Vec3::zeros();
        let target = Influence::new(InfluenceKind::Target { point, slowing });
        let advice = target.advice(&settings);
        advice.into_iter().map(|it| it.field).collect()
    }

    #[test]
    fn targets_inside_of_turning_circles_get_advice() {
        // The circle at full speed is 229 m / rate wide, with the rate in degrees per second.
        for rate in [30.0, 45.0, 60.0] {
            assert_eq!(fields(rate, 0.0, 3.0), ["Target.slowing"]);
            assert_eq!(fields(rate, 0.0, 8.0), [""; 0]);
        }
        let both = ["Target.slowing", "motion.min_speed"];
        assert_eq!(fields(60.0, 1.0, 1.0), both);
        assert_eq!(fields(0.0, 1.0, 0.0), [""; 0]);
    }

    #[test]
    fn weak_influences_that_find_ways_get_advice() {
        let mut settings = Settings::default();
        settings.motion.max_acceleration = 9.01;
        let advice = |weight, finds_way| {
            let (point, slowing) = (Vec3::zeros(), 1.0);
            let target = Influence {
                weight,
                finds_way,
                ..Influence::new(InfluenceKind::Target { point, slowing })
            };
            target.advice(&settings)
        };
        let weak = advice(4.5, true);
        assert_eq!((weak.len(), &*weak[0].field), (1, "weight"));
        assert_eq!(weak[0].better, "4.51");
        assert!(advice(4.51, true).is_empty() && advice(4.5, false).is_empty());
    }
}
