//! Two players in lockstep over UDP: they exchange inputs only, and both see the same school.

use super::{lockstep::Player, stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::prelude::*;

const FISH: u32 = 60;
/// The frame in which the second player joins.
const JOIN: u32 = 60;
/// The frame in which the state of the second player is damaged.
const DAMAGE: u32 = 200;

#[derive(Default)]
pub struct TwoPlayers {
    players: Vec<Player>,
    /// A ball for each fish of each player. The school of the first player is drawn on the left.
    balls: [Vec<Handle<Node>>; 2],
}

impl Recipe for TwoPlayers {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        self.players = Player::two(FISH).expect("the loopback is free").into();
        let mut balls = || (0..FISH).map(|_| stage::add_ball(scene, 0.08)).collect();
        self.balls = [balls(), balls()];
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        for (index, (player, balls)) in self.players.iter_mut().zip(&self.balls).enumerate() {
            if index == 1 && frame == DAMAGE {
                // Like a bug or a cheat: a fish is missing. The exchanged hashes show it.
                player.lose_a_fish();
            }
            if index == 0 || frame >= JOIN {
                // Each player strikes the water now and then, at a place of their own.
                let strikes = frame % 80 == 40 * index as u32;
                let input = strikes.then(|| Vec3::new(2.0 * index as f32 - 1.0, 0.0, 0.0));
                player.update(input).expect("the messages are sound");
            }
            let center = Vec3::new(10.0 * index as f32 - 5.0, 0.0, 0.0);
            let boids = player.flock().into_iter().flat_map(|flock| flock.boids());
            for (ball, boid) in balls.iter().zip(boids) {
                stage::put(scene, *ball, center + boid.position);
            }
        }
    }

    fn result(&self, _: &Scene) -> Option<String> {
        let [one, two] = &self.players[..] else {
            return None;
        };
        let (steps, fish, healed) = (one.step(), two.flock()?.len(), two.healed());
        let how = ["other", "the same"][usize::from(one.agrees_with(two))];
        Some(format!(
            "after {steps} steps both have {how} {fish} fish; states healed: {healed}"
        ))
    }
}
