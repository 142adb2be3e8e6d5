//! Boids at the very same position.

use crate::flocks::in_the_open;
use crate::flocks::{by_id, flock};
use flock_sim::{
    settings::{Backend, Boundary, BoundaryMode, Normalization, Plane, Region},
    Boid, Flock, Placement, Settings, Vec3,
};

fn settings(backend: Backend) -> Settings {
    let mut settings = Settings::default();
    settings.simulation.backend = backend;
    settings.spawn.count = 0;
    settings
}

/// Number of boids that share their position with another one.
fn coincident(flock: &Flock) -> usize {
    let mut bits: Vec<[u32; 3]> = flock
        .boids()
        .map(|boid| boid.position.map(f32::to_bits).into())
        .collect();
    bits.sort_unstable();
    bits.windows(2).filter(|pair| pair[0] == pair[1]).count()
}

fn steps(flock: &mut Flock, steps: usize) {
    (0..steps).for_each(|_| flock.step());
    assert_eq!(flock.gpu_error(), None);
}

/// N boids at one point, all with the same velocity, with the default settings.
pub fn crowd(backend: Backend, count: usize) {
    let boid = (Vec3::new(0.3, 0.2, -0.1), Vec3::new(0.5, 0.1, 0.0));
    let mut flock = flock(settings(backend), Placement::default(), &vec![boid; count]);
    assert_eq!(coincident(&flock), count - 1);
    steps(&mut flock, 60);
    assert_eq!(coincident(&flock), 0);
    let boids = by_id(&flock);
    let mean: Vec3 = boids.iter().map(|boid| boid.position).sum::<Vec3>() / count as f32;
    let spread = boids.iter().map(|boid| (boid.position - mean).norm());
    let spread = spread.sum::<f32>() / count as f32;
    assert!(spread > 0.05, "{spread} m from the middle on average");
}

/// Two boids at one position part along one line, and their middle goes on as a single boid does.
fn assert_parts(settings: Settings, what: &str) {
    let boid = (Vec3::new(0.9, 0.3, -0.2), Vec3::new(0.4, 0.0, 0.3));
    let mut flock = flock(settings, Placement::default(), &[boid; 2]);
    steps(&mut flock, 1);
    let [a, b]: [Boid; 2] = by_id(&flock).try_into().unwrap();
    let (apart, together) = (a.velocity - b.velocity, 0.5 * (a.velocity + b.velocity));
    assert!(apart.norm() > 1e-5, "{what}: {apart}");
    assert!((together - boid.1).cross(&boid.1).norm() < 1e-5, "{what}");
    steps(&mut flock, 59);
    let [a, b]: [Boid; 2] = by_id(&flock).try_into().unwrap();
    let distance = (a.position - b.position).norm();
    assert!(distance > 1e-3, "{what}: {distance} m apart");
}

/// Pairs with every kind of rule, plane and boundary.
pub fn pairs(backend: Backend) {
    let plain = settings(backend);
    assert_parts(plain.clone(), "default");
    for normalization in [
        Normalization::Direction,
        Normalization::Mean,
        Normalization::LimitedMean,
        Normalization::Sum,
    ] {
        let mut settings = plain.clone();
        settings.cohesion.enabled = false;
        settings.separation.normalization = normalization;
        settings.separation.weight = match normalization {
            Normalization::Direction => 1.0,
            _ => 100.0,
        };
        settings.separation.field_of_view = 90.0;
        assert_parts(settings, &format!("{normalization:?}"));
    }
    for plane in [Plane::Xz, Plane::Xy, Plane::Yz] {
        let mut settings = plain.clone();
        settings.motion.plane = plane;
        let what = format!("{plane:?}");
        let boid = (Vec3::new(0.9, 0.3, -0.2), Vec3::zeros());
        let mut flock = flock(settings, Placement::default(), &[boid; 2]);
        steps(&mut flock, 60);
        assert_eq!(coincident(&flock), 0, "{what}");
    }
    let shapes = [plain.boundary.shape, Region::sphere(2.0)];
    for shape in shapes {
        let mut settings = plain.clone();
        settings.boundary = Boundary::new(shape);
        settings.boundary.mode = BoundaryMode::Wrap;
        assert_parts(settings, &format!("{shape:?} wraps"));
    }
    let mut settings = plain;
    settings.neighbours.nearest_only = true;
    settings.neighbours.nearest = 1;
    assert_parts(settings, "only the nearest");
}

/// Pairs amid other boids, which keep the sums of both from zero.
pub fn pairs_in_a_flock(backend: Backend) {
    let mut settings = settings(backend);
    settings.spawn.count = 500;
    let mut flock = in_the_open(settings);
    steps(&mut flock, 60);
    let originals: Vec<Boid> = by_id(&flock).into_iter().step_by(10).collect();
    let copies: Vec<_> = originals
        .iter()
        .map(|boid| flock.spawn_at(boid.position, boid.velocity).unwrap())
        .collect();
    steps(&mut flock, 120);
    for (original, copy) in originals.iter().zip(copies) {
        let [a, b] = [original.id, copy].map(|id| flock.boid(id).unwrap().position);
        let distance = (a - b).norm();
        assert!(distance > 1e-4, "{original:?}: {distance} m apart");
    }
}
