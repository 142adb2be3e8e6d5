use super::*;
use crate::{
    math::frame::Placement,
    perches::perch::Perch,
    settings::{Region, Settings},
};
use proptest::prelude::*;

/// Spots in rows 0.2 m apart on the ground.
fn rows(side: u32) -> impl Iterator<Item = Vec3> {
    let place = |x: u32, z: u32| Vec3::new(x as f32, 0.0, z as f32) * 0.2;
    (0..side).flat_map(move |x| (0..side).map(move |z| place(x, z)))
}

#[test]
fn a_boid_looks_at_a_bounded_number_of_the_spots_in_its_reach() {
    let free = SpotTree::new(rows(256));
    for place in [
        Vec3::new(20.0, 3.0, 20.0),
        Vec3::new(20.0, 20.0, 20.0),
        Vec3::new(-900.0, 10.0, 20.0),
    ] {
        let mut looked = 0;
        free.visit_near(place, 1e6, |_, _| {
            looked += 1;
            (looked < CHOICE).then_some(1e6)
        });
        assert_eq!(looked, CHOICE);
        let chosen: Vec<_> = choose(&free, place, 1000.0, 7).collect();
        assert_eq!(chosen.len(), LOOKS);
    }
}

#[test]
fn few_boids_decide_in_a_step_however_many_are_in_reach() {
    let mut settings = Settings::default();
    settings.spawn.count = 8000;
    settings.collision.enabled = false;
    let half = Vec3::new(20.0, 5.0, 20.0);
    settings.spawn.region = Region::Box {
        min: -half,
        max: half,
    };
    let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
    let spot = |position| PerchSpot {
        position,
        normal: Vec3::y(),
    };
    let perch = Perch {
        landings: 10.0,
        reach: 1000.0,
        needs_surface: false,
        ..Perch::new(rows(40).map(spot).collect())
    };
    let id = flock.add_perch(perch).unwrap();
    flock.step_perches();
    // Without the limit there would be about 1,300.
    assert_eq!(flock.deciding().len(), MOST_DECISIONS);
    assert_eq!(flock.perch_use(id).unwrap().reserved, MOST_DECISIONS);
    // The boids are from all parts of the flock.
    for axis in [0, 2] {
        let bodies = flock
            .population
            .bodies
            .list()
            .iter()
            .map(|body| body.state.position[axis]);
        let beyond = bodies.filter(|coordinate| *coordinate > 0.0).count();
        assert!((200..312).contains(&beyond), "{beyond}");
    }
}

#[test]
fn of_many_items_some_are_kept_in_their_order_from_first_to_last() {
    assert_eq!(
        of_all_evenly((0..7).collect(), 7),
        (0..7).collect::<Vec<_>>()
    );
    assert_eq!(of_all_evenly((0..100).collect(), 4), [0, 25, 50, 75]);
    assert_eq!(of_all_evenly((0..5).collect(), 4), [0, 1, 2, 3]);
}

proptest! {
    #![proptest_config(crate::cases::config(200))]

    /// With fewer spots than the limit of the search, it finds the same spots as a test of all of
    /// them.
    #[test]
    fn the_spots_that_seem_nearest_are_chosen(
        spots in prop::collection::vec([-9.0..9.0_f32, -1.0..1.0_f32, -9.0..9.0_f32], 1..300),
        from in [-9.0..9.0_f32, -1.0..1.0_f32, -9.0..9.0_f32],
        reach in 0.1..20.0_f32,
        slot: u32,
    ) {
        let (from, spots) = (Vec3::from(from), spots.into_iter().map(Vec3::from));
        let mut seen: Vec<_> = spots
            .clone()
            .zip(0..)
            .map(|(at, number): (Vec3, u32)| ((at - from).norm_squared(), number))
            .filter(|(distance, _)| *distance < reach * reach)
            .map(|(distance, number)| {
                let jitter = 0.5 + unit(hash_of(number ^ hash_of(slot)));
                (distance * jitter, number)
            })
            .collect();
        seen.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let best: Vec<u32> = seen.iter().take(LOOKS).map(|(_, number)| *number).collect();
        let chosen: Vec<u32> = choose(&SpotTree::new(spots), from, reach, slot).collect();
        prop_assert_eq!(chosen, best);
    }
}
