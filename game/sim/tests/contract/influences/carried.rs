//! Influences that are fixed to things that move.

use super::*;
use flock_sim::{
    influences::{InfluenceMotion, InfluenceVolume},
    saving::InputLog,
    Placement, Vec3,
};
use flock_testkit::saved::copy;
use nalgebra::{Quaternion, UnitQuaternion};
use std::{
    collections::HashMap,
    f32::consts::{PI, TAU},
};

const DT: f32 = 1.0 / 60.0;

/// A ship on a circle.
#[derive(Clone, Copy)]
struct Ship {
    /// In m/s, along its X axis.
    speed: f32,
    /// In rad/s.
    turn: f32,
}

impl Ship {
    const STEADY: Self = Self {
        speed: 3.0,
        turn: 0.2,
    };

    /// Its placement after so many steps.
    fn at(self, steps: u32) -> Placement {
        let angle = self.turn * steps as f32 * DT;
        let radius = self.speed / self.turn;
        // With the same bits on every platform.
        let (sin, cos) = libm::sincosf(angle);
        let (half_sin, half_cos) = libm::sincosf(0.5 * angle);
        let rotation = Quaternion::new(half_cos, 0.0, half_sin, 0.0);
        Placement {
            origin: Vec3::new(radius * sin, 0.0, radius * (cos - 1.0)),
            rotation: UnitQuaternion::new_normalize(rotation),
        }
    }

    /// Its motion in the step after so many steps.
    fn motion(self, steps: u32) -> InfluenceMotion {
        InfluenceMotion::between(&self.at(steps), &self.at(steps + 1), DT)
    }

    /// Moves an influence with the ship for so many seconds, and returns what is measured after
    /// each step. `is_told`: the influence knows its motion.
    fn carry<T>(
        self,
        flock: &mut Flock,
        seconds: u32,
        is_told: bool,
        influence: impl Fn(&Placement) -> Influence,
        mut measure: impl FnMut(&Flock, &Placement) -> T,
    ) -> Vec<T> {
        let id = flock.add_influence(influence(&self.at(0))).unwrap();
        let steps = (0..seconds * 60).map(|step| {
            let motion = if is_told {
                self.motion(step)
            } else {
                InfluenceMotion::default()
            };
            let moved = influence(&self.at(step)).with_motion(motion);
            assert!(flock.set_influence(id, moved).unwrap());
            flock.step();
            measure(flock, &self.at(step + 1))
        });
        steps.collect()
    }
}

fn on_board(ship: &Placement, point: Vec3) -> Vec3 {
    ship.rotation.inverse() * (point - ship.origin)
}

fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), it| (sum + it, count + 1));
    sum / count as f32
}

fn largest(values: impl Iterator<Item = f32>) -> f32 {
    values.fold(0.0, f32::max)
}

fn fast_school(count: u32) -> Flock {
    let mut settings = school(count).settings().clone();
    settings.motion.max_speed = 6.0;
    settings.motion.max_acceleration = 15.0;
    in_the_open(settings)
}

/// A round path on the deck, in a tube of 1.5 m.
fn path_on(ship: &Placement) -> Influence {
    let corners = [[6.0, 6.0], [-6.0, 6.0], [-6.0, -6.0], [6.0, -6.0]];
    let points = corners.map(|[x, z]| ship.origin + ship.rotation * Vec3::new(x, 0.0, z));
    Influence {
        weight: 12.0,
        ..everywhere(InfluenceKind::Path {
            points: points.to_vec(),
            radius: 1.5,
            look_ahead: 1.0,
            is_loop: true,
        })
    }
}

