//! Declaration of the scripts: fields, defaults, ranges and the code that all scripts have in
//! common.

pub(super) use super::{
    effect::{Effect, EffectScript},
    place::Place,
};
pub(super) use crate::node_frame::NodeFrame;
pub(super) use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    scene::{graph::Graph, node::Node},
};

/// Declares a script: `pub struct Type("type id", "name") { pub field: Type = default, min..=max,
/// step of the inspector; }`. A list of the flocks that the script affects is added to the fields.
macro_rules! effect_script {
    (
        $(#[$meta:meta])*
        pub struct $Script:ident($id:literal, $name:literal) {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $Type:ty = $default:expr
                    $(, $min:literal..=$max:literal, step $step:literal)?;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(
            Clone, Debug, PartialEq, Reflect, Visit, TypeUuidProvider, ComponentProvider,
        )]
        #[type_uuid(id = $id)]
        #[visit(optional)]
        pub struct $Script {
            $(
                $(#[$field_meta])*
                $(#[reflect(min_value = $min, max_value = $max, step = $step)])?
                pub $field: InheritableVariable<$Type>,
            )*
            /// The nodes of the flocks that this script affects. Default: empty, for all flocks of
            /// the scene.
            pub flocks: InheritableVariable<Vec<Handle<Node>>>,
        }

        impl $Script {
            /// The name of the script in the editor.
            pub const NAME: &'static str = $name;
        }

        impl Default for $Script {
            fn default() -> Self {
                Self {
                    $($field: <$Type>::from($default).into(),)*
                    flocks: Vec::new().into(),
                }
            }
        }
    };
}

pub(super) use effect_script;
