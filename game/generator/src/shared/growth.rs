//! Corals and weeds on the flat parts of a rock.

use super::{materials as m, models};
use crate::base::{
    nodes::{self, Place},
    pattern::Random,
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::sim::Geometry;

/// Depth of their feet in the ground, in metres.
const SUNK: f32 = 0.12;

/// Models and materials, used in turn.
const KINDS: [(&str, &str); 8] = [
    (models::BRAIN, m::PINK_CORAL),
    (models::GRASS, m::GRASS),
    (models::BRANCHES, m::ORANGE_CORAL),
    (models::KELP, m::KELP),
    (models::SPONGE, m::VIOLET_SPONGE),
    (models::GRASS, m::RED_GRASS),
    (models::BRANCHES, m::PINK_CORAL),
    (models::BRAIN, m::ORANGE_CORAL),
];

/// The plants of a rock.
pub struct Growth<'a> {
    pub rock: &'a Geometry,
    /// Free space that a plant needs above the ground, in metres.
    pub room: f32,
    /// Smallest upward component of the ground's normal.
    pub flatness: f32,
    pub group: Handle<Node>,
}

impl Growth<'_> {
    /// Adds a plant of a size on the ground below a place, if the ground is flat enough.
    pub fn add(
        &self,
        scene: &mut Scene,
        random: &mut Random,
        number: usize,
        above: Vector3<f32>,
        size: f32,
    ) {
        let Some(at) = self.ground_below(above) else {
            return;
        };
        let (model, material) = KINDS[number % KINDS.len()];
        let base = Place::at(at.x, at.y - SUNK * size.min(1.0), at.z)
            .turned(random.between(0.0, 360.0))
            .scaled(size, size, size)
            .base(&format!("Plant {number}"));
        let plant = nodes::mesh_from(scene, base, model, material);
        scene.graph.link_nodes(plant, self.group);
    }

    fn ground_below(&self, place: Vector3<f32>) -> Option<Vector3<f32>> {
        let fall = Vector3::new(0.0, -10.0, 0.0);
        let is_free = self.rock.is_clear(place, self.room);
        let ground = self.rock.sweep(place, fall, 0.01).filter(|_| is_free)?;
        (ground.normal.y > self.flatness).then(|| place + fall * ground.fraction)
    }
}
