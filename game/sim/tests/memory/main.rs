//! The memory of a large flock, and the error if there is too little. The test is a binary of its
//! own, since the allocator counts and limits the whole process, and a single test, so that nothing
//! else allocates meanwhile.

use flock_sim::{
    settings::{AlignTo, Boundary, BoundaryMode, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::allocator::CountingAllocator;
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Bytes per boid as documented at `spawn.count`: at rest; more with a periodic boundary and
/// alignment to headings; more among geometry with a budget of rays; more while boids are placed.
const BYTES: usize = 140;
const MORE_BYTES: usize = 12 + 12;
const BYTES_TO_SEE: usize = 16 + 16;
const MORE_AT_PEAK: usize = 1;

/// Bytes besides the boids: grid cells of small flocks, threads, the block in which boids are
/// placed.
const OTHER_BYTES: usize = 4 << 20;

fn settings(count: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    // About two neighbours each.
    let half_size = Vec3::repeat(0.34 * (count as f32).cbrt());
    settings.spawn.region = Region::cuboid(half_size);
    settings.boundary.enabled = false;
    settings
}

/// Settings of a flock that takes the most memory.
fn large_settings(count: u32) -> Settings {
    let mut settings = settings(count);
    settings.boundary = Boundary::new(settings.spawn.region).with_mode(BoundaryMode::Wrap);
    settings.neighbours.align_to = AlignTo::Heading;
    settings
}

fn flock(settings: Settings) -> Result<Flock, flock_sim::SettingsError> {
    Flock::new(settings, Placement::default(), Arc::new(Geometry::empty()))
}

/// A triangle amid the boids.
fn geometry() -> Arc<Geometry> {
    Arc::new(Geometry::new(&[[Vec3::zeros(), Vec3::x(), Vec3::y()]]).0)
}

/// Makes a flock and two steps, and compares the memory with what is stated.
fn check_memory(settings: Settings, geometry: Arc<Geometry>, bytes: usize) {
    let count = settings.spawn.count;
    let boids = count as usize;
    geometry.prepare();
    let before = ALLOCATOR.start_peak();
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    assert_eq!(flock.len() + flock.not_placed(), boids);
    (0..2).for_each(|_| flock.step());
    let taken = ALLOCATOR.in_use() - before;
    let peak = ALLOCATOR.peak() - before;
    println!("{count} boids: {taken} bytes at rest, {peak} at most");
    assert!(taken <= bytes * boids + OTHER_BYTES, "{taken}");
    assert!(
        peak <= (bytes + MORE_AT_PEAK) * boids + OTHER_BYTES,
        "{peak}"
    );
    let is_sane = |x: &f32| x.is_finite();
    assert!(flock
        .boids()
        .all(|boid| boid.position.iter().chain(&boid.velocity).all(is_sane)));
}

#[test]
#[ignore = "slow"]
fn boids_take_what_is_stated_and_too_many_are_refused() {
    let million = 1_000_000;
    let nothing = || Arc::new(Geometry::empty());
    check_memory(settings(million), nothing(), BYTES);
    check_memory(large_settings(million), nothing(), BYTES + MORE_BYTES);
    let mut seeing = settings(million);
    seeing.avoidance.ray_budget = 1000;
    check_memory(seeing, geometry(), BYTES + BYTES_TO_SEE);
    // As many as there may be.
    check_memory(settings(10 * million), nothing(), BYTES);

    ALLOCATOR.refuse_beyond(1 << 20);
    let message = |settings| flock(settings).unwrap_err().to_string();
    let expected =
        "spawn.count is 1000000; allowed: as many as fit into memory; 0.140 GB could not be allocated";
    assert_eq!(message(settings(million)), expected);
    let larger = message(large_settings(million));
    assert_eq!(larger, expected.replace("0.140", "0.164"));

    let mut small = flock(settings(100)).unwrap();
    let kept = (small.settings().clone(), small.state_hash());
    let error = small.set_settings(settings(million)).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert_eq!((small.settings().clone(), small.state_hash()), kept);
    small.step();
    small.set_settings(settings(200)).unwrap();
    assert_eq!(small.len(), 200);
}
