//! The editor's side of Flock Sound.

use super::declare::*;
use fyrox_flock::FlockSound;

impl EffectEditor for FlockSound {}
