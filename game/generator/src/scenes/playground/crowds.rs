//! Stations about whole flocks: wind, a predator, perches, emitters.

use super::{
    builder::{swarm, Builder, Vec3},
    leading::constant,
    paint, shapes,
};
use flock_demo::{Course, Mover};
use fyrox::core::algebra::UnitQuaternion;
use fyrox_flock::{
    events::EventSettings,
    render::BodyShape,
    scripts::{FlockEmitter, FlockPerches, FlockPredator, FlockTarget, FlockWind},
    sim::settings::{BoundaryMode, Plane},
};
use std::f32::consts::FRAC_PI_2;

pub fn wind(station: &mut Builder) {
    let half = Vec3::new(3.4, 1.4, 2.4);
    let mut flock = swarm(BodyShape::Sardine, 3.0, 120, half, 1.8);
    let mut settings = flock.settings();
    // Boids that the wind carries out wrap around to the other side.
    settings.boundary.mode = BoundaryMode::Wrap;
    settings.motion.plane = Plane::Xz;
    // Each on its own path, so that their mean velocity is that of the wind.
    settings.alignment.enabled = false;
    settings.cohesion.enabled = false;
    settings.wander.weight = 5.0;
    flock.set_settings(settings);
    station.tint(&mut flock);
    let flock = station.flock(Vec3::y() * 3.2, flock);
    let wind = FlockWind {
        speed: 1.6.into(),
        flocks: vec![flock].into(),
        ..FlockWind::default()
    };
    station.script("Wind", Vec3::y() * 3.0, 90.0, wind);
    let foot = Vec3::new(-3.0, 0.0, -2.9);
    let half = Vec3::new(0.05, 2.75, 0.05);
    station.solid("Mast", paint::IRON, foot + Vec3::y() * 2.75, half);
    let (paint, none) = (station.paint(), UnitQuaternion::identity());
    let top = foot + Vec3::y() * 5.2;
    station.turned_mesh("Sock", shapes::SOCK, &paint, (top, none), 1.0);
}

pub fn predator(station: &mut Builder) {
    let half = Vec3::new(3.4, 2.3, 3.2);
    let middle = Vec3::y() * 3.4;
    let mut flock = swarm(BodyShape::Sardine, 3.0, 240, half, 3.2);
    let mut settings = flock.settings();
    settings.fear.enabled = true;
    settings.fear.radius = 2.4;
    settings.fear.weight = 26.0;
    settings.panic.enabled = true;
    settings.panic.onset = 0.2;
    settings.panic.weight = 14.0;
    flock.set_settings(settings);
    flock.events = EventSettings {
        panicked: true,
        ..EventSettings::default()
    }
    .into();
    station.tint(&mut flock);
    let flock = station.flock(middle, flock);
    let paint = station.paint();
    let dart = station.mesh("Dart", shapes::DART, &paint, middle, Vec3::repeat(0.8));
    station.moves(
        dart,
        Mover::new(Course::Circle, Vec3::new(2.4, 0.6, 2.4), 6.0),
    );
    station.scene.graph[dart].add_script(FlockPredator {
        flocks: vec![flock].into(),
        ..FlockPredator::default()
    });
}

pub fn perches(station: &mut Builder) {
    let half = Vec3::new(3.4, 2.3, 2.8);
    let mut flock = swarm(BodyShape::Starling, 2.4, 110, half, 3.4);
    let mut settings = flock.settings();
    settings.motion.min_speed = 0.8;
    settings.cohesion.weight = 0.8;
    flock.set_settings(settings);
    flock.events = EventSettings {
        landed: true,
        took_off: true,
        ..EventSettings::default()
    }
    .into();
    let flock = station.flock(Vec3::y() * 3.2, flock);
    for (height, depth) in [(1.7, 0.9), (2.6, 0.0), (3.5, -0.9)] {
        let at = Vec3::new(0.0, height, depth);
        let paint = station.paint();
        station.solid("Beam", &paint, at, Vec3::new(2.6, 0.09, 0.09));
        for side in [-2.5, 2.5] {
            let (half, at) = (height / 2.0, Vec3::new(side, height / 2.0, depth));
            station.solid("Beam Post", paint::IRON, at, Vec3::new(0.06, half, 0.06));
        }
    }
    let perches = FlockPerches {
        half_extents: Vec3::new(2.8, 1.6, 1.3).into(),
        spacing: 0.32.into(),
        head_room: 0.3.into(),
        wing_room: 0.1.into(),
        reach: 8.0.into(),
        landings: 0.5.into(),
        shortest_stay: 40.0.into(),
        longest_stay: 90.0.into(),
        flocks: vec![flock].into(),
        ..FlockPerches::default()
    };
    station.script("Area", Vec3::y() * 2.9, 0.0, perches);
    station.add_voices(Vec3::y() * 3.2, 0.4, 11.0);
}

pub fn emitter(station: &mut Builder) {
    let half = Vec3::new(3.4, 2.3, 2.4);
    let mut flock = swarm(BodyShape::ReefFish, 4.0, 0, half, 3.0);
    flock.variety.row = 1;
    let flock = station.flock(Vec3::y() * 3.0, flock);
    let (begin, end) = (Vec3::new(-2.9, 1.5, 0.6), Vec3::new(2.9, 3.6, -0.6));
    let target = FlockTarget {
        slowing: 0.0.into(),
        strength: constant(8.0, 30.0).into(),
        flocks: vec![flock].into(),
        ..FlockTarget::default()
    };
    let den = station.script("Den", end, 0.0, target);
    let emitter = FlockEmitter {
        radius: 0.3.into(),
        rate: 22.0.into(),
        speed: 2.6.into(),
        most_alive: 200.into(),
        lifetime: 20.0.into(),
        exit: den.into(),
        exit_radius: 0.7.into(),
        flocks: vec![flock].into(),
        ..FlockEmitter::default()
    };
    station.script("Source", begin, 90.0, emitter);
    let (paint, upright) = (
        station.paint(),
        UnitQuaternion::from_axis_angle(&Vec3::z_axis(), FRAC_PI_2),
    );
    for (name, at) in [("Source Ring", begin), ("Den Ring", end)] {
        for (size, shift) in [(0.85, 0.0), (0.7, 0.35), (0.5, 0.65)] {
            let outward = Vec3::x() * (shift * at.x.signum());
            let place = (at + outward, upright);
            station.turned_mesh(name, shapes::RING, &paint, place, size);
        }
        let half = (at.y - 0.8) / 2.0;
        let foot = Vec3::new(at.x, half, at.z);
        let post = Vec3::new(0.06, half, 0.06);
        station.solid(&format!("{name} Post"), paint::IRON, foot, post);
    }
}
