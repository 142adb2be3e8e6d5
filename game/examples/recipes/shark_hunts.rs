//! A shark hunts: it shadows a school, picks a fish at its edge, attacks, and eats.

use super::{stage, Recipe};
use fyrox::{asset::manager::ResourceManager, core::pool::Handle, scene::node::Node, scene::Scene};
use fyrox_flock::{
    prelude::*, relations::FlockRelation, render::BodyShape, sim::world::RelationKind,
};

#[derive(Default)]
pub struct SharkHunts {
    school: Handle<Node>,
    shark: Handle<Node>,
}

impl Recipe for SharkHunts {
    fn start(&mut self, scene: &mut Scene, _: &ResourceManager) {
        let mut school = Flock::of(Preset::Sardines);
        school.spawn.count = 400;
        // With fear, fish that see a shark flee in the manoeuvres of real schools.
        school.fear.enabled = true;
        // The shark is a flock too, of one boid, so it keeps clear of rocks and walls as fish do.
        let mut shark = Flock::default();
        shark.shape = BodyShape::Shark.into();
        shark.spawn.count = 1;
        shark.boundary = school.boundary.clone();
        (shark.motion.min_speed, shark.motion.max_speed) = (1.0, 2.5);
        shark.motion.max_acceleration = 12.0;
        shark.hunting.enabled = true;
        (shark.hunting.rest_time, shark.hunting.shadow_time) = (1.0, 1.0);
        (shark.hunting.handling_time, shark.hunting.catch_distance) = (1.0, 0.5);
        self.school = stage::add(scene, "School", school, Vec3::zeros());
        self.shark = stage::add(scene, "Shark", shark, Vec3::zeros());
        // A relation names a node, so both nodes must be there first.
        stage::flock_mut(scene, self.school)
            .relations
            .push(FlockRelation {
                flock: self.shark,
                kind: RelationKind::Flee,
                weight: 10.0,
                radius: 2.0,
            });
        stage::flock_mut(scene, self.shark)
            .relations
            .push(FlockRelation {
                flock: self.school,
                kind: RelationKind::Hunt,
                weight: 12.0,
                radius: 12.0,
            });
    }

    fn result(&self, scene: &Scene) -> Option<String> {
        let left = stage::running(scene, self.school)?.len();
        let (_, hunt) = stage::flock(scene, self.shark).pursuits().pop()?;
        Some(format!(
            "the shark attacked {} times and ate {} fish; {left} are left",
            hunt.attacks, hunt.catches
        ))
    }
}
