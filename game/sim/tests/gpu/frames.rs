//! Frames on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{
    nalgebra::{UnitQuaternion, Vector3},
    settings::{Boundary, Region},
    world::RelationKind,
    Flock, ReferenceFrame, Settings, World,
};
use flock_testkit::{
    backends::{assert_on_gpu, twin},
    crossing::levels,
    flocks::{by_id, in_the_open},
    tossed::toss_against,
    worlds::relation,
};

/// A ship that turns, heels and goes ahead faster and faster.
fn ship(step: u32) -> ReferenceFrame {
    let t = f64::from(step) / 60.0;
    let heel = UnitQuaternion::from_scaled_axis(Vector3::z() * (0.3 * (2.0 * t).sin()));
    let turn = UnitQuaternion::from_scaled_axis(Vector3::y() * (0.4 * t + 0.2 * t * t));
    ReferenceFrame {
        origin: Vector3::new(3000.0 + t * t, (3.0 * t).sin(), 2.0 * t),
        rotation: turn * heel,
    }
}

fn aboard() -> Flock {
    let mut settings = Settings {
        boundary: Boundary::new(Region::cube(6.0)),
        ..Settings::default()
    };
    settings.motion.inertia = 0.8;
    settings.motion.max_speed = 4.0;
    let mut flock = in_the_open(settings);
    flock.set_frame(ship(0)).unwrap();
    flock
}

#[test]
fn a_step_in_a_ship_is_that_of_the_cpu() {
    let mut cpu = aboard();
    for step in 1..=60 {
        cpu.move_frame(ship(step)).unwrap();
        cpu.step();
    }
    let mut gpu = twin(&cpu, gpu_backend());
    for flock in [&mut cpu, &mut gpu] {
        flock.move_frame(ship(61)).unwrap();
        flock.step();
    }
    assert_on_gpu(&gpu);
    let pairs = by_id(&cpu).into_iter().zip(by_id(&gpu));
    let differ = pairs.filter(|(cpu, gpu)| {
        (cpu.velocity - gpu.velocity).norm() > 2e-3 || (cpu.position - gpu.position).norm() > 1e-3
    });
    assert_eq!(differ.count(), 0);
}

#[test]
fn a_shift_reads_nothing_back_and_changes_no_bit() {
    let mut flocks = [aboard(), aboard()];
    for flock in &mut flocks {
        flock_testkit::backends::set_backend(flock, gpu_backend());
        flock.set_frame(ReferenceFrame::default()).unwrap();
    }
    let [stays, shifted] = &mut flocks;
    for _ in 0..20 {
        shifted
            .translate(Vector3::new(1000.0, 0.0, -3000.0))
            .unwrap();
        stays.step();
        shifted.step();
        assert_on_gpu(shifted);
        shifted
            .translate(Vector3::new(-1000.0, 0.0, 3000.0))
            .unwrap();
    }
    assert_eq!(stays.state_hash(), shifted.state_hash());
}

/// Flocks in different frames run on the CPU, and say why, until they are in the same frame.
#[test]
fn related_flocks_in_different_frames_stay_on_the_cpu() {
    let mut world = World::new();
    let ids = [0, 1].map(|_| {
        let mut flock = aboard();
        flock_testkit::backends::set_backend(&mut flock, gpu_backend());
        world.add(flock)
    });
    let with = relation(RelationKind::FlockWith, 1.0, 5.0);
    world.set_relation(ids[0], ids[1], with).unwrap();
    world.step().unwrap();
    assert_on_gpu(world.flock(ids[0]).unwrap());
    let first = world.flock_mut(ids[0]).unwrap();
    first.move_frame(ship(1)).unwrap();
    world.step().unwrap();
    world.step().unwrap();
    for id in ids {
        let flock = world.flock(id).unwrap();
        assert_eq!(flock.adapter(), None);
        let error = flock.gpu_error().unwrap().to_string();
        assert!(error.contains("another frame"), "{error}");
    }
    let second = world.flock_mut(ids[1]).unwrap();
    second.move_frame(ship(1)).unwrap();
    for _ in 0..3 {
        world.step().unwrap();
    }
    assert_on_gpu(world.flock(ids[0]).unwrap());
    assert_on_gpu(world.flock(ids[1]).unwrap());
}

#[test]
fn no_boid_crosses_a_maze_in_a_frame_that_is_tossed_about() {
    toss_against(&levels::maze(), gpu_backend());
}
