//! Flight from predators on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{
    boids::Viewer,
    geometry::shapes,
    settings::{Backend, BoundaryMode, Manoeuvre, Region},
    threats::{Predator, Scare},
    world::RelationKind,
    Flock, Geometry, Placement, Settings, Vec3, World,
};
use flock_testkit::{
    backends::{assert_on_gpu, twin},
    flocks::{by_id, in_the_open},
    hunts::circle,
    worlds::{self, relation},
};
use std::sync::Arc;

fn settings(count: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::cube(2.0);
    settings.boundary.shape = Region::cube(2.0);
    settings.fear.enabled = true;
    settings.panic.enabled = true;
    settings
}

/// Position and both velocities of each boid that differs by more than so many m/s.
fn differing(cpu: &Flock, gpu: &Flock, most: f32) -> Vec<[Vec3; 3]> {
    let pairs = by_id(cpu).into_iter().zip(by_id(gpu));
    let differ = pairs.filter(|(cpu, gpu)| {
        assert_eq!(cpu.id, gpu.id);
        (cpu.velocity - gpu.velocity).norm() > most
    });
    let differ = differ.map(|(cpu, gpu)| [cpu.position, cpu.velocity, gpu.velocity]);
    differ.collect()
}

/// Makes steps, and now and then a dozen of them on the GPU too, which begins with what the CPU
/// knows and goes on with what it has noticed itself. Each of these is compared with the same step
/// of the CPU from the same state: at most one boid differs, however long the GPU goes on. It is at
/// the radius of a threat, where flight begins, or in the middle between two images of it.
#[track_caller]
fn assert_same_steps(name: &str, settings: Settings, geometry: &Arc<Geometry>) {
    let mut cpu = Flock::new(settings, Placement::default(), geometry.clone()).unwrap();
    let viewer = Viewer::all_around(Vec3::new(-3.0, 0.0, 0.0));
    cpu.set_viewers(&[viewer]).unwrap();
    for round in 0..3 {
        for step in 0..18 {
            circle(&mut cpu, 30 * round + step, 0.03);
            cpu.step();
        }
        let mut gpu = twin(&cpu, gpu_backend());
        for step in 18..30 {
            let mut same = twin(&gpu, Backend::AllThreads);
            for flock in [&mut cpu, &mut gpu, &mut same] {
                circle(flock, 30 * round + step, 0.03);
                flock.step();
            }
            assert_on_gpu(&gpu);
            let differ = differing(&same, &gpu, 5e-3);
            assert!(differ.len() <= 1, "{name}, {round}, {step}: {differ:?}");
            let [expected, found] = [&same, &gpu].map(|flock| flock.measure().panicked);
            assert_eq!(expected, found, "{name}, {round}, {step}");
        }
        let expected = cpu.measure().panicked;
        assert!(round < 2 || expected > 20, "{name}: {expected}");
    }
}

#[test]
fn fear_crosses_the_sides_of_a_box_that_wraps() {
    let mut settings = settings(700);
    // The predators' ways lead along its sides.
    settings.boundary.shape = Region::cube(1.35);
    settings.boundary.mode = BoundaryMode::Wrap;
    assert_same_steps("wraps", settings, &Arc::default());
}

#[test]
fn every_manoeuvre_makes_the_same_steps() {
    for manoeuvre in [
        Manoeuvre::Automatic,
        Manoeuvre::Turn,
        Manoeuvre::Vacuole,
        Manoeuvre::Fountain,
        Manoeuvre::FlashExpansion,
    ] {
        let mut settings = settings(700);
        settings.fear.manoeuvre = manoeuvre;
        assert_same_steps(&format!("{manoeuvre:?}"), settings, &Arc::default());
    }
}

