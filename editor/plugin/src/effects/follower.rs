//! The editor's side of Flock Follower.

use super::declare::*;
use fyrox_flock::FlockFollower;

impl EffectEditor for FlockFollower {}
