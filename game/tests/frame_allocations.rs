//! A frame of a game in which nothing changes allocates nothing in the scripts of the flocks. The
//! test is a binary of its own, since the allocator counts for the whole process.

#[allow(dead_code)]
#[path = "../examples/frame_cost/main.rs"]
mod frame_cost;

use frame_cost::{Level, Measured};

const LEVEL: Level = Level {
    boids: 3_000,
    flocks: 1,
    effects: 0,
    colliders: 0,
    cameras: 1,
    single: false,
};

/// Allocations for the lists of a pass, which the engine makes.
const FOR_A_PASS: usize = 40;

#[test]
fn a_frame_without_changes_allocates_nothing() {
    let levels = [
        LEVEL,
        Level {
            flocks: 10,
            effects: 40,
            colliders: 100,
            ..LEVEL
        },
    ];
    for level in levels {
        let measured = Measured::of(&level, 30).unwrap();
        let [without_step, _, drawing] = measured.most_allocations();
        assert_eq!(without_step, 0, "{level:?}");
        // One for each draw call, which the engine takes by value.
        let passes = 4 * level.cameras as usize;
        let most = measured.draw_calls + FOR_A_PASS * passes;
        assert!(
            drawing <= most,
            "{level:?}: {drawing}, {}",
            measured.draw_calls
        );
    }
}
