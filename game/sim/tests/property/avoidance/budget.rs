//! The budget of rays in each step.

use super::level::{block, geometry, settings};
use flock_sim::{Flock, Placement, Settings, Vec3};
use flock_testkit::flocks::{by_id, disable_rules};

/// A flock in a hall around a block.
fn flock(change: impl Fn(&mut Settings)) -> Flock {
    let blocks = [
        block([-4.0, -3.0, -4.0], [4.0, -2.0, 4.0]),
        block([-1.0, -2.0, -1.0], [1.0, 2.0, 1.0]),
        block([-4.0, 2.0, -4.0], [4.0, 3.0, 4.0]),
    ];
    let mut settings = settings(1000, [-3.0, -1.8, -3.0], [3.0, 1.8, 3.0]);
    settings.boundary.enabled = true;
    settings.spawn.speed = 1.0;
    change(&mut settings);
    Flock::new(settings, Placement::default(), geometry(&blocks)).unwrap()
}

/// The numbers of rays that were cast and of looks that were delayed, for each of the next steps.
fn spent(flock: &mut Flock, steps: usize) -> Vec<(u64, u64)> {
    let counts = |flock: &Flock| {
        let statistics = flock.statistics();
        (statistics.rays, statistics.delayed_looks)
    };
    let step = |_| {
        let before = counts(flock);
        flock.step();
        let after = counts(flock);
        (after.0 - before.0, after.1 - before.1)
    };
    (0..steps).map(step).collect()
}

#[test]
fn a_budget_is_never_exceeded_and_delays_are_counted() {
    for budget in [40, 100, 1000] {
        let mut flock = flock(|settings| settings.avoidance.ray_budget = budget);
        let spent = spent(&mut flock, 200);
        assert!(spent.iter().all(|(rays, _)| *rays <= u64::from(budget)));
        // While looks are delayed, less is left than one look may take.
        for (rays, delayed) in &spent {
            assert!(
                *delayed == 0 || *rays > u64::from(budget) - 40,
                "{rays} of {budget}"
            );
        }
        assert!(spent[0].1 > 0, "{budget} rays were enough for all");
        assert!(flock.statistics().delayed_looks_per_step > 0.0);
    }
}

#[test]
fn without_a_budget_no_boid_waits() {
    let spent_by = |budget: u32| {
        let mut flock = flock(|settings| settings.avoidance.ray_budget = budget);
        let spent = spent(&mut flock, 100);
        (spent, flock.state_hash())
    };
    let unlimited = spent_by(0);
    assert!(unlimited
        .0
        .iter()
        .all(|(rays, delayed)| *rays > 0 && *delayed == 0));
    // A budget that is large enough changes nothing.
    assert_eq!(spent_by(1_000_000_000), unlimited);
}

#[test]
fn a_budget_below_one_look_is_not_spent() {
    let mut flock = flock(|settings| settings.avoidance.ray_budget = 10);
    let spent = spent(&mut flock, 20);
    assert!(spent
        .iter()
        .all(|(rays, delayed)| *rays == 0 && *delayed > 100));
}

/// In the first step avoidance pushes every boid near geometry for which there are rays.
#[test]
fn the_boids_that_would_hit_something_soonest_look_first() {
    let pushed = |budget: u32| -> Vec<(bool, f32)> {
        let mut flock = flock(|settings| {
            disable_rules(settings);
            settings.boundary.enabled = false;
            settings.motion.max_speed = 10.0;
            settings.avoidance.ray_budget = budget;
        });
        let before = by_id(&flock);
        flock.step();
        let boids = before.iter().zip(by_id(&flock));
        boids
            .map(|(before, after)| {
                let clearance = flock.geometry().clearance(before.position);
                (
                    after.velocity != before.velocity,
                    clearance / before.velocity.norm(),
                )
            })
            .collect()
    };
    let (all, some) = (pushed(0), pushed(500));
    let looked = || all.iter().zip(&some).filter(|(all, _)| all.0);
    let time = |(_, some): (_, &(bool, f32))| some.1;
    let latest = looked()
        .filter(|(_, some)| some.0)
        .map(time)
        .fold(0.0, f32::max);
    let earliest = looked()
        .filter(|(_, some)| !some.0)
        .map(time)
        .fold(f32::MAX, f32::min);
    println!("boids up to {latest} s before impact looked, those from {earliest} s on waited");
    assert!(latest > 0.05 && latest <= earliest);
}

/// Every delayed boid gets its rays later.
#[test]
fn delayed_boids_look_later() {
    let mut flock = flock(|settings| {
        disable_rules(settings);
        settings.avoidance.ray_budget = 500;
    });
    let spent = spent(&mut flock, 100);
    assert!(spent[0].1 > 0 && spent.last().is_some_and(|(_, delayed)| *delayed == 0));
    // No boid had to turn at the last moment.
    let contacts = flock.statistics().contacts;
    assert!(contacts < 100, "{contacts}");
    assert!(flock
        .boids()
        .all(|boid: flock_sim::Boid| boid.position != Vec3::zeros()));
}
