//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Sound.

use super::prelude::*;
use fyrox_flock::scripts::FlockSound;

impl EffectEditor for FlockSound {}
