//! The page of the events.

use super::types::{Shows, Types};
use crate::{
    markdown::{heading, paragraph},
    Result,
};

/// Its file.
pub const NAME: &str = "events.md";

const INTRODUCTION: &str = "\
The events of boids that a game can receive. [Events](../code/events.md) explains how to receive them.";

/// The kinds, the struct around them, and the switches of the script.
pub fn text(types: &mut Types) -> Result<String> {
    let declarations = types.declarations;
    let event = declarations.fields("FlockEvent")?;
    let kinds = declarations.choice("EventKind")?;
    let switches = declarations.fields("EventSettings")?;
    for name in [&event.name, &kinds.name, &switches.name] {
        types.describe(name, NAME);
    }
    Ok(heading(1, "Kinds of events")
        + &paragraph(INTRODUCTION)
        + &heading(2, &kinds.name)
        + &paragraph(&kinds.docs)
        + &types.variants(kinds, "event", NAME, Shows::Readings)?
        + &heading(2, &event.name)
        + &paragraph(&event.docs)
        + &types.fields(event, NAME, Shows::Readings)?
        + &heading(2, &switches.name)
        + &paragraph(&switches.docs)
        + &types.fields(switches, NAME, Shows::Settings)?)
}
