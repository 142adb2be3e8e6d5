//! Related flocks on the GPU, against those on the CPU.

use crate::backend::gpu_backend;
use flock_sim::{
    geometry::shapes,
    settings::{Backend, Boundary, BoundaryMode, Region},
    world::{FlockId, Relation, RelationKind},
    Flock, Geometry, Placement, Preset, Settings, Vec3, World,
};
use flock_testkit::{
    backends::assert_on_gpu,
    flocks::by_id,
    worlds::{relation, set_backend, twin},
};
use std::sync::Arc;

fn settings(count: u32, seed: u32) -> Settings {
    let mut settings = Settings {
        boundary: Boundary::new(Region::cube(4.0)),
        ..Settings::default()
    };
    settings.spawn.count = count;
    settings.spawn.seed = seed;
    settings.spawn.region = Region::cube(4.0);
    settings
}

fn world_of(
    all: impl IntoIterator<Item = Settings>,
    geometry: &Arc<Geometry>,
) -> (World, Vec<FlockId>) {
    let mut world = World::new();
    let flocks = all
        .into_iter()
        .map(|it| Flock::new(it, Placement::default(), geometry.clone()).unwrap());
    let ids = flocks.map(|flock| world.add(flock)).collect();
    (world, ids)
}

/// Makes some steps on the CPU, and the last of them on the GPU as well: no boid differs.
#[track_caller]
fn assert_same_step(name: &str, mut world: World, ids: &[FlockId], geometry: &Arc<Geometry>) {
    (0..30).for_each(|_| world.step().unwrap());
    let mut on_gpu = twin(&world, geometry, ids, gpu_backend());
    world.step().unwrap();
    on_gpu.step().unwrap();
    for id in ids {
        let [cpu, gpu] = [&world, &on_gpu].map(|world| world.flock(*id).unwrap());
        assert_on_gpu(gpu);
        assert_eq!(gpu.statistics().steps, 31);
        let settings = cpu.settings();
        let velocity = 5e-4 * settings.motion.max_speed;
        let (expected, found) = (by_id(cpu), by_id(gpu));
        assert_eq!(expected.len(), found.len());
        let mut differ = 0;
        for (expected, found) in expected.iter().zip(&found) {
            assert_eq!(expected.id, found.id);
            let off = (expected.velocity - found.velocity).norm();
            if off > velocity {
                differ += 1;
                println!("{name}, {id}: {expected:?} {found:?}");
            }
        }
        assert_eq!(differ, 0, "{name}, {id}");
    }
}

#[test]
fn all_relations_make_the_same_step_as_on_the_cpu() {
    let mut wide = settings(200, 3);
    // Its own grid is finer than what others look for.
    wide.cohesion.radius = 0.3;
    wide.alignment.radius = 0.3;
    wide.separation.radius = 0.2;
    let mut selective = settings(500, 2);
    selective.cohesion.field_of_view = 250.0;
    selective.neighbours.too_close = true;
    selective.body.facing = flock_sim::settings::Facing::Alignment;
    let kinds = [
        relation(RelationKind::FlockWith, 1.0, 10.0),
        relation(RelationKind::FlockWith, 0.4, 0.7),
        relation(RelationKind::Flee, 6.0, 1.5),
        relation(RelationKind::Hunt, 5.0, 3.0),
    ];
    for geometry in [
        Arc::default(),
        Arc::new(Geometry::new(&shapes::ball(1.0, 3)).0),
    ] {
        for turn in 0..kinds.len() {
            let all = [settings(400, 1), selective.clone(), wide.clone()];
            let (mut world, ids) = world_of(all, &geometry);
            let mut which = turn;
            for of in &ids {
                for to in ids.iter().filter(|to| *to != of) {
                    world.set_relation(*of, *to, kinds[which % 4]).unwrap();
                    which += 1;
                }
            }
            assert_same_step(&format!("turn {turn}"), world, &ids, &geometry);
        }
    }
}

/// The threats fill several blocks on the GPU, of which most boids reach only some.
#[test]
fn boids_fear_other_flocks_as_on_the_cpu() {
    for mode in [BoundaryMode::Reflect, BoundaryMode::Wrap] {
        let mut prey = settings(600, 1);
        (prey.fear.enabled, prey.panic.enabled) = (true, true);
        prey.boundary.mode = mode;
        let [mut first, mut second] = [settings(900, 2), settings(1100, 3)];
        for hunters in [&mut first, &mut second] {
            hunters.spawn.region = Region::cube(12.0);
            hunters.boundary.shape = Region::cube(12.0);
        }
        let geometry = Arc::default();
        let (mut world, ids) = world_of([prey, first, second], &geometry);
        for (to, radius) in [(ids[1], 0.8), (ids[2], 1.2)] {
            let flee = relation(RelationKind::Flee, radius, 5.0);
            world.set_relation(ids[0], to, flee).unwrap();
        }
        assert_same_step(&format!("{mode:?}"), world, &ids, &geometry);
    }
}

#[test]
fn flocks_far_apart_and_empty_ones_make_the_same_step() {
    let mut far = settings(300, 2);
    // Farther than the others look, within, and at their edge.
    far.spawn.region = Region::Box {
        min: Vec3::new(3.0, -9.0, -1.0),
        max: Vec3::new(9.0, 9.0, 1.0),
    };
    far.boundary.enabled = false;
    let (mut world, ids) = world_of([settings(400, 1), far, settings(0, 3)], &Arc::default());
    for (of, to, kind) in [
        (0, 1, RelationKind::FlockWith),
        (1, 0, RelationKind::Hunt),
        (0, 2, RelationKind::FlockWith),
        (2, 1, RelationKind::Flee),
    ] {
        let relation = relation(kind, 2.0, 2.0);
        world.set_relation(ids[of], ids[to], relation).unwrap();
    }
    assert_same_step("far", world, &ids, &Arc::default());
}

