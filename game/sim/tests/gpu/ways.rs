//! Influences that find ways, on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{
    geometry::shapes,
    influences::{InfluenceId, InfluenceKind, InfluenceMotion, InfluenceVolume, MeshVolume},
    settings::Backend,
    wind::Wind,
    Flock, Vec3,
};
use flock_testkit::{
    backends::{assert_on_gpu, differing, twin},
    triangles::moved,
    two_rooms::{
        finds, flock, in_left_room, in_right_room, judged_steps, kinds_around, rooms, threat,
        FAR_LEFT, LEFT, RIGHT,
    },
};

#[test]
fn boids_pass_the_door_as_on_the_cpu() {
    let level = rooms();
    for kind in kinds_around(RIGHT) {
        let arrived = [Backend::AllThreads, gpu_backend()].map(|backend| {
            let mut flock = flock(&level, backend);
            flock.add_influence(finds(kind.clone())).unwrap();
            judged_steps(&mut flock, 900);
            if backend == Backend::Gpu {
                assert_on_gpu(&flock);
            }
            in_right_room(&flock)
        });
        assert!(
            arrived.iter().all(|it| *it >= 95),
            "{arrived:?} by {kind:?}"
        );
    }
}

#[test]
fn boids_flee_through_the_door_as_on_the_cpu() {
    let level = rooms();
    for backend in [Backend::AllThreads, gpu_backend()] {
        let mut flock = flock(&level, backend);
        flock.add_influence(finds(threat(FAR_LEFT))).unwrap();
        judged_steps(&mut flock, 900);
        let away = in_right_room(&flock);
        assert!(away >= 95, "{away} on {backend:?}");
        assert_eq!(flock.gpu_error(), None);
    }
}

/// The goal jumps while boids are under way. Another influence with ways of its own stays.
#[test]
fn boids_follow_a_goal_that_moves_to_the_other_room_and_back() {
    let mut flock = flock(&rooms(), gpu_backend());
    let [_, _, roost, ..] = kinds_around(RIGHT);
    let mut follows = finds(kinds_around(RIGHT)[0].clone());
    let id = flock.add_influence(follows.clone()).unwrap();
    let mut stays = finds(roost);
    (stays.weight, stays.share) = (1.0, 0.1);
    flock.add_influence(stays).unwrap();
    // Some boids have passed the door, and others are before it.
    while in_right_room(&flock) < 20 {
        judged_steps(&mut flock, 10);
        let left = in_left_room(&flock);
        assert!(left > 20, "only {left} before the door");
    }
    for (goal, steps) in [(LEFT, 900), (RIGHT, 900)] {
        follows.kind = kinds_around(goal)[0].clone();
        assert!(flock.set_influence(id, follows.clone()).unwrap());
        judged_steps(&mut flock, steps);
        let there = match goal == LEFT {
            true => in_left_room(&flock),
            false => in_right_room(&flock),
        };
        assert!(there >= 90, "{there} at {goal}");
    }
    assert_on_gpu(&flock);
}

/// Until the new ways act, the ways lead to more goals than the roost has volumes.
#[test]
fn a_roost_can_lose_volumes_while_boids_follow_its_ways() {
    let level = rooms();
    for backend in [Backend::AllThreads, gpu_backend()] {
        let mut flock = flock(&level, backend);
        let sphere = |center| InfluenceVolume::Sphere {
            center,
            radius: 0.5,
        };
        let roost = |volumes| {
            let (slowing, dusk) = (0.5, 1.0);
            finds(InfluenceKind::Roost {
                volumes,
                slowing,
                dusk,
            })
        };
        let three = vec![sphere(LEFT), sphere(RIGHT), sphere(-LEFT)];
        let id = flock.add_influence(roost(three)).unwrap();
        judged_steps(&mut flock, 60);
        assert_eq!(goals(&flock, id), Some(3));
        flock.set_influence(id, roost(vec![sphere(RIGHT)])).unwrap();
        judged_steps(&mut flock, 10);
        assert_eq!(goals(&flock, id), Some(3));
        judged_steps(&mut flock, 900);
        assert_eq!(goals(&flock, id), Some(1));
        let arrived = in_right_room(&flock);
        assert!(arrived >= 95, "{arrived} on {backend:?}");
        assert_eq!(flock.gpu_error(), None);
    }
}

/// Number of goals to which the acting ways of an influence lead.
fn goals(flock: &Flock, id: InfluenceId) -> Option<usize> {
    Some(flock.ways(id)?.ways?.goals().len())
}

/// Steps among influences of all kinds that find ways, one of which moves, in wind.
#[test]
fn a_step_is_that_of_the_cpu() {
    let mut cpu = flock(&rooms(), Backend::AllThreads);
    let velocity = Vec3::new(0.5, 0.1, -0.3);
    cpu.set_wind(Wind {
        velocity,
        ..Wind::default()
    })
    .unwrap();
    let [target, leader, ..] = kinds_around(RIGHT);
    let cone = moved(&shapes::cone(0.8, 1.5, 12), Vec3::new(4.0, 0.0, 0.5));
    let sphere = InfluenceVolume::Sphere {
        center: LEFT,
        radius: 0.5,
    };
    let roost = InfluenceKind::Roost {
        volumes: vec![
            sphere,
            InfluenceVolume::Mesh(MeshVolume::new(&cone).unwrap()),
        ],
        slowing: 0.5,
        dusk: 1.0,
    };
    let motion = InfluenceMotion {
        velocity: Vec3::new(0.3, 0.0, -0.2),
        spin: Vec3::y() * 0.1,
        about: RIGHT,
    };
    for (number, kind) in [target, leader, roost].into_iter().enumerate() {
        let mut influence = finds(kind);
        influence.reach = 30.0;
        influence.share = [1.0, 0.5, 0.3][number];
        if number == 0 {
            influence = influence.with_motion(motion);
        }
        cpu.add_influence(influence).unwrap();
    }
    for _ in 0..8 {
        (0..50).for_each(|_| cpu.step());
        let mut gpu = twin(&cpu, gpu_backend());
        // At the side of a cell, rounding decides which corner is next.
        let differ = differing(&mut cpu, &mut gpu, 4e-3);
        assert!(differ <= 2, "{differ} of {}", cpu.len());
    }
    let arrived = in_right_room(&cpu);
    assert!(arrived > 20, "{arrived} of {}", cpu.len());
}
