//! [`EffectEditor`](super::EffectEditor) for Flock Sound.

use super::declare::*;
use fyrox_flock::scripts::FlockSound;

impl EffectEditor for FlockSound {}
