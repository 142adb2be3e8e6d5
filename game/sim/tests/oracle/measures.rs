//! Measures of the whole flock against their formulas in double precision.

use flock_sim::{
    settings::{Backend, Boundary, BoundaryMode, Region},
    statistics::Measures,
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{self, in_the_open, on_threads};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;
use std::f32::consts::TAU;

type Vec3d = nalgebra::Vector3<f64>;

fn flock(boids: &[(Vec3, Vec3)]) -> Flock {
    flocks::flock(Settings::default(), Placement::default(), boids)
}

fn unit(vector: Vec3d) -> Vec3d {
    match vector.norm() {
        0.0 => vector,
        norm => vector / norm,
    }
}

/// The distances of each boid to all others, to the nearest image in a periodic box.
fn distances(flock: &Flock) -> Vec<Vec<f64>> {
    let boundary = flock.settings().boundary;
    let (min, max) = boundary.shape.bounds();
    let wraps = boundary.enabled && boundary.mode == BoundaryMode::Wrap;
    let inverse = flock.placement().rotation.inverse();
    let distance = |a: &Vec3, b: &Vec3| {
        let mut offset: Vec3d = (inverse * (b - a)).cast();
        for axis in (0..3).filter(|_| wraps) {
            let period = f64::from(max[axis] - min[axis]);
            offset[axis] -= (offset[axis] / period).round() * period;
        }
        offset.norm()
    };
    let places: Vec<Vec3> = flock.boids().map(|boid| boid.position).collect();
    let others = |one: usize| (0..places.len()).filter(move |other| *other != one);
    (0..places.len())
        .map(|one| {
            others(one)
                .map(|other| distance(&places[one], &places[other]))
                .collect()
        })
        .collect()
}

/// The numbers of [`Measures`] by their formulas.
fn expected(flock: &Flock, reach: f64) -> [f64; 8] {
    let n = flock.len() as f64;
    let places: Vec<Vec3d> = flock.boids().map(|boid| boid.position.cast()).collect();
    let velocities: Vec<Vec3d> = flock.boids().map(|boid| boid.velocity.cast()).collect();
    let speeds: Vec<f64> = velocities.iter().map(|velocity| velocity.norm()).collect();
    let center = places.iter().sum::<Vec3d>() / n;
    let headings: Vec3d = velocities.iter().map(|velocity| unit(*velocity)).sum();
    let momentum: Vec3d = places
        .iter()
        .zip(&velocities)
        .map(|(place, velocity)| unit(place - center).cross(&unit(*velocity)))
        .sum();
    let distances = distances(flock);
    let nearest = |others: &Vec<f64>| others.iter().copied().fold(f64::INFINITY, f64::min);
    let nearest: Vec<f64> = distances.iter().map(nearest).collect();
    let neighbours = distances
        .iter()
        .flatten()
        .filter(|distance| **distance < reach)
        .count();
    [
        speeds.iter().copied().fold(f64::INFINITY, f64::min),
        speeds.iter().sum::<f64>() / n,
        speeds.iter().copied().fold(0.0, f64::max),
        headings.norm() / n,
        momentum.norm() / n,
        nearest.iter().copied().fold(f64::INFINITY, f64::min),
        nearest.iter().sum::<f64>() / n,
        neighbours as f64 / n,
    ]
}

fn numbers(measures: &Measures) -> [f32; 8] {
    [
        measures.min_speed,
        measures.mean_speed,
        measures.max_speed,
        measures.polarisation,
        measures.milling,
        measures.min_nearest,
        measures.mean_nearest,
        measures.mean_neighbours,
    ]
}

#[track_caller]
fn assert_near(flock: &Flock, reach: f64) {
    let found = numbers(&flock.measure());
    let expected = expected(flock, reach);
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (f64::from(*found) - expected).abs();
        // A pair at exactly the reach may be rounded to either side.
        let tolerance = if index == 7 { 0.01 } else { 1e-5 };
        assert!(
            error <= tolerance * (1.0 + expected.abs()),
            "{index}: {found} instead of {expected}"
        );
    }
}

/// The largest radius of the default rules.
const REACH: f64 = 0.6;

