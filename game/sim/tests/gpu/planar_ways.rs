//! Influences that find ways for planar flocks, on the GPU.

use crate::backend::gpu_backend;
use flock_sim::settings::{Backend, Settings};
use flock_testkit::{
    backends::{assert_on_gpu, differing, twin},
    planar_rooms::{PlanarRooms, HEIGHT},
    two_rooms::{finds, judged_steps, kinds_around, RIGHT},
};

fn settings(rooms: &PlanarRooms, heights: [f32; 2], backend: Backend) -> Settings {
    let mut settings = rooms.settings(heights);
    settings.simulation.backend = backend;
    settings
}

#[test]
fn planar_flocks_pass_the_door_as_on_the_cpu() {
    for rooms in PlanarRooms::all() {
        let [target, ..] = kinds_around(rooms.in_level(RIGHT));
        let arrived = [Backend::AllThreads, gpu_backend()].map(|backend| {
            let mut flock = rooms.flock(settings(&rooms, [HEIGHT; 2], backend));
            flock.add_influence(finds(target.clone())).unwrap();
            judged_steps(&mut flock, 900);
            if backend == Backend::Gpu {
                assert_on_gpu(&flock);
            }
            assert!(rooms.heights(&flock).all(|it| (it - HEIGHT).abs() < 1e-3));
            rooms.in_right_room(&flock)
        });
        assert!(
            arrived.iter().all(|it| *it >= 95),
            "{arrived:?} in {rooms:?}"
        );
    }
}

/// Steps of boids at several heights, among influences that find ways.
#[test]
fn a_step_of_a_planar_flock_is_that_of_the_cpu() {
    for rooms in PlanarRooms::all() {
        let mut cpu = rooms.flock(settings(&rooms, [-0.5, 1.0], Backend::AllThreads));
        let [target, leader, roost, ..] = kinds_around(rooms.in_level(RIGHT));
        for (number, kind) in [target, leader, roost].into_iter().enumerate() {
            let mut influence = finds(kind);
            influence.share = [1.0, 0.5, 0.3][number];
            cpu.add_influence(influence).unwrap();
        }
        for _ in 0..8 {
            (0..50).for_each(|_| cpu.step());
            let mut gpu = twin(&cpu, gpu_backend());
            // At the side of a cell, rounding decides which corner is next.
            let differ = differing(&mut cpu, &mut gpu, 4e-3);
            assert!(differ <= 2, "{differ} of {} in {rooms:?}", cpu.len());
        }
        let arrived = rooms.in_right_room(&cpu);
        assert!(arrived > 20, "{arrived} of {} in {rooms:?}", cpu.len());
    }
}
