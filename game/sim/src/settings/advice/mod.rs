//! Advice on settings that are allowed but foolish: the reason, and a better value.
//!
//! Each piece of advice is a function with its condition, field, better value and reason.

mod avoidance;
#[cfg(test)]
mod cases;
mod density;
mod distance;
mod facts;
mod fear;
mod motion;
mod neighbours;
mod rules;
#[cfg(test)]
mod tests;
mod time;

use crate::settings::{
    declare::Number, preset::replace_value, validation::describe, Region, Settings,
};
use std::fmt;

/// Advice on one setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Path of the setting, such as `separation.radius`.
    pub field: String,
    /// Its value, in the unit of the setting and as a preset writes it.
    pub value: String,
    /// Consequence of the value.
    pub reason: String,
    /// A value that is allowed and better, as a preset writes it.
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
    /// Advice on values that are allowed but foolish; none for good settings. The settings are
    /// assumed to be valid.
    ///
    /// Each piece of advice considers its own field: following one may make another value foolish.
    /// Takes some microseconds, whatever the number of boids.
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
        let mut list = List {
            settings: self,
            numbers: self.numbers(),
            advice: Vec::new(),
        };
        rules::rules(&mut list);
        neighbours::neighbours(&mut list);
        motion::motion(&mut list);
        motion::boundary(&mut list);
        avoidance::avoidance(&mut list);
        fear::fear(&mut list);
        fear::panic(&mut list);
        fear::hunting(&mut list);
        time::time(&mut list);
        time::detail(&mut list);
        list.advice
    }

    /// The settings with the better value of a piece of advice on them. `None` if they are no longer
    /// those that the advice was about, so that they have no such field or refuse the value.
    ///
    /// ```
    /// let mut settings = flock_sim::Settings::default();
    /// settings.separation.radius = 2.0;
    /// let advice = settings.advice();
    /// let better = settings.following(&advice[0]).unwrap();
    /// assert!(better.advice().is_empty());
    /// ```
    pub fn following(&self, advice: &Advice) -> Option<Self> {
        let mut text = self.to_ron();
        replace_value(&mut text, &advice.field, &advice.better)?;
        Self::from_ron(&text).ok()
    }
}

/// The advice on some settings so far.
struct List<'a> {
    settings: &'a Settings,
    numbers: Vec<(&'static str, Number<'a>)>,
    advice: Vec<Advice>,
}

impl List<'_> {
    /// Advice on a number if `applies`, unless what would be better is out of range. True if it was
    /// given.
    fn number(&mut self, applies: bool, path: &str, better: f32, reason: fmt::Arguments) -> bool {
        let split = path.split_once('.');
        let mut numbers = self.numbers.iter();
        let found = numbers.find(|(group, number)| split == Some((group, number.field)));
        let Some((_, number)) = found.filter(|_| applies) else {
            return false;
        };
        // With its first three digits: more are no advice.
        let rounded = format!("{better:.2e}").parse().unwrap_or(better);
        let allowed = |value: &f32| number.range.contains(f64::from(*value));
        let Some(better) = [rounded, better].into_iter().find(allowed) else {
            return false;
        };
        let value = number.text.to_string();
        self.add(path, value, better.to_string(), reason);
        true
    }

    /// Advice to switch something on if `applies`.
    fn switch(&mut self, applies: bool, path: &str, reason: fmt::Arguments) {
        self.other(applies, path, "false".into(), "true".into(), reason);
    }

    /// Advice on anything if `applies`.
    fn other(
        &mut self,
        applies: bool,
        path: &str,
        value: String,
        better: String,
        reason: fmt::Arguments,
    ) {
        if applies {
            self.add(path, value, better, reason);
        }
    }

    fn add(&mut self, path: &str, value: String, better: String, reason: fmt::Arguments) {
        self.advice.push(Advice {
            field: path.to_string(),
            value,
            reason: reason.to_string(),
            better,
        });
    }
}

/// A region as a preset writes it.
fn written(region: &Region) -> String {
    match region {
        Region::Sphere { center, radius } => {
            format!("Sphere(center: {}, radius: {radius})", describe(center))
        }
        Region::Box { min, max } => {
            format!("Box(min: {}, max: {})", describe(min), describe(max))
        }
    }
}
