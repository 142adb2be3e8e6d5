//! What flocks do under influences, seen from outside.

use crate::support::flocks::on_threads;
use flock_sim::{
    AltitudeAbove, Boid, Driver, FallOff, Flock, Influence, InfluenceKind, InfluenceVolume,
    Placement, Preset, Region, Settings, Snapshot, Vec3,
};
use std::sync::Arc;

/// A school in a sphere, without a boundary.
fn school(count: u32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::Sphere {
        center: Vec3::zeros(),
        radius: 3.0,
    };
    settings.boundary.enabled = false;
    settings.motion.max_speed = 2.0;
    settings.motion.min_speed = 0.5;
    settings.motion.max_acceleration = 6.0;
    Flock::new(settings, Placement::default(), Arc::default()).unwrap()
}

fn seconds(flock: &mut Flock, seconds: f32) {
    (0..(seconds * 60.0) as u32).for_each(|_| flock.step());
}

fn share(flock: &Flock, is_counted: impl Fn(&Vec3) -> bool) -> f64 {
    let counted = flock.boids().filter(|boid| is_counted(&boid.position));
    counted.count() as f64 / flock.len() as f64
}

fn everywhere(kind: InfluenceKind) -> Influence {
    Influence {
        reach: 1000.0,
        fall_off: FallOff::Constant,
        ..Influence::new(kind)
    }
}

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
    assert_eq!(after(Some(0.0)).state_hash(), after(None).state_hash());
    assert_ne!(after(Some(0.001)).state_hash(), after(None).state_hash());
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
                .filter(|it| (0.0..6.0).contains(&it.x) && it.yz().norm() < lane_radius * 0.5)
                .count();
        }
    }
    assert_eq!(in_lane, 0, "boids are in the way of the leader");
    let place = point - Vec3::x() * speed * follow;
    let near = share(&flock, |it| (it - place).norm() < 5.0);
    assert!(near >= 0.9, "{near} of the boids follow");
}

#[test]
fn boids_leave_an_arrow_along_it() {
    let mut flock = school(300);
    let guide = Influence {
        weight: 8.0,
        reach: 6.0,
        fall_off: FallOff::Smooth,
        ..Influence::new(InfluenceKind::Guide {
            start: Vec3::new(-8.0, 0.0, 0.0),
            end: Vec3::new(12.0, 0.0, 0.0),
        })
    };
    flock.add_influence(guide).unwrap();
    let (mut exits, mut straight) = (0, 0);
    for _ in 0..20 * 60 {
        let before: Vec<_> = flock
            .boids()
            .map(|boid| (boid.id, boid.position.x))
            .collect();
        flock.step();
        for (id, x) in before {
            let boid = flock.boid(id).unwrap();
            if x < 12.0 && boid.position.x >= 12.0 {
                exits += 1;
                let cosine = boid.velocity.x / boid.velocity.norm();
                straight += i32::from(cosine > 15f32.to_radians().cos());
            }
        }
    }
    assert!(
        exits >= 270,
        "only {exits} boids came to the end of the arrow"
    );
    assert!(
        straight * 100 >= exits * 95,
        "{straight} of {exits} left along the arrow"
    );
}

#[test]
fn boids_stay_in_the_tube_of_a_path() {
    let mut flock = school(200);
    let points = vec![
        Vec3::new(0.0, 0.0, 0.0),
        Vec3::new(20.0, 0.0, 0.0),
        Vec3::new(20.0, 6.0, 20.0),
        Vec3::new(0.0, 0.0, 20.0),
    ];
    let path = InfluenceKind::Path {
        points,
        radius: 4.0,
        look_ahead: 1.0,
        is_loop: true,
    };
    let weight = 6.0;
    flock
        .add_influence(Influence {
            weight,
            ..everywhere(path.clone())
        })
        .unwrap();
    let line = polyline(&path);
    let (mut inside, mut all) = (0usize, 0usize);
    let mut visited = [false; 4];
    for step in 0..90 * 60 {
        flock.step();
        if step > 5 * 60 && step % 20 == 0 {
            all += flock.len();
            inside += flock
                .boids()
                .filter(|boid| distance(&line, boid.position) < 4.0)
                .count();
            let InfluenceKind::Path { points, .. } = &path else {
                unreachable!()
            };
            for (visited, point) in visited.iter_mut().zip(points) {
                *visited |= share(&flock, |it| (it - point).norm() < 5.0) > 0.3;
            }
        }
    }
    let share = inside as f64 / all as f64;
    assert!(share >= 0.95, "{share} of the time in the tube");
    assert_eq!(visited, [true; 4], "the school has not gone round");
}

