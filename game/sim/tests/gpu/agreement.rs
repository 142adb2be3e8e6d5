//! One step on the GPU is one step on the CPU, boid by boid.

use crate::backend::gpu_backend;
use flock_sim::{
    settings::{Boundary, BoundaryMode, CollisionResponse, Normalization, Region},
    Flock, Geometry, Placement, Preset, Settings, Vec3,
};
use flock_testkit::{
    backends::{assert_on_gpu, twin},
    flocks::by_id,
    scenes,
};
use std::sync::Arc;

/// Most boids of a preset.
const MOST_BOIDS: u32 = 1500;

/// Steps before the one that is compared, so that the flock has its usual form.
const STEPS_BEFORE: usize = 40;

/// Largest difference of a velocity as a share of the largest speed: the same sums in another
/// order, with divisions and roots that a GPU rounds less precisely.
const VELOCITY: f32 = 2e-4;

/// The same among geometry: the normal at an edge is that of the place up to which single precision
/// can prove the way free, a little before the edge.
const VELOCITY_AMONG_GEOMETRY: f32 = 2e-3;

/// Largest difference of a place as a share of its coordinates, besides that of the velocity.
const PLACE: f32 = 1e-6;

/// The same among geometry, as a share of the radius of the body.
const PLACE_AMONG_GEOMETRY: f32 = 1e-3;

/// Longest side of a triangle, in metres, that the GPU does not subdivide.
const LONGEST_SIDE: f32 = 7.9;

/// The same where the GPU subdivides triangles. A body that slides nearer than its radius, but not
/// nearer than single precision allows, touches the edge of the next piece before it is above it.
/// The normal there is tilted by an angle of up to sqrt(2 * allowance / radius), 0.016 for the
/// allowance of 0.26 mm of fish of 2 m, 150 m from the origin.
const VELOCITY_AT_PIECES: f32 = 1.6e-2;

/// The same flock after some steps twice: on the CPU and for the GPU.
fn twins(settings: Settings, geometry: &Arc<Geometry>) -> [Flock; 2] {
    let placement = Placement::at(Vec3::new(1.0, -2.0, 0.5));
    let mut flock = Flock::new(settings, placement, geometry.clone()).unwrap();
    (0..STEPS_BEFORE).for_each(|_| flock.step());
    let twin = twin(&flock, gpu_backend());
    [flock, twin]
}

/// Makes a step with both and counts boids that differ by more than the tolerance, a share of the
/// largest speed.
fn differing(name: &str, [cpu, gpu]: &mut [Flock; 2], velocity: f32) -> usize {
    cpu.step();
    gpu.step();
    assert_on_gpu(gpu);
    let settings = cpu.settings();
    let (speed, dt) = (settings.motion.max_speed, settings.simulation.time_step);
    let place = match cpu.geometry().triangle_count() {
        0 => 0.0,
        _ => settings.collision.body_radius * PLACE_AMONG_GEOMETRY,
    };
    let velocity = velocity * speed;
    let (expected, found) = (by_id(cpu), by_id(gpu));
    assert_eq!(expected.len(), found.len(), "{name}");
    let mut differ = 0;
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(expected.id, found.id, "{name}");
        let size = expected.position.amax();
        let off = (expected.velocity - found.velocity).norm();
        let away = (expected.position - found.position).norm();
        let is_alike = off <= velocity && away <= velocity * dt + place + PLACE * size.max(1.0);
        if !is_alike {
            if differ < 3 {
                println!("{name}: {expected:?} and {found:?}, off by {off} m/s and {away} m");
            }
            differ += 1;
        }
    }
    differ
}

#[track_caller]
fn assert_alike(name: &str, settings: Settings, geometry: &Arc<Geometry>) {
    let velocity = match geometry.triangle_count() {
        0 => VELOCITY,
        _ => VELOCITY_AMONG_GEOMETRY,
    };
    let mut twins = twins(settings, geometry);
    let differ = differing(name, &mut twins, velocity);
    assert_eq!(differ, 0, "{name}: of {} boids", twins[0].len());
}

fn few(preset: Preset) -> Settings {
    let mut settings = preset.settings();
    settings.spawn.count = settings.spawn.count.min(MOST_BOIDS);
    settings
}

#[test]
fn every_preset_makes_the_same_step() {
    for preset in Preset::all() {
        assert_alike(preset.name(), few(preset), &Arc::default());
    }
}

