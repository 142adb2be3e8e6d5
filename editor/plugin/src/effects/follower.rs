//! [`EffectEditor`](super::EffectEditor) for Flock Follower.

use super::declare::*;
use fyrox_flock::scripts::FlockFollower;

impl EffectEditor for FlockFollower {}
