//! The player shoots birds: the hit ones fall to the ground, the others scatter.

use super::{stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{
    prelude::*,
    sim::{
        self,
        boids::{DeadBody, Death},
    },
};

#[derive(Default)]
pub struct ShootABird {
    birds: Handle<Node>,
    hits: u32,
}

impl Recipe for ShootABird {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        stage::add_block(scene, Vec3::new(0.0, -6.0, 0.0), Vec3::new(30.0, 0.5, 30.0));
        let birds = stage::crows_in_a_box(Vec3::new(15.0, 5.0, 15.0));
        self.birds = stage::add(scene, "Birds", birds, Vec3::new(0.0, 2.0, 0.0));
    }

    fn update(&mut self, scene: &mut Scene, frame: u32) {
        if frame % 60 == 30 {
            let hit = stage::running_mut(scene, self.birds).and_then(shoot);
            self.hits += u32::from(hit == Some(true));
        }
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let birds = stage::running(scene, self.birds)?;
        let low = birds.loose_boids().filter(|it| it.position.y < -5.0);
        let (hits, lying, flying) = (self.hits, low.count(), birds.len());
        Some(format!("{hits} birds were hit, {lying} lie, {flying} fly"))
    }
}

/// Shoots from the camera at the nearest bird. True if a bird is hit.
fn shoot(birds: &mut sim::Flock) -> Option<bool> {
    // Aim at the place where the bird is drawn: that is what the player sees, and what rays hit.
    let aim = birds.drawn_at(birds.nearest(stage::CAMERA)?.id)?.origin;
    let direction = (aim - stage::CAMERA).normalize();
    // The level does not stop the ray. In a level with walls, shorten it by a ray of the physics.
    let hit = birds.hit_by_ray(stage::CAMERA, 50.0 * direction)?;
    let bang = Scare {
        point: hit.point,
        radius: 6.0,
        strength: 30.0,
        decay: 0.5,
    };
    birds.scare(bang).ok()?;
    birds.kill(hit.id, Death::new(DeadBody::Falls)).ok()
}
