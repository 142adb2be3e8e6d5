//! A step allocates nothing once the flock has its buffers. The test is a binary of its own, since
//! the allocator counts for the whole process.

use flock_sim::{
    custom_rule::{CustomRule, Neighbourhood},
    obstacles::{MovingObstacle, ObstacleShape},
    settings::{AlignTo, Backend, BoundaryMode, Region},
    threats::{Predator, Scare},
    Boid, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{allocator::CountingAllocator, flocks::in_the_open, scenes::Scene};
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Allocations in 200 steps and draws after 20. The flock avoids geometry with this budget of rays,
/// or does not avoid it.
fn allocations(backend: Backend, ray_budget: Option<u32>) -> usize {
    let mut settings = Settings::default();
    settings.avoidance.enabled = ray_budget.is_some();
    settings.avoidance.ray_budget = ray_budget.unwrap_or_default();
    settings.spawn.count = 3000;
    settings.simulation.backend = backend;
    // The flock starts amid the arch and two boxes.
    settings.spawn.region = Region::cube(2.0);
    // Without a boundary the flock spreads, and the grid with it.
    settings.boundary.enabled = false;
    settings.cohesion.enabled = false;
    let geometry = Geometry::new(&Scene::default().triangles()).0;
    let mut flock = Flock::new(settings, Placement::default(), Arc::new(geometry)).unwrap();
    let mut texels = vec![[0.0; 4]; 6000];
    let mut frames = |count: usize| {
        for _ in 0..count {
            flock.advance(1.0 / 60.0);
            flock.write_instances(&mut texels);
        }
    };
    frames(20);
    let before = ALLOCATOR.allocations();
    frames(200);
    let allocations = ALLOCATOR.allocations() - before;
    let statistics = flock.statistics();
    assert!(statistics.contacts > 100 || ray_budget.is_some());
    assert_eq!(statistics.rays > 1000, ray_budget.is_some());
    allocations
}

/// Follows its neighbours.
struct Follow;

impl CustomRule for Follow {
    fn wish(&self, _: &Boid, neighbourhood: &Neighbourhood) -> Vec3 {
        neighbourhood.alignment.sum
    }
}

/// Allocations in 200 frames of a game after 20: boids are removed, spawned, queried, scared,
/// hunted and counted.
fn allocations_of_a_game(backend: Backend) -> usize {
    let mut settings = Settings::default();
    settings.spawn.count = 3000;
    settings.simulation.backend = backend;
    settings.fear.enabled = true;
    settings.panic.enabled = true;
    settings.panic.deaf_time = 0.5;
    let mut flock = in_the_open(settings);
    let predator = Predator::new(Vec3::x() * 0.5, Vec3::y() * 2.0);
    flock.add_predator(predator).unwrap();
    flock.set_custom_rule(Some(Arc::new(Follow)));
    let scare = Scare {
        point: Vec3::zeros(),
        radius: 1.0,
        strength: 10.0,
        decay: 1.0,
    };
    let mut found = 0;
    let mut frames = |count: usize| {
        for _ in 0..count {
            flock.step();
            flock.scare(scare).unwrap();
            let prey = flock.nearest(Vec3::x()).unwrap();
            assert!(flock.remove(prey.id));
            flock.spawn_at(-prey.position, prey.velocity).unwrap();
            found += flock.in_sphere(Vec3::zeros(), 1.0).count();
            found += flock.in_box(Vec3::zeros(), Vec3::repeat(1.0)).count();
        }
    };
    frames(20);
    let before = ALLOCATOR.allocations();
    frames(200);
    let allocations = ALLOCATOR.allocations() - before;
    assert!(found > 1000 && flock.measure().panicked > 0);
    allocations
}

/// Allocations in 100 steps after 100 of flocks with periodic images, the nearest neighbours,
/// headings, soft turns and wander.
fn allocations_of_others(backend: Backend) -> usize {
    let ball = Region::sphere(3.0);
    let others: [fn(&mut Settings); 5] = [
        |settings| settings.boundary.mode = BoundaryMode::Wrap,
        |settings| settings.neighbours.align_to = AlignTo::Heading,
        |settings| settings.neighbours.nearest_only = true,
        |settings| settings.boundary.mode = BoundaryMode::SoftTurn { margin: 1.0 },
        |settings| settings.wander.enabled = true,
    ];
    let shapes = [Settings::default().boundary.shape, ball];
    let scenes = shapes
        .iter()
        .flat_map(|shape| others.iter().map(move |other| (*shape, other)));
    let mut allocations = 0;
    for (shape, other) in scenes {
        let mut settings = Settings::default();
        settings.spawn.count = 1000;
        settings.simulation.backend = backend;
        settings.boundary.shape = shape;
        other(&mut settings);
        let mut flock = in_the_open(settings);
        (0..100).for_each(|_| flock.step());
        let before = ALLOCATOR.allocations();
        (0..100).for_each(|_| flock.step());
        allocations += ALLOCATOR.allocations() - before;
    }
    allocations
}

/// Allocations in 200 frames after 20 in which an obstacle pushes boids.
fn allocations_with_obstacles(backend: Backend) -> usize {
    let mut settings = Settings::default();
    settings.spawn.count = 1000;
    settings.simulation.backend = backend;
    settings.avoidance.enabled = false;
    let mut flock = in_the_open(settings);
    let obstacle = MovingObstacle {
        shape: ObstacleShape::Sphere { radius: 0.5 },
        placement: Placement::default(),
    };
    let id = flock.add_obstacle(obstacle).unwrap();
    let mut time = 0.0_f32;
    let mut frames = |count: usize| {
        for _ in 0..count {
            time += 1.0 / 60.0;
            let origin = Vec3::new(time.sin(), 0.0, 1.0 - time.cos());
            let placement = Placement::at(origin);
            flock.move_obstacle(id, placement).unwrap();
            flock.advance(1.0 / 60.0);
        }
        flock.statistics()
    };
    let rescued = frames(20).rescued;
    let before = ALLOCATOR.allocations();
    let after = frames(200);
    let allocations = ALLOCATOR.allocations() - before;
    assert!(
        after.contacts > 100 && after.rescued == rescued,
        "{after:?}"
    );
    allocations
}

#[test]
fn steps_allocate_nothing() {
    let budgets = [None, Some(0), Some(100)];
    for budget in budgets {
        assert_eq!(allocations(Backend::SingleThread, budget), 0);
    }
    assert_eq!(allocations_of_a_game(Backend::SingleThread), 0);
    assert_eq!(allocations_of_others(Backend::SingleThread), 0);
    assert_eq!(allocations_with_obstacles(Backend::SingleThread), 0);
    // Inside the pool: work that comes from outside costs rayon an allocation now and then.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(3)
        .build()
        .unwrap();
    for budget in budgets {
        let of_avoidance = pool.install(|| allocations(Backend::AllThreads, budget));
        assert_eq!(of_avoidance, 0);
    }
    let of_a_game = pool.install(|| allocations_of_a_game(Backend::AllThreads));
    assert_eq!(of_a_game, 0);
    let of_others = pool.install(|| allocations_of_others(Backend::AllThreads));
    assert_eq!(of_others, 0);
    let with_obstacles = pool.install(|| allocations_with_obstacles(Backend::AllThreads));
    assert_eq!(with_obstacles, 0);
}