fn boids() -> impl Strategy<Value = Vec<(Vec3, Vec3)>> {
    let vector = |extent: f32| prop::array::uniform3(-extent..extent).prop_map(Vec3::from);
    let place = prop_oneof![4 => vector(1.5), 2 => vector(0.2), 1 => vector(100.0)];
    prop::collection::vec((place, vector(1.0)), 2..200)
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(200))]

    #[test]
    fn measures_agree_with_their_formulas(boids in boids(), steps in 0usize..3) {
        let mut flock = flock(&boids);
        (0..steps).for_each(|_| flock.step());
        assert_near(&flock, REACH);
    }

    #[test]
    fn distances_are_those_to_the_nearest_image(
        boids in boids(),
        half in 0.2f32..2.0,
        angles in prop::array::uniform3(-3.0f32..3.0),
    ) {
        let settings = Settings {
            boundary: Boundary::new(Region::Box { min: Vec3::new(-half, -1.0, -0.3), max: Vec3::new(half, 0.8, 1.2) })
                .with_mode(BoundaryMode::Wrap),
            ..Settings::default()
        };
        let placement = Placement {
            origin: Vec3::new(1.0, 2.0, 3.0),
            rotation: UnitQuaternion::from_scaled_axis(Vec3::from(angles)),
        };
        let boids: Vec<_> = boids.iter().map(|(place, velocity)| (place * 0.2 + placement.origin, *velocity)).collect();
        let flock = flocks::flock(settings, placement, &boids);
        assert_near(&flock, REACH);
    }
}

#[test]
fn equal_bits_on_any_number_of_threads() {
    let measures = |backend| {
        let mut settings = Settings::default();
        settings.spawn.count = 10_000;
        settings.cohesion.radius = 0.2;
        settings.alignment.radius = 0.2;
        settings.simulation.backend = backend;
        let mut flock = in_the_open(settings);
        flock.spawn_at(Vec3::repeat(1000.0), Vec3::x()).unwrap();
        let mut measure = || {
            flock.step();
            numbers(&flock.measure()).map(f32::to_bits)
        };
        [measure(), measure()]
    };
    let expected = measures(Backend::SingleThread);
    for threads in [1, 2, 5] {
        assert_eq!(
            on_threads(threads, || measures(Backend::AllThreads)),
            expected
        );
    }
}

#[test]
fn a_crowd_and_a_flock_without_rules_are_measured_too() {
    let at_one_place = flock(&[(Vec3::x(), Vec3::y()); 500]);
    let measures = at_one_place.measure();
    assert_eq!((measures.min_nearest, measures.mean_nearest), (0.0, 0.0));
    assert_eq!(measures.mean_neighbours, 499.0);

    let mut settings = Settings::default();
    flocks::disable_rules(&mut settings);
    let flock = in_the_open(settings);
    let measures = flock.measure();
    assert_eq!(measures.mean_neighbours, 0.0);
    assert_near(&flock, 0.0);
}

#[test]
fn the_largest_radius_of_the_acting_rules_counts() {
    let mut settings = Settings::default();
    settings.cohesion.radius = 5.0;
    settings.cohesion.weight = 0.0;
    settings.alignment.radius = 1.1;
    let boids = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|x| (Vec3::x() * x as f32, Vec3::y()));
    let flock = flocks::flock(settings, Placement::default(), &boids);
    assert_eq!(flock.measure().mean_neighbours, 1.8);
}

#[test]
fn order_differs_from_disorder() {
    let ring = |velocity: fn(Vec3) -> Vec3| {
        let places = (0..60).map(|step| {
            let angle = TAU * step as f32 / 60.0;
            Vec3::new(angle.cos(), 0.0, angle.sin())
        });
        let boids: Vec<_> = places.map(|place| (place, velocity(place))).collect();
        let measures = flock(&boids).measure();
        [measures.polarisation, measures.milling].map(|x| (x * 100.0).round() / 100.0)
    };
    // All in one direction, in a circle, outward, and half of them against the others.
    assert_eq!(ring(|_| Vec3::new(1.0, 2.0, 3.0)), [1.0, 0.0]);
    assert_eq!(ring(|place| 0.3 * place.cross(&Vec3::y())), [0.0, 1.0]);
    assert_eq!(ring(|place| place), [0.0, 0.0]);
    assert_eq!(ring(|place| Vec3::y() * place.x.signum()), [0.0, 0.64]);
    assert_eq!(ring(|_| Vec3::zeros()), [0.0, 0.0]);
}

#[test]
fn none_and_one_boid_have_zeros() {
    assert_eq!(flock(&[]).measure(), Measures::default());
    let one = flock(&[(Vec3::x(), Vec3::new(0.0, 3.0, 4.0))]).measure();
    assert_eq!(one.boids, 1);
    assert_eq!(numbers(&one), [5.0, 5.0, 5.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
}
