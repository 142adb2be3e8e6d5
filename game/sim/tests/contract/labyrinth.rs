//! Crowds in a labyrinth: ways lead them through its doors and shafts in time.

use flock_sim::settings::Backend;
use flock_testkit::labyrinth::{
    crowd::{Arrival, Crowd},
    Labyrinth,
};

/// Least flow of a door of 1 m for bodies of 0.3 m at 2 m/s, in boids per second. With avoidance of
/// its edges it would be about 130.
const LEAST_FLOW: f32 = 400.0;

/// Lets a crowd arrive within twice the time of the slowest way and the time in which a door passes
/// all boids. Returns that time too.
#[track_caller]
fn arrival(labyrinth: Labyrinth, boids: u32, finds_way: bool) -> (Arrival, f32) {
    // Fewer would not press.
    let flow = Crowd::before_a_door(1000, Backend::AllThreads).flow();
    assert!(flow >= LEAST_FLOW, "{flow} boids per second");
    let mut crowd = Crowd::new(labyrinth, boids, Backend::AllThreads);
    crowd.flock.step();
    let ways = crowd.ways();
    if !finds_way {
        crowd.lead_straight();
    }
    let count = crowd.flock.len();
    assert!(count > boids as usize * 9 / 10, "{count} boids");
    let cells = ways.field().cell_count();
    assert!(cells < 200_000, "{cells} cells");
    let deadline = 2.0 * crowd.slowest_way(&ways) + count as f32 / flow;
    let arrival = crowd.arrive(&ways, deadline);
    (arrival, deadline)
}

#[track_caller]
fn assert_arrives(labyrinth: Labyrinth, boids: u32) {
    let (arrival, deadline) = arrival(labyrinth, boids, true);
    assert!(arrival.most.is_some(), "{arrival:?} within {deadline} s");
    assert!(arrival.stuck.is_empty(), "{arrival:?}");
}

#[test]
fn hundreds_of_boids_arrive_through_the_doors_of_8_rooms() {
    assert_arrives(Labyrinth::new([2, 2, 2], 1, 7), 600);
}

/// Half of the boids go against the others.
#[test]
fn opposite_streams_do_not_jam_a_door() {
    let boids = 1000;
    let one = Crowd::new(Labyrinth::new([2, 1, 1], 0, 1), boids, Backend::AllThreads).flow();
    let opposite = Crowd::in_opposite_streams(boids, Backend::AllThreads).flow();
    assert!(
        opposite >= 0.7 * one,
        "{opposite} instead of {one} boids per second"
    );
}

#[test]
fn without_ways_boids_stay_behind_the_walls() {
    let (arrival, _) = arrival(Labyrinth::new([2, 2, 2], 1, 7), 200, false);
    assert!(
        arrival.most.is_none() && !arrival.stuck.is_empty(),
        "{arrival:?}"
    );
}

#[test]
#[ignore = "slow"]
fn thousands_of_boids_arrive_through_the_doors_of_20_rooms() {
    assert_arrives(Labyrinth::new([5, 2, 2], 3, 7), 5000);
}
