//! One step on a card is one step on the processor, boid by boid.

use crate::{
    card::{self, assert_on_card},
    flocks::by_id,
    scenes,
};
use flock_sim::{
    Boundary, BoundaryResponse, CollisionResponse, Flock, Geometry, Placement, Preset, Region,
    Response, Settings, Vec3,
};
use std::sync::Arc;

/// Most boids of a preset.
const MOST_BOIDS: u32 = 1500;

/// Steps before the one that is compared, so that boids are where they usually are.
const STEPS_BEFORE: usize = 40;

/// How far a velocity may be off, as a share of the largest speed, besides the rounding of a few hundred additions: the same sums
/// in another order, with divisions and roots that a card rounds less well.
const VELOCITY: f32 = 2e-4;

/// The same where boids meet geometry: the normal of an edge is that of the place where single precision can prove that the way is
/// free, which is a little before the edge.
const VELOCITY_AT_WALLS: f32 = 2e-3;

/// How far a place may be off, as a share of its coordinates, besides what the velocity makes of it.
const PLACE: f32 = 1e-6;

/// And among geometry, as a share of the radius of the body, before surfaces.
const PLACE_AT_WALLS: f32 = 1e-3;

/// The same flock twice, some steps old: on the processor and for the card.
fn twins(settings: Settings, geometry: &Arc<Geometry>) -> [Flock; 2] {
    let placement = Placement {
        origin: Vec3::new(1.0, -2.0, 0.5),
        ..Placement::default()
    };
    let mut flock = Flock::new(settings, placement, geometry.clone()).unwrap();
    (0..STEPS_BEFORE).for_each(|_| flock.step());
    let mut twin = Flock::restore(&flock.snapshot(), geometry.clone()).unwrap();
    let mut settings = twin.settings().clone();
    settings.simulation.driver = card::driver();
    twin.set_settings(settings).unwrap();
    [flock, twin]
}

/// Makes a step with both and counts boids that differ by more than the tolerance.
fn differing(name: &str, [cpu, gpu]: &mut [Flock; 2]) -> usize {
    let has_walls = cpu.geometry().triangle_count() > 0;
    cpu.step();
    gpu.step();
    assert_on_card(gpu);
    let settings = cpu.settings();
    let (speed, dt) = (settings.motion.max_speed, settings.simulation.time_step);
    let (velocity, place) = match has_walls {
        true => (
            VELOCITY_AT_WALLS,
            settings.collision.body_radius * PLACE_AT_WALLS,
        ),
        false => (VELOCITY, 0.0),
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
    let mut twins = twins(settings, geometry);
    let differ = differing(name, &mut twins);
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

/// A level for a flock of any size: the scene of rocks and walls as large as the region where boids start.
fn level(settings: &Settings) -> Arc<Geometry> {
    let (min, max) = settings.spawn.region.bounds();
    let middle = (min + max) / 2.0 + Vec3::new(1.0, -2.0, 0.5);
    let scale = (max - min).max() / 12.0;
    let place = |vertex: Vec3| middle + vertex * scale;
    let triangles = scenes::Scene::new().triangles().into_iter();
    let placed: Vec<_> = triangles.map(|t| t.map(place)).collect();
    Arc::new(Geometry::new(&placed).0)
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
            let geometry = level(&settings);
            assert_alike(&format!("{preset} {response:?}"), settings, &geometry);
        }
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
        for response in [
            BoundaryResponse::Reverse,
            BoundaryResponse::SoftTurn { margin: 0.3 },
            BoundaryResponse::Wrap,
        ] {
            let mut settings = Settings {
                boundary: Boundary {
                    response,
                    ..Boundary::new(shape)
                },
                ..Settings::default()
            };
            settings.spawn.region = shape;
            settings.motion.max_speed = 3.0;
            settings.cohesion.field_of_view = 250.0;
            let name = format!("{shape:?} {response:?}");
            assert_alike(&name, settings, &Arc::default());
        }
    }
}

#[test]
fn every_response_of_the_rules_makes_the_same_step() {
    for response in [
        Response::Direction,
        Response::Mean,
        Response::LimitedMean,
        Response::Sum,
    ] {
        let mut settings = Settings::default();
        for rule in [
            &mut settings.cohesion,
            &mut settings.separation,
            &mut settings.alignment,
        ] {
            rule.response = response;
            rule.damping = 0.2;
        }
        settings.neighbours.too_close = true;
        settings.neighbours.crowding = true;
        settings.wander.enabled = true;
        settings.motion.limit_turning = true;
        settings.body.facing = flock_sim::Facing::Alignment;
        assert_alike(&format!("{response:?}"), settings, &Arc::default());
    }
}
