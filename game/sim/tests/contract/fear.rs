//! Flight from predators that the game moves.

use flock_sim::{
    settings::{Manoeuvre, Plane},
    threats::Predator,
    Flock, Settings, Vec3,
};
use flock_testkit::flocks::{by_id, disable_rules, in_the_open};

/// A planar school that swims along X in the open.
fn school(manoeuvre: Manoeuvre) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.cohesion.radius = 6.0;
    settings.cohesion.weight = 1.5;
    settings.separation.radius = 0.25;
    settings.alignment.radius = 0.8;
    settings.motion.plane = Plane::Xz;
    settings.motion.min_speed = 0.3;
    settings.fear.enabled = true;
    settings.fear.manoeuvre = manoeuvre;
    settings.fear.radius = 1.2;
    settings.fear.weight = 16.0;
    let mut flock = in_the_open(settings);
    for index in 0..600 {
        // A sunflower's seeds.
        let (distance, angle) = (0.11 * (index as f32).sqrt(), 2.399_963 * index as f32);
        let place = Vec3::new(distance * angle.cos(), 0.0, distance * angle.sin());
        flock.spawn_at(place, Vec3::x() * 0.6).unwrap();
    }
    flock
}

fn middle(flock: &Flock) -> Vec3 {
    flock.boids().map(|boid| boid.position).sum::<Vec3>() / flock.len() as f32
}

