//! The meshes of the town: ground, street, buildings, poles with wires, and lamps.

use super::{
    church,
    house::{Building, House},
    wires,
};
use crate::{
    base::{
        mesh::Mesh,
        output::Output,
        pattern::{smooth_step, Pattern},
        surface::write_surface,
    },
    shared::ground::COBBLES_SPAN,
};
use fyrox::core::algebra::{Vector2, Vector3};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Feet of the poles along the street, from the near end to the far end.
const POLES: [Vec3; 5] = [
    Vec3::new(4.6, 0.0, 62.0),
    Vec3::new(5.2, 0.0, 24.0),
    Vec3::new(5.2, 0.0, -2.0),
    Vec3::new(5.2, 0.0, -24.0),
    Vec3::new(5.2, 0.0, -46.0),
];

pub const GROUND: &str = "models/town_ground.surface";
pub const STREET: &str = "models/street.surface";
pub const POSTS: &str = "models/poles.surface";
pub const WIRES: &str = "models/wires.surface";
pub const LAMP_POST: &str = "models/lamp_post.surface";
pub const LANTERN: &str = "models/lantern.surface";

/// Half the edge of the ground, in metres.
const GROUND_HALF: f32 = 230.0;
/// Half the width of the street, in metres.
const STREET_HALF: f32 = 4.4;

/// Writes the meshes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (name, house) in HOUSES {
        write_building(output, name, house.build())?;
    }
    write_building(output, CHURCH, church::build())?;
    write_surface(output, GROUND, ground())?;
    write_surface(output, STREET, street())?;
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

pub const CHURCH: &str = "church";

/// The models of houses.
pub const HOUSES: [(&str, House); 3] = [
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

/// The path of a part of a building: its walls, its roof or its fittings.
pub fn part(name: &str, part: &str) -> String {
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

/// Meadows around the town, and hills that hide their edge.
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
    let span = COBBLES_SPAN;
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
