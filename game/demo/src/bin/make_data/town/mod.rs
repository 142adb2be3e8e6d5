//! A small town: a street of houses, a church, trees, and wires along the street.

mod church;
mod house;
pub mod paint;
mod tree;
mod wires;

use super::{
    colliders::mesh_body,
    mesh::Mesh,
    models::write_surface,
    nodes::{self, Place},
    output::Output,
    pattern::{smooth_step, Pattern, Random},
};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        light::{point::PointLightBuilder, BaseLightBuilder},
        node::Node,
        Scene,
    },
};
use house::{Building, House};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Height of the wires over the street, in metres.
pub const WIRE_HEIGHT: f32 = wires::HEIGHT;
/// Feet of the poles, along the street from the near end to the far one.
pub const POLES: [Vec3; 5] = [
    Vec3::new(4.6, 0.0, 62.0),
    Vec3::new(5.2, 0.0, 24.0),
    Vec3::new(5.2, 0.0, -2.0),
    Vec3::new(5.2, 0.0, -24.0),
    Vec3::new(5.2, 0.0, -46.0),
];

const GROUND: &str = "models/town_ground.surface";
const STREET: &str = "models/street.surface";
pub const TREE: &str = "models/bare_tree.surface";
const POSTS: &str = "models/poles.surface";
const WIRES: &str = "models/wires.surface";
const LAMP_POST: &str = "models/lamp_post.surface";
const LANTERN: &str = "models/lantern.surface";

/// Half the edge of the ground, in metres.
const GROUND_HALF: f32 = 230.0;
/// Half the width of the street, in metres.
const STREET_HALF: f32 = 4.4;

/// Writes models, textures and materials.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    paint::write(output)?;
    for (name, house) in HOUSES {
        write_building(output, name, house.build())?;
    }
    write_building(output, CHURCH, church::build())?;
    write_surface(output, GROUND, ground())?;
    write_surface(output, STREET, street())?;
    write_surface(output, TREE, tree::bare())?;
    write_surface(output, POSTS, wires::poles(&POLES))?;
    write_surface(output, WIRES, wires::wires(&POLES))?;
    let mut post = Mesh::default();
    post.pole(Vec3::y() * -0.2, Vec3::y() * 3.4, [0.09, 0.05], 7);
    post.cuboid(Vec3::new(-0.2, 3.86, -0.2), Vec3::new(0.2, 3.93, 0.2), 1.0);
    write_surface(output, LAMP_POST, post)?;
    let mut lantern = Mesh::default();
    lantern.cuboid(
        Vec3::new(-0.14, 3.42, -0.14),
        Vec3::new(0.14, 3.86, 0.14),
        1.0,
    );
    write_surface(output, LANTERN, lantern)
}

const CHURCH: &str = "church";

/// The models of houses.
const HOUSES: [(&str, House); 3] = [
    (
        "cottage",
        House {
            width: 9.5,
            depth: 8.0,
            storeys: 1,
            rise: 3.0,
            windows: 3,
            dormers: 2,
            seed: 3,
        },
    ),
    (
        "house",
        House {
            width: 10.5,
            depth: 9.0,
            storeys: 2,
            rise: 3.1,
            windows: 4,
            dormers: 0,
            seed: 8,
        },
    ),
    (
        "tall_house",
        House {
            width: 9.0,
            depth: 9.5,
            storeys: 2,
            rise: 3.6,
            windows: 3,
            dormers: 2,
            seed: 5,
        },
    ),
];

fn part(name: &str, part: &str) -> String {
    format!("models/{name}_{part}.surface")
}

fn write_building(
    output: &mut Output,
    name: &str,
    building: Building,
) -> Result<(), Box<dyn Error>> {
    write_surface(output, &part(name, "walls"), building.walls)?;
    write_surface(output, &part(name, "roof"), building.roof)?;
    write_surface(output, &part(name, "fittings"), building.fittings)
}

