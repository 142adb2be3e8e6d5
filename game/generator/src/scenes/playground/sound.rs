//! The station about the sounds of a flock.

use super::{
    builder::{swarm, Builder, Vec3},
    paint,
};
use fyrox_flock::{render::BodyShape, scripts::FlockPerches};

/// Half extents of the room of the birds, and the height of its middle.
const ROOM: Vec3 = Vec3::new(3.4, 2.3, 2.8);
const MIDDLE: Vec3 = Vec3::new(0.0, 3.4, 0.0);

/// Height of the lowest line, and the distance between lines.
const LOWEST: f32 = 1.6;
const SPACING: f32 = 0.62;
/// Half the length of a line.
const HALF: f32 = 2.9;

/// Birds sit on five lines like notes.
pub fn sound(station: &mut Builder) {
    let mut flock = swarm(BodyShape::Starling, 2.0, 70, ROOM, 3.4);
    let mut settings = flock.settings();
    settings.motion.min_speed = 0.8;
    settings.cohesion.weight = 0.8;
    flock.set_settings(settings);
    let flock = station.flock(MIDDLE, flock);
    for number in 0..5 {
        let at = Vec3::y() * (LOWEST + SPACING * number as f32);
        station.solid("Line", paint::IRON, at, Vec3::new(HALF, 0.035, 0.07));
    }
    let top = LOWEST + 4.0 * SPACING;
    for side in [-HALF, HALF] {
        let at = Vec3::new(side, top / 2.0, 0.0);
        let half = Vec3::new(0.08, top / 2.0 + 0.035, 0.08);
        let paint = station.paint();
        station.solid("Line Post", &paint, at, half);
    }
    let perches = FlockPerches {
        half_extents: Vec3::new(HALF, 1.6, 0.3).into(),
        spacing: 0.5.into(),
        head_room: 0.3.into(),
        wing_room: 0.1.into(),
        reach: 8.0.into(),
        landings: 0.5.into(),
        shortest_stay: 20.0.into(),
        longest_stay: 60.0.into(),
        flocks: vec![flock].into(),
        ..FlockPerches::default()
    };
    station.script("Area", Vec3::y() * 3.0, 0.0, perches);
    station.add_voices(MIDDLE, 0.9, 22.0);
}
