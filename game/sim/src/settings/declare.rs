//! Declaration of settings: each field's type, default, range, unit and inspector step in one
//! place.
//!
//! The macros here generate the structs with the derives that serde and the engine need, the
//! defaults, the ranges of the inspector, and the ranges that [validation](super::validation) and
//! [advice](super::advice) read. The doc comment of a field is its tooltip and repeats range and
//! default in words; a test compares the words with the numbers.

pub(crate) use serde::{Deserialize, Serialize};
#[cfg(feature = "reflect")]
pub(crate) use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// Range of a number, ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ValueRange {
    pub(crate) min: f32,
    pub(crate) max: f32,
}

impl ValueRange {
    /// True if the value lies in the range, ends included; false for NaN.
    pub(crate) fn contains(self, value: f64) -> bool {
        (f64::from(self.min)..=f64::from(self.max)).contains(&value)
    }
}

/// One number of the settings, with its range and unit.
pub(crate) struct Number<'a> {
    /// Path of the field within its group.
    pub(crate) field: &'static str,
    pub(crate) value: f64,
    /// The value in the form in which messages and presets write it.
    pub(crate) text: &'a dyn std::fmt::Display,
    pub(crate) range: ValueRange,
    pub(crate) unit: &'static str,
}

/// A group of settings as a list of numbers.
pub(crate) trait Numbers {
    /// Every number of the group that has a range.
    fn numbers(&self) -> Vec<Number<'_>>;
}

/// Declares a group of settings.
///
/// Syntax: `pub struct Name("type id") { pub field: Type = default, min..=max, "unit", step of the
/// inspector; }`.
macro_rules! group {
    (
        $(#[$meta:meta])*
        pub struct $Group:ident($id:literal) {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $Type:ty = $default:expr
                    $(, $min:literal..=$max:literal, $unit:literal, step $step:literal)?;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        #[cfg_attr(
            feature = "reflect",
            derive(Reflect, Visit, TypeUuidProvider),
            type_uuid(id = $id),
            visit(optional)
        )]
        pub struct $Group {
            $(
                $(#[$field_meta])*
                $(#[cfg_attr(
                    feature = "reflect",
                    reflect(min_value = $min, max_value = $max, step = $step)
                )])?
                pub $field: $Type,
            )*
        }

        impl Default for $Group {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        #[allow(non_upper_case_globals, reason = "a range has the name of its field")]
        impl $Group {
            $($(
                pub(crate) const $field: ValueRange = ValueRange { min: $min, max: $max };
            )?)*
        }

        impl Numbers for $Group {
            fn numbers(&self) -> Vec<Number<'_>> {
                vec![$($(
                    Number {
                        field: stringify!($field),
                        value: f64::from(self.$field),
                        text: &self.$field,
                        range: Self::$field,
                        unit: $unit,
                    },
                )?)*]
            }
        }
    };
}

/// Declares a choice between alternatives without values.
///
/// Syntax: `pub enum Name("type id") { ... }`.
macro_rules! choice {
    ($(#[$meta:meta])* pub enum $Choice:ident($id:literal) { $($variants:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(
            feature = "reflect",
            derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
            type_uuid(id = $id)
        )]
        pub enum $Choice {
            $($variants)*
        }
    };
}

pub(crate) use {choice, group};
