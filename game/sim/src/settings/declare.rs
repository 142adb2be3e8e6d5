//! Declaration of settings: type, default, range, unit and step of each field stand in one place.
//!
//! From it come the structs with what serde and the engine need, their defaults, the ranges of the
//! inspector, and the ranges by which [validation](super::validation) and [advice](super::advice)
//! know the numbers. The doc comment of a field is its tooltip and repeats range and default in
//! words; a test compares the two.

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
    /// True if the value lies in the range; false for NaN.
    pub(crate) fn contains(self, value: f64) -> bool {
        (f64::from(self.min)..=f64::from(self.max)).contains(&value)
    }
}

/// A number of the settings with its range.
pub(crate) struct Number<'a> {
    /// Path within its group.
    pub(crate) field: &'static str,
    pub(crate) value: f64,
    /// The value as it is written.
    pub(crate) text: &'a dyn std::fmt::Display,
    pub(crate) range: ValueRange,
    pub(crate) unit: &'static str,
}

/// A group of settings.
pub(crate) trait Numbers {
    /// Every number that has a range.
    fn numbers(&self) -> Vec<Number<'_>>;
}

/// Declares a group of settings: `pub struct Name("type id") { pub field: Type = default,
/// min..=max, "unit", step of the inspector; }`.
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

/// Declares a choice between alternatives without values: `pub enum Name("type id") { ... }`.
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
