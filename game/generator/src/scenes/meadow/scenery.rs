//! Plants and objects of the meadow.

use super::{
    ground::{height, POND_AT, POND_RADIUS},
    parts::{BLADE, FLOWERS, GRASS, GROUND, PETALS, POND, REED, REEDS, SOIL, STEMS, WATER},
    plants,
};
use crate::{
    base::{
        colliders::{body, mesh_body},
        nodes::{self, Place},
        pattern::{mix, Random},
    },
    shared::trees,
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{collider::ColliderShape, node::Node, Scene},
};

type Vec3 = Vector3<f32>;

/// Adds the plants and objects to a scene.
pub fn add(scene: &mut Scene) {
    Meadow::add(scene);
}

struct Meadow<'a> {
    scene: &'a mut Scene,
    group: Handle<Node>,
    random: Random,
}

impl Meadow<'_> {
    fn add(scene: &mut Scene) {
        let group = nodes::group(scene, "Meadow");
        let mut meadow = Meadow {
            scene,
            group,
            random: Random::new(53),
        };
        let ground = nodes::mesh(meadow.scene, "Ground Mesh", GROUND, SOIL);
        let ground = mesh_body(
            meadow.scene,
            Place::at(0.0, 0.0, 0.0).base("Ground"),
            ground,
        );
        meadow.gather(ground);
        let water = nodes::mesh(meadow.scene, "Water Mesh", POND, WATER);
        let water = mesh_body(meadow.scene, Place::at(0.0, 0.0, 0.0).base("Water"), water);
        meadow.gather(water);
        meadow.add_grass();
        meadow.add_flowers();
        meadow.add_reeds();
        meadow.add_trees();
    }

    fn gather(&mut self, node: Handle<Node>) {
        self.scene.graph.link_nodes(node, self.group);
    }

    fn add_plant(&mut self, name: &str, parts: &[(&str, &str)], [x, z]: [f32; 2], size: f32) {
        let yaw = self.random.between(0.0, 360.0);
        let base = Place::at(x, height(x, z), z)
            .turned(yaw)
            .scaled(size, size, size)
            .base(name)
            .with_cast_shadows(false);
        let node = nodes::mesh_of_base(self.scene, base, parts);
        self.gather(node);
    }

    /// Patches of grass, dense near the camera.
    fn add_grass(&mut self) {
        let step = plants::PATCH_HALF * 1.35;
        let mut number = 0;
        for row in 0..9 {
            let z = 5.0 - row as f32 * step;
            let half = 2 + row / 2;
            for column in -half..=half {
                let x = column as f32 * step + self.random.between(-0.6, 0.6);
                let distance = (x - POND_AT[0]).hypot(z - POND_AT[1]);
                if distance < POND_RADIUS + 1.2 {
                    continue;
                }
                number += 1;
                let size = self.random.between(0.95, 1.3);
                self.add_plant(&format!("Grass {number}"), &[(GRASS, BLADE)], [x, z], size);
            }
        }
    }

    fn add_flowers(&mut self) {
        for number in 0..84 {
            let near = self.random.unit().powf(0.7);
            let z = mix(3.9, -13.0, near);
            let x = self.random.between(-1.0, 1.0) * (2.2 + (5.0 - z) * 0.62) - 1.0;
            let distance = (x - POND_AT[0]).hypot(z - POND_AT[1]);
            if distance < POND_RADIUS + 1.0 {
                continue;
            }
            let size = self.random.between(1.0, 1.6);
            let petals = (PETALS, FLOWERS[number % FLOWERS.len()].0);
            let name = format!("Flowers {number}");
            self.add_plant(&name, &[petals, (STEMS, BLADE)], [x, z], size);
        }
    }

    fn add_reeds(&mut self) {
        for number in 0..16 {
            let angle = number as f32 * 0.41 + self.random.between(-0.15, 0.15) + 1.1;
            let (sin, cos) = angle.sin_cos();
            let radius = POND_RADIUS - 0.3 + self.random.between(-0.4, 0.5);
            let place = [POND_AT[0] + sin * radius, POND_AT[1] + cos * radius];
            let size = self.random.between(0.75, 1.15);
            self.add_plant(&format!("Reeds {number}"), &[(REEDS, REED)], place, size);
        }
    }

    fn add_trees(&mut self) {
        for (number, (x, z, size)) in (1..).zip([
            (-9.5, -9.0, 1.15),
            (-16.0, -20.0, 1.5),
            (17.0, -18.0, 1.35),
            (11.0, -30.0, 1.6),
            (-4.0, -36.0, 1.5),
            (26.0, -34.0, 1.8),
            (-28.0, -38.0, 1.8),
        ]) {
            let name = format!("Tree {number}");
            let yaw = self.random.between(0.0, 360.0);
            let place = Place::at(x, height(x, z), z).turned(yaw);
            let top = Vec3::y() * (trees::STEM * size);
            let stem = ColliderShape::capsule(Vec3::zeros(), top, 0.3 * size);
            let tree = body(self.scene, place.base(&name), stem);
            let base = Place::at(0.0, 0.0, 0.0)
                .scaled(size, size, size)
                .base(&format!("{name} Mesh"));
            let mesh = nodes::mesh_of_base(
                self.scene,
                base,
                &[(trees::TRUNK, trees::WOOD), (trees::LEAVES, trees::LEAF)],
            );
            self.scene.graph.link_nodes(mesh, tree);
            self.gather(tree);
            let middle = height(x, z) + trees::CROWN_HEIGHT * size;
            let base = Place::at(x, middle, z).base(&format!("{name} Crown"));
            let ball = ColliderShape::ball(trees::CROWN_RADIUS * size);
            let crown = body(self.scene, base, ball);
            self.gather(crown);
        }
    }
}
