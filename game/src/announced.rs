//! The start of the scripts beside [`Flock`](crate::Flock): each of them announces itself to the
//! running flocks of its scene.
//!
//! The runtime reads the fields of the scripts, so their files do not know the runtime. The code
//! that needs both is here.

use crate::{effects::effect_scripts, runtime::announce};
use fyrox::{
    plugin::error::GameResult,
    script::{ScriptContext, ScriptTrait},
};

macro_rules! announced_scripts {
    ($($Script:ident)*) => {
        $(impl ScriptTrait for crate::effects::$Script {
            fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
                announce(context.handle, &mut context.scene.graph);
                Ok(())
            }
        })*
    };
}

effect_scripts! { announced_scripts! { FlockFollower FlockSound } }
