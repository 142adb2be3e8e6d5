//! A corridor, 4 m wide, with a pillar in its middle: the flock parts and comes together again.

use crate::{
    flocks::by_id,
    level::{block, flock, geometry, settings, steps},
};
use flock_sim::{Flock, Settings, Vec3};

const BOIDS: usize = 200;

/// A pillar of 1.2 m leaves two lanes of 1.4 m.
fn through_the_corridor(change: impl Fn(&mut Settings)) -> Flock {
    let walls = [
        block([-14.0, -3.0, -2.2], [40.0, 3.0, -2.0]),
        block([-14.0, -3.0, 2.0], [40.0, 3.0, 2.2]),
        block([-14.0, -3.2, -2.0], [40.0, -3.0, 2.0]),
        block([-14.0, 3.0, -2.0], [40.0, 3.2, 2.0]),
        block([-0.6, -3.0, -0.6], [0.6, 3.0, 0.6]),
    ];
    let mut settings = settings(BOIDS as u32, [-10.0, -0.6, -1.2], [-6.0, 0.6, 1.2]);
    // Boids see across the corridor.
    settings.cohesion.radius = 3.0;
    change(&mut settings);
    flock(settings, geometry(&walls), Vec3::x() * 1.5)
}

/// Makes steps until all boids are beyond a place, but for some that turned back; calls before each step.
fn until_beyond(flock: &mut Flock, x: f32, mut call: impl FnMut(&Flock)) {
    let behind = |flock: &Flock| flock.boids().filter(|boid| boid.position.x <= x).count();
    for _ in 0..40 * 60 {
        if behind(flock) == 0 {
            return;
        }
        call(flock);
        flock.step();
    }
    let missing = behind(flock);
    assert!(
        missing <= BOIDS / 10,
        "{missing} boids did not get to {x} m"
    );
}

/// How far the boids are from each other across the corridor: the standard deviation.
fn width(flock: &Flock) -> f32 {
    let mean = |number: &dyn Fn(f32) -> f32| {
        flock
            .boids()
            .map(|boid| number(boid.position.z))
            .sum::<f32>()
            / flock.len() as f32
    };
    let middle = mean(&|z| z);
    mean(&|z| (z - middle).powi(2)).sqrt()
}

/// How many boids passed the pillar on the left. Calls before each step until all have.
fn passed_on_the_left(flock: &mut Flock, mut call: impl FnMut(&Flock)) -> usize {
    let mut on_the_left = vec![None; BOIDS];
    until_beyond(flock, 2.0, |flock| {
        for (boid, left) in by_id(flock).iter().zip(&mut on_the_left) {
            if left.is_none() && boid.position.x > 0.0 {
                *left = Some(boid.position.z < 0.0);
            }
        }
        call(flock);
    });
    on_the_left
        .iter()
        .filter(|left| **left == Some(true))
        .count()
}

/// A flock decides together, so what becomes of one is chance: several tell.
#[test]
fn flocks_part_before_a_pillar_and_join_behind_it() {
    const FLOCKS: u32 = 12;
    let (mut left, mut smaller, mut widest, mut joined) = (0.0, 0.0, 0.0, 0.0);
    for seed in 0..FLOCKS {
        let mut flock = through_the_corridor(|settings| settings.spawn.seed = seed);
        steps(&mut flock, 2.0);
        let before = width(&flock);
        let mut parted = 0.0_f32;
        let on_the_left = passed_on_the_left(&mut flock, |flock| parted = parted.max(width(flock)));
        let share = on_the_left as f32 / BOIDS as f32;
        steps(&mut flock, 14.0);
        let after = width(&flock);
        println!("{share} on the left; {before} m wide, then {parted}, then {after}");
        let mean = |number: f32| number / FLOCKS as f32;
        left += mean(share);
        smaller += mean(share.min(1.0 - share));
        widest += mean(parted / before);
        joined += mean(after / before);
    }
    println!("{left} on the left, {smaller} in the smaller part, {widest} as wide, then {joined}");
    assert!((0.35..=0.65).contains(&left) && smaller > 0.2);
    assert!(widest > 1.7 && joined < 1.1);
}

#[test]
fn boids_that_see_rarely_touch_anything() {
    let contacts = |sees: bool| {
        let mut flock = through_the_corridor(|settings| settings.avoidance.enabled = sees);
        steps(&mut flock, 15.0);
        flock.statistics().contacts
    };
    let (seeing, blind) = (contacts(true), contacts(false));
    println!("{seeing} instead of {blind} contacts");
    assert!(seeing < blind / 20, "{seeing} instead of {blind}");
}

/// How many boids of a flock that holds tightly together pass on the side where fewer pass, over several flocks.
fn parted(cohesion_fade: f32) -> usize {
    let smaller_part = |seed| {
        let mut flock = through_the_corridor(|settings| {
            settings.spawn.seed = seed;
            settings.avoidance.cohesion_fade = cohesion_fade;
            settings.cohesion.weight = 2.5;
            // There is something left for cohesion even where avoidance takes all that it wants.
            settings.motion.max_acceleration = 20.0;
        });
        let left = passed_on_the_left(&mut flock, |_| {});
        left.min(BOIDS - left)
    };
    (1..49).map(smaller_part).sum()
}

#[test]
fn cohesion_that_fades_lets_a_flock_part() {
    let (faded, whole) = (parted(1.0), parted(0.0));
    println!("{faded} instead of {whole} boids leave the others");
    assert!(10 * faded > 11 * whole, "{faded} instead of {whole}");
}
