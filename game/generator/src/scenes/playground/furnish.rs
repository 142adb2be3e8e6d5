//! The contents of each station.

use super::{builder::Builder, crowds, follower, leading, moving, reef, sound, volumes};
use std::error::Error;

/// Builds the contents of a station.
pub fn furnish(station: &mut Builder) -> Result<(), Box<dyn Error>> {
    let build: fn(&mut Builder) = match station.station.name {
        "Target" => leading::target,
        "Leader" => leading::leader,
        "Attract" => volumes::attract,
        "Repel" => volumes::repel,
        "Pen" => volumes::pen,
        "Ring Pen" => volumes::ring_pen,
        "Guide" => leading::guide,
        "Band" => volumes::band,
        "Path" => leading::path,
        "Wind" => crowds::wind,
        "Doors" => moving::doors,
        "Predator" => crowds::predator,
        "Perches" => crowds::perches,
        "Roost" => volumes::roost,
        "Emitter" => crowds::emitter,
        "Obstacle" => moving::obstacle,
        "Lift" => moving::lift,
        "Follower" => follower::follower,
        "Sound" => sound::sound,
        "Reef" => reef::reef,
        other => return Err(format!("nothing is built at the station {other}").into()),
    };
    build(station);
    Ok(())
}