#[test]
fn flocks_that_flock_with_each_other_equal_one_flock_of_both_on_the_gpu() {
    let mut selective = Preset::FishSchool.settings();
    selective.boundary.enabled = false;
    selective.wander.enabled = false;
    selective.alignment.field_of_view = 200.0;
    selective.simulation.backend = gpu_backend();
    selective.spawn.count = 0;
    let place = |index: u32| {
        let share = |irrational: f64| (f64::from(index) * irrational).fract() as f32 - 0.5;
        Vec3::new(share(0.618_034), share(0.414_214), share(0.324_718)) * 5.0
    };
    let start = |range: std::ops::Range<u32>| {
        let geometry = Arc::default();
        let mut flock = Flock::new(selective.clone(), Placement::default(), geometry).unwrap();
        for index in range {
            flock
                .spawn_at(place(index), place(index + 7) * 0.1)
                .unwrap();
        }
        flock
    };
    let mut one = start(0..600);
    let mut world = World::new();
    let ids = [start(0..200), start(200..600)].map(|flock| world.add(flock));
    for [of, to] in [[ids[0], ids[1]], [ids[1], ids[0]]] {
        let relation = relation(RelationKind::FlockWith, 1.0, 10_000.0);
        world.set_relation(of, to, relation).unwrap();
    }
    one.step();
    world.step().unwrap();
    let both = ids.map(|id| {
        let flock = world.flock(id).unwrap();
        assert_on_gpu(flock);
        by_id(flock)
    });
    let both = both.concat();
    for (expected, found) in by_id(&one).iter().zip(&both) {
        let off = (expected.velocity - found.velocity).norm();
        assert!(off < 1e-4, "{expected:?} {found:?}");
    }
}

#[test]
fn related_flocks_are_drawn_in_frames_and_boids_join_and_leave() {
    let backend = gpu_backend();
    let all = [settings(400, 1), settings(300, 2)].map(|mut it| {
        it.simulation.backend = backend;
        it
    });
    let (mut world, ids) = world_of(all, &Arc::default());
    let hunt = relation(RelationKind::Hunt, 5.0, 3.0);
    let flee = relation(RelationKind::Flee, 5.0, 3.0);
    world.set_relation(ids[0], ids[1], hunt).unwrap();
    world.set_relation(ids[1], ids[0], flee).unwrap();
    let mut steps = 0;
    for frame in 0..60 {
        steps += u64::from(world.advance(1.0 / 60.0).unwrap().steps);
        for id in &ids {
            let flock = world.flock_mut(*id).unwrap();
            assert_on_gpu(flock);
            assert_eq!(flock.statistics().steps, steps);
            let mut texels = vec![[f32::NAN; 4]; 2 * flock.drawn_len()];
            flock.write_instances(&mut texels);
            assert!(texels.iter().flatten().all(|x| x.is_finite()));
            if frame % 5 == 0 {
                let some = flock.boids().nth(frame).unwrap().id;
                assert!(flock.remove(some));
                flock.spawn(3).unwrap();
            }
        }
    }
    assert!(steps > 5);
    let counts: Vec<usize> = world.flocks().map(|(_, flock)| flock.len()).collect();
    assert_eq!(counts, [424, 324]);
    let again = World::restore(&world.snapshot(), &Arc::default()).unwrap();
    assert_eq!(again.flock(ids[0]).unwrap().len(), 424);
}

#[test]
fn flocks_that_are_not_all_on_the_gpu_are_on_the_cpu_with_a_reason() {
    let backend = gpu_backend();
    let (mut world, ids) = world_of([settings(300, 1), settings(300, 2)], &Arc::default());
    let relation = relation(RelationKind::FlockWith, 1.0, 3.0);
    world.set_relation(ids[0], ids[1], relation).unwrap();
    set_backend(&mut world, &ids[..1], backend);
    world.step().unwrap();
    let first = world.flock(ids[0]).unwrap();
    let error = first.gpu_error().unwrap().to_string();
    assert!(
        first.adapter().is_none() && error.contains("set_relation"),
        "{error}"
    );
    set_backend(&mut world, &ids[1..], backend);
    world.step().unwrap();
    ids.iter()
        .for_each(|id| assert_on_gpu(world.flock(*id).unwrap()));
    // The grid of a periodic box is no use to others.
    let seen = world.flock_mut(ids[1]).unwrap();
    let mut wraps = seen.settings().clone();
    wraps.boundary.mode = BoundaryMode::Wrap;
    seen.set_settings(wraps).unwrap();
    world.step().unwrap();
    let error = world.flock(ids[1]).unwrap().gpu_error().unwrap();
    assert!(error.to_string().contains("wraps"), "{error}");
    assert!(world.flock(ids[0]).unwrap().adapter().is_none());
    world
        .set_relation(ids[0], ids[1], Relation::default())
        .unwrap();
    set_backend(&mut world, &ids, Backend::AllThreads);
    world.step().unwrap();
    set_backend(&mut world, &ids, backend);
    world.step().unwrap();
    ids.iter()
        .for_each(|id| assert_on_gpu(world.flock(*id).unwrap()));
}
