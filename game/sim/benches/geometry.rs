//! Swept spheres, clear places and building on a terrain of 200,000 triangles; the distance field of
//! levels with a stray triangle far off, and of walls. The example `level` measures flocks in hard
//! levels.

use criterion::{criterion_group, criterion_main, BatchSize, Criterion, Throughput};
use flock_sim::{Geometry, Vec3};
use std::{hint::black_box, time::Duration};

const RADIUS: f32 = 0.05;
const SIZE: f32 = 100.0;
const CELLS: usize = 316;

fn height(x: f32, z: f32) -> f32 {
    2.0 * (0.5 * x).sin() * (0.4 * z).cos() + 0.3 * (3.1 * x).sin()
}

fn terrain() -> Vec<[Vec3; 3]> {
    let corner = |i: usize, j: usize| {
        let [x, z] = [i, j].map(|n| n as f32 / CELLS as f32 * SIZE);
        Vec3::new(x, height(x, z), z)
    };
    let mut triangles = Vec::with_capacity(2 * CELLS * CELLS);
    for i in 0..CELLS {
        for j in 0..CELLS {
            let [a, b] = [corner(i, j), corner(i + 1, j)];
            let [c, d] = [corner(i + 1, j + 1), corner(i, j + 1)];
            triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    triangles
}

/// Evenly spread numbers from 0 to 1: the fractional parts of the multiples of an irrational number.
fn spread(i: usize, irrational: f64) -> f32 {
    (i as f64 * irrational).fract() as f32
}

/// Moves of a given length from places up to `highest` above the terrain, clear of it, in all directions.
fn moves(geometry: &Geometry, length: f32, highest: f32) -> Vec<(Vec3, Vec3)> {
    (1..40_000)
        .map(|i| {
            let [x, z] =
                [spread(i, 0.618_033_988_75), spread(i, 0.414_213_562_37)].map(|x| x * SIZE);
            let y = height(x, z) + RADIUS + highest * spread(i, 0.324_717_957_24);
            let up = 2.0 * spread(i, 0.754_877_666_25) - 1.0;
            let (sin, cos) = (std::f32::consts::TAU * spread(i, 0.732_050_807_57)).sin_cos();
            let flat = (1.0 - up * up).sqrt();
            (
                Vec3::new(x, y, z),
                length * Vec3::new(flat * cos, up, flat * sin),
            )
        })
        .filter(|(start, _)| geometry.is_clear(*start, RADIUS))
        .collect()
}

fn sweeps(criterion: &mut Criterion) {
    let (geometry, _) = Geometry::new(&terrain());
    let mut group = criterion.benchmark_group("terrain of 200,000 triangles");
    for (length, highest) in [(0.03, 0.2), (0.05, 2.9), (0.5, 2.9), (2.0, 2.9)] {
        let moves = moves(&geometry, length, highest);
        let sweep = |&(start, displacement)| geometry.sweep(start, displacement, RADIUS);
        let hits = moves.iter().filter_map(sweep).count();
        println!(
            "{length} m up to {highest} m above: {:.1}% of the moves meet the terrain",
            100.0 * hits as f32 / moves.len() as f32
        );
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(format!("sweep {length} m"), |bencher| {
            bencher.iter(|| black_box(&moves).iter().filter_map(sweep).count())
        });
    }
    let moves = moves(&geometry, 0.05, 2.9);
    group.bench_function("is_clear", |bencher| {
        bencher.iter(|| {
            black_box(&moves)
                .iter()
                .filter(|(start, _)| geometry.is_clear(*start, RADIUS))
                .count()
        })
    });
    group.finish();
}

fn build(criterion: &mut Criterion) {
    let triangles = terrain();
    let mut group = criterion.benchmark_group("build");
    group.throughput(Throughput::Elements(triangles.len() as u64));
    group.bench_function("terrain of 200,000 triangles", |bencher| {
        bencher.iter(|| Geometry::new(black_box(&triangles)).0.triangle_count())
    });
    group.finish();
}

/// Two triangles of a square of 10 m, tilted by an angle in radians.
fn wall(angle: f32) -> Vec<[Vec3; 3]> {
    let (sin, cos) = angle.sin_cos();
    let corner = |x: f32, y: f32| Vec3::new(5.0 * x, 5.0 * y * cos, 5.0 * (x + y) * sin);
    let [a, b] = [corner(-1.0, -1.0), corner(1.0, -1.0)];
    let [c, d] = [corner(1.0, 1.0), corner(-1.0, 1.0)];
    vec![[a, b, c], [a, c, d]]
}

/// The terrain with one triangle at a distance in metres; none at 0.
fn with_stray(far: f32) -> Vec<[Vec3; 3]> {
    let mut triangles = terrain();
    if far > 0.0 {
        let stray = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        triangles.push(stray.map(|corner| corner + Vec3::x() * far));
    }
    triangles
}

fn distance_field(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("distance field");
    group.sample_size(10);
    let strays = [0.0, 1e4, 1e5, 1e6].map(|far| (format!("stray at {far} m"), with_stray(far)));
    let walls =
        [("wall", 0.0), ("tilted wall", 0.3)].map(|(name, angle)| (name.into(), wall(angle)));
    for (name, triangles) in strays.into_iter().chain(walls) {
        let geometry = Geometry::new(&triangles).0;
        group.bench_function(name, |bencher| {
            // A clone of a geometry that is not prepared is not prepared either.
            let unprepared = || geometry.clone();
            bencher.iter_batched(unprepared, |it| it.prepare(), BatchSize::PerIteration)
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    targets = sweeps, build, distance_field
}
criterion_main!(benches);
