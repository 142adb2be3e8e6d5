//! The ship that sails around the bay: a kinematic body with the mesh of the ship as collider.

use super::{
    hull::{self, deck_height, SIZE},
    paint::{DARK, NAVY, RED, WHITE, WOOD},
    sea::BAY,
};
use crate::base::{
    colliders::{make_kinematic, mesh_body},
    mesh::Mesh,
    nodes::{self, Place},
    output::Output,
    surface::write_surface,
};
use flock_demo::Ship;
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        pool::Handle,
    },
    scene::{node::Node, Scene},
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Paths below the data folder.
const BOTTOM: &str = "models/ship_bottom.surface";
const SIDES: &str = "models/ship_sides.surface";
const DECK: &str = "models/ship_deck.surface";
const HOUSE: &str = "models/ship_house.surface";
const RIG: &str = "models/ship_rig.surface";

/// Radii of the ellipse around which it sails, along X and Z, in metres.
const RADII: [f32; 2] = [14.0, 8.5];
/// The wheelhouse: half its width, its two ends, and its height above the deck, in metres.
const HOUSE_HALF: f32 = 0.85;
const HOUSE_ENDS: [f32; 2] = [-2.7, -0.7];
const HOUSE_HEIGHT: f32 = 1.75;
/// Place of the mast, and its height above the waterline, in metres.
const MAST: f32 = 1.3;
const MAST_TOP: f32 = 6.0;

/// Writes the meshes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let mut deck = hull::deck();
    add_wood(&mut deck);
    write_surface(output, BOTTOM, hull::bottom())?;
    write_surface(output, SIDES, hull::sides())?;
    write_surface(output, DECK, deck)?;
    write_surface(output, HOUSE, house())?;
    write_surface(output, RIG, rig())
}

/// Adds the ship, and returns its body.
pub fn add(scene: &mut Scene) -> Handle<Node> {
    let surfaces = [
        (BOTTOM, RED),
        (SIDES, NAVY),
        (DECK, WOOD),
        (HOUSE, WHITE),
        (RIG, DARK),
    ];
    let mesh = nodes::mesh_of(scene, "Ship Mesh", &surfaces);
    let place = Place::at(BAY.x + RADII[0], BAY.y, BAY.z);
    let body = mesh_body(scene, place.base("Ship"), mesh);
    make_kinematic(scene, body);
    let mut ship = Ship::default();
    ship.radii = Vector2::from(RADII).into();
    ship.period = 40.0.into();
    ship.size = SIZE.into();
    scene.graph[body].add_script(ship);
    body
}

/// A box on the deck, between two places along the ship.
fn on_deck(mesh: &mut Mesh, x: [f32; 2], z: [f32; 2], height: f32) {
    let foot = deck_height(z[0]).min(deck_height(z[1])) - 0.05;
    mesh.cuboid(
        Vec3::new(x[0], foot, z[0]),
        Vec3::new(x[1], foot + 0.05 + height, z[1]),
        1.5,
    );
}

/// Roof of the wheelhouse, mast with its boom, hatch and crates.
fn add_wood(mesh: &mut Mesh) {
    let roof = deck_height(HOUSE_ENDS[0]) + HOUSE_HEIGHT;
    mesh.cuboid(
        Vec3::new(-HOUSE_HALF - 0.15, roof, HOUSE_ENDS[0] - 0.15),
        Vec3::new(HOUSE_HALF + 0.15, roof + 0.1, HOUSE_ENDS[1] + 0.3),
        1.5,
    );
    let top = Vec3::new(0.0, MAST_TOP, MAST);
    mesh.pole(Vec3::new(0.0, 0.5, MAST), top, [0.11, 0.06], 8);
    let yard = Vec3::new(0.0, MAST_TOP - 0.9, MAST);
    let arm = Vec3::x() * 1.1;
    mesh.pole(yard - arm, yard + arm, [0.05, 0.05], 6);
    let foot = Vec3::new(0.0, 1.9, MAST - 0.1);
    mesh.pole(foot, Vec3::new(0.0, 3.4, -0.4), [0.06, 0.05], 6);
    on_deck(mesh, [-0.6, 0.6], [0.1, 1.0], 0.3);
    on_deck(mesh, [0.55, 1.05], [1.7, 2.2], 0.42);
    on_deck(mesh, [-0.95, -0.4], [1.8, 2.35], 0.34);
    on_deck(mesh, [-0.4, 0.1], [2.5, 2.9], 0.3);
}

/// The walls of the wheelhouse.
fn house() -> Mesh {
    let mut mesh = Mesh::default();
    on_deck(
        &mut mesh,
        [-HOUSE_HALF, HOUSE_HALF],
        HOUSE_ENDS,
        HOUSE_HEIGHT,
    );
    // A band around the funnel.
    let foot = Vec3::new(0.0, 2.55, -3.3);
    mesh.pole(foot, foot + Vec3::y() * 0.25, [0.29, 0.29], 12);
    mesh
}

/// Windows, funnel, and the stays of the mast.
fn rig() -> Mesh {
    let mut mesh = Mesh::default();
    let deck = deck_height(HOUSE_ENDS[0]);
    let pane = |mesh: &mut Mesh, min: [f32; 2], max: [f32; 2]| {
        let y = [deck + 1.0, deck + 1.5];
        mesh.cuboid(
            Vec3::new(min[0], y[0], min[1]),
            Vec3::new(max[0], y[1], max[1]),
            1.0,
        );
    };
    let (out, front) = (HOUSE_HALF + 0.012, HOUSE_ENDS[1] + 0.012);
    for x in [-0.75, -0.22, 0.31] {
        pane(&mut mesh, [x, front - 0.1], [x + 0.44, front]);
    }
    for z in [-2.45, -1.75] {
        pane(&mut mesh, [-out, z], [out, z + 0.5]);
    }
    let foot = Vec3::new(0.0, 0.6, -3.3);
    mesh.pole(foot, foot + Vec3::y() * 2.35, [0.28, 0.28], 12);
    mesh.pole(
        foot + Vec3::y() * 2.3,
        foot + Vec3::y() * 2.35,
        [0.3, 0.0],
        12,
    );
    let top = Vec3::new(0.0, MAST_TOP - 0.15, MAST);
    let ends = [
        Vec3::new(1.35, 1.0, MAST - 0.7),
        Vec3::new(-1.35, 1.0, MAST - 0.7),
        Vec3::new(0.0, 1.75, 4.6),
    ];
    for end in ends {
        mesh.pole(end, top, [0.018, 0.018], 4);
    }
    mesh
}
