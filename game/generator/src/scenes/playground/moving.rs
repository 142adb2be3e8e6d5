//! Stations about moving obstacles.

use super::{
    builder::{region, swarm, Builder, Vec3},
    leading::constant,
    paint, shapes,
};
use crate::base::colliders::make_kinematic;
use flock_demo::{Course, Mover};
use fyrox::graph::SceneGraph;
use fyrox_flock::{
    render::BodyShape,
    scripts::{EffectShape, FlockObstacle, FlockTarget},
    sim::settings::{BoundaryMode, Region},
};

pub fn obstacle(station: &mut Builder) {
    let half = Vec3::new(3.2, 1.7, 3.2);
    let height = 2.9;
    let mut flock = swarm(BodyShape::ReefFish, 4.0, 140, half, 2.2);
    flock.variety.row = 4;
    let flock = station.flock(Vec3::y() * height, flock);
    let pole = Vec3::new(0.09, height / 2.0, 0.09);
    station.solid("Pole", paint::IRON, Vec3::y() * (height / 2.0), pole);
    let half_extents = Vec3::new(2.9, 0.32, 0.16);
    let script = FlockObstacle {
        shape: EffectShape::Box { half_extents }.into(),
        flocks: vec![flock].into(),
        ..FlockObstacle::default()
    };
    let beam = station.script("Beam", Vec3::y() * height, 0.0, script);
    let paint = station.paint();
    let mesh = station.box_mesh("Beam", &paint, half_extents);
    station.scene.graph.link_nodes(mesh, beam);
    station.moves(beam, Mover::new(Course::Turn, Vec3::zeros(), 9.0));
}

/// Half extents of the hall, and its middle.
const HALL: Vec3 = Vec3::new(3.5, 1.5, 1.7);
const HALL_MIDDLE: Vec3 = Vec3::new(0.0, 2.05, 0.0);
/// Half of the thickness of its walls, and half of the width of a leaf of the door, in metres.
const WALL: f32 = 0.06;
const LEAF: f32 = 0.45;

pub fn doors(station: &mut Builder) {
    let inside = HALL - Vec3::repeat(0.2);
    let mut flock = swarm(BodyShape::Sardine, 2.0, 120, inside, 1.6);
    let mut settings = flock.settings();
    settings.spawn.region = Region::Box {
        min: Vec3::new(-inside.x, -0.8, -1.0),
        max: Vec3::new(-0.8, 0.8, 1.0),
    };
    settings.boundary.shape = region(inside);
    settings.boundary.mode = BoundaryMode::SoftTurn { margin: 0.4 };
    flock.set_settings(settings);
    station.tint(&mut flock);
    let flock = station.flock(HALL_MIDDLE, flock);
    add_walls(station);
    for side in [-1.0, 1.0] {
        let at = HALL_MIDDLE + Vec3::z() * (side * LEAF);
        let half = Vec3::new(WALL * 0.8, HALL.y, LEAF);
        let paint = station.paint();
        let leaf = station.solid("Door", &paint, at, half);
        make_kinematic(station.scene, leaf);
        station.moves(
            leaf,
            Mover::new(Course::Door, Vec3::z() * (side * 2.0 * LEAF), 3.0)
                .with_prompt("open or close the doors"),
        );
    }
    let end = Vec3::new(-2.7, 0.0, 0.0) + HALL_MIDDLE;
    let lamp = station.mesh("Lamp", shapes::BALL, paint::LAMP, end, Vec3::repeat(0.15));
    station.scene.graph[lamp].set_cast_shadows(false);
    station.moves(lamp, Mover::new(Course::Swing, Vec3::x() * 5.4, 24.0));
    station.scene.graph[lamp].add_script(FlockTarget {
        slowing: 0.0.into(),
        strength: constant(6.0, 30.0).into(),
        flocks: vec![flock].into(),
        ..FlockTarget::default()
    });
}

/// Glass all around, and beside the doors.
fn add_walls(station: &mut Builder) {
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut half = HALL.add_scalar(WALL);
            half[axis] = WALL;
            let mut at = HALL_MIDDLE;
            at[axis] += side * (HALL[axis] + WALL);
            let material = if axis == 1 { paint::IRON } else { paint::GLASS };
            let wall = station.solid("Wall", material, at, half);
            if axis != 1 {
                station.make_glass(wall);
            }
        }
    }
    let beside = (HALL.z - 2.0 * LEAF) / 2.0;
    for side in [-1.0, 1.0] {
        let at = HALL_MIDDLE + Vec3::z() * (side * (HALL.z - beside));
        let half = Vec3::new(WALL * 2.0, HALL.y, beside);
        let wall = station.solid("Divider", paint::GLASS, at, half);
        station.make_glass(wall);
    }
    let corner = Vec3::new(HALL.x + WALL, HALL.y, HALL.z + WALL);
    for (x, z) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        let at = HALL_MIDDLE + Vec3::new(corner.x * x, 0.0, corner.z * z);
        let half = Vec3::new(0.09, corner.y + WALL, 0.09);
        station.solid("Corner", paint::IRON, at, half);
    }
}

pub fn lift(station: &mut Builder) {
    let half = Vec3::new(3.2, 2.6, 3.2);
    let mut flock = swarm(BodyShape::FlatFish, 3.0, 130, half, 2.4);
    let mut settings = flock.settings();
    settings.boundary.shape = region(half);
    flock.set_settings(settings);
    flock.variety.row = 1;
    station.flock(Vec3::y() * 3.5, flock);
    let paint = station.paint();
    let half = Vec3::new(1.5, 0.12, 1.5);
    let platform = station.solid("Platform", &paint, Vec3::y() * 0.35, half);
    make_kinematic(station.scene, platform);
    station.moves(platform, Mover::new(Course::Swing, Vec3::y() * 4.0, 14.0));
    for (x, z) in [(-1.0, -1.0), (1.0, -1.0)] {
        let at = Vec3::new(x * 1.62, 2.6, z * 1.62);
        station.solid("Rail", paint::IRON, at, Vec3::new(0.06, 2.6, 0.06));
    }
}
