//! Whether a sound can be played, and its length.

use crate::scripts::FlockSound;
use fyrox::{
    asset::state::ResourceState,
    scene::sound::{SoundBuffer, SoundBufferResource},
};

/// Lengths of a script's playable sounds, in seconds; `None` for a sound that is not set or not
/// loaded.
pub(super) struct Lengths {
    pub(super) call: Option<f32>,
    pub(super) burst: Option<f32>,
}

impl Lengths {
    /// # Errors
    /// The message says what is wrong with the script or its sounds, and how to fix it.
    pub(super) fn of(script: &FlockSound) -> Result<Self, String> {
        script.validate()?;
        let length = |buffer: &Option<SoundBufferResource>, name: &str| {
            let length = buffer.as_ref().map_or(Ok(None), length);
            length.map_err(|error| format!("its {name} {error}"))
        };
        Ok(Self {
            call: length(&script.call, "call")?,
            burst: length(&script.burst, "burst")?,
        })
    }
}

fn length(buffer: &SoundBufferResource) -> Result<Option<f32>, String> {
    match &buffer.header().state {
        ResourceState::Pending { .. } => return Ok(None),
        ResourceState::Unloaded => return Err("is not loaded; choose another".into()),
        ResourceState::LoadError { path, error } => {
            let path = path.display();
            return Err(format!("{path} cannot be loaded: {error}; choose another"));
        }
        ResourceState::Ok { .. } => (),
    }
    let data = buffer.data_ref();
    let Some(sound) = data.as_loaded_ref() else {
        return Ok(None);
    };
    if let SoundBuffer::Streaming(_) = sound {
        return Err("is streamed; switch that off in its import options".into());
    }
    // The engine panics on a sound without samples.
    match sound.duration().as_secs_f32() {
        seconds if seconds > 0.0 => Ok(Some(seconds)),
        _ => Err("is empty; choose another".into()),
    }
}