#[test]
fn fear_among_geometry_across_a_boundary_and_far_away_makes_the_same_steps() {
    let mut among = settings(700);
    among.fear.regroup_time = 0.1;
    let block = shapes::cuboid(Vec3::new(0.2, 1.0, 1.5));
    assert_same_steps("geometry", among, &Geometry::new(&block).0.into());
    let mut wrapping = settings(700);
    wrapping.boundary.mode = BoundaryMode::Wrap;
    assert_same_steps("wraps", wrapping, &Arc::default());
    let mut far = settings(700);
    far.detail.enabled = true;
    far.detail.second = 2.0;
    far.detail.fourth = 4.0;
    assert_same_steps("levels", far, &Arc::default());
    let mut nearest = settings(700);
    nearest.neighbours.nearest_only = true;
    nearest.panic.neighbours = 16;
    assert_same_steps("nearest", nearest, &Arc::default());
}

/// More predators than a workgroup has threads.
#[test]
fn many_predators_and_scares_make_the_same_step() {
    let mut settings = settings(500);
    settings.fear.radius = 0.7;
    let mut cpu = in_the_open(settings);
    let place = |index: u32| {
        let at = |which: u32| (index.wrapping_mul(2_654_435_761 >> which) % 600) as f32 / 100.0;
        Vec3::new(at(0), at(1), at(2)) - Vec3::repeat(3.0)
    };
    for index in 0..256 {
        let predator = Predator::new(place(index), place(index + 1000));
        cpu.add_predator(predator).unwrap();
    }
    for index in 256..316 {
        let (radius, strength, decay) = (0.5, 3.0, 1.0);
        let point = place(index);
        cpu.scare(Scare {
            point,
            radius,
            strength,
            decay,
        })
        .unwrap();
    }
    (0..12).for_each(|_| cpu.step());
    let mut gpu = twin(&cpu, gpu_backend());
    for _ in 0..3 {
        cpu.step();
        gpu.step();
        assert_on_gpu(&gpu);
        let differ = differing(&cpu, &gpu, 0.02);
        assert!(differ.len() <= 5, "{differ:?}");
    }
}

/// Prey flee from sharks and not from gulls, which the sharks flee from: each its own fear.
#[test]
fn fear_of_other_flocks_makes_the_same_step() {
    let calm = |count, seed| {
        let mut settings = settings(count);
        settings.fear.enabled = false;
        settings.panic.enabled = false;
        settings.spawn.seed = seed;
        settings.motion.max_speed = 3.0;
        settings
    };
    let mut sharks = settings(300);
    sharks.spawn.seed = 9;
    let mut gulls = calm(40, 2);
    // None look for them along their grid, which a box that wraps would not have.
    gulls.boundary.mode = BoundaryMode::Wrap;
    let all = [settings(600), sharks, gulls];
    let flocks = all.map(|it| in_the_open(it));
    let mut world = World::new();
    let ids = flocks.map(|flock| world.add(flock));
    let [prey, sharks, gulls] = ids;
    let flee = relation(RelationKind::Flee, 10.0, 0.8);
    world.set_relation(prey, sharks, flee).unwrap();
    world
        .set_relation(sharks, gulls, relation(RelationKind::Flee, 6.0, 1.0))
        .unwrap();
    world
        .set_relation(gulls, prey, relation(RelationKind::Flee, 3.0, 1.0))
        .unwrap();
    for flock in [prey, sharks] {
        let predator = Predator::new(Vec3::zeros(), Vec3::x());
        world
            .flock_mut(flock)
            .unwrap()
            .add_predator(predator)
            .unwrap();
    }
    for round in 0..3 {
        (0..16).for_each(|_| world.step().unwrap());
        let twin = |world: &World, backend| worlds::twin(world, &Arc::default(), &ids, backend);
        let mut on_gpu = twin(&world, gpu_backend());
        for step in 0..4 {
            let mut same = twin(&on_gpu, Backend::AllThreads);
            for world in [&mut world, &mut on_gpu, &mut same] {
                world.step().unwrap();
            }
            for id in ids {
                let [cpu, gpu] = [&same, &on_gpu].map(|world| world.flock(id).unwrap());
                assert_on_gpu(gpu);
                let differ = differing(cpu, gpu, 5e-3);
                assert!(differ.is_empty(), "{id}, {round}, {step}: {differ:?}");
            }
        }
    }
    let panicked = world.flock(prey).unwrap().measure().panicked;
    assert!(panicked > 20, "{panicked}");
}
