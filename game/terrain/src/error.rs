//! The error for settings out of range, and the check that creates it.

use std::fmt::Display;

/// One or more settings of a terrain are out of range; no surface was computed.
///
/// The message has a line for each setting, for example `terrain.cube is 0; allowed: 0.01 to 100
/// m`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct TerrainError {
    problems: Vec<OutOfRange>,
}

impl TerrainError {
    /// All settings that are out of range; never empty.
    pub fn problems(&self) -> &[OutOfRange] {
        &self.problems
    }
}

/// A setting that is out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("terrain.{field} is {value}; allowed: {allowed}")]
pub struct OutOfRange {
    /// Path of the field in [`Terrain`](crate::Terrain), for example `size.x`.
    pub field: &'static str,
    /// The given value.
    pub value: String,
    /// The allowed range with its unit.
    pub allowed: String,
}

/// Collects the settings that are out of range.
#[derive(Default)]
pub(crate) struct RangeCheck {
    problems: Vec<OutOfRange>,
}

impl RangeCheck {
    /// Records a value outside of a closed range; NaN is outside of every range.
    pub(crate) fn range<T>(&mut self, field: &'static str, value: T, [min, max]: [T; 2], unit: &str)
    where
        T: PartialOrd + Display + Copy,
    {
        if !(min..=max).contains(&value) {
            let allowed = format!("{min} to {max} {unit}");
            self.refuse(field, value, allowed.trim_end());
        }
    }

    pub(crate) fn refuse(&mut self, field: &'static str, value: impl Display, allowed: &str) {
        self.problems.push(OutOfRange {
            field,
            value: value.to_string(),
            allowed: allowed.to_string(),
        });
    }

    pub(crate) fn finish(self) -> Result<(), TerrainError> {
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(TerrainError {
                problems: self.problems,
            })
        }
    }
}
