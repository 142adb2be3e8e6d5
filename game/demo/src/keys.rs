//! Keys that are pressed.

use fyrox::{
    event::{ElementState, Event, WindowEvent},
    keyboard::{KeyCode, PhysicalKey},
};

/// The key that an event presses; `None` while the key is held down.
pub fn pressed(event: &Event<()>) -> Option<KeyCode> {
    let Event::WindowEvent {
        event: WindowEvent::KeyboardInput { event, .. },
        ..
    } = event
    else {
        return None;
    };
    match (event.state, event.repeat, event.physical_key) {
        (ElementState::Pressed, false, PhysicalKey::Code(key)) => Some(key),
        _ => None,
    }
}
