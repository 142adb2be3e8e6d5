//! The cost of a step with each kind of search and motion, of drawing, of queries, and of a
//! snapshot.

use criterion::{criterion_group, criterion_main, Criterion, Throughput};
use flock_sim::{
    settings::{Backend, Boundary, BoundaryMode, Normalization, Region, Rule},
    Flock, Geometry, Placement, Settings, Vec3,
};
use std::{hint::black_box, sync::Arc};

const BOIDS: u32 = 20_000;

/// Boids with about thirty neighbours each, in a cube that they do not leave.
fn settings() -> Settings {
    let half = 6.9;
    let cube = Region::cube(half);
    let mut settings = Settings {
        cohesion: Rule::new(1.0, 1.0),
        separation: Rule::new(1.0, 0.5),
        alignment: Rule::new(1.0, 1.0),
        boundary: Boundary::new(cube),
        ..Settings::default()
    };
    settings.spawn.count = BOIDS;
    settings.spawn.region = cube;
    // Slow, so that the flock stays as it is while it is measured.
    settings.spawn.speed = 0.02;
    settings.motion.max_speed = 0.02;
    settings.simulation.backend = Backend::SingleThread;
    settings
}

fn flock(change: fn(&mut Settings)) -> Flock {
    let mut settings = settings();
    change(&mut settings);
    let geometry = Arc::new(Geometry::empty());
    Flock::new(settings, Placement::default(), geometry).expect("the settings are valid")
}

/// A name, and what sets a flock apart from the plain one.
type Kind = (&'static str, fn(&mut Settings));

const KINDS: [Kind; 8] = [
    ("plain", |_| {}),
    ("means", |settings| {
        settings.cohesion.normalization = Normalization::Mean;
        settings.separation.normalization = Normalization::Sum;
    }),
    ("field of view", |settings| {
        for rule in [
            &mut settings.cohesion,
            &mut settings.separation,
            &mut settings.alignment,
        ] {
            rule.field_of_view = 270.0;
        }
    }),
    ("nearest seven", |settings| {
        settings.neighbours.nearest_only = true
    }),
    ("wrap", |settings| {
        settings.boundary.mode = BoundaryMode::Wrap;
    }),
    ("soft turn", |settings| {
        settings.boundary.mode = BoundaryMode::SoftTurn { margin: 1.0 };
    }),
    ("wander", |settings| settings.wander.enabled = true),
    ("limits", |settings| {
        settings.motion.limit_turning = true;
        settings.motion.min_speed = 0.01;
        settings.motion.flattening = 0.5;
    }),
];

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    group
        .throughput(Throughput::Elements(BOIDS.into()))
        .sample_size(20);
    for (name, change) in KINDS {
        let mut flock = flock(change);
        group.bench_function(name, |bencher| bencher.iter(|| flock.step()));
    }
    group.finish();
}

fn instances(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("instances");
    group.throughput(Throughput::Elements(BOIDS.into()));
    let flock = flock(|_| {});
    let mut texels = vec![[0.0; 4]; flock.len() * 2];
    group.bench_function("write", |bencher| {
        bencher.iter(|| flock.write_instances(black_box(&mut texels)))
    });
    group.finish();
}

fn queries(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queries");
    let mut moving = flock(|_| {});
    let point = Vec3::new(1.0, 2.0, 3.0);
    group.bench_function("the first after a step, and the step", |bencher| {
        bencher.iter(|| {
            moving.step();
            moving.nearest(black_box(point))
        })
    });
    let still = flock(|_| {});
    group.bench_function("nearest", |bencher| {
        bencher.iter(|| still.nearest(black_box(point)))
    });
    group.bench_function("in a sphere of 30", |bencher| {
        bencher.iter(|| still.in_sphere(black_box(point), 1.0).count())
    });
    group.bench_function("measures", |bencher| bencher.iter(|| still.measure()));
    group.finish();
}

fn snapshots(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("snapshot");
    group.throughput(Throughput::Elements(BOIDS.into()));
    let flock = flock(|_| {});
    group.bench_function("take", |bencher| bencher.iter(|| flock.snapshot()));
    let snapshot = flock.snapshot();
    group.bench_function("restore", |bencher| {
        bencher.iter(|| Flock::restore(black_box(&snapshot), Arc::new(Geometry::empty())))
    });
    group.finish();
}

criterion_group!(benches, steps, instances, queries, snapshots);
criterion_main!(benches);
