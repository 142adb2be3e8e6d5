//! No boid crosses a surface in a frame that is tossed about.

use flock_sim::settings::Backend;
use flock_testkit::{crossing::levels, tossed::toss_against};

#[test]
fn in_a_maze_of_thin_sheets() {
    toss_against(&levels::maze(), Backend::AllThreads);
}

#[test]
fn among_shapes_of_all_kinds() {
    toss_against(&levels::shapes(), Backend::AllThreads);
}

#[test]
fn in_a_cave() {
    toss_against(&levels::cave(), Backend::AllThreads);
}
