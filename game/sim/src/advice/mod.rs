//! Settings that are allowed but foolish: what is wrong with them, and what would be better.

mod avoidance;
mod boundary;
#[cfg(test)]
mod cases;
mod motion;
mod neighbours;
mod rules;
mod space;
#[cfg(test)]
mod tests;
mod time;

use crate::Settings;
use std::{fmt, ops::RangeInclusive};

/// What could be better about one setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The setting, such as `separation.radius`.
    pub field: &'static str,
    /// Its value, in the unit of the setting and as it is written in a preset.
    pub value: String,
    /// What comes of it.
    pub reason: String,
    /// A value that is allowed and better, as it is written in a preset.
    pub better: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            field,
            value,
            reason,
            better,
        } = self;
        write!(f, "{field} is {value}: {reason}; try {better}")
    }
}

impl Settings {
    /// What is allowed but foolish about these settings; empty for good ones. The settings are assumed to be valid.
    ///
    /// Each piece of advice looks at its own field: whoever follows one may get another about what does not fit any more.
    /// Costs some microseconds, whatever the number of boids.
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
        let mut advice = Vec::new();
        advice.extend(rules::advice(self));
        advice.extend(neighbours::advice(self));
        advice.extend(motion::advice(self));
        advice.extend(boundary::advice(self));
        advice.extend(avoidance::advice(self));
        advice.extend(time::advice(self));
        advice
    }
}

/// Advice about a number; none if what would be better is not allowed.
fn about_number(
    field: &'static str,
    value: f32,
    better: f32,
    allowed: RangeInclusive<f32>,
    reason: String,
) -> Option<Advice> {
    let rounded = significant(better);
    let better = if allowed.contains(&rounded) {
        rounded
    } else {
        better
    };
    allowed.contains(&better).then(|| Advice {
        field,
        value: value.to_string(),
        reason,
        better: better.to_string(),
    })
}

/// Advice to switch something on.
fn to_switch_on(field: &'static str, reason: String) -> Advice {
    Advice {
        field,
        value: false.to_string(),
        reason,
        better: true.to_string(),
    }
}

/// The number with its first three digits: more are no advice.
fn significant(value: f32) -> f32 {
    format!("{value:.2e}").parse().unwrap_or(value)
}
