//! A world with hunters, panic, perches, wind, moving obstacles and levels of detail at once is
//! saved, restored and repeated.

use flock_sim::settings::{Backend, CollisionResponse};
use flock_testkit::{flocks::on_threads, obstacles::all_at_once::Everything, saved::copy};

/// A run, in which the world is saved and restored after so many steps. Returns its state, and how
/// many were then on perches and had panicked.
fn run(backend: Backend, restored_after: Option<u32>) -> (u64, usize, usize) {
    let mut all = Everything::new(backend, 300, CollisionResponse::Slide);
    let (mut perched, mut panicked) = (0, 0);
    for step in 0..120 {
        all.step(|_| ());
        if step == 70 {
            let flocks = all.world.flocks();
            perched = flocks.map(|(_, flock)| flock.loose_boids().len()).sum();
            panicked = all.world.flock(all.ids[0]).unwrap().measure().panicked;
        }
        if Some(step) == restored_after {
            let snapshot = copy(&all.world.snapshot());
            all.world = flock_sim::World::restore(&snapshot, &all.geometry).unwrap();
        }
    }
    (all.world.state_hash(), perched, panicked)
}

#[test]
fn a_world_with_all_of_it_goes_on_after_a_snapshot_with_the_same_bits_on_any_number_of_threads() {
    let expected = on_threads(1, || run(Backend::SingleThread, None));
    assert!(expected.1 > 5 && expected.2 > 20, "{expected:?}");
    assert_eq!(on_threads(3, || run(Backend::AllThreads, None)), expected);
    assert_eq!(
        on_threads(2, || run(Backend::AllThreads, Some(70))),
        expected
    );
}
