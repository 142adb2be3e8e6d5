//! Targets, roosts, leaders and informed members.

use super::*;
use flock_sim::{
    influences::{Influence, InfluenceKind, InfluenceVolume},
    Boid, BoidId, Flock, Placement, Vec3,
};
use flock_testkit::flocks::{by_id, disable_rules, flock};
use std::collections::HashSet;

#[test]
fn a_flock_arrives_at_its_target() {
    let mut flock = school(300);
    let point = Vec3::new(30.0, 5.0, -10.0);
    let target = everywhere(InfluenceKind::Target {
        point,
        slowing: 6.0,
    });
    flock.add_influence(target).unwrap();
    seconds(&mut flock, 40.0);
    let near = share(&flock, |it| (it - point).norm() < 6.0);
    assert!(near >= 0.9, "{near} of the boids have arrived");
}

/// A roost of 4 m, 20 m away from the school.
fn roost(dusk: f32) -> Influence {
    let center = Vec3::new(20.0, 3.0, 0.0);
    everywhere(InfluenceKind::Roost {
        volumes: vec![InfluenceVolume::Sphere {
            center,
            radius: 4.0,
        }],
        slowing: 2.0,
        dusk,
    })
}

#[test]
fn a_flock_gathers_in_its_roost_at_night_and_leaves_it_by_day() {
    let mut flock = school(300);
    let id = flock.add_influence(roost(1.0)).unwrap();
    let at_home = |flock: &Flock| share(flock, |it| (it - Vec3::new(20.0, 3.0, 0.0)).norm() < 4.0);
    // At 2 m/s the way takes 10 s.
    seconds(&mut flock, 20.0);
    for _ in 0..100 {
        seconds(&mut flock, 0.1);
        let at_home = at_home(&flock);
        assert!(at_home >= 0.9, "{at_home} of the boids are in the roost");
    }
    flock.set_influence(id, roost(0.0)).unwrap();
    seconds(&mut flock, 30.0);
    assert!(at_home(&flock) < 0.1, "nothing keeps them there by day");
}

#[test]
fn a_roost_has_no_effect_by_day_and_half_of_it_at_dusk() {
    let after = |dusk: Option<f32>| {
        let mut flock = school(300);
        if let Some(dusk) = dusk {
            flock.add_influence(roost(dusk)).unwrap();
        }
        seconds(&mut flock, 2.0);
        flock
    };
    assert_eq!(by_id(&after(Some(0.0))), by_id(&after(None)));
    assert_ne!(by_id(&after(Some(0.001))), by_id(&after(None)));
    let mut flock = school(1);
    let wish_at = |flock: &mut Flock, dusk: f32| {
        let boid = flock.boids().next().unwrap().id;
        let id = flock.add_influence(roost(dusk)).unwrap();
        let wish = flock.wishes(boid).unwrap().influences.norm();
        flock.remove_influence(id);
        wish
    };
    let wishes = [0.0, 0.25, 0.5, 0.75, 1.0].map(|dusk| wish_at(&mut flock, dusk));
    for (wish, expected) in wishes.iter().zip([0.0, 0.225, 2.5, 4.775, 5.0]) {
        assert!((wish - expected).abs() < 2e-3, "{wishes:?}");
    }
}

#[test]
fn a_leader_is_followed_and_its_lane_is_clear() {
    let mut flock = school(300);
    let (speed, follow, lane_radius) = (1.2, 3.0, 1.0);
    let leader = |point: Vec3| Influence {
        weight: 6.0,
        ..everywhere(InfluenceKind::Leader {
            point,
            velocity: Vec3::x() * speed,
            follow,
            lane_length: 6.0,
            lane_radius,
        })
    };
    let mut point = Vec3::zeros();
    let id = flock.add_influence(leader(point)).unwrap();
    let mut in_lane = 0;
    for step in 0..60 * 60 {
        point.x += speed / 60.0;
        assert!(flock.set_influence(id, leader(point)).unwrap());
        flock.step();
        if step >= 20 * 60 {
            let offsets = flock.boids().map(|boid| boid.position - point);
            in_lane += offsets
                .filter(|it| (0.0..6.0).contains(&it.x) && it.yz().norm() < lane_radius)
                .count();
        }
    }
    assert_eq!(in_lane, 0, "boids are in the way of the leader");
    let place = point - Vec3::x() * speed * follow;
    let near = share(&flock, |it| (it - place).norm() < 5.0);
    assert!(near >= 0.9, "{near} of the boids follow");
}

