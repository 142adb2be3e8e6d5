//! Declaration of what a game sets beside the settings, such as predators and emitters: type,
//! default, range and unit of each field stand in one place.
//!
//! From it come the structs, their defaults, and the check that each value is in its range, for what
//! a game sets and for what a snapshot holds. The doc comment of a field repeats the range in words;
//! a test compares the two.

pub(crate) use super::declare::ValueRange;
pub(crate) use serde::{Deserialize, Serialize};

use super::validation::{allowed, describe, Check};
use crate::math::Vec3;
use std::fmt;

/// The name of a field in messages, such as `emitter.rate`.
#[derive(Clone, Copy)]
pub(crate) struct FieldName<'a> {
    pub(crate) of: &'a str,
    pub(crate) field: &'static str,
}

impl fmt::Display for FieldName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.of, self.field)
    }
}

/// A value with a range.
pub(crate) trait Ranged {
    /// Refuses the value if it is out of its range.
    fn check(&self, name: FieldName, range: ValueRange, unit: &str, check: &mut Check);
}

impl Ranged for f32 {
    fn check(&self, name: FieldName, range: ValueRange, unit: &str, check: &mut Check) {
        if !range.contains((*self).into()) {
            check.refuse(&name.to_string(), self, allowed(range, unit));
        }
    }
}

impl Ranged for u32 {
    fn check(&self, name: FieldName, range: ValueRange, unit: &str, check: &mut Check) {
        if !range.contains((*self).into()) {
            check.refuse(&name.to_string(), self, allowed(range, unit));
        }
    }
}

/// Every component has the range.
impl Ranged for Vec3 {
    fn check(&self, name: FieldName, range: ValueRange, unit: &str, check: &mut Check) {
        if !self.iter().all(|it| range.contains((*it).into())) {
            let allowed = format!("{} in every component", allowed(range, unit));
            check.refuse(&name.to_string(), describe(self), allowed);
        }
    }
}

/// The two have the range and are in ascending order.
impl Ranged for [f32; 2] {
    fn check(&self, name: FieldName, range: ValueRange, unit: &str, check: &mut Check) {
        let [first, second] = *self;
        let ValueRange { min, max } = range;
        check.range(&format!("{name}[0]"), first, min, max, unit);
        let least = first.clamp(min, max);
        check.range(&format!("{name}[1]"), second, least, max, unit);
    }
}

/// None has no range.
impl<T: Ranged> Ranged for Option<T> {
    fn check(&self, name: FieldName, range: ValueRange, unit: &str, check: &mut Check) {
        if let Some(value) = self {
            value.check(name, range, unit, check);
        }
    }
}

