//! A small town: a street of houses, a church, trees, and wires along the street.

mod church;
mod house;
mod models;
mod paint;
mod wires;

pub use paint::GLOWS;
pub use wires::HEIGHT as WIRE_HEIGHT;

use crate::{
    base::{
        colliders::mesh_body,
        nodes::{self, Place},
        output::Output,
        pattern::Random,
    },
    shared::{ground, trees},
};
use fyrox::{
    core::{algebra::Vector3, color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{
        light::{point::PointLightBuilder, BaseLightBuilder},
        node::Node,
        Scene,
    },
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Writes models, textures and materials.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    paint::write(output)?;
    models::write(output)
}

/// Adds the town to a scene. Returns the lights of its lamps.
pub fn add(scene: &mut Scene) -> Vec<Handle<Node>> {
    let group = nodes::group(scene, "Town");
    let mut town = Town {
        scene,
        group,
        random: Random::new(17),
        buildings: 0,
    };
    town.add_body(
        "Ground",
        Place::at(0.0, 0.0, 0.0),
        &[(models::GROUND, ground::TURF)],
    );
    let street = nodes::mesh(town.scene, "Street", models::STREET, ground::COBBLES);
    town.gather(street);
    town.add_street();
    town.add_outskirts();
    let (walls, roof, fittings) = (
        models::part(models::CHURCH, "walls"),
        models::part(models::CHURCH, "roof"),
        models::part(models::CHURCH, "fittings"),
    );
    town.add_body(
        "Church",
        Place::at(1.5, 0.0, -66.0).turned(14.0),
        &[
            (&walls, paint::STONE),
            (&roof, paint::SLATE),
            (&fittings, paint::FITTINGS),
        ],
    );
    town.add_trees();
    town.add_body(
        "Wires",
        Place::at(0.0, 0.0, 0.0),
        &[(models::POSTS, trees::BARK), (models::WIRES, paint::WIRE)],
    );
    town.add_lamps()
}

struct Town<'a> {
    scene: &'a mut Scene,
    group: Handle<Node>,
    random: Random,
    buildings: usize,
}

impl Town<'_> {
    fn gather(&mut self, node: Handle<Node>) {
        self.scene.graph.link_nodes(node, self.group);
    }

    /// Adds a mesh with a collider of the same shape.
    fn add_body(&mut self, name: &str, place: Place, surfaces: &[(&str, &str)]) {
        let mesh = nodes::mesh_of(self.scene, &format!("{name} Mesh"), surfaces);
        let body = mesh_body(self.scene, place.base(name), mesh);
        self.gather(body);
    }

    fn add_house(&mut self, kind: usize, x: f32, z: f32, yaw: f32) {
        let name = models::HOUSES[kind].0;
        let (walls, roof, fittings) = (
            models::part(name, "walls"),
            models::part(name, "roof"),
            models::part(name, "fittings"),
        );
        let plaster = paint::PLASTERS[self.buildings % 4];
        let tiles = paint::ROOFS[usize::from(self.buildings * 7 % 5 > 2)];
        self.buildings += 1;
        self.add_body(
            &format!("House {}", self.buildings),
            Place::at(x, 0.0, z).turned(yaw),
            &[
                (&walls, plaster),
                (&roof, tiles),
                (&fittings, paint::FITTINGS),
            ],
        );
    }

    /// Houses on both sides of the street.
    fn add_street(&mut self) {
        let left = [
            (1, 30.0),
            (2, 18.5),
            (0, 7.0),
            (1, -5.0),
            (2, -16.5),
            (0, -28.5),
            (1, -40.5),
        ];
        let right = [
            (2, 27.0),
            (1, 14.5),
            (2, 3.0),
            (0, -8.5),
            (1, -20.5),
            (2, -32.5),
        ];
        for (kind, z) in left {
            let x = -11.4 - self.random.between(0.0, 0.8);
            self.add_house(kind, x, z, 90.0);
        }
        for (kind, z) in right {
            let x = 12.0 + self.random.between(0.0, 0.8);
            self.add_house(kind, x, z, -90.0);
        }
    }

    /// Houses behind the houses along the street.
    fn add_outskirts(&mut self) {
        for (kind, x, z, yaw) in [
            (1, -31.0, 20.0, 84.0),
            (0, -29.0, 2.0, 175.0),
            (2, -33.0, -16.0, 95.0),
            (1, -30.0, -34.0, 10.0),
            (0, -38.0, -54.0, 60.0),
            (1, -30.0, -80.0, 25.0),
            (0, 31.0, 18.0, -80.0),
            (1, 33.0, -2.0, -95.0),
            (2, 30.0, -20.0, 185.0),
            (0, 36.0, -40.0, -60.0),
            (1, 32.0, -62.0, -100.0),
            (2, 14.0, -88.0, -8.0),
            (0, -8.0, -92.0, 12.0),
            (1, 52.0, -24.0, -90.0),
            (0, -54.0, -30.0, 90.0),
        ] {
            self.add_house(kind, x, z, yaw);
        }
    }

    fn add_trees(&mut self) {
        for (number, (x, z, size)) in (1..).zip([
            (18.5, -50.0, 1.05),
            (-20.5, -50.5, 1.15),
            (-21.5, 12.0, 1.0),
            (21.5, -14.0, 1.1),
            (-22.0, -24.0, 0.95),
            (23.0, 8.0, 0.9),
            (-44.0, -8.0, 1.2),
            (44.0, -12.0, 1.2),
            (20.0, -72.0, 1.1),
            (-24.0, -68.0, 1.0),
        ]) {
            let name = format!("Tree {number}");
            let mesh = nodes::mesh(
                self.scene,
                &format!("{name} Mesh"),
                trees::BARE,
                trees::BARK,
            );
            let size = Vec3::repeat(size);
            // Set on the mesh, because bodies ignore scale.
            self.scene.graph[mesh].local_transform_mut().set_scale(size);
            let yaw = self.random.between(0.0, 360.0);
            let base = Place::at(x, 0.0, z).turned(yaw).base(&name);
            let body = mesh_body(self.scene, base, mesh);
            self.gather(body);
        }
    }

    fn add_lamps(&mut self) -> Vec<Handle<Node>> {
        let mut lights = Vec::new();
        for (number, (x, z)) in (1..).zip([
            (-5.0, 26.0),
            (-5.0, 4.0),
            (-5.0, -18.0),
            (-5.0, -40.0),
            (12.0, -54.0),
        ]) {
            let name = format!("Lamp {number}");
            let surfaces = [
                (models::LAMP_POST, paint::WIRE),
                (models::LANTERN, paint::LAMP),
            ];
            let lamp = nodes::mesh_of(self.scene, &name, &surfaces);
            let place = Vec3::new(x, 0.0, z);
            self.scene.graph[lamp]
                .local_transform_mut()
                .set_position(place);
            self.gather(lamp);
            let base = Place::at(x, 3.3, z)
                .base(&format!("{name} Light"))
                .with_cast_shadows(false);
            let light = BaseLightBuilder::new(base)
                .with_color(Color::opaque(255, 190, 110))
                .with_scatter_enabled(false)
                .with_intensity(2.2);
            let light = PointLightBuilder::new(light).with_radius(11.0).build_node();
            let light = self.scene.graph.add_node(light);
            self.gather(light);
            lights.push(light);
        }
        lights
    }
}
