//! Moves that would have to test too many triangles. The same on the GPU is in `gpu/crossing.rs`.

use flock_sim::settings::Backend;
use flock_testkit::crossing::short_stops::in_a_narrow_room;

#[test]
fn a_body_among_too_many_triangles_stops_short_and_is_counted() {
    let (way, statistics) = in_a_narrow_room(Backend::AllThreads);
    println!("{way} m, {} stopped short", statistics.stopped_short);
    assert_eq!(statistics.crossings, 0);
    assert!(statistics.stopped_short > 5, "{}", statistics.stopped_short);
    assert!(way > 0.1, "they never get off: {way} m");
}
