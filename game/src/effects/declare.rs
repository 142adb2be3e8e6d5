//! Declaration of the scripts: fields, defaults, ranges and what all of them have stand in one place.

pub(super) use super::{Effect, EffectScript, Place};
pub(super) use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    plugin::error::GameResult,
    scene::node::Node,
    script::{ScriptContext, ScriptTrait},
};

/// Declares a script: `pub struct Type("type id", "name") { pub field: Type = default, min..=max, step of
/// the inspector; }`. It gets the list of the flocks that it acts on.
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
        #[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
        #[type_uuid(id = $id)]
        #[visit(optional)]
        pub struct $Script {
            $(
                $(#[$field_meta])*
                $(#[reflect(min_value = $min, max_value = $max, step = $step)])?
                pub $field: InheritableVariable<$Type>,
            )*
            /// The nodes of the flocks that it acts on. Default: none, which stands for all flocks of
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

        impl ScriptTrait for $Script {
            fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
                crate::runtime::announce(context.handle, &mut context.scene.graph);
                Ok(())
            }
        }
    };
}

pub(super) use effect_script;