/// Declares an input: `pub struct Name { pub field: Type, min..=max, "unit"; }`, and its default if
/// every field has one: `pub field: Type = default, min..=max, "unit";`.
macro_rules! input {
    (
        $(#[$meta:meta])*
        pub struct $Input:ident {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $Type:ty $(, $min:literal..=$max:literal, $unit:literal)?;
            )*
        }
    ) => {
        $(#[$meta])*
        pub struct $Input {
            $(
                $(#[$field_meta])*
                pub $field: $Type,
            )*
        }

        #[allow(non_upper_case_globals, reason = "a range has the name of its field")]
        impl $Input {
            $($(
                pub(crate) const $field: ValueRange = ValueRange { min: $min, max: $max };
            )?)*

            /// Refuses each value out of its range. `of` is the name of the input in messages.
            fn check_ranges(&self, of: &str, check: &mut Check) {
                $($(
                    let name = FieldName { of, field: stringify!($field) };
                    self.$field.check(name, Self::$field, $unit, check);
                )?)*
            }
        }

        #[cfg(test)]
        impl $crate::settings::input::Documented for $Input {
            fn documented() -> Vec<$crate::settings::input::DocumentedField> {
                vec![$(
                    $crate::settings::input::DocumentedField {
                        field: stringify!($field),
                        docs: vec![$(stringify!($field_meta)),*],
                        range: None$(.or(Some(ValueRange { min: $min, max: $max })))?,
                    },
                )*]
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $Input:ident {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $Type:ty = $default:expr
                    $(, $min:literal..=$max:literal, $unit:literal)?;
            )*
        }
    ) => {
        input! {
            $(#[$meta])*
            pub struct $Input {
                $(
                    $(#[$field_meta])*
                    pub $field: $Type $(, $min..=$max, $unit)?;
                )*
            }
        }

        impl Default for $Input {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}

/// Declares the kinds of an input: `pub enum Name { Kind { field: Type, min..=max, "unit"; } }`.
macro_rules! input_kinds {
    (
        $(#[$meta:meta])*
        pub enum $Kinds:ident {
            $(
                $(#[$kind_meta:meta])*
                $Kind:ident {
                    $(
                        $(#[$field_meta:meta])*
                        $field:ident: $Type:ty $(, $min:literal..=$max:literal, $unit:literal)?;
                    )*
                }
            )*
        }
    ) => {
        $(#[$meta])*
        pub enum $Kinds {
            $(
                $(#[$kind_meta])*
                $Kind {
                    $(
                        $(#[$field_meta])*
                        $field: $Type,
                    )*
                },
            )*
        }

        impl $Kinds {
            /// Refuses each value out of its range. `of` is the name of the input in messages.
            fn check_ranges(&self, of: &str, check: &mut Check) {
                match self {
                    $(
                        #[allow(unused_variables, reason = "some fields have no range")]
                        Self::$Kind { $($field),* } => {
                            $($(
                                let name = FieldName { of, field: stringify!($field) };
                                let range = ValueRange { min: $min, max: $max };
                                $field.check(name, range, $unit, check);
                            )?)*
                        }
                    )*
                }
            }
        }

        #[cfg(test)]
        impl $crate::settings::input::Documented for $Kinds {
            fn documented() -> Vec<$crate::settings::input::DocumentedField> {
                vec![$($(
                    $crate::settings::input::DocumentedField {
                        field: stringify!($field),
                        docs: vec![$(stringify!($field_meta)),*],
                        range: None$(.or(Some(ValueRange { min: $min, max: $max })))?,
                    },
                )*)*]
            }
        }
    };
}

pub(crate) use {input, input_kinds};

/// A field as it is declared.
#[cfg(test)]
pub(crate) struct DocumentedField {
    pub(crate) field: &'static str,
    /// Its attributes, with the lines of the doc comment among them.
    pub(crate) docs: Vec<&'static str>,
    pub(crate) range: Option<ValueRange>,
}

#[cfg(test)]
pub(crate) trait Documented {
    /// All fields.
    fn documented() -> Vec<DocumentedField>;
}

/// Panics if the doc comment of a field does not tell its range.
#[cfg(test)]
pub(crate) fn assert_documented<T: Documented>() {
    for it in T::documented() {
        let Some(ValueRange { min, max }) = it.range else {
            continue;
        };
        let lines = it.docs.iter().filter_map(|line| {
            let line = line
                .strip_prefix("doc")?
                .trim_start_matches(['=', ' ', 'r']);
            Some(line.trim_matches('"').trim())
        });
        let docs = lines.collect::<Vec<_>>().join(" ");
        let (from_to, within) = (
            format!("{} to {}", written(min), written(max)),
            format!("±{}", written(max)),
        );
        let told = docs.contains(&from_to) || min == -max && docs.contains(&within);
        assert!(told, "{}: {from_to}: {docs}", it.field);
    }
}

/// A number with a comma before every three digits of its whole part.
#[cfg(test)]
fn written(number: f32) -> String {
    let text = number.abs().to_string();
    let (whole, part) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = whole.chars().enumerate();
    let grouped = digits.flat_map(|(index, digit)| {
        let is_third = index > 0 && (whole.len() - index).is_multiple_of(3);
        is_third.then_some(',').into_iter().chain([digit])
    });
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{}{part}", grouped.collect::<String>())
}
