//! Keys and buttons of the player.

use crate::tuning::Knob;
use fyrox::{event::MouseButton, keyboard::KeyCode};

/// The text about the keys in the HUD.
pub const KEYS: &str = "W A S D walk    Shift run    Space jump    Q fly (Space up, C down)\n\
    Click shoot    Right click throw a stone    F clap    E use    R bring all back    H panel    Tab next scene    Esc quit";

/// An action of the player, done once for a key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Jumps, if it stands on something.
    Jump,
    /// Starts or ends flying.
    Fly,
    /// Shoots along the view: the first boid that is hit falls.
    Shoot,
    /// Throws a stone along the view.
    Throw,
    /// Claps hands: boids around are scared, and perched boids take off.
    Clap,
    /// Uses the nearest door or switch.
    Use,
    /// Restores all removed boids.
    Restore,
    /// Changes the flock of the nearest station.
    Turn(Knob),
}

impl Deed {
    /// The action of a key.
    pub(super) fn of_key(key: KeyCode) -> Option<Self> {
        Some(match key {
            KeyCode::Space => Self::Jump,
            KeyCode::KeyQ => Self::Fly,
            KeyCode::KeyF => Self::Clap,
            KeyCode::KeyE => Self::Use,
            KeyCode::KeyR => Self::Restore,
            KeyCode::KeyV => Self::Turn(Knob::Fewer),
            KeyCode::KeyB => Self::Turn(Knob::More),
            KeyCode::KeyK => Self::Turn(Knob::Kind),
            KeyCode::KeyL => Self::Turn(Knob::Look),
            _ => return None,
        })
    }

    /// The action of a mouse button.
    pub(super) fn of_button(button: MouseButton) -> Option<Self> {
        match button {
            MouseButton::Left => Some(Self::Shoot),
            MouseButton::Right => Some(Self::Throw),
            _ => None,
        }
    }
}

/// The movement keys that are held down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Walk forward.
    pub forward: bool,
    /// Walk backwards.
    pub back: bool,
    /// Walk to the left.
    pub left: bool,
    /// Walk to the right.
    pub right: bool,
    /// Fly up.
    pub up: bool,
    /// Fly down.
    pub down: bool,
    /// Run.
    pub fast: bool,
}

impl Held {
    /// Notes that a key is pressed or released.
    pub(super) fn set(&mut self, key: KeyCode, is_pressed: bool) {
        let held = match key {
            KeyCode::KeyW | KeyCode::ArrowUp => &mut self.forward,
            KeyCode::KeyS | KeyCode::ArrowDown => &mut self.back,
            KeyCode::KeyA | KeyCode::ArrowLeft => &mut self.left,
            KeyCode::KeyD | KeyCode::ArrowRight => &mut self.right,
            KeyCode::Space => &mut self.up,
            KeyCode::KeyC | KeyCode::ControlLeft => &mut self.down,
            KeyCode::ShiftLeft | KeyCode::ShiftRight => &mut self.fast,
            _ => return,
        };
        *held = is_pressed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::Control;

    #[test]
    fn no_key_has_two_meanings() {
        for key in [
            KeyCode::Space,
            KeyCode::KeyQ,
            KeyCode::KeyF,
            KeyCode::KeyE,
            KeyCode::KeyR,
            KeyCode::KeyC,
            KeyCode::KeyV,
            KeyCode::KeyB,
            KeyCode::KeyK,
            KeyCode::KeyL,
        ] {
            assert_eq!(Control::of_key(key), None, "{key:?}");
            assert!(![KeyCode::KeyH, KeyCode::KeyN, KeyCode::KeyP].contains(&key));
        }
    }

    #[test]
    fn keys_are_held_until_they_are_released() {
        let mut held = Held::default();
        held.set(KeyCode::KeyW, true);
        held.set(KeyCode::ShiftLeft, true);
        assert!(held.forward && held.fast && !held.back);
        held.set(KeyCode::KeyW, false);
        held.set(KeyCode::ShiftLeft, false);
        assert_eq!(held, Held::default());
    }
}
