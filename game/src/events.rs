//! Events of boids, for the game.

use flock_sim::events::{EventMask, FlockEvent};
use fyrox::{
    core::{pool::Handle, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    scene::node::Node,
    script::ScriptMessagePayload,
};

/// Selects the events that a flock reports, see [`Flock::last_events`](crate::Flock::last_events)
/// and [`FlockEvents`]. Events that are off cost nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "83e1d5a7-6f0b-4c94-b2a8-4d7c09e6f13b")]
#[visit(optional)]
pub struct EventSettings {
    /// A boid was added. Default: off.
    pub spawned: bool,
    /// A boid was removed, or its dead body vanished. Default: off.
    pub removed: bool,
    /// A boid left for another flock. Default: off.
    pub left: bool,
    /// A boid came from another flock. Default: off.
    pub joined: bool,
    /// A boid was killed. Default: off.
    pub killed: bool,
    /// A boid was carried out of the level or of a moving obstacle. Default: off.
    pub rescued: bool,
    /// A boid reached a target. Default: off.
    pub arrived: bool,
    /// A boid was scared. Default: off.
    pub scared: bool,
    /// A boid touched the level or a moving obstacle. Default: off.
    pub touched_solid: bool,
    /// A boid touched the player that the game has set. Default: off.
    pub touched_player: bool,
    /// A group left the flock. Default: off.
    pub split_off: bool,
    /// A boid began to panic. Default: off.
    pub panicked: bool,
    /// A boid was caught by a hunter of another flock. Default: off.
    pub caught: bool,
    /// A boid escaped from a hunter of another flock. Default: off.
    pub escaped: bool,
    /// A boid landed on a perch. Default: off.
    pub landed: bool,
    /// A boid took off from a perch. Default: off.
    pub took_off: bool,
    /// A boid fell asleep far from all cameras. Default: off.
    pub fell_asleep: bool,
    /// A boid woke up. Default: off.
    pub awoke: bool,
}

impl EventSettings {
    /// All events switched on.
    pub const fn all() -> Self {
        Self {
            spawned: true,
            removed: true,
            left: true,
            joined: true,
            killed: true,
            rescued: true,
            arrived: true,
            scared: true,
            touched_solid: true,
            touched_player: true,
            split_off: true,
            panicked: true,
            caught: true,
            escaped: true,
            landed: true,
            took_off: true,
            fell_asleep: true,
            awoke: true,
        }
    }

    pub(crate) fn mask(&self) -> EventMask {
        let kinds = [
            (self.spawned, EventMask::SPAWNED),
            (self.removed, EventMask::REMOVED),
            (self.left, EventMask::LEFT),
            (self.joined, EventMask::JOINED),
            (self.killed, EventMask::KILLED),
            (self.rescued, EventMask::RESCUED),
            (self.arrived, EventMask::ARRIVED),
            (self.scared, EventMask::SCARED),
            (self.touched_solid, EventMask::TOUCHED_SOLID),
            (self.touched_player, EventMask::TOUCHED_PLAYER),
            (self.split_off, EventMask::SPLIT_OFF),
            (self.panicked, EventMask::PANICKED),
            (self.caught, EventMask::CAUGHT),
            (self.escaped, EventMask::ESCAPED),
            (self.landed, EventMask::LANDED),
            (self.took_off, EventMask::TOOK_OFF),
            (self.fell_asleep, EventMask::FELL_ASLEEP),
            (self.awoke, EventMask::AWOKE),
        ];
        let on = kinds.into_iter().filter(|(is_on, _)| *is_on);
        on.fold(EventMask::NONE, |mask, (_, kind)| mask | kind)
    }
}

/// The message with the events of all flocks of a scene in a frame. It is not sent if there are no
/// events. A script subscribes to it when it starts:
///
/// ```
/// use fyrox::{plugin::error::GameResult, script::{ScriptContext, ScriptMessageContext,
///     ScriptMessagePayload}};
/// use fyrox_flock::{sim::events::EventKind, FlockEvents};
///
/// fn on_start(context: &mut ScriptContext) -> GameResult {
///     context.message_dispatcher.subscribe_to::<FlockEvents>(context.handle);
///     Ok(())
/// }
///
/// fn on_message(message: &mut dyn ScriptMessagePayload, _: &mut ScriptMessageContext) {
///     if let Some(FlockEvents(events)) = message.downcast_ref() {
///         let killed = events.iter().filter(|(_, event)| event.kind == EventKind::Killed);
///         println!("{} boids were killed", killed.count());
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FlockEvents(pub Vec<(Handle<Node>, FlockEvent)>);

impl ScriptMessagePayload for FlockEvents {}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::reflect::Reflect;

    #[test]
    fn each_field_is_a_kind_of_its_own() {
        let mut settings = EventSettings::default();
        assert_eq!(settings.mask(), EventMask::NONE);
        let mut count = 0;
        settings.fields_mut(&mut |fields| {
            for field in fields {
                let value = field.value.field_value_as_reflect_mut();
                value.downcast_mut::<bool>(&mut |value| *value.unwrap() = true);
                count += 1;
            }
        });
        assert_eq!((settings.mask(), count), (EventMask::ALL, 18));
        assert_eq!(settings, EventSettings::all());
    }
}
