//! Boids inside geometry are moved to the nearest free place.

use flock_sim::{
    settings::{Boundary, Plane, Region},
    Boid, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    flocks::{by_id, disable_rules, flock, in_the_open},
    triangles::cuboid,
};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

const RADIUS: f32 = 0.05;
const SKIN: f32 = 0.002;
const REACH: f32 = RADIUS + SKIN;

/// Largest distance beyond the necessary one at which a boid may be put from a surface.
const SLACK: f32 = 2e-4;

fn settings() -> Settings {
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.boundary.enabled = false;
    settings.avoidance.enabled = false;
    settings.collision.body_radius = RADIUS;
    settings.collision.skin = SKIN;
    settings
}

/// A solid box from corner to corner.
#[derive(Clone, Copy)]
struct Block {
    min: Vec3,
    max: Vec3,
}

impl Block {
    fn new(min: [f32; 3], max: [f32; 3]) -> Self {
        Self {
            min: min.into(),
            max: max.into(),
        }
    }

    fn triangles(&self) -> Vec<[Vec3; 3]> {
        let (middle, half) = ((self.min + self.max) / 2.0, (self.max - self.min) / 2.0);
        cuboid(half, middle)
    }

    /// Signed distance of a place from the surface, negative inside.
    fn distance(&self, place: &Vec3) -> f32 {
        let beyond = (self.min - place).sup(&(place - self.max));
        if beyond.max() < 0.0 {
            beyond.max()
        } else {
            beyond.sup(&Vec3::zeros()).norm()
        }
    }
}

fn geometry(blocks: &[Block]) -> Arc<Geometry> {
    let triangles: Vec<_> = blocks.iter().flat_map(Block::triangles).collect();
    Arc::new(Geometry::new(&triangles).0)
}

fn is_free(blocks: &[Block], place: &Vec3) -> bool {
    blocks.iter().all(|block| block.distance(place) >= REACH)
}

/// The boids, in their order, after blocks were put over them.
fn freed(settings: Settings, blocks: &[Block], places: &[Vec3]) -> Vec<Boid> {
    let velocity = Vec3::new(0.1, -0.2, 0.3);
    let boids: Vec<_> = places.iter().map(|place| (*place, velocity)).collect();
    let mut flock = flock(settings, Placement::default(), &boids);
    flock.set_geometry(geometry(blocks));
    flock.depenetrate();
    assert_eq!(flock.len(), places.len());
    assert_eq!(flock.statistics().rescued, places.len() as u64);
    let boids = by_id(&flock);
    for boid in &boids {
        assert!(is_free(blocks, &boid.position), "{boid:?}");
        assert_eq!(boid.velocity, velocity);
    }
    boids
}

#[track_caller]
fn assert_freed(blocks: &[Block], place: [f32; 3], expected: [f32; 3]) {
    let boid = freed(settings(), blocks, &[place.into()])[0];
    let distance = (boid.position - Vec3::from(expected)).norm();
    assert!(
        distance < 2.0 * SLACK,
        "{boid:?} instead of at {expected:?}"
    );
}

const CUBE: ([f32; 3], [f32; 3]) = ([-1.0; 3], [1.0; 3]);

#[test]
fn out_of_a_block_on_its_nearest_side() {
    let block = [Block::new(CUBE.0, CUBE.1)];
    assert_freed(&block, [0.9, 0.1, -0.3], [1.0 + REACH, 0.1, -0.3]);
    assert_freed(&block, [0.2, -0.5, 0.3], [0.2, -1.0 - REACH, 0.3]);
    assert_freed(&block, [0.99, 0.98, 0.1], [1.0 + REACH, 0.98, 0.1]);
}

#[test]
fn off_a_surface_that_runs_through_the_body_on_the_side_of_its_middle() {
    let block = [Block::new(CUBE.0, CUBE.1)];
    assert_freed(&block, [1.01, 0.1, -0.3], [1.0 + REACH, 0.1, -0.3]);
    let diagonal = 1.0 + REACH / 2.0_f32.sqrt();
    assert_freed(&block, [1.01, 1.01, 0.2], [diagonal, diagonal, 0.2]);
}

