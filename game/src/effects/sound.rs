//! The script of the sounds of flocks.

use super::declare::*;
use fyrox::scene::sound::SoundBufferResource;

effect_script! {
    /// The sounds of flocks around the node *Listener* of the scene: calls of boids, and bursts of
    /// wings or splashes when boids take off or are startled. All scripts of a scene share eight
    /// voices; calls use at most six. A voice out of range of the listener stops. In an editor the
    /// script is silent.
    ///
    /// While `burst` is set, the game gets only the events that the flock's field `events` selects.
    pub struct FlockSound("b4d07e9a-52c8-4f61-a3e7-0c9d68f1b275", "Flock Sound") {
        /// A short sound of one boid or of a few: a chirp, a splash, a hum. Calls come from boids
        /// around the listener and move with them. Use a sound that is not streamed, preferably
        /// mono. Default: none.
        pub call: Option<SoundBufferResource> = None;
        /// A short sound of boids that take off, are scared or panic. More boids make it louder.
        /// Default: none.
        pub burst: Option<SoundBufferResource> = None;
        /// Volume. 0 to 4; default 0.5.
        pub volume: f32 = 0.5, 0.0..=4.0, step 0.05;
        /// Distance at which a sound has faded out, in metres. 0.1 to 10,000; default 30.
        pub range: f32 = 30.0, 0.1..=10000.0, step 1.0;
        /// Calls per second. 0 to 20; default 3.
        pub rate: f32 = 3.0, 0.0..=20.0, step 0.5;
        /// Largest difference between a boid's pitch and that of the sound, as a fraction. Each
        /// boid has a pitch of its own. 0 to 0.9; default 0.15.
        pub pitch_spread: f32 = 0.15, 0.0..=0.9, step 0.05;
    }
}

impl FlockSound {
    /// Checks that all numbers are in range.
    pub(crate) fn validate(&self) -> Result<(), String> {
        for (name, value, min, max) in [
            ("volume", *self.volume, 0.0, 4.0),
            ("range", *self.range, 0.1, 10_000.0),
            ("rate", *self.rate, 0.0, 20.0),
            ("pitch_spread", *self.pitch_spread, 0.0, 0.9),
        ] {
            if !(min..=max).contains(&value) {
                return Err(format!("{name} is {value}; it must be {min} to {max}"));
            }
        }
        Ok(())
    }
}
