//! Declaration of inspector fields: the type, default, range and step of a field are written once.
//!
//! The macros generate the structs with the traits of serde and the engine, the defaults, the
//! ranges of the inspector, and [clamping](Clamped) to these ranges.

pub(crate) use fyrox::core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use strum_macros::{AsRefStr, EnumString, VariantNames};

/// A value that can be clamped to its range.
pub(crate) trait Clamped {
    /// The value with every field clamped to its range, and NaN replaced by the default.
    fn clamped(self) -> Self;
}

/// A number that can be clamped to a range.
pub(crate) trait RangedNumber {
    /// The nearest number in `min..=max`; `default` if the number is NaN.
    fn clamped_to(self, min: f32, max: f32, default: Self) -> Self;
}

impl RangedNumber for f32 {
    fn clamped_to(self, min: f32, max: f32, default: Self) -> Self {
        let number = if self.is_nan() { default } else { self };
        number.clamp(min, max)
    }
}

impl RangedNumber for u32 {
    fn clamped_to(self, min: f32, max: f32, _: Self) -> Self {
        self.clamp(min as u32, max as u32)
    }
}

/// Declares a group of fields: `pub struct Name("type id") { pub field: Type = default, min..=max,
/// step of the inspector; }`.
macro_rules! group {
    (
        $(#[$meta:meta])*
        pub struct $Group:ident($id:literal) {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $Type:ty = $default:expr
                    $(, $min:literal..=$max:literal $(, step $step:literal)?)?;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Reflect, Visit, TypeUuidProvider, Serialize, Deserialize)]
        #[type_uuid(id = $id)]
        #[visit(optional)]
        #[serde(default, deny_unknown_fields)]
        pub struct $Group {
            $(
                $(#[$field_meta])*
                $(#[reflect(min_value = $min, max_value = $max $(, step = $step)?)])?
                pub $field: $Type,
            )*
        }

        impl Default for $Group {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::declare::Clamped for $Group {
            fn clamped(self) -> Self {
                Self {
                    $($field: {
                        let value = self.$field;
                        $(let value = $crate::declare::RangedNumber::clamped_to(value, $min, $max, $default);)?
                        value
                    },)*
                }
            }
        }
    };
}

/// Declares a choice between alternatives without values: `pub enum Name("type id") { ... }`.
macro_rules! choice {
    ($(#[$meta:meta])* pub enum $Choice:ident($id:literal) { $($variants:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames)]
        #[type_uuid(id = $id)]
        pub enum $Choice {
            $($variants)*
        }
    };
}

pub(crate) use {choice, group};