/// Points on the chords of a path, and on its bends near enough to them.
fn polyline(path: &InfluenceKind) -> Vec<Vec3> {
    let InfluenceKind::Path { points, .. } = path else {
        unreachable!()
    };
    let count = points.len();
    let knot = |from: Vec3, to: Vec3| (to - from).norm().sqrt();
    let mut line = Vec::new();
    for index in 0..count {
        let [a, b, c, d] = [count - 1, 0, 1, 2].map(|it| points[(index + it) % count]);
        let (t1, t2, t3) = (
            knot(a, b),
            knot(a, b) + knot(b, c),
            knot(a, b) + knot(b, c) + knot(c, d),
        );
        for piece in 0..100 {
            let t = t1 + (t2 - t1) * piece as f32 / 100.0;
            let mix = |p: Vec3, q: Vec3, from: f32, to: f32| {
                (p * (to - t) + q * (t - from)) / (to - from)
            };
            let (a1, a2, a3) = (mix(a, b, 0.0, t1), mix(b, c, t1, t2), mix(c, d, t2, t3));
            line.push(mix(mix(a1, a2, 0.0, t2), mix(a2, a3, t1, t3), t1, t2));
        }
    }
    line
}

fn distance(line: &[Vec3], point: Vec3) -> f32 {
    line.iter()
        .map(|it| (it - point).norm())
        .fold(f32::INFINITY, f32::min)
}

#[test]
fn a_pen_of_several_volumes_holds_the_flock() {
    let mut flock = school(300);
    let volumes = vec![
        InfluenceVolume::Sphere {
            center: Vec3::zeros(),
            radius: 5.0,
        },
        InfluenceVolume::Capsule {
            start: Vec3::zeros(),
            end: Vec3::x() * 15.0,
            radius: 3.0,
        },
        InfluenceVolume::Sphere {
            center: Vec3::x() * 15.0,
            radius: 5.0,
        },
    ];
    let pen = Influence {
        weight: 20.0,
        reach: 1.0,
        ..Influence::new(InfluenceKind::Pen { volumes })
    };
    flock.add_influence(pen).unwrap();
    let mut farthest = 0.0f32;
    for _ in 0..60 * 60 {
        flock.step();
        for boid in flock.boids() {
            let it = boid.position;
            let at = |x: f32| (it - Vec3::x() * x).norm();
            let outside = (at(0.0) - 5.0)
                .min(at(15.0) - 5.0)
                .min(at(it.x.clamp(0.0, 15.0)) - 3.0);
            farthest = farthest.max(outside);
        }
    }
    assert!(farthest < 1.0, "a boid was {farthest} m outside");
}

