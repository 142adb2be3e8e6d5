//! The published models with all that their authors describe or wish for, run for a while.

use flock_sim::{
    influences::{FallOff, Influence, InfluenceKind},
    settings::{Boundary, BoundaryMode, Region},
    threats::Scare,
    Flock, Preset, Vec3,
};
use flock_testkit::flocks::in_the_open;

fn share(flock: &Flock, is_counted: impl Fn(&Vec3) -> bool) -> f64 {
    let counted = flock.boids().filter(|boid| is_counted(&boid.position));
    counted.count() as f64 / flock.len() as f64
}

/// Arrows from corner to corner of a square around the middle.
fn assistants(half: f32) -> [Influence; 4] {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corner = |index: usize| {
        let [x, z] = corners[index % 4];
        Vec3::new(x * half, 0.0, z * half)
    };
    [0, 1, 2, 3].map(|index| Influence {
        weight: 4.0,
        reach: 12.0,
        fall_off: FallOff::Smooth,
        ..Influence::new(InfluenceKind::Guide {
            start: corner(index),
            end: corner(index + 1),
        })
    })
}

/// Composite behaviours: assistants alone keep the flock inside its box, which has no walls.
#[test]
fn assistants_keep_a_flock_inside_without_walls() {
    let inside = |guided: bool| {
        let mut settings = Preset::Composite.settings();
        settings.spawn.count = 300;
        settings.spawn.region = Region::cuboid(Vec3::new(6.0, 3.0, 6.0));
        settings.boundary.enabled = false;
        let mut flock = in_the_open(settings);
        if guided {
            for arrow in assistants(6.0) {
                flock.add_influence(arrow).unwrap();
            }
        }
        (0..60 * 60).for_each(|_| flock.step());
        share(&flock, |place| place.amax() < 20.0)
    };
    let (without, with) = (inside(false), inside(true));
    assert!(
        with >= 0.95 && without < 0.7,
        "{with} inside with assistants, {without} without"
    );
}

/// The fish tank: smooth turns before the glass, fear of a shark, a leader; weights are changed
/// while it runs.
#[test]
fn a_fish_tank_with_all_that_its_author_wishes_for() {
    let half = Vec3::new(6.0, 3.0, 6.0);
    let mut settings = Preset::FishTank.settings();
    settings.spawn.count = 400;
    settings.spawn.region = Region::Box {
        min: half * -0.4,
        max: half * 0.4,
    };
    settings.boundary =
        Boundary::new(Region::cuboid(half)).with_mode(BoundaryMode::SoftTurn { margin: 1.0 });
    let mut tank = in_the_open(settings.clone());
    let leader = |time: f32| {
        let (sin, cos) = (0.25 * time).sin_cos();
        Influence {
            weight: 12.0,
            reach: 100.0,
            fall_off: FallOff::Constant,
            ..Influence::new(InfluenceKind::Leader {
                point: Vec3::new(3.0 * cos, 0.5, 3.0 * sin),
                velocity: Vec3::new(-sin, 0.0, cos) * (3.0 * 0.25),
                follow: 0.5,
                lane_length: 0.0,
                lane_radius: 1.0,
            })
        }
    };
    let id = tank.add_influence(leader(0.0)).unwrap();
    let mut behind = 0.0;
    for step in 0..60 * 40 {
        let now = leader(step as f32 / 60.0);
        let InfluenceKind::Leader { point, .. } = now.kind else {
            unreachable!()
        };
        tank.set_influence(id, now).unwrap();
        tank.step();
        assert_eq!(
            share(&tank, |place| (0..3)
                .all(|axis| place[axis].abs() <= half[axis])),
            1.0
        );
        if step >= 60 * 30 {
            behind += share(&tank, |place| (place - point).norm() < 3.0) / 600.0;
        }
    }
    assert!(behind >= 0.9, "{behind} of the fish are with the leader");

    tank.remove_influence(id).unwrap();
    settings.cohesion.weight = 0.0;
    tank.set_settings(settings).unwrap();
    (0..60 * 5).for_each(|_| tank.step());
    // Where most fish are.
    let positions: Vec<Vec3> = tank.boids().map(|boid| boid.position).collect();
    let crowd = |place: &Vec3| {
        positions
            .iter()
            .filter(|it| (*it - place).norm() < 1.4)
            .count()
    };
    let shark = *positions.iter().max_by_key(|place| crowd(place)).unwrap();
    let near = |tank: &Flock| share(tank, |place| (place - shark).norm() < 1.4);
    let before = near(&tank);
    for _ in 0..60 * 2 {
        let fear = Scare {
            point: shark,
            radius: 2.0,
            strength: 30.0,
            decay: 0.1,
        };
        tank.scare(fear).unwrap();
        tank.step();
    }
    assert!(
        before > 0.05 && near(&tank) < 0.01,
        "{before}, then {} near the shark",
        near(&tank)
    );
}