/// Mean of a vector over the boids.
fn mean(flock: &Flock, of: impl Fn(&Boid) -> Vec3) -> Vec3 {
    flock.boids().map(|boid| of(&boid)).sum::<Vec3>() / flock.len() as f32
}

#[test]
fn a_few_informed_members_lead_the_flock() {
    let point = Vec3::new(300.0, 0.0, 0.0);
    let led_by = |informed: f32| {
        let mut flock = school(300);
        let mut settings = flock.settings().clone();
        (settings.cohesion.weight, settings.cohesion.radius) = (4.0, 4.0);
        (settings.alignment.weight, settings.alignment.radius) = (2.0, 2.0);
        flock.set_settings(settings).unwrap();
        let slowing = 5.0;
        flock
            .add_influence(Influence {
                share: informed,
                ..everywhere(InfluenceKind::Target { point, slowing })
            })
            .unwrap();
        seconds(&mut flock, 30.0);
        let center = mean(&flock, |boid| boid.position);
        let together = share(&flock, |it| (it - center).norm() < 10.0);
        let course = mean(&flock, |boid| boid.velocity).normalize();
        (course.dot(&(point - center).normalize()), together)
    };
    let (cosine, together) = led_by(0.0);
    assert!(cosine < 0.5 && together == 1.0, "{cosine} {together}");
    let (cosine, together) = led_by(0.15);
    assert!(cosine > 0.95, "cosine {cosine} between course and target");
    assert!(together > 0.95, "{together} of the flock kept together");
}

/// Boids that circle around a target at full speed, at several distances.
fn circling(rate: f32, min_speed: f32, slowing: f32) -> Flock {
    let mut settings = school(0).settings().clone();
    disable_rules(&mut settings);
    settings.motion.min_speed = min_speed;
    settings.motion.limit_turning = true;
    settings.motion.max_turn_rate = rate;
    let boids: Vec<(Vec3, Vec3)> = (0..40)
        .map(|index| {
            let (sin, cos) = (0.157 * index as f32).sin_cos();
            let distance = 0.5 + 0.25 * (index % 11) as f32;
            let height = 0.3 * (index % 3) as f32;
            let place = Vec3::new(distance * cos, height, distance * sin);
            (place, Vec3::new(-sin, 0.0, cos) * 2.0)
        })
        .collect();
    let mut flock = flock(settings, Placement::default(), &boids);
    let point = Vec3::zeros();
    flock
        .add_influence(everywhere(InfluenceKind::Target { point, slowing }))
        .unwrap();
    flock
}

#[test]
fn boids_that_turn_slowly_arrive_at_a_target_beside_them() {
    // Those that cannot be slower than 0.5 m/s turn in circles of up to 1.9 m.
    for (min_speed, slowing) in [(0.0, 1.0), (0.0, 0.0), (0.5, 1.0), (0.5, 3.0)] {
        for rate in [60.0, 45.0, 30.0] {
            let mut flock = circling(rate, min_speed, slowing);
            let mut left: HashSet<BoidId> = flock.boids().map(|boid| boid.id).collect();
            for _ in 0..30 * 60 {
                flock.step();
                for boid in flock.boids().filter(|boid| boid.position.norm() < 0.3) {
                    left.remove(&boid.id);
                }
            }
            assert_eq!(left.len(), 0, "{rate} degrees/s, {min_speed}, {slowing}");
            let advice = flock.advice();
            assert!(advice.iter().any(|it| it.field == "Target.slowing"));
        }
    }
}

#[test]
fn boids_that_only_an_influence_steers_are_not_called_idle() {
    let mut settings = Settings::default();
    settings.spawn.count = 1;
    disable_rules(&mut settings);
    let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
    let is_idle = |flock: &Flock| {
        let advice = flock.advice();
        advice.iter().any(|it| it.field == "cohesion.enabled")
    };
    assert!(is_idle(&flock));
    let target = InfluenceKind::Target {
        point: Vec3::zeros(),
        slowing: 0.0,
    };
    let target = flock.add_influence(Influence::new(target)).unwrap();
    assert!(!is_idle(&flock));
    flock.remove_influence(target);
    assert!(is_idle(&flock));
}