/// Sizes of the groups of boids that are linked by this distance, the largest first.
fn groups(boids: &[Vec3], link: f32) -> Vec<usize> {
    let mut left: Vec<Vec3> = boids.to_vec();
    let mut sizes = Vec::new();
    while let Some(first) = left.pop() {
        let (mut open, mut size) = (vec![first], 0);
        while let Some(here) = open.pop() {
            size += 1;
            let (near, far) = left.iter().partition(|it| (*it - here).norm() < link);
            left = far;
            open.extend::<Vec<Vec3>>(near);
        }
        sizes.push(size);
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

fn rms(flock: &Flock) -> f32 {
    let middle = middle(flock);
    let sum: f32 = flock
        .boids()
        .map(|boid| (boid.position - middle).norm_squared())
        .sum();
    (sum / flock.len() as f32).sqrt()
}

/// Moves a predator evenly for some steps, and calls `each` after each of them.
fn swim(flock: &mut Flock, mut predator: Predator, steps: u32, mut each: impl FnMut(&Flock, Vec3)) {
    let id = flock.add_predator(predator).unwrap();
    for _ in 0..steps {
        predator.point += predator.velocity / 60.0;
        assert!(flock.move_predator(id, predator).unwrap());
        flock.step();
        each(flock, predator.point);
    }
    assert_eq!(flock.remove_predator(id), Some(predator));
}

fn places(flock: &Flock) -> Vec<Vec3> {
    flock.boids().map(|boid| boid.position).collect()
}

fn nearest(flock: &Flock, point: Vec3) -> f32 {
    let distances = flock.boids().map(|boid| (boid.position - point).norm());
    distances.fold(f32::INFINITY, f32::min)
}

/// Radius of the empty space around a predator, at which flight and cohesion are in balance.
fn vacuole(settings: &Settings) -> f32 {
    settings.fear.radius * (1.0 - settings.cohesion.weight / settings.fear.weight)
}

#[test]
fn a_school_parts_around_a_predator_and_is_one_again_behind_it() {
    let mut flock = school(Manoeuvre::Automatic);
    (0..120).for_each(|_| flock.step());
    let start = middle(&flock) + 5.0 * Vec3::x();
    let predator = Predator::new(start, -Vec3::x());
    let empty = 0.7 * vacuole(flock.settings());
    let mut parted = 0;
    swim(&mut flock, predator, 240, |flock, at| {
        assert!(nearest(flock, at) > empty, "{}", nearest(flock, at));
        let beside = places(flock)
            .into_iter()
            .filter(|it| (it - at).x.abs() < 0.5);
        let sizes = groups(&beside.collect::<Vec<_>>(), 0.4);
        if let [first, second, rest @ ..] = &sizes[..] {
            let others: usize = rest.iter().sum();
            parted += usize::from(*second * 2 > *first && *second > 50 && others < 10);
        }
    });
    assert!(
        parted > 60,
        "{parted} steps with two groups beside the predator"
    );
    let mut sizes = Vec::new();
    let is_one_group = |_| {
        (0..10).for_each(|_| flock.step());
        sizes = groups(&places(&flock), 0.8);
        sizes[0] >= 594
    };
    // But for a hundredth, who swim on for a while.
    let within_five_seconds = (0..30).any(is_one_group);
    assert!(within_five_seconds, "{sizes:?}");
    // They are linked by what they see all the time.
    assert_eq!(
        groups(&places(&flock), flock.settings().cohesion.radius),
        [600]
    );
}

#[test]
fn an_empty_space_goes_along_with_a_slow_predator() {
    let mut flock = school(Manoeuvre::Vacuole);
    let mut settings = flock.settings().clone();
    // The other rules are no more than a tenth of it.
    settings.fear.weight = 10.0 * settings.motion.max_acceleration;
    flock.set_settings(settings).unwrap();
    (0..120).for_each(|_| flock.step());
    let empty = 0.7 * vacuole(flock.settings());
    let id = flock
        .add_predator(Predator::new(middle(&flock), Vec3::zeros()))
        .unwrap();
    for step in 0..300 {
        let count = flock.len() as f32;
        let drift = flock.boids().map(|boid| boid.velocity).sum::<Vec3>() / count;
        let (_, predator) = flock.predators().next().unwrap();
        let next = Predator::new(predator.point + drift / 60.0, drift);
        flock.move_predator(id, next).unwrap();
        flock.step();
        if step > 180 {
            assert!(
                nearest(&flock, next.point) > empty,
                "{step} {}",
                nearest(&flock, next.point)
            );
            assert!((middle(&flock) - next.point).norm() < 0.6);
        }
    }
}

#[test]
fn a_flash_expansion_is_over_after_three_seconds() {
    let mut flock = school(Manoeuvre::Automatic);
    (0..120).for_each(|_| flock.step());
    let before = rms(&flock);
    let mut most = 0.0_f32;
    let predator = Predator::new(middle(&flock) + Vec3::new(2.0, 0.0, 0.0), -3.0 * Vec3::x());
    swim(&mut flock, predator, 60, |flock, _| {
        most = most.max(rms(flock))
    });
    for _ in 0..180 {
        flock.step();
        most = most.max(rms(&flock));
    }
    assert!(most > 1.25 * before, "{before} m, then {most} m");
    assert!(rms(&flock) < before, "{before} m, then {} m", rms(&flock));
}

/// Boids at rest around a predator, without rules.
fn at_rest(reaction_time: f32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 300;
    settings.spawn.speed = 0.0;
    settings.boundary.enabled = false;
    disable_rules(&mut settings);
    settings.fear.enabled = true;
    settings.fear.reaction_time = reaction_time;
    in_the_open(settings)
}

#[test]
fn each_boid_flees_within_the_reaction_time() {
    let fleeing = |flock: &Flock| {
        let moving = flock.boids().filter(|boid| boid.velocity.norm() > 0.0);
        moving.count()
    };
    let mut flock = at_rest(0.5);
    flock
        .add_predator(Predator::new(Vec3::zeros(), Vec3::zeros()))
        .unwrap();
    let mut counts = Vec::new();
    for _ in 0..31 {
        flock.step();
        counts.push(fleeing(&flock));
    }
    assert_eq!((counts[0], counts[30]), (0, 300));
    assert!(counts.is_sorted());
    assert!((100..200).contains(&counts[15]), "{counts:?}");
    let mut flock = at_rest(0.0);
    flock
        .add_predator(Predator::new(Vec3::zeros(), Vec3::zeros()))
        .unwrap();
    flock.step();
    flock.step();
    assert_eq!(fleeing(&flock), 300);
}

#[test]
fn without_fear_predators_change_no_bit() {
    let run = |has_predator: bool| {
        let mut settings = Settings::default();
        settings.panic.enabled = has_predator;
        let mut flock = in_the_open(settings);
        if has_predator {
            flock
                .add_predator(Predator::new(Vec3::zeros(), Vec3::x()))
                .unwrap();
        }
        (0..60).for_each(|_| flock.step());
        by_id(&flock)
    };
    assert_eq!(run(false), run(true));
}

#[test]
fn fear_without_predators_changes_no_bit() {
    let run = |enabled: bool| {
        let mut settings = Settings::default();
        (settings.fear.enabled, settings.panic.enabled) = (enabled, enabled);
        let mut flock = in_the_open(settings);
        (0..60).for_each(|_| flock.step());
        flock.state_hash()
    };
    assert_eq!(run(false), run(true));
}

#[test]
fn boids_that_are_added_later_have_noticed_nothing() {
    let mut flock = at_rest(0.5);
    flock
        .add_predator(Predator::new(Vec3::zeros(), Vec3::zeros()))
        .unwrap();
    (0..40).for_each(|_| flock.step());
    let ids: Vec<_> = by_id(&flock).iter().map(|boid| boid.id).collect();
    ids.iter().for_each(|id| assert!(flock.remove(*id)));
    let added: Vec<_> = flock.spawn(300).unwrap().to_vec();
    assert!(added.iter().all(|id| id.slot() < 300));
    flock.step();
    let moving = flock.boids().filter(|boid| boid.velocity.norm() > 0.0);
    assert_eq!(moving.count(), 0);
}
