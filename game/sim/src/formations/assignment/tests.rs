//! Assignments against the exact one, as permutations, and moved.

use super::*;
use crate::{
    formations::Form,
    math::random::{hash_of, unit},
    settings::Plane,
};

/// Positions in a cube of 64 m, on a grid of 1/1024 m, so that translations do not round.
fn cloud(count: u32, seed: u32) -> Vec<Vec3> {
    let coordinate = |number: u32| (unit(hash_of(number)) * 65_536.0).floor() / 1024.0 - 32.0;
    let first = seed.wrapping_mul(1_000_003);
    let point = |it: u32| [0, 1, 2].map(|axis| coordinate(first.wrapping_add(3 * it + axis)));
    (0..count).map(|it| point(it).into()).collect()
}

/// Forms of about the size of the cloud.
fn forms(count: u32) -> Vec<Vec<Vec3>> {
    let forms = [
        Form::Vee { angle: 70.0 },
        Form::Wedge,
        Form::Column { abreast: 3 },
        Form::Circle,
        Form::Sphere,
        Form::Grid,
    ];
    let places = |form: &Form| form.places(count as usize, 2.0, Plane::All);
    let mut all: Vec<_> = forms.iter().map(places).collect();
    all.push(cloud(count, 99));
    all
}

fn sum(boids: &[Vec3], places: &[Vec3], assigned: &[u32]) -> f64 {
    let pairs = boids.iter().zip(assigned);
    let squared = pairs.map(|(boid, place)| (boid - places[*place as usize]).norm_squared());
    squared.map(f64::from).sum()
}

/// Asserts that each of the first places is used once.
#[track_caller]
fn assert_permutation(assigned: &[u32]) {
    let mut sorted = assigned.to_vec();
    sorted.sort_unstable();
    assert!(sorted.iter().copied().eq(0..assigned.len() as u32));
}

/// The largest saving, in m², by passing places on along any cycle of boids: 0 for the least sum,
/// since two assignments differ by cycles. By the algorithm of Floyd and Warshall.
fn saving(boids: &[Vec3], places: &[Vec3], assigned: &[u32]) -> f64 {
    let count = boids.len();
    let cost = |boid: usize, of: usize| {
        let place = places[assigned[of] as usize];
        f64::from((boids[boid] - place).norm_squared())
    };
    let change = |boid: usize, of: usize| cost(boid, of) - cost(boid, boid);
    let row = |boid: usize| (0..count).map(|of| change(boid, of)).collect();
    let mut least: Vec<Vec<f64>> = (0..count).map(row).collect();
    for through in 0..count {
        let onward = least[through].clone();
        for from in &mut least {
            let first = from[through];
            for (known, then) in from.iter_mut().zip(&onward) {
                *known = known.min(first + then);
            }
        }
    }
    let cycles = (0..count).map(|it| -least[it][it]);
    cycles.fold(0.0, f64::max)
}

#[test]
fn small_numbers_get_the_least_sum() {
    for count in [1, 2, 3, 10, 30, 100, 128] {
        let boids = cloud(count, count);
        for places in forms(count) {
            let assigned = assign(&boids, &places);
            assert_permutation(&assigned);
            let saving = saving(&boids, &places, &assigned);
            assert!(saving < 1e-2, "{count}: {saving} m²");
        }
    }
}

#[test]
fn large_numbers_get_a_sum_near_the_least() {
    let count = 400;
    let boids = cloud(count, 1);
    for (index, places) in forms(count).iter().enumerate() {
        let assigned = assign(&boids, places);
        assert_permutation(&assigned);
        let least = sum(&boids, places, &exact(&boids, places));
        let ratio = sum(&boids, places, &assigned) / least;
        // A cloud within a cloud has short ways, so small detours count much.
        let most = if index < 5 { 1.1 } else { 1.35 };
        assert!((1.0 - 1e-6..most).contains(&ratio), "{index}: {ratio}");
    }
}

#[test]
fn ways_of_up_to_a_thousand_boids_do_not_meet() {
    let boids = cloud(1000, 5);
    for places in forms(1000) {
        let assigned = assign(&boids, &places);
        for (one, a) in boids.iter().enumerate() {
            for (other, b) in boids[..one].iter().enumerate() {
                let [p, q] = [one, other].map(|it| places[assigned[it] as usize]);
                assert!((a - b).dot(&(p - q)) > -1e-2);
            }
        }
    }
}

#[test]
fn every_number_of_boids_and_places_is_assigned() {
    for (boids, places) in [
        (0, 0),
        (0, 3),
        (1, 1),
        (7, 20),
        (301, 1000),
        (20_000, 20_000),
    ] {
        let assigned = assign(&cloud(boids, 1), &cloud(places, 2));
        assert_permutation(&assigned);
    }
    for (boids, places) in [(3, 0), (20, 7), (1000, 301)] {
        let assigned = assign(&cloud(boids, 1), &cloud(places, 2));
        assert_permutation(&assigned[..places as usize]);
        let left = &assigned[places as usize..];
        assert!(left.len() > 2 && left.iter().all(|it| *it == NO_PLACE));
    }
}

#[test]
fn a_translation_changes_nothing() {
    let by = Vec3::new(1024.0, -512.0, 4096.0);
    for count in [10, 100, 300, 301, 3000] {
        let boids = cloud(count, 3);
        let moved: Vec<_> = boids.iter().map(|boid| boid + by).collect();
        let places = cloud(count, 4);
        assert_eq!(assign(&boids, &places), assign(&moved, &places));
    }
}

#[test]
fn coincident_and_extreme_positions_are_assigned() {
    for count in [50, 500, 5000] {
        let far = |number: u32| Vec3::repeat(f32::MAX * (unit(hash_of(number)) - 0.5) * 2.0);
        let strange = [
            vec![Vec3::repeat(3.0); count],
            (0..count as u32).map(far).collect(),
            vec![Vec3::repeat(f32::NAN); count],
            vec![Vec3::repeat(f32::INFINITY); count],
            cloud(count as u32, 8),
        ];
        for boids in &strange {
            for places in &strange {
                assert_permutation(&assign(boids, places));
            }
        }
    }
}
