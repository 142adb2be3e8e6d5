//! The station about a node that follows a boid.

use super::{
    builder::{swarm, Builder, Vec3},
    paint,
    player::add_camera,
    shapes,
};
use crate::base::{flocks, nodes::Place};
use flock_demo::Ride;
use fyrox::{
    core::{algebra::UnitQuaternion, pool::Handle},
    graph::SceneGraph,
    scene::{camera::Camera, node::Node},
};
use fyrox_flock::render::BodyShape;

/// Half extents of the room of the birds, and the height of its middle.
const ROOM: Vec3 = Vec3::new(4.4, 1.8, 4.4);
const MIDDLE: Vec3 = Vec3::new(0.0, 5.0, 0.0);

/// Where the lantern hangs below a bird, and where the camera is behind it.
const BELOW: Vec3 = Vec3::new(0.0, -0.1, 0.05);
const BEHIND: Vec3 = Vec3::new(0.0, 0.5, -1.7);

pub fn follower(station: &mut Builder) {
    let mut flock = swarm(BodyShape::Falcon, 1.0, 40, ROOM, 3.2);
    let mut settings = flock.settings();
    // Wide turns and a clear view, for the camera that one of them carries.
    settings.cohesion.weight = 0.8;
    settings.separation.weight = 8.0;
    settings.separation.radius = 1.4;
    settings.alignment.weight = 3.0;
    settings.wander.weight = 0.6;
    settings.body.turn_time = 0.25;
    flock.set_settings(settings);
    station.tint(&mut flock);
    let flock = station.flock(MIDDLE, flock);
    let carried = flocks::add_follower(
        station.scene,
        "Follower Carried",
        station.place(MIDDLE, 0.0).position,
        flock,
        Vec3::zeros(),
    );
    let lantern = add_lantern(station, "Lantern");
    put(station, lantern, BELOW);
    let light = station.lamp("Lantern Light", Vec3::zeros(), [255, 206, 130], 5.0);
    put(station, light, BELOW - Vec3::y() * shapes::LANTERN_MIDDLE);
    let base = Place::at(BEHIND.x, BEHIND.y, BEHIND.z).base("Follower Camera");
    let camera = add_camera(station.scene, base);
    if let Some(camera) = station.scene.graph[camera].cast_mut::<Camera>() {
        camera.set_enabled(false);
    }
    for node in [lantern, light, camera] {
        station.scene.graph.link_nodes(node, carried);
    }
    let mut ride = Ride::default();
    ride.own = station.player.camera.into();
    ride.other = camera.into();
    ride.prompt = "ride on the bird, or get off".to_string().into();
    station.script("Ride", Vec3::y() * 1.5, 0.0, ride);
    add_rack(station);
}

/// A lantern that hangs from the origin of its node, which becomes a child of another one.
fn add_lantern(station: &mut Builder, name: &str) -> Handle<Node> {
    let size = Vec3::repeat(1.0);
    let frame = station.mesh(name, shapes::LANTERN, paint::IRON, Vec3::zeros(), size);
    let middle = Vec3::y() * -shapes::LANTERN_MIDDLE;
    let size = Vec3::new(0.085, 0.12, 0.085);
    let name = format!("{name} Flame");
    let flame = station.mesh(&name, shapes::BALL, paint::LAMP, middle, size);
    put(station, flame, middle);
    station.scene.graph[flame].set_cast_shadows(false);
    station.scene.graph.link_nodes(flame, frame);
    frame
}

/// Places a node in the frame of its future parent.
fn put(station: &mut Builder, node: Handle<Node>, at: Vec3) {
    station.scene.graph[node]
        .local_transform_mut()
        .set_position(at)
        .set_rotation(UnitQuaternion::identity());
}

/// Lanterns for other birds, on a bar.
fn add_rack(station: &mut Builder) {
    let (height, depth) = (2.5, -0.6);
    let paint = station.paint();
    let bar = Vec3::new(2.5, 0.06, 0.06);
    station.solid("Bar", &paint, Vec3::new(0.0, height, depth), bar);
    for side in [-2.4, 2.4] {
        let (at, half) = (Vec3::new(side, height / 2.0, depth), height / 2.0);
        station.solid("Bar Post", paint::IRON, at, Vec3::new(0.06, half, 0.06));
    }
    for number in 0..5 {
        let lantern = add_lantern(station, "Spare Lantern");
        let at = Vec3::new(number as f32 - 2.0, height - 0.06, depth);
        let place = station.place(at, 0.0).position;
        put(station, lantern, place);
    }
    station.lamp(
        "Rack Light",
        Vec3::new(0.0, height - 0.5, depth + 0.5),
        [255, 206, 130],
        4.0,
    );
}
