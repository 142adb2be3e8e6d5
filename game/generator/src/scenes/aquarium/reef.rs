//! The reef: a rock from noise with an arch, rocks on the sand, and corals and plants on both.

use super::ground::Ground;
use crate::{
    base::{
        colliders::{body, mesh_body},
        flocks, material,
        nodes::{self, Place},
        pattern::Random,
    },
    shared::{coral, growth::Growth, materials as m, models},
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{collider::ColliderShape, node::Node, Scene},
};
use fyrox_flock::{scripts::FlockReef, sim::Geometry};
use std::error::Error;

/// Middle of the rock from noise, whose lower half is in the sand.
const ROCK_AT: Vector3<f32> = Vector3::new(0.45, 0.1, -0.4);
/// A height above all rock, in metres.
const ABOVE_ROCK: f32 = 3.6;
/// Number of attempts to place corals and weeds on the rock.
const GROWTH: usize = 90;

/// The rock with an arch, which the game builds.
fn rock() -> FlockReef {
    FlockReef {
        size: Vector3::new(7.8, 6.6, 4.6).into(),
        cube: 0.08.into(),
        scale: 1.9.into(),
        octaves: 3.into(),
        threshold: 0.44.into(),
        margin: 2.5.into(),
        largest_only: true.into(),
        seed: 39.into(),
        texture_size: 1.6.into(),
        material: material::reference(m::ROCK).into(),
        ..FlockReef::default()
    }
}

/// Places the whole reef.
pub fn add(scene: &mut Scene) -> Result<Vec<Handle<Node>>, Box<dyn Error>> {
    let rock = rock();
    let corners = rock.terrain().triangles()?;
    let placed: Vec<_> = corners
        .iter()
        .map(|corners| corners.map(|corner| corner + ROCK_AT))
        .collect();
    let mut reef = Reef {
        ground: Ground::new(),
        rock: Geometry::new(&placed).0,
        nodes: vec![flocks::add(scene, "Rock with an Arch", ROCK_AT, rock)],
        scene,
    };
    reef.add_rocks();
    reef.add_growth();
    reef.add_pebbles();
    reef.add_corals();
    reef.add_plants();
    Ok(reef.nodes)
}

struct Reef<'a> {
    scene: &'a mut Scene,
    ground: Ground,
    /// The rock from noise.
    rock: Geometry,
    nodes: Vec<Handle<Node>>,
}