#[test]
fn out_into_a_corner_between_two_blocks() {
    // An L, whose nearest free place is in the corner.
    let blocks = [
        Block::new([-1.0; 3], [1.0, 0.0, 1.0]),
        Block::new([-1.0; 3], [0.0, 1.0, 1.0]),
    ];
    for place in [[-0.1, -0.1, 0.2], [-0.05, -0.2, 0.2]] {
        let boid = freed(settings(), &blocks, &[place.into()])[0];
        let distance = (boid.position - Vec3::new(REACH, REACH, 0.2)).norm();
        assert!(distance < 0.01, "{boid:?}");
    }
    assert_freed(&blocks, [0.5, -0.2, 0.2], [0.5, REACH, 0.2]);
}

#[test]
fn out_of_blocks_that_overlap() {
    // The nearest surface leads from one block into the other.
    let blocks = [
        Block::new([-1.0, -1.0, -1.0], [0.1, 1.0, 1.0]),
        Block::new([-0.1, -1.0, -1.0], [1.0, 1.0, 1.0]),
    ];
    assert_freed(&blocks, [0.05, 0.8, 0.0], [0.05, 1.0 + REACH, 0.0]);
    assert_freed(&blocks, [0.0, 0.0, -0.7], [0.0, 0.0, -1.0 - REACH]);
}

#[test]
fn past_a_slit_that_is_too_narrow() {
    let blocks = [
        Block::new([-1.0, -1.0, -1.0], [0.0, 1.0, 1.0]),
        Block::new([0.08, -1.0, -1.0], [1.0, 1.0, 1.0]),
    ];
    assert_freed(&blocks, [-0.1, 0.7, 0.0], [-0.1, 1.0 + REACH, 0.0]);
}

#[test]
fn inside_the_boundary() {
    let mut settings = settings();
    settings.boundary = Boundary::new(Region::Box {
        min: Vec3::repeat(-2.0),
        max: Vec3::new(2.0, 1.0, 2.0),
    });
    // The nearest free place is above the block, beyond the boundary.
    let block = [Block::new(CUBE.0, CUBE.1)];
    let boid = freed(settings.clone(), &block, &[Vec3::new(0.3, 0.9, 0.1)])[0];
    assert!(
        (boid.position - Vec3::new(1.0 + REACH, 0.9, 0.1)).norm() < 2.0 * SLACK,
        "{boid:?}"
    );
    settings.boundary = Boundary::new(Region::sphere(1.4));
    for place in [[0.9, 0.9, 0.0], [0.9, 0.8, 0.7], [0.5, 0.7, 0.6]] {
        let boid = freed(settings.clone(), &block, &[place.into()])[0];
        assert!(boid.position.norm() <= 1.4, "{boid:?}");
    }
}

#[test]
fn within_the_plane_of_a_planar_flock() {
    let mut settings = settings();
    settings.motion.plane = Plane::Xz;
    let rotation = UnitQuaternion::from_scaled_axis(Vec3::new(0.3, 0.5, -0.2));
    let placement = Placement {
        rotation,
        ..Placement::default()
    };
    let block = [Block::new([-1.0, -0.2, -1.0], [1.0, 0.2, 1.0])];
    let mut places = Vec::new();
    for i in 0..100 {
        let [x, y, z] = [0.618_034, 0.414_214, 0.324_718].map(|k| (i as f32 * k).fract() - 0.5);
        places.push((Vec3::new(1.8 * x, 0.3 * y, 1.8 * z), Vec3::zeros()));
    }
    let mut flock = flock(settings, placement, &places);
    flock.set_geometry(geometry(&block));
    flock.depenetrate();
    assert_eq!(flock.statistics().rescued, 100);
    assert_eq!(flock.len(), 100);
    for (boid, (before, _)) in by_id(&flock).iter().zip(places) {
        assert!(is_free(&block, &boid.position));
        let way = rotation.inverse() * (boid.position - before);
        assert!(way.y.abs() < 1e-5, "{boid:?} was lifted by {}", way.y);
        // Largest way within the slanted plane over the nearer of the large sides.
        assert!(way.norm() < 0.85, "{boid:?} was carried {} m", way.norm());
    }
}