/// Largest distance from the path on a ship, in metres, and least angle about its middle by which
/// a boid moves along it, in radians: in 30 s.
fn along_the_path(is_told: bool) -> (f32, f32) {
    let mut flock = fast_school(100);
    let curve = path_on(&Placement::default()).kind.curve();
    let off = |point: Vec3| {
        let pieces = curve.windows(2).map(|pair| {
            let way = pair[1] - pair[0];
            let share = (point - pair[0]).dot(&way) / way.norm_squared();
            (point - pair[0] - way * share.clamp(0.0, 1.0)).norm()
        });
        pieces.fold(f32::INFINITY, f32::min)
    };
    let places = |flock: &Flock, ship: &Placement| -> HashMap<_, _> {
        let boids = flock.boids();
        boids
            .map(|it| (it.id, on_board(ship, it.position)))
            .collect()
    };
    let all = Ship::STEADY.carry(&mut flock, 40, is_told, path_on, places);
    let late = &all[10 * 60..];
    let worst = largest(late.iter().flat_map(HashMap::values).map(|it| off(*it)));
    let angle = |place: &Vec3| place.z.atan2(place.x);
    let turns = flock.boids().map(|boid| {
        let steps = late.windows(2).map(|pair| {
            let [before, after] = [0, 1].map(|it| angle(&pair[it][&boid.id]));
            (after - before + PI).rem_euclid(TAU) - PI
        });
        steps.sum::<f32>()
    });
    (worst, turns.fold(f32::INFINITY, f32::min))
}

#[test]
fn boids_go_along_a_path_on_a_ship_that_moves_and_turns() {
    let (worst, turned) = along_the_path(true);
    assert!(worst < 1.6, "{worst} m from the path");
    assert!(turned > 3.0 * TAU, "only {turned} rad along the path");
    // The same path without its motion.
    let (worst, _) = along_the_path(false);
    assert!(worst > 2.5, "{worst} m from the path");
}

/// Fish in a pen with a radius of 8 m that moves at half their speed, in a minute: the middle of
/// the school and the distance of the outermost fish from the middle of the pen, in the frame of
/// the pen, after each step.
fn in_a_pen(reach: f32, turn: f32, is_told: bool) -> Vec<(Vec3, f32)> {
    let mut flock = school(150);
    let pen = |ship: &Placement| {
        let center = ship.origin;
        let radius = 8.0;
        let volumes = vec![InfluenceVolume::Sphere { center, radius }];
        Influence {
            reach,
            ..Influence::new(InfluenceKind::Pen { volumes })
        }
    };
    let whale = Ship { speed: 1.0, turn };
    whale.carry(&mut flock, 60, is_told, pen, |flock, ship| {
        let places = flock.boids().map(|it| on_board(ship, it.position));
        let places: Vec<_> = places.collect();
        let farthest = largest(places.iter().map(Vec3::norm));
        (places.iter().sum::<Vec3>() / flock.len() as f32, farthest)
    })
}

#[test]
fn fish_stay_in_a_pen_that_moves_and_do_not_lag_behind() {
    for turn in [1e-4, 0.1] {
        let all = in_a_pen(10.0, turn, true);
        let farthest = largest(all.iter().map(|it| it.1));
        assert!(farthest < 6.0, "{farthest} m from the middle");
        let late = &all[20 * 60..];
        let lag = -mean(late.iter().map(|it| it.0.x));
        assert!(lag.abs() < 0.5, "{lag} m behind");
        let velocity = (late[late.len() - 1].0 - late[0].0) / 40.0;
        assert!(velocity.norm() < 0.1, "{velocity}");
    }
}

#[test]
fn fish_come_out_of_a_pen_with_a_short_reach_only_if_its_motion_is_not_told() {
    for turn in [1e-4, 0.1] {
        let [told, untold] = [true, false].map(|is_told| {
            let all = in_a_pen(1.5, turn, is_told);
            largest(all.into_iter().map(|it| it.1))
        });
        assert!(told < 8.0, "{told} m from the middle");
        assert!(untold > 8.1, "{untold} m from the middle");
    }
}

#[test]
fn a_target_that_moves_is_caught() {
    let mast = Vec3::new(0.0, 0.0, 2.0);
    let target = |ship: &Placement| {
        everywhere(InfluenceKind::Target {
            point: ship.origin + ship.rotation * mast,
            slowing: 3.0,
        })
    };
    for limit_turning in [false, true] {
        let [told, untold] = [true, false].map(|is_told| {
            let mut settings = fast_school(1).settings().clone();
            settings.motion.limit_turning = limit_turning;
            let mut flock = in_the_open(settings);
            let all = Ship::STEADY.carry(&mut flock, 20, is_told, target, |flock, ship| {
                let boid = flock.boids().next().unwrap();
                (on_board(ship, boid.position) - mast).norm()
            });
            largest(all[5 * 60..].iter().copied())
        });
        assert!(told < 0.4, "{told} m away");
        assert!(untold > 1.5, "{untold} m away");
    }
}

