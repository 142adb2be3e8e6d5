//! The script of a leader that the game moves.

use super::{declare::*, strength::Strength};
use flock_sim::influences::{Influence, InfluenceKind};

effect_script! {
    /// A leader that boids follow: the game moves its node. Boids fly behind the leader with its
    /// velocity and clear its way.
    pub struct FlockLeader("8a35f0d6-4c1b-4e97-b2d8-65e7a9c30f14", "Flock Leader") {
        /// Delay, in seconds: boids steer to the position that the leader had that long ago. 0 to
        /// 1,000; default 1.
        pub follow: f32 = 1.0, 0.0..=1000.0, step 0.1;
        /// Length of the lane in front of the leader that boids clear, in metres. 0: no lane. 0 to
        /// 10,000; default 0.
        pub lane_length: f32 = 0.0, 0.0..=10000.0, step 0.5;
        /// Radius of the lane, in metres. 0.001 to 10,000; default 1.
        pub lane_radius: f32 = 1.0, 0.001..=10000.0, step 0.1;
        /// Boids find the shortest way through the level to the place behind the leader. The flock's
        /// `way_finding` says how. Default: off, straight.
        pub finds_way: bool = false;
        /// Strength of the attraction to the place behind the leader, and how far it reaches.
        pub strength: Strength = Strength::default();
    }
}

impl EffectScript for FlockLeader {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let kind = InfluenceKind::Leader {
            point: place.frame.origin,
            velocity: place.velocity,
            follow: *self.follow,
            lane_length: *self.lane_length,
            lane_radius: *self.lane_radius,
        };
        Ok(Some(Effect::Influence(Influence {
            finds_way: *self.finds_way,
            ..self.strength.of(kind)
        })))
    }
}
