//! The check that the project registered the flock's script.

use fyrox::{core::TypeUuidProvider, script::constructor::ScriptConstructorContainer};
use fyrox_flock::Flock;

/// The script is not registered.
#[derive(Debug, thiserror::Error)]
#[error(
    "the editor does not know the script Flock and would drop it from every scene that it saves. \
     Call fyrox_flock::register in Plugin::register of the game, and add the game's plugin to the \
     editor with Editor::add_game_plugin"
)]
pub(crate) struct UnknownScript;

pub(crate) fn check(scripts: &ScriptConstructorContainer) -> Result<(), UnknownScript> {
    // By id, since a game that is loaded at run time has types of its own.
    if scripts.map().contains_key(&Flock::type_uuid()) {
        Ok(())
    } else {
        Err(UnknownScript)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_is_not_registered_is_an_error() {
        let scripts = ScriptConstructorContainer::default();
        assert!(check(&scripts).is_err());
        scripts.add::<Flock>("Flock");
        assert!(check(&scripts).is_ok());
    }
}
