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
mod list;
mod motion;
mod neighbours;
mod rules;
#[cfg(test)]
mod tests;
mod time;

use crate::settings::{preset::replace_value, Settings};
use list::List;

pub use list::Advice;

impl Settings {
    /// Advice on values that are allowed but foolish; none for good settings. The settings are
    /// assumed to be valid.
    ///
    /// Each piece of advice considers its own field: applying one may make another value foolish.
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
        self.advice_if_steered(false)
    }

    /// The advice on boids that something else steers too, such as an influence, or nothing else.
    pub(crate) fn advice_if_steered(&self, is_steered: bool) -> Vec<Advice> {
        let mut list = List::new(self, is_steered);
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

    /// A copy with the better value of a piece of advice on these settings. `None` if they are no
    /// longer those that the advice was about, so that they have no such field or refuse the value.
    ///
    /// ```
    /// let mut settings = flock_sim::Settings::default();
    /// settings.separation.radius = 2.0;
    /// let advice = settings.advice();
    /// let better = settings.with_advice(&advice[0]).unwrap();
    /// assert!(better.advice().is_empty());
    /// ```
    pub fn with_advice(&self, advice: &Advice) -> Option<Self> {
        let mut text = self.to_ron();
        replace_value(&mut text, &advice.field, &advice.better)?;
        Self::from_ron(&text).ok()
    }
}
