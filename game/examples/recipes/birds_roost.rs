//! Birds fly over a village by day, and settle on its roofs at dusk.

use super::{stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::prelude::*;

/// The frame of dusk.
const DUSK: u32 = 120;

#[derive(Default)]
pub struct BirdsRoost {
    birds: Handle<Node>,
    roofs: Handle<Node>,
}

impl Recipe for BirdsRoost {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        for house in [-6.0, 0.0, 6.0] {
            // Birds stand on the flat tops of static colliders.
            stage::add_block(scene, Vec3::new(house, -3.0, 0.0), Vec3::new(2.0, 1.5, 2.0));
        }
        let birds = stage::crows_in_a_box(Vec3::new(12.0, 5.0, 10.0));
        self.birds = stage::add(scene, "Birds", birds, Vec3::new(0.0, 4.0, 0.0));
        let roofs = FlockPerches {
            half_extents: Vec3::new(9.0, 4.0, 3.0).into(),
            reach: 20.0.into(),
            landings: 0.0.into(),
            // They sleep until a scare wakes them.
            shortest_stay: 10_000.0.into(),
            longest_stay: 10_000.0.into(),
            ..FlockPerches::default()
        };
        self.roofs = stage::add(scene, "Roofs", roofs, Vec3::new(0.0, -3.0, 0.0));
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        if frame == DUSK {
            stage::dim(scene);
            if let Some(roofs) = scene.graph[self.roofs].try_get_script_mut::<FlockPerches>() {
                // The share of the birds in reach that decide to land, per second.
                *roofs.landings = 1.0;
            }
        }
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let birds = stage::running(scene, self.birds)?;
        // A standing bird is a loose boid: it takes no part in the flight of the flock.
        let loose = birds.loose_boids();
        let standing = loose.filter(|bird| birds.perched_on(bird.id).is_some());
        let standing = standing.count();
        Some(format!(
            "{standing} birds stand on roofs, {} fly",
            birds.len()
        ))
    }
}
