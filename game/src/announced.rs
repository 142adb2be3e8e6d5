//! The start of the scripts beside [`Flock`](crate::Flock): each of them announces itself to the
//! running flocks of its scene.
//!
//! The runtime reads the fields of the scripts, so their files do not know the runtime. The code
//! that needs both is here.

use crate::{
    effects::{
        FlockAltitudeBand, FlockEmitter, FlockFollower, FlockGuide, FlockLeader, FlockObstacle,
        FlockPath, FlockPerches, FlockPredator, FlockSound, FlockTarget, FlockVolume, FlockWind,
    },
    runtime::announce,
};
use fyrox::{
    plugin::error::GameResult,
    script::{ScriptContext, ScriptTrait},
};

impl ScriptTrait for FlockFollower {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        announce(context.handle, &mut context.scene.graph);
        Ok(())
    }
}

/// The same for the scripts that `effect_script!` declares.
macro_rules! announced_scripts {
    ($($Script:ident)*) => {
        $(impl ScriptTrait for $Script {
            fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
                announce(context.handle, &mut context.scene.graph);
                Ok(())
            }
        })*
    };
}

announced_scripts! {
    FlockTarget
    FlockLeader
    FlockGuide
    FlockVolume
    FlockAltitudeBand
    FlockPath
    FlockWind
    FlockObstacle
    FlockEmitter
    FlockPredator
    FlockPerches
    FlockSound
}
