//! Boids of a flock on the GPU land on perches.

use crate::backend::gpu_backend;
use flock_sim::{
    events::{EventKind, EventMask},
    perches::Perch,
    settings::Backend,
    threats::{Predator, Scare},
    world::RelationKind,
    Flock, Settings, Vec3, World,
};
use flock_testkit::{
    backends::{assert_on_gpu, on},
    flocks::in_the_open,
    roof::{above_roof, standing, used},
    worlds::relation,
};
use std::collections::HashSet;

const FRAME: f32 = 1.0 / 60.0;

/// In frames: nothing waits for the GPU but the test.
fn play(flock: &mut Flock, frames: usize) {
    for _ in 0..frames {
        flock.advance(FRAME);
        flock.wait();
        assert_on_gpu(flock);
    }
}

#[test]
fn boids_land_each_on_a_spot_of_its_own_and_take_off_when_frightened() {
    let (flock, perch) = above_roof(|perch| perch);
    let mut flock = on(gpu_backend(), flock);
    play(&mut flock, 900);
    let stood = standing(&flock);
    assert!(stood.len() > 100, "{}", stood.len());
    assert_eq!(stood.len(), used(&flock, perch).taken);
    let different: HashSet<u32> = stood.iter().map(|(_, spot)| *spot).collect();
    assert_eq!(different.len(), stood.len());
    assert_eq!(flock.len() + flock.loose_boids().len(), 200);
    let spots = &flock.perches().next().unwrap().1.spots;
    for (id, spot) in &stood {
        let spot = &spots[*spot as usize];
        let foot = flock.boid(*id).unwrap().position - spot.normal * 0.05;
        assert!((foot - spot.position).norm() < 0.01);
    }
    let landed = flock
        .drain_events()
        .filter(|it| it.kind == EventKind::Landed);
    assert!(landed.count() >= stood.len());
    let scare = Scare {
        point: Vec3::new(0.0, 0.5, 0.0),
        radius: 20.0,
        strength: 20.0,
        decay: 1.0,
    };
    flock.scare(scare).unwrap();
    play(&mut flock, 180);
    let took_off = flock
        .drain_events()
        .filter(|it| it.kind == EventKind::TookOff);
    assert!(took_off.count() >= stood.len());
    // They have joined the flock again, which never left the GPU.
    play(&mut flock, 60);
    assert!(flock.len() > 120, "{}", flock.len());
}

#[test]
fn single_steps_land_as_many_as_on_the_cpu() {
    let (mut cpu, perch) = above_roof(|perch| perch);
    let mut gpu = on(gpu_backend(), above_roof(|perch| perch).0);
    for flock in [&mut cpu, &mut gpu] {
        (0..300).for_each(|_| flock.step());
    }
    assert_on_gpu(&gpu);
    let [expected, found] = [&cpu, &gpu].map(|flock| {
        let used = used(flock, perch);
        used.taken + used.reserved
    });
    assert!(expected > 60, "{expected}");
    assert!(expected.abs_diff(found) < 25, "{expected} {found}");
    // A snapshot holds those on perches, and another backend goes on with them.
    let standing = used(&gpu, perch);
    let restored = Flock::restore(&gpu.snapshot(), gpu.geometry().clone()).unwrap();
    assert_eq!(used(&restored, perch), standing);
    let mut settings = gpu.settings().clone();
    settings.simulation.backend = Backend::AllThreads;
    gpu.set_settings(settings).unwrap();
    gpu.step();
    assert_eq!(
        (gpu.adapter(), gpu.len() + gpu.loose_boids().len()),
        (None, 200)
    );
}

/// A predator that the game moves, and the boids of another flock.
#[test]
fn predators_frighten_boids_on_perches() {
    for is_flock in [false, true] {
        let (mut flock, perch) = above_roof(|perch| perch);
        let mut settings = flock.settings().clone();
        settings.fear.enabled = true;
        settings.fear.radius = 20.0;
        flock.set_settings(settings).unwrap();
        // On the CPU they land sooner.
        (0..600).for_each(|_| flock.step());
        let stood = used(&flock, perch).taken;
        assert!(stood > 80, "{stood}");
        let mut flock = on(gpu_backend(), flock);
        flock.set_events(EventMask::TOOK_OFF);
        let mut world = World::new();
        if !is_flock {
            flock
                .add_predator(Predator::new(Vec3::new(0.0, 1.0, 0.0), Vec3::x()))
                .unwrap();
        }
        let birds = world.add(flock);
        if is_flock {
            let mut settings = Settings::default();
            settings.spawn.count = 3;
            settings.simulation.backend = gpu_backend();
            let hawks = in_the_open(settings);
            let hawks = world.add(hawks);
            let flee = relation(RelationKind::Flee, 8.0, 20.0);
            world.set_relation(birds, hawks, flee).unwrap();
        }
        for _ in 0..180 {
            world.step().unwrap();
        }
        let flock = world.flock_mut(birds).unwrap();
        assert_on_gpu(flock);
        let took_off = flock.drain_events().len();
        assert!(took_off >= stood, "{took_off} of {stood}, {is_flock}");
    }
}

#[test]
fn a_perch_that_is_removed_lets_its_boids_fly() {
    let (flock, perch) = above_roof(|perch| Perch {
        landings: 5.0,
        ..perch
    });
    let mut flock = on(gpu_backend(), flock);
    play(&mut flock, 400);
    assert!(used(&flock, perch).taken > 20);
    flock.remove_perch(perch);
    play(&mut flock, 400);
    assert_eq!((flock.len(), flock.loose_boids().len()), (200, 0));
}
