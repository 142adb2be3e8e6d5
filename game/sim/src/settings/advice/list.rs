//! The list of advice on some settings.

use crate::settings::{declare::Number, validation::describe, Region, Settings};
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

/// The advice on some settings so far.
pub(super) struct List<'a> {
    pub(super) settings: &'a Settings,
    /// Something else than the settings steers the boids, such as an influence.
    pub(super) is_steered: bool,
    numbers: Vec<(&'static str, Number<'a>)>,
    pub(super) advice: Vec<Advice>,
}

impl<'a> List<'a> {
    pub(super) fn new(settings: &'a Settings, is_steered: bool) -> Self {
        Self {
            settings,
            is_steered,
            numbers: settings.numbers(),
            advice: Vec::new(),
        }
    }

    /// Advice on a number if `applies`, unless what would be better is out of range. True if it was
    /// given.
    pub(super) fn number(
        &mut self,
        applies: bool,
        path: &str,
        better: f32,
        reason: fmt::Arguments,
    ) -> bool {
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
    pub(super) fn switch(&mut self, applies: bool, path: &str, reason: fmt::Arguments) {
        self.other(applies, path, "false".into(), "true".into(), reason);
    }

    /// Advice on anything if `applies`.
    pub(super) fn other(
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

    pub(super) fn add(
        &mut self,
        path: &str,
        value: String,
        better: String,
        reason: fmt::Arguments,
    ) {
        self.advice.push(Advice {
            field: path.to_string(),
            value,
            reason: reason.to_string(),
            better,
        });
    }
}

/// A region as a preset writes it.
pub(super) fn written(region: &Region) -> String {
    match region {
        Region::Sphere { center, radius } => {
            format!("Sphere(center: {}, radius: {radius})", describe(center))
        }
        Region::Box { min, max } => {
            format!("Box(min: {}, max: {})", describe(min), describe(max))
        }
    }
}