/// Geometry for a flock of any size: the scene of rocks and walls, scaled to the region where boids
/// start, and subdivided down to a side.
fn geometry_for(settings: &Settings, longest_side: f32) -> Arc<Geometry> {
    let (min, max) = settings.spawn.region.bounds();
    let middle = (min + max) / 2.0 + Vec3::new(1.0, -2.0, 0.5);
    let scale = (max - min).max() / 12.0;
    let place = |vertex: Vec3| middle + vertex * scale;
    let triangles = scenes::Scene::default().triangles().into_iter();
    let placed = triangles.map(|t| t.map(place));
    let pieces: Vec<_> = placed.flat_map(|t| pieces(t, longest_side)).collect();
    Arc::new(Geometry::new(&pieces).0)
}

/// A triangle bisected until no side is longer.
fn pieces(triangle: [Vec3; 3], longest: f32) -> Vec<[Vec3; 3]> {
    let length = |first: usize| (triangle[(first + 1) % 3] - triangle[first]).norm();
    let first = (0..3)
        .max_by(|a, b| length(*a).total_cmp(&length(*b)))
        .unwrap();
    if length(first) <= longest {
        return vec![triangle];
    }
    let [a, b, c] = [0, 1, 2].map(|turn| triangle[(first + turn) % 3]);
    let middle = (a + b) / 2.0;
    let halves = [[a, middle, c], [middle, b, c]];
    halves
        .into_iter()
        .flat_map(|half| pieces(half, longest))
        .collect()
}

#[test]
fn every_preset_makes_the_same_step_among_geometry() {
    for preset in Preset::all() {
        for response in [
            CollisionResponse::Slide,
            CollisionResponse::Bounce,
            CollisionResponse::Reverse,
        ] {
            let mut settings = few(preset);
            settings.collision.enabled = true;
            settings.collision.response = response;
            let geometry = geometry_for(&settings, LONGEST_SIDE);
            assert_alike(&format!("{preset} {response:?}"), settings, &geometry);
        }
    }
}

#[test]
fn the_pieces_of_large_triangles_make_nearly_the_same_step() {
    let mut settings = few(Preset::FishSchool);
    settings.collision.enabled = true;
    settings.collision.response = CollisionResponse::Slide;
    let geometry = geometry_for(&settings, f32::INFINITY);
    let mut twins = twins(settings, &geometry);
    for _ in 0..20 {
        let differ = differing("large triangles", &mut twins, VELOCITY_AT_PIECES);
        assert_eq!(differ, 0);
        twins[1] = twin(&twins[0], gpu_backend());
    }
}

#[test]
fn every_boundary_makes_the_same_step() {
    let cuboid = Region::Box {
        min: Vec3::new(-2.0, -1.0, -1.5),
        max: Vec3::new(1.5, 1.0, 2.0),
    };
    let sphere = Region::Sphere {
        center: Vec3::new(0.2, 0.0, -0.1),
        radius: 1.8,
    };
    for shape in [cuboid, sphere] {
        for mode in [
            BoundaryMode::Reflect,
            BoundaryMode::SoftTurn { margin: 0.3 },
            BoundaryMode::Wrap,
        ] {
            let mut settings = Settings {
                boundary: Boundary::new(shape).with_mode(mode),
                ..Settings::default()
            };
            settings.spawn.region = shape;
            settings.motion.max_speed = 3.0;
            settings.cohesion.field_of_view = 250.0;
            let name = format!("{shape:?} {mode:?}");
            assert_alike(&name, settings, &Arc::default());
        }
    }
}

#[test]
fn every_response_of_the_rules_makes_the_same_step() {
    for normalization in [
        Normalization::Direction,
        Normalization::Mean,
        Normalization::LimitedMean,
        Normalization::Sum,
    ] {
        let mut settings = Settings::default();
        for rule in [
            &mut settings.cohesion,
            &mut settings.separation,
            &mut settings.alignment,
        ] {
            rule.normalization = normalization;
            rule.damping = 0.2;
        }
        settings.neighbours.too_close = true;
        settings.neighbours.crowding = true;
        settings.wander.enabled = true;
        settings.motion.limit_turning = true;
        settings.body.facing = flock_sim::settings::Facing::Alignment;
        assert_alike(&format!("{normalization:?}"), settings, &Arc::default());
    }
}