impl Reef<'_> {
    fn add_rocks(&mut self) {
        self.rock(
            "Left Crag",
            models::CRAG,
            m::ROCK,
            [-2.95, 0.75, -1.35],
            20.0,
        );
        self.rock(
            "Left Boulder",
            models::BOULDER,
            m::ROCK,
            [-2.0, 0.30, -0.65],
            75.0,
        );
        self.rock(
            "Left Slab",
            models::SLAB,
            m::PALE_ROCK,
            [-2.75, 0.12, 0.35],
            -25.0,
        );
    }

    /// Corals and weeds on the rock from noise.
    fn add_growth(&mut self) {
        let growth = Growth {
            rock: &self.rock,
            room: 0.1,
            flatness: 0.55,
            group: nodes::group(self.scene, "Growth"),
        };
        let mut random = Random::new(17);
        for number in 0..GROWTH {
            let place =
                ROCK_AT + Vector3::new(random.between(-2.6, 2.6), 0.0, random.between(-1.6, 1.6));
            let above = Vector3::new(place.x, ABOVE_ROCK, place.z);
            let size = random.between(0.35, 0.8);
            growth.add(self.scene, &mut random, number, above, size);
        }
        self.nodes.push(growth.group);
    }

    fn add_pebbles(&mut self) {
        for (number, x, z) in [
            (1, -1.15, 0.35),
            (2, 2.15, 0.55),
            (3, -3.4, 1.25),
            (4, 0.35, -1.25),
        ] {
            let shape = ColliderShape::ball(models::PEBBLE_RADIUS);
            self.rounded(
                &format!("Pebble {number}"),
                models::PEBBLE,
                m::PALE_ROCK,
                shape,
                [x, 0.08, z],
            );
        }
    }

    fn add_corals(&mut self) {
        self.brain("Pink Brain Coral", m::PINK_CORAL, -1.25, -0.05);
        self.brain("Orange Brain Coral", m::ORANGE_CORAL, 2.55, 0.35);
        self.sponge("Left Sponge", m::VIOLET_SPONGE, -3.3, -0.3);
        self.sponge("Right Sponge", m::VIOLET_SPONGE, 3.05, 1.1);
        self.branches("Left Branch Coral", m::ORANGE_CORAL, -1.7, 0.35);
        self.branches("Front Branch Coral", m::PINK_CORAL, -3.05, 1.15);
        self.branches("Right Branch Coral", m::PINK_CORAL, 2.3, -0.35);
        self.branches("Corner Branch Coral", m::ORANGE_CORAL, 3.45, 0.45);
        self.branches("Far Branch Coral", m::PINK_CORAL, -0.95, 1.25);
        self.branches("Back Branch Coral", m::ORANGE_CORAL, 0.15, 1.3);
    }

    fn add_plants(&mut self) {
        for (number, (material, x, z, size)) in (1..).zip([
            (m::GRASS, -0.65, 0.55, 1.0),
            (m::GRASS, -2.15, 0.95, 0.8),
            (m::GRASS, -1.05, 0.95, 0.7),
            (m::GRASS, -1.55, -1.6, 1.3),
            (m::GRASS, 0.75, -1.6, 1.2),
            (m::GRASS, 1.65, 0.35, 0.9),
            (m::GRASS, 2.75, 1.05, 0.7),
            (m::GRASS, 3.1, 0.6, 0.8),
            (m::RED_GRASS, -3.55, 0.55, 1.1),
            (m::RED_GRASS, -2.55, 1.15, 0.7),
            (m::RED_GRASS, -0.2, -1.55, 1.1),
            (m::RED_GRASS, 1.75, -1.35, 1.2),
            (m::RED_GRASS, 3.55, 0.75, 1.0),
        ]) {
            self.plant(
                &format!("Grass {number}"),
                models::GRASS,
                material,
                [x, z],
                size,
            );
        }
        for (number, (x, z, size)) in (1..).zip([
            (-3.65, -1.9, 1.18),
            (-3.2, -2.2, 0.95),
            (-1.55, -2.0, 0.80),
            (-1.2, -2.2, 1.00),
            (2.1, -2.1, 1.08),
            (2.45, -1.9, 0.85),
            (3.75, -1.9, 1.2),
            (3.45, -2.25, 1.0),
        ]) {
            self.plant(
                &format!("Kelp {number}"),
                models::KELP,
                m::KELP,
                [x, z],
                size,
            );
        }
    }

    /// A place on the sand or the rock; the middle number is the height of the model's origin above
    /// it.
    fn on_ground(&self, [x, above, z]: [f32; 3]) -> Place {
        let sand = self.ground.height(x, z);
        let fall = Vector3::new(0.0, sand - ABOVE_ROCK, 0.0);
        let met = self.rock.sweep(Vector3::new(x, ABOVE_ROCK, z), fall, 0.01);
        let height = met.map_or(sand, |met| ABOVE_ROCK + fall.y * met.fraction);
        Place::at(x, height + above, z)
    }

    /// A rock whose collider is its own mesh. Bodies ignore scale, so each size needs its own mesh.
    fn rock(&mut self, name: &str, model: &str, material: &str, at: [f32; 3], yaw: f32) {
        let place = self.on_ground(at).turned(yaw);
        let mesh = nodes::mesh(self.scene, &format!("{name} Mesh"), model, material);
        let body = mesh_body(self.scene, place.base(name), mesh);
        self.nodes.push(body);
    }

    fn brain(&mut self, name: &str, material: &str, x: f32, z: f32) {
        let shape = ColliderShape::ball(coral::BRAIN_RADIUS);
        self.rounded(name, models::BRAIN, material, shape, [x, 0.0, z]);
    }

    fn sponge(&mut self, name: &str, material: &str, x: f32, z: f32) {
        let radius = coral::SPONGE_RADIUS;
        let top = Vector3::y() * (coral::SPONGE_HEIGHT - radius);
        let shape = ColliderShape::capsule(Vector3::zeros(), top, radius);
        self.rounded(name, models::SPONGE, material, shape, [x, 0.0, z]);
    }

    fn branches(&mut self, name: &str, material: &str, x: f32, z: f32) {
        let (low, high) = (Vector3::y() * 0.12, Vector3::y() * 0.26);
        let shape = ColliderShape::capsule(low, high, coral::BRANCHES_RADIUS);
        self.rounded(name, models::BRANCHES, material, shape, [x, 0.0, z]);
    }

    /// A detailed mesh with a simple shape as its collider.
    fn rounded(
        &mut self,
        name: &str,
        model: &str,
        material: &str,
        shape: ColliderShape,
        at: [f32; 3],
    ) {
        // The yaw only has to differ between models.
        let place = self.on_ground(at).turned(at[0] * 90.0);
        let body = body(self.scene, place.base(name), shape);
        let mesh = nodes::mesh(self.scene, &format!("{name} Mesh"), model, material);
        self.scene.graph.link_nodes(mesh, body);
        self.nodes.push(body);
    }

    /// A plant without a collider.
    fn plant(&mut self, name: &str, model: &str, material: &str, [x, z]: [f32; 2], size: f32) {
        let place = self.on_ground([x, 0.0, z]).turned(x * 90.0);
        let base = place.scaled(size, size, size).base(name);
        let plant = nodes::mesh_from(self.scene, base, model, material);
        self.nodes.push(plant);
    }
}
