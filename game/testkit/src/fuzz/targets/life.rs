//! What holds for every flock that was accepted.

use crate::{flocks::assert_finite, fuzz::Outcome, obstacles::all_at_once, saved};
use flock_sim::{
    saving::{FlockInput, Snapshot},
    settings::Backend,
    Flock, Geometry, Placement, Settings,
};
use serde::{de::DeserializeOwned, Serialize};
use std::{
    fmt::Debug,
    sync::{Arc, LazyLock},
};

/// Most boids of a flock that is run. Larger flocks are allowed, and take long.
pub const MOST_BOIDS: u32 = 200;

/// Steps of a flock that was accepted.
pub const STEPS: usize = 8;

/// The level of all flocks: blocks and a ball, some of them upside down.
pub static LEVEL: LazyLock<Arc<Geometry>> = LazyLock::new(|| {
    let triangles = crate::scenes::exact_scene();
    Arc::new(Geometry::new(&triangles).0)
});

/// A value from text, if the text is one. It is the same after it was written and read again.
pub fn read<T>(input: &[u8]) -> Result<T, Outcome>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let text = String::from_utf8_lossy(input);
    ron::from_str(&text).map_err(Outcome::refused)
}

/// Asserts that a valid value is the same after it was written and read again.
#[track_caller]
pub fn assert_is_copied<T>(value: &T)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert!(
        is_same(&saved::copy(value), value),
        "it is another one after it was saved: {value:?}"
    );
}

/// True if two values are equal, or have the same text: a log is checked only when it is replayed,
/// so it may hold NaN, which equals nothing.
pub fn is_same<T: Serialize + PartialEq>(a: &T, b: &T) -> bool {
    a == b || ron::to_string(a) == ron::to_string(b)
}

/// The settings for few boids on one thread, which judge their own moves.
pub fn small(mut settings: Settings) -> Settings {
    settings.spawn.count = settings.spawn.count.min(20);
    settings.simulation.backend = Backend::SingleThread;
    settings.collision.check_crossings = true;
    settings
}

/// A flock of some boids among the level.
pub fn flock(settings: Settings) -> Flock {
    let flock = Flock::new(settings, Placement::default(), LEVEL.clone());
    flock.expect("valid settings make a flock")
}

/// Steps a flock, whose boids stay finite and cross nothing, and restores it from snapshots.
#[track_caller]
pub fn assert_lives(flock: &mut Flock) {
    let crossings = flock.statistics().crossings;
    for _ in 0..STEPS {
        if flock.len() + flock.not_placed() > MOST_BOIDS as usize {
            return;
        }
        flock.step();
        assert_finite(flock);
    }
    assert_eq!(
        flock.statistics().crossings,
        crossings,
        "boids crossed the level"
    );
    assert_goes_on(flock);
}

/// A flock is restored from its snapshot, and continues with the same bits.
#[track_caller]
fn assert_goes_on(flock: &mut Flock) {
    let snapshot = flock.snapshot();
    assert_is_copied(&snapshot);
    let restored = Flock::restore(&snapshot, flock.geometry().clone());
    let mut restored = restored.unwrap_or_else(|error| panic!("its own snapshot: {error}"));
    assert!(
        is_same(&restored.snapshot(), &snapshot),
        "a restored flock has another snapshot"
    );
    flock.step();
    restored.step();
    assert_eq!(
        restored.state_hash(),
        flock.state_hash(),
        "a restored flock goes another way"
    );
}

/// True if a flock can be run in a short time after this call.
pub fn is_small(input: &FlockInput) -> bool {
    match input {
        FlockInput::SetSettings(settings) => is_small_flock(settings),
        FlockInput::Spawn(count) | FlockInput::Burst { count, .. } => *count <= MOST_BOIDS,
        _ => true,
    }
}

/// True if a flock of a snapshot can be run in a short time.
pub fn is_small_snapshot(snapshot: &Snapshot) -> bool {
    is_small_flock(snapshot.settings()) && snapshot.len() <= MOST_BOIDS as usize
}

fn is_small_flock(settings: &Settings) -> bool {
    // A GPU is not what is tested here.
    let backend = settings.simulation.backend;
    settings.spawn.count <= MOST_BOIDS && backend != Backend::Gpu && backend != Backend::Automatic
}

/// A world with everything that a flock can have, after so many steps.
pub fn everything(boids: u32, steps: usize) -> all_at_once::Everything {
    let response = flock_sim::settings::CollisionResponse::Slide;
    let mut all = all_at_once::Everything::new(Backend::SingleThread, boids, response);
    for _ in 0..steps {
        all.step(|_| ());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by fuzzing.
    #[test]
    fn a_flock_with_nan_in_the_log_that_it_replays_lives() {
        let mut logged = flock(small(Settings::default()));
        logged.start_log();
        let place = Placement::at(flock_sim::Vec3::new(0.125, 0.0, 0.0));
        logged.set_placement(place).expect("it is finite");
        (0..30).for_each(|_| logged.step());
        let log = ron::to_string(&logged.take_log()).expect("a log can be written");
        assert!(log.contains("0.125"), "{log}");
        let broken = ron::from_str(&log.replace("0.125", "NaN")).expect("it is a log");
        let mut flock = flock(small(Settings::default()));
        flock.replay(broken);
        flock.step();
        let snapshot = flock.snapshot();
        assert!(snapshot != snapshot.clone(), "NaN equals nothing");
        assert_is_copied(&snapshot);
        assert_lives(&mut flock);
    }
}