/// A sphere comes towards boids that hover, and does not touch them.
#[test]
fn boids_make_way_for_a_volume_that_comes_towards_them() {
    let nearest = |is_told| {
        let mut settings = fast_school(0).settings().clone();
        settings.motion.min_speed = 0.0;
        let mut flock = in_the_open(settings);
        let boid = flock.spawn_at(Vec3::x() * 20.0, Vec3::zeros()).unwrap();
        let sphere = |ship: &Placement| {
            let volumes = vec![InfluenceVolume::Sphere {
                center: ship.origin,
                radius: 2.0,
            }];
            Influence {
                reach: 4.0,
                ..Influence::new(InfluenceKind::Repel { volumes })
            }
        };
        let straight = Ship {
            speed: 5.0,
            turn: 1e-4,
        };
        let all = straight.carry(&mut flock, 6, is_told, sphere, |flock, ship| {
            (flock.boid(boid).unwrap().position - ship.origin).norm()
        });
        all.into_iter().fold(f32::INFINITY, f32::min) - 2.0
    };
    let (told, untold) = (nearest(true), nearest(false));
    assert!(told > untold + 0.3, "{told} m and {untold} m");
    assert!(told > 0.0, "{told} m");
}

/// A ship of each kind of influence that leads or pushes, which stops in the middle.
fn voyage(flock: &mut Flock, log: bool) -> Option<InputLog> {
    if log {
        flock.start_log();
    }
    let point = Vec3::x();
    let target = InfluenceKind::Target {
        point,
        slowing: 1.0,
    };
    let pen = InfluenceKind::Pen {
        volumes: vec![InfluenceVolume::Sphere {
            center: point,
            radius: 4.0,
        }],
    };
    let kinds = [target, pen, path_on(&Placement::default()).kind];
    let ids = kinds.map(|kind| flock.add_influence(Influence::new(kind)).unwrap());
    for step in 0..60 {
        let all = flock.influences().map(|it| it.1.clone());
        for (id, influence) in ids.into_iter().zip(all.collect::<Vec<_>>()) {
            let motion = if step < 30 {
                Ship::STEADY.motion(step)
            } else {
                InfluenceMotion::default()
            };
            flock
                .set_influence(id, influence.with_motion(motion))
                .unwrap();
        }
        flock.step();
    }
    log.then(|| flock.take_log())
}

#[test]
fn motions_are_logged_and_part_of_a_snapshot_and_of_the_hash() {
    let mut flock = school(100);
    let log = voyage(&mut flock, true).unwrap();
    let mut again = school(100);
    again.replay(copy(&log));
    (0..60).for_each(|_| again.step());
    assert_eq!(again.state_hash(), flock.state_hash());

    let (id, influence) = flock.influences().next().unwrap();
    let influence = influence.clone();
    let at_rest = flock.state_hash();
    let moved = influence.clone().with_motion(Ship::STEADY.motion(7));
    flock.set_influence(id, moved).unwrap();
    assert_ne!(flock.state_hash(), at_rest);
    let saved = copy(&flock.snapshot());
    let mut restored = Flock::restore(&saved, flock.geometry().clone()).unwrap();
    assert!(restored.influences().eq(flock.influences()));
    for flock in [&mut flock, &mut restored] {
        (0..30).for_each(|_| flock.step());
    }
    assert_eq!(restored.state_hash(), flock.state_hash());
    flock.set_influence(id, influence).unwrap();
    assert!(flock.influences().next().unwrap().1.motion.is_at_rest());
}

#[test]
fn influences_that_were_saved_before_they_could_move_are_at_rest() {
    let target = path_on(&Placement::default());
    let text = ron::to_string(&target).unwrap();
    let (before, _) = text.split_once(",motion:").unwrap();
    let read: Influence = ron::from_str(&format!("{before})")).unwrap();
    assert_eq!(read, target);
}