#[test]
fn an_altitude_band_holds_the_flock() {
    let mut flock = school(300);
    let band = InfluenceKind::AltitudeBand {
        lowest: 10.0,
        highest: 14.0,
        above: AltitudeAbove::Level,
    };
    flock
        .add_influence(Influence {
            weight: 20.0,
            reach: 1.0,
            ..Influence::new(band)
        })
        .unwrap();
    seconds(&mut flock, 30.0);
    for _ in 0..300 {
        flock.step();
        assert_eq!(share(&flock, |it| (9.0..15.0).contains(&it.y)), 1.0);
    }
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

#[test]
fn what_is_switched_off_or_far_away_changes_no_bit() {
    let hash = |influences: &[Influence]| {
        let mut flock = school(500);
        for influence in influences {
            flock.add_influence(influence.clone()).unwrap();
        }
        seconds(&mut flock, 1.0);
        flock.state_hash()
    };
    let target = Influence::new(InfluenceKind::Target {
        point: Vec3::zeros(),
        slowing: 1.0,
    });
    let without = hash(&[]);
    assert_ne!(hash(std::slice::from_ref(&target)), without);
    let off = Influence {
        enabled: false,
        ..target.clone()
    };
    let weightless = Influence {
        weight: 0.0,
        ..target.clone()
    };
    let none = Influence {
        share: 0.0,
        ..target.clone()
    };
    let point = Vec3::new(900.0, 0.0, 0.0);
    let far = Influence {
        kind: InfluenceKind::Target {
            point,
            slowing: 1.0,
        },
        ..target
    };
    assert_eq!(hash(&[off, weightless, none, far]), without);
}

#[test]
fn influences_give_the_same_bits_on_any_number_of_threads_and_after_a_snapshot() {
    let hash = |threads: usize, with_snapshot: bool| {
        on_threads(threads, || {
            let mut settings = Preset::Sardines.settings();
            settings.spawn.count = 3000;
            settings.simulation.driver = Driver::AllThreads;
            let mut flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
            for number in 0..100 {
                let angle = number as f32;
                let center = Vec3::new(angle.cos(), 0.3, angle.sin()) * 4.0;
                let volumes = vec![InfluenceVolume::Sphere {
                    center,
                    radius: 0.2,
                }];
                let kind = match number % 3 {
                    0 => InfluenceKind::Attract { volumes },
                    1 => InfluenceKind::Repel { volumes },
                    _ => InfluenceKind::Target {
                        point: center,
                        slowing: 1.0,
                    },
                };
                let (reach, share) = (1.5, 0.7);
                flock
                    .add_influence(Influence {
                        reach,
                        share,
                        ..Influence::new(kind)
                    })
                    .unwrap();
            }
            seconds(&mut flock, 1.0);
            if with_snapshot {
                let text = ron::to_string(&flock.snapshot()).unwrap();
                let snapshot: Snapshot = ron::from_str(&text).unwrap();
                flock = Flock::restore(&snapshot, Arc::default()).unwrap();
                assert_eq!(flock.influences().len(), 100);
            }
            seconds(&mut flock, 1.0);
            flock.state_hash()
        })
    };
    let expected = hash(1, false);
    assert_eq!(hash(3, false), expected);
    assert_eq!(hash(2, true), expected);
}

#[test]
fn bad_influences_are_refused_with_the_value() {
    let mut flock = school(1);
    let refused = |influence: Influence| influence.validate().unwrap_err().to_string();
    let at = |point: Vec3| {
        Influence::new(InfluenceKind::Target {
            point,
            slowing: 0.0,
        })
    };
    assert_eq!(
        refused(Influence {
            weight: f32::NAN,
            share: 2.0,
            ..at(Vec3::zeros())
        }),
        "influence.weight is NaN; allowed: 0 to 10000 m/s²\ninfluence.share is 2; allowed: 0 to 1"
    );
    assert_eq!(
        refused(at(Vec3::new(f32::INFINITY, 0.0, 0.0))),
        "influence.point is (inf, 0, 0); allowed: -10000 to 10000 m in every component"
    );
    let (start, end) = (Vec3::x(), Vec3::x());
    assert_eq!(
        refused(Influence::new(InfluenceKind::Guide { start, end })),
        "influence.end is (1, 0, 0); allowed: another point than start"
    );
    assert_eq!(
        refused(Influence::new(InfluenceKind::Pen {
            volumes: Vec::new()
        })),
        "influence.volumes is a list of 0; allowed: 1 to 64"
    );
    let band = InfluenceKind::AltitudeBand {
        lowest: 3.0,
        highest: 2.0,
        above: AltitudeAbove::Ground,
    };
    assert_eq!(
        refused(Influence::new(band)),
        "influence.highest is 2; allowed: above lowest, 3 m"
    );
    let night = InfluenceKind::Roost {
        volumes: Vec::new(),
        slowing: 0.0,
        dusk: 1.5,
    };
    assert_eq!(
        refused(Influence::new(night)),
        "influence.volumes is a list of 0; allowed: 1 to 64\n\
         influence.slowing is 0; allowed: 0.001 to 10000 m\n\
         influence.dusk is 1.5; allowed: 0 to 1"
    );
    let id = flock.add_influence(at(Vec3::zeros())).unwrap();
    assert!(flock.set_influence(id, at(Vec3::repeat(1e9))).is_err());
    assert_eq!(flock.influences().next().unwrap().1, &at(Vec3::zeros()));
    for _ in 1..256 {
        flock.add_influence(at(Vec3::zeros())).unwrap();
    }
    let error = flock.add_influence(at(Vec3::zeros())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "number of influences is 256; allowed: fewer than 256 before another one is added"
    );
    assert_eq!(flock.remove_influence(id), Some(at(Vec3::zeros())));
    assert_eq!(flock.remove_influence(id), None);
    assert_eq!(flock.set_influence(id, at(Vec3::zeros())), Ok(false));
}