/// Distance of the nearest free place along many directions.
fn least_way(blocks: &[Block], from: &Vec3) -> f32 {
    const DIRECTIONS: usize = 20_000;
    let mut nearest = f32::INFINITY;
    for index in 0..DIRECTIONS {
        let up = 1.0 - (2 * index + 1) as f32 / DIRECTIONS as f32;
        let (sin, cos) = (index as f32 * 2.399_963_2).sin_cos();
        let flat = (1.0 - up * up).sqrt();
        let direction = Vec3::new(flat * cos, up, flat * sin);
        let mut way = 0.0;
        while way < nearest {
            let place = from + direction * way;
            let distance = blocks.iter().map(|block| block.distance(&place));
            let lack = REACH - distance.fold(f32::INFINITY, f32::min);
            if lack <= 1e-4 {
                nearest = way;
            }
            way += lack.max(1e-4);
        }
    }
    nearest
}

/// Random blocks, which overlap and leave slits and pockets.
fn heap(seed: u32) -> Vec<Block> {
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    (0..12)
        .map(|_| {
            let corner = Vec3::from_fn(|_, _| 2.0 * random() - 1.0);
            let size = Vec3::from_fn(|_, _| 0.2 + 0.9 * random());
            Block {
                min: corner,
                max: corner + size,
            }
        })
        .collect()
}

#[test]
fn in_a_heap_of_blocks_hardly_farther_than_the_nearest_place() {
    let (mut found, mut least) = (0.0, 0.0);
    for seed in 0..12 {
        let blocks = heap(seed);
        let middles = blocks
            .iter()
            .map(|block| (block.min * 0.4) + block.max * 0.6);
        let places: Vec<Vec3> = middles.collect();
        let boids = freed(settings(), &blocks, &places);
        for (boid, place) in boids.iter().zip(&places) {
            let (way, shortest) = ((boid.position - place).norm(), least_way(&blocks, place));
            assert!(
                way < 1.25 * shortest + 0.01,
                "{way} m instead of {shortest} m"
            );
            found += way;
            least += shortest;
        }
    }
    assert!(
        found < 1.02 * least,
        "{found} m in all instead of {least} m"
    );
}

/// Mean way of boids in a cube that a heap of blocks is put over.
fn mean_way(count: u32) -> f64 {
    let mut settings = settings();
    settings.spawn.count = count;
    settings.spawn.region = Region::Box {
        min: Vec3::repeat(-1.0),
        max: Vec3::repeat(1.5),
    };
    let mut flock = in_the_open(settings);
    let (blocks, before) = (heap(3), by_id(&flock));
    flock.set_geometry(geometry(&blocks));
    flock.depenetrate();
    assert_eq!(flock.len(), before.len());
    let (mut way, mut carried) = (0.0, 0);
    for (before, after) in before.iter().zip(by_id(&flock)) {
        if after.position != before.position {
            way += f64::from((after.position - before.position).norm());
            carried += 1;
            let distances = blocks.iter().map(|block| block.distance(&after.position));
            let nearest = distances.fold(f32::INFINITY, f32::min);
            assert!(nearest >= RADIUS, "{after:?} is {nearest} m from a block");
        }
    }
    assert_eq!(flock.statistics().rescued, carried);
    assert!(carried > u64::from(count) / 8, "{carried}");
    way / carried as f64
}

/// With too many boids to search thoroughly for each, the ways are hardly longer than with few.
#[test]
fn many_at_once() {
    let (few, many) = (mean_way(2_000), mean_way(100_000));
    assert!(many < 1.25 * few, "{many} m instead of {few} m");
}

/// Places on a surface, which have no direction away from it, and coordinates far from zero.
#[test]
fn on_a_surface_and_far_from_the_origin() {
    for far in [0.0, 100.0, 5000.0] {
        let corner = Vec3::repeat(far);
        let block = Block {
            min: corner,
            max: corner + Vec3::repeat(1.0),
        };
        for place in [[0.0, 0.5, 0.5], [1.0, 1.0, 0.3], [0.0; 3], [0.5; 3]] {
            let boid = (corner + Vec3::from(place), Vec3::zeros());
            let mut flock = flock(settings(), Placement::default(), &[boid]);
            flock.set_geometry(geometry(&[block]));
            flock.depenetrate();
            assert_eq!(
                (flock.len(), flock.statistics().rescued),
                (1, 1),
                "{place:?}"
            );
            let found = by_id(&flock)[0];
            assert!(
                flock.geometry().is_clear(found.position, RADIUS),
                "{found:?}"
            );
            assert!((found.position - boid.0).norm() < 0.6, "{found:?}");
        }
    }
}