/// Meadows around the town, and hills that hide where they end.
fn ground() -> Mesh {
    let hills = Pattern::new(301);
    let place = |u: f32, v: f32| {
        let even = |t: f32| (2.0 * t - 1.0) * (0.45 + 0.55 * (2.0 * t - 1.0).powi(2));
        let (x, z) = (even(u) * GROUND_HALF, -even(v) * GROUND_HALF);
        let far = smooth_step(75.0, 215.0, x.hypot(z + 15.0));
        let rolling = hills.at(Vec3::new(x * 0.011, 0.3, z * 0.011), 3);
        Vec3::new(x, far * (9.0 + 22.0 * rolling.max(-0.3)), z)
    };
    let mut mesh = Mesh::default();
    mesh.patch(44, 44, place, |u, v| {
        let position = place(u, v);
        Vector2::new(position.x, -position.z) / 7.0
    });
    mesh
}

/// The street and the square before the church, with kerbs.
fn street() -> Mesh {
    let mut mesh = Mesh::default();
    let span = paint::COBBLES_SPAN;
    let flat = |min: [f32; 2], max: [f32; 2], y: f32| {
        [
            (min[0], max[1]),
            (max[0], max[1]),
            (max[0], min[1]),
            (min[0], min[1]),
        ]
        .map(|(x, z)| Vec3::new(x, y, z))
    };
    mesh.face(flat([-STREET_HALF, -48.0], [STREET_HALF, 70.0], 0.03), span);
    mesh.face(flat([-26.0, -74.0], [24.0, -48.0], 0.03), span);
    for side in [-1.0, 1.0] {
        let (near, far) = (STREET_HALF * side, (STREET_HALF + 1.5) * side);
        let min = Vec3::new(near.min(far), -0.2, -48.0);
        let max = Vec3::new(near.max(far), 0.14, 70.0);
        mesh.cuboid(min, max, span);
    }
    mesh
}

/// Adds the town to a scene.
pub fn add(scene: &mut Scene) {
    let group = nodes::group(scene, "Town");
    let mut town = Town {
        scene,
        group,
        random: Random::new(17),
        buildings: 0,
    };
    town.add_body("Ground", Place::at(0.0, 0.0, 0.0), &[(GROUND, paint::TURF)]);
    let street = nodes::mesh(town.scene, "Street", STREET, paint::COBBLES);
    town.gather(street);
    town.add_street();
    town.add_outskirts();
    let (walls, roof, fittings) = (
        part(CHURCH, "walls"),
        part(CHURCH, "roof"),
        part(CHURCH, "fittings"),
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
        &[(POSTS, paint::BARK), (WIRES, paint::WIRE)],
    );
    town.add_lamps();
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

    /// Adds a mesh with a collider of exactly its form.
    fn add_body(&mut self, name: &str, place: Place, surfaces: &[(&str, &str)]) {
        let mesh = nodes::mesh_of(self.scene, &format!("{name} Mesh"), surfaces);
        let body = mesh_body(self.scene, place.base(name), mesh);
        self.gather(body);
    }

    fn add_house(&mut self, kind: usize, x: f32, z: f32, yaw: f32) {
        let name = HOUSES[kind].0;
        let (walls, roof, fittings) = (
            part(name, "walls"),
            part(name, "roof"),
            part(name, "fittings"),
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

    /// Houses behind those at the street.
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
            let mesh = nodes::mesh(self.scene, &format!("{name} Mesh"), TREE, paint::BARK);
            let size = Vec3::repeat(size);
            // On the mesh: bodies ignore scale.
            self.scene.graph[mesh].local_transform_mut().set_scale(size);
            let yaw = self.random.between(0.0, 360.0);
            let base = Place::at(x, 0.0, z).turned(yaw).base(&name);
            let body = mesh_body(self.scene, base, mesh);
            self.gather(body);
        }
    }

    fn add_lamps(&mut self) {
        for (number, (x, z)) in (1..).zip([
            (-5.0, 26.0),
            (-5.0, 4.0),
            (-5.0, -18.0),
            (-5.0, -40.0),
            (12.0, -54.0),
        ]) {
            let name = format!("Lamp {number}");
            let surfaces = [(LAMP_POST, paint::WIRE), (LANTERN, paint::LAMP)];
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
        }
    }
}
