//! The script of what is heard of flocks.

use super::declare::*;
use fyrox::scene::sound::SoundBufferResource;

effect_script! {
    /// What is heard of flocks around the node *Listener* of the scene: calls of boids, and bursts of wings
    /// or splashes when boids take off or take fright. All scripts of a scene share eight voices, of which
    /// calls take six at most; a voice that nobody hears stops. In an editor it is silent.
    ///
    /// While `burst` is set, the game gets what happens to the flocks by their field `events` alone.
    pub struct FlockSound("b4d07e9a-52c8-4f61-a3e7-0c9d68f1b275", "Flock Sound") {
        /// A short sound of one boid or of a few: a chirp, a splash, a hum. It comes from boids around the
        /// listener and moves along with them. Not streamed, best with one channel. Default: none.
        pub call: Option<SoundBufferResource> = None;
        /// A short sound of boids that take off, are scared or panic. The more they are, the louder it
        /// is. Default: none.
        pub burst: Option<SoundBufferResource> = None;
        /// Factor of the loudness. 0 to 4; default 0.5.
        pub volume: f32 = 0.5, 0.0..=4.0, step 0.05;
        /// Distance at which nothing is heard, in metres. It gets quieter towards it. 0.1 to 10,000;
        /// default 30.
        pub range: f32 = 30.0, 0.1..=10000.0, step 1.0;
        /// Calls per second. 0 to 20; default 3.
        pub rate: f32 = 3.0, 0.0..=20.0, step 0.5;
        /// How far the pitch of a boid is from that of the sound at most, as a share: each has its own. 0
        /// to 0.9; default 0.15.
        pub pitch_spread: f32 = 0.15, 0.0..=0.9, step 0.05;
    }
}

impl FlockSound {
    /// Checks every number.
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
