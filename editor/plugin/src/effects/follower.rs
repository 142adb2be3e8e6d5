//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Follower.

use super::prelude::*;
use fyrox_flock::scripts::FlockFollower;

impl EffectEditor for FlockFollower {}
