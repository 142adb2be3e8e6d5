//! A few of the random cases of `examples/judged`, of every kind.

use flock_sim::settings::Backend;
use flock_testkit::judged::{Features, ALL};

/// About the number of moves of a case.
const MOVES: u32 = 3000;

const SEEDS: std::ops::Range<u64> = 1..5;

#[test]
#[ignore = "slow"]
fn no_move_crosses_anything_in_random_cases_of_every_kind() {
    let mut drawn = Vec::new();
    for kind in ALL {
        let mut moves = 0;
        for seed in SEEDS {
            let case = kind.run(seed, Backend::AllThreads, MOVES);
            let case = case.unwrap_or_else(|fault| panic!("{} {seed}: {fault}", kind.name));
            moves += case.counts.moves;
            drawn.push(case.features);
        }
        assert!(moves > 1000, "{}: {moves} moves prove little", kind.name);
    }
    let has_many = |features: &Features| features.all().count() > 3;
    assert!(drawn.iter().any(has_many));
}

#[test]
#[ignore = "slow"]
fn a_case_is_the_same_on_one_thread_and_on_all() {
    for kind in ALL {
        let counts = [Backend::SingleThread, Backend::AllThreads].map(|backend| {
            let case = kind.run(7, backend, MOVES);
            case.unwrap_or_else(|fault| panic!("{}: {fault}", kind.name))
                .counts
        });
        assert_eq!(counts[0], counts[1], "{}", kind.name);
    }
}
