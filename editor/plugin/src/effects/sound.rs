//! [`EffectEditor`](super::EffectEditor) for Flock Sound.

use super::declare::*;
use fyrox_flock::FlockSound;

impl EffectEditor for FlockSound {}
