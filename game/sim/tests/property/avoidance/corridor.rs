//! A corridor, 4 m wide, with a pillar in its middle: the flock parts and joins again.

use super::level::{block, flock, geometry, settings, steps};
use flock_sim::{Flock, Settings, Vec3};
use flock_testkit::flocks::by_id;
use std::ops::Range;

const BOIDS: usize = 200;

/// A flock in the corridor. The pillar of 1.2 m leaves two ways of 1.4 m.
fn through_the_corridor(change: impl Fn(&mut Settings)) -> Flock {
    let walls = [
        block([-14.0, -3.0, -2.2], [40.0, 3.0, -2.0]),
        block([-14.0, -3.0, 2.0], [40.0, 3.0, 2.2]),
        block([-14.0, -3.2, -2.0], [40.0, -3.0, 2.0]),
        block([-14.0, 3.0, -2.0], [40.0, 3.2, 2.0]),
        block([-0.6, -3.0, -0.6], [0.6, 3.0, 0.6]),
    ];
    let mut settings = settings(BOIDS as u32, [-10.0, -0.6, -1.2], [-6.0, 0.6, 1.2]);
    // The radius reaches across the corridor.
    settings.cohesion.radius = 3.0;
    change(&mut settings);
    flock(settings, geometry(&walls), Vec3::x() * 1.5)
}

/// Makes steps until nine of ten boids are beyond a place, since some may have turned back. Calls a
/// function before each step.
fn until_beyond(flock: &mut Flock, x: f32, mut call: impl FnMut(&Flock)) {
    let beyond = |flock: &Flock| flock.boids().filter(|boid| boid.position.x > x).count();
    for _ in 0..40 * 60 {
        if beyond(flock) >= BOIDS * 9 / 10 {
            return;
        }
        call(flock);
        flock.step();
    }
    panic!("only {} boids got to {x} m", beyond(flock));
}

/// Standard deviation of the places across the corridor of the boids between two places; none if
/// they are few.
fn width(flock: &Flock, along: Range<f32>) -> Option<f32> {
    let there = flock
        .boids()
        .filter(|boid| along.contains(&boid.position.x));
    let across: Vec<f32> = there.map(|boid| boid.position.z).collect();
    let count = across.len() as f32;
    let middle = across.iter().sum::<f32>() / count;
    let squares = across.iter().map(|z| (z - middle).powi(2));
    (across.len() > BOIDS / 5).then(|| (squares.sum::<f32>() / count).sqrt())
}

/// Numbers of boids that passed the pillar on the left and on the right. Calls a function before
/// each step until most have passed.
fn passed(flock: &mut Flock, mut call: impl FnMut(&Flock)) -> [usize; 2] {
    let mut on_the_left = vec![None; BOIDS];
    until_beyond(flock, 2.0, |flock| {
        for (boid, left) in by_id(flock).iter().zip(&mut on_the_left) {
            if left.is_none() && boid.position.x > 0.0 {
                *left = Some(boid.position.z < 0.0);
            }
        }
        call(flock);
    });
    [true, false].map(|side| {
        on_the_left
            .iter()
            .filter(|left| **left == Some(side))
            .count()
    })
}

/// One flock may pass on one side by chance, so the means of several are compared.
#[test]
fn flocks_part_before_a_pillar_and_join_behind_it() {
    const FLOCKS: u32 = 12;
    let (mut on_the_left, mut smaller, mut parted, mut joined) = (0.0, 0.0, 0.0, 0.0);
    for seed in 0..FLOCKS {
        let mut flock = through_the_corridor(|settings| settings.spawn.seed = seed);
        steps(&mut flock, 2.0);
        let before = width(&flock, -14.0..-0.6).unwrap();
        let mut widest = 0.0_f32;
        let [left, right] = passed(&mut flock, |flock| {
            widest = widest.max(width(flock, -0.6..0.6).unwrap_or_default());
        });
        steps(&mut flock, 10.0);
        let after = width(&flock, 2.0..40.0).unwrap();
        println!("{left} left, {right} right; {before} m wide, then {widest}, then {after}");
        let mean = |number: f32| number / FLOCKS as f32;
        on_the_left += mean(left as f32 / (left + right) as f32);
        smaller += mean(left.min(right) as f32 / (left + right) as f32);
        parted += mean(widest / before);
        joined += mean(after / before);
    }
    println!(
        "{on_the_left} on the left, {smaller} in the smaller part, {parted} as wide, then {joined}"
    );
    assert!((0.35..=0.65).contains(&on_the_left) && smaller > 0.2);
    assert!(parted > 1.7 && joined < 1.1);
}

#[test]
fn boids_with_avoidance_rarely_touch_anything() {
    let contacts = |sees: bool| {
        let mut flock = through_the_corridor(|settings| settings.avoidance.enabled = sees);
        steps(&mut flock, 15.0);
        flock.statistics().contacts
    };
    let (seeing, blind) = (contacts(true), contacts(false));
    println!("{seeing} instead of {blind} contacts");
    assert!(seeing < blind / 20, "{seeing} instead of {blind}");
}

/// Number of boids that pass on the side where fewer pass, for flocks with strong cohesion.
fn smaller_parts(cohesion_fade: f32) -> impl Iterator<Item = f64> {
    (0..FLOCKS).map(move |seed| {
        let mut flock = through_the_corridor(|settings| {
            settings.spawn.seed = seed;
            settings.avoidance.cohesion_fade = cohesion_fade;
            settings.cohesion.weight = 2.5;
            // Enough for cohesion besides the strongest avoidance.
            settings.motion.max_acceleration = 20.0;
        });
        let [left, right] = passed(&mut flock, |_| {});
        left.min(right) as f64
    })
}

const FLOCKS: u32 = 48;

#[test]
#[ignore = "slow"]
fn cohesion_that_fades_lets_a_flock_part() {
    let differences: Vec<f64> = smaller_parts(1.0)
        .zip(smaller_parts(0.0))
        .map(|(faded, whole)| faded - whole)
        .collect();
    let mean = differences.iter().sum::<f64>() / f64::from(FLOCKS);
    let squares = differences
        .iter()
        .map(|difference| (difference - mean).powi(2));
    let error = (squares.sum::<f64>() / f64::from(FLOCKS * (FLOCKS - 1))).sqrt();
    println!("{mean} ± {error} more boids leave the others");
    assert!(mean > 2.0 * error, "{mean} ± {error}");
}
