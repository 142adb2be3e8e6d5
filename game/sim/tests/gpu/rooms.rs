//! Rooms, and two-sided surfaces, on the GPU and on the CPU.

use crate::backend::gpu_backend;
use flock_sim::{
    settings::{Backend, Boundary, BoundaryMode, Region},
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::{
    backends::assert_on_gpu,
    flocks::{by_id, in_the_open},
    triangles::{cuboid, geometry, turned},
};

/// A room around the origin, facing inward and two-sided.
fn rooms(half: f32) -> [Vec<[Vec3; 3]>; 2] {
    let cuboid = cuboid([half; 3], [0.0; 3]);
    [turned(&cuboid), [turned(&cuboid), cuboid].concat()]
}

#[test]
fn a_room_put_around_a_running_flock_leaves_all_boids_in_it() {
    for room in rooms(3.0) {
        let mut settings = Settings::default();
        settings.spawn.count = 500;
        settings.boundary.enabled = false;
        settings.collision.check_crossings = true;
        settings.simulation.backend = gpu_backend();
        let mut flock = in_the_open(settings);
        (0..20).for_each(|_| flock.step());
        assert_on_gpu(&flock);
        let before = by_id(&flock);
        flock.set_geometry(geometry(&room));
        flock.depenetrate();
        assert_eq!(by_id(&flock), before);
        (0..60).for_each(|_| flock.step());
        assert_on_gpu(&flock);
        let statistics = flock.statistics();
        assert_eq!((statistics.rescued, statistics.crossings), (0, 0));
        assert!(flock.boids().all(|boid| boid.position.amax() < 3.0));
    }
}

/// Number of boids that pass through the boundary, a box that wraps, within some steps.
fn passages(backend: Backend, triangles: &[[Vec3; 3]]) -> usize {
    let region = Region::cube(1.0);
    let mut settings = Settings {
        boundary: Boundary::new(region).with_mode(BoundaryMode::Wrap),
        ..Settings::default()
    };
    settings.spawn.region = Region::Box {
        min: Vec3::new(0.2, -0.8, -0.8),
        max: Vec3::repeat(0.8),
    };
    settings.spawn.count = 300;
    settings.spawn.speed = 2.0;
    settings.avoidance.enabled = false;
    settings.simulation.backend = backend;
    let mut flock = Flock::new(settings, Placement::default(), geometry(triangles)).unwrap();
    assert_eq!(flock.len(), 300);
    let mut passages = 0;
    for _ in 0..60 {
        let before = by_id(&flock);
        flock.step();
        let after = by_id(&flock);
        let far = |a: Vec3, b: Vec3| (a - b).amax() > 1.0;
        let pairs = before.iter().zip(&after);
        passages += pairs.filter(|(a, b)| far(a.position, b.position)).count();
        if backend == Backend::Gpu {
            assert_on_gpu(&flock);
        }
    }
    passages
}

#[test]
fn boids_come_in_through_a_wrapping_boundary_inside_rooms_but_not_inside_solids() {
    // On one of the two sides across each axis the boundary lies inside a block.
    let blocks: Vec<_> = [
        ([0.4, 3.0, 3.0], [-1.2, 0.0, 0.0]),
        ([3.0, 0.1, 3.0], [0.0, -1.0, 0.0]),
        ([3.0, 3.0, 0.1], [0.0, 0.0, -1.0]),
    ]
    .iter()
    .flat_map(|(half, center)| cuboid(*half, *center))
    .collect();
    for backend in [Backend::AllThreads, gpu_backend()] {
        for room in rooms(3.0) {
            let passages = passages(backend, &room);
            assert!(passages > 50, "{backend:?}: {passages}");
        }
        // The centre of the region is not inside.
        let two_sided = [blocks.clone(), turned(&blocks)].concat();
        for solids in [&blocks, &two_sided] {
            assert_eq!(passages(backend, solids), 0, "{backend:?}");
        }
    }
}
