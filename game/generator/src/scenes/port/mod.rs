//! The port: gulls follow a ship in waves and ride on it, fish swim under it, a tank stands on a
//! moving cart, and a train carries bees.

mod animals;
mod cart;
mod hull;
mod paint;
mod quay;
mod sea;
mod ship;
mod train;

use crate::{
    base::{camera::Camera, flocks, nodes, output::Output},
    shared::sky::{self, Sky},
};
use flock_demo::Choice;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Path below the data folder.
const PORT: &str = "port.rgs";

const CAMERA: Camera = Camera {
    position: Vec3::new(-1.0, 5.6, 16.4),
    yaw: 180.0,
    pitch: 10.0,
    field_of_view: 52.0,
    exposure: 1.4,
    speed: 8.0,
    near: 0.1,
    far: sky::FAR,
};

const MORNING: Sky = Sky {
    material: "materials/port_air.material",
    zenith: Color::from_rgba(52, 116, 206, 255),
    horizon: Color::from_rgba(206, 222, 230, 255),
    glow: Color::from_rgba(255, 226, 176, 255),
    cloud: Color::from_rgba(222, 226, 232, 255),
    sun_direction: Vec3::new(-0.62, 0.52, -0.35),
    glow_strength: 0.8,
    disc: 5.0,
    cover: 0.45,
    haze: 0.0016,
    brightness: 1.0,
    sun: Color::from_rgba(255, 238, 206, 255),
    sun_intensity: 2.6,
    fill: Color::from_rgba(170, 200, 240, 255),
    fill_intensity: 0.6,
    ambient: Color::from_rgba(108, 118, 128, 255),
    shadows: [12.0, 36.0, 90.0],
};

/// Writes the scene and all files of this scene alone.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    paint::write(output)?;
    sea::write(output, &MORNING)?;
    ship::write(output)?;
    quay::write(output)?;
    train::write(output)?;
    cart::write(output)?;
    let mut scene = Scene::new();
    let camera = CAMERA.add(&mut scene, PORT);
    MORNING.add(output, &mut scene)?;
    sea::add(&mut scene);
    quay::add(&mut scene);
    let ship = ship::add(&mut scene);
    train::add(&mut scene);
    let cart = cart::add(&mut scene);
    animals::add(&mut scene, ship);
    let astern = Vec3::new(2.6, 5.6, -8.0);
    let on_ship = add_seat(&mut scene, "Camera on the Ship", ship, astern, [-8.0, 21.0]);
    let beside = Vec3::new(0.0, 1.9, 3.6);
    let at_tank = add_seat(&mut scene, "Camera on the Cart", cart, beside, [180.0, 6.0]);
    let mut cameras = Choice::default();
    cameras.nodes = vec![camera, on_ship, at_tank].into();
    cameras.caption = "F: quay, ship, or tank".to_string().into();
    flocks::add(&mut scene, "Cameras", Vec3::zeros(), cameras);
    nodes::panel(&mut scene);
    nodes::write_scene(output, PORT, &mut scene)
}

/// A disabled camera on a body that moves, with its yaw and its downward rotation in degrees.
fn add_seat(
    scene: &mut Scene,
    name: &str,
    body: Handle<Node>,
    at: Vec3,
    [yaw, pitch]: [f32; 2],
) -> Handle<Node> {
    let turn = |axis, angle: f32| UnitQuaternion::from_axis_angle(&axis, angle.to_radians());
    let seat = nodes::group(scene, &format!("Seat of {name}"));
    let transform = scene.graph[seat].local_transform_mut();
    transform.set_position(at);
    transform.set_rotation(turn(Vec3::y_axis(), yaw) * turn(Vec3::x_axis(), pitch));
    let camera = CAMERA.add_second(scene, name);
    scene.graph.link_nodes(camera, seat);
    scene.graph.link_nodes(seat, body);
    camera
}
