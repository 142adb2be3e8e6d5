//! The instances that are drawn: bodies follow their headings smoothly.

use flock_sim::{
    settings::{Boundary, Region},
    BoidId, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{disable_rules, texels};
use nalgebra::{Quaternion, UnitQuaternion};
use std::{collections::HashMap, sync::Arc};

/// The content of the two texels of a boid.
struct Drawn {
    position: Vec3,
    size: f32,
    orientation: UnitQuaternion<f32>,
    phase: f32,
}

fn flock(settings: Settings) -> Flock {
    Flock::new(settings, Placement::default(), Arc::new(Geometry::empty())).unwrap()
}

fn draw(flock: &Flock) -> HashMap<BoidId, Drawn> {
    let texels = texels(flock);
    let drawn = texels.chunks(2).map(|texels| {
        let ([x, y, z, size], [i, j, k, phase]) = (texels[0], texels[1]);
        let squared = i * i + j * j + k * k;
        assert!(squared <= 1.0 + 1e-5, "{squared}");
        let w = (1.0 - squared).max(0.0).sqrt();
        Drawn {
            position: Vec3::new(x, y, z),
            size,
            orientation: UnitQuaternion::new_normalize(Quaternion::new(w, i, j, k)),
            phase,
        }
    });
    flock.boids().map(|boid| boid.id).zip(drawn).collect()
}

/// A crowded box, in which boids turn back in every direction.
fn crowded() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 300;
    settings.boundary = Boundary::new(Region::cube(0.4));
    settings
}

#[test]
fn bodies_never_flip() {
    let mut flock = flock(crowded());
    let mut before = draw(&flock);
    for _ in 0..600 {
        flock.step();
        let now = draw(&flock);
        for (id, drawn) in &now {
            let angle = drawn
                .orientation
                .angle_to(&before[id].orientation)
                .to_degrees();
            assert!(
                angle < 30.0,
                "boid {id} turned by {angle} degrees in a sixtieth of a second"
            );
            assert!((0.0..1.0).contains(&drawn.phase));
        }
        before = now;
    }
}

#[test]
fn bodies_point_where_they_go_and_stand_upright() {
    let mut settings = Settings::default();
    settings.boundary.enabled = false;
    settings.spawn.count = 200;
    disable_rules(&mut settings);
    let mut flock = flock(settings);
    (0..300).for_each(|_| flock.step());
    let drawn = draw(&flock);
    for boid in flock.boids() {
        let orientation = drawn[&boid.id].orientation;
        let heading = boid.velocity.normalize();
        // w near 0 is recovered from a difference and coarse.
        assert!(
            (orientation * Vec3::z()).angle(&heading) < 0.005,
            "{boid:?}"
        );
        assert!((orientation * Vec3::x()).y.abs() < 0.01, "{boid:?}");
        assert!((orientation * Vec3::y()).y > -0.001, "{boid:?}");
    }
}

#[test]
fn boids_at_rest_keep_their_pose() {
    let mut settings = crowded();
    settings.spawn.speed = 0.0;
    settings.motion.max_speed = 0.0;
    let mut flock = flock(settings);
    let before = draw(&flock);
    (0..200).for_each(|_| flock.step());
    for (id, drawn) in draw(&flock) {
        assert_eq!(drawn.position, before[&id].position);
        assert!(drawn.orientation.angle_to(&before[&id].orientation) < 0.01);
    }
}

#[test]
fn sizes_vary_as_set() {
    let mut settings = crowded();
    settings.body.scale = 2.0;
    settings.body.scale_variation = 0.25;
    let sizes: Vec<f32> = draw(&flock(settings))
        .values()
        .map(|drawn| drawn.size)
        .collect();
    assert!(sizes.iter().all(|size| (1.5..=2.5).contains(size)));
    assert!(sizes.iter().any(|size| *size < 1.6) && sizes.iter().any(|size| *size > 2.4));
}

/// One boid less than a chunk holds, as many, and one more; and as many as 16 bits count.
#[test]
fn any_number_of_boids_is_drawn_in_chunks_with_their_bounds() {
    const RADIUS: f32 = 0.1;
    for count in [255, 256, 257, 65_536] {
        let mut settings = crowded();
        settings.spawn.count = count;
        let flock = flock(settings);
        let (mut found, mut bounds) = (vec![[f32::NAN; 4]; 2 * count as usize], Vec::new());
        flock.write_instances_in_chunks(&mut found, 256, RADIUS, &mut bounds);
        assert_eq!(found, texels(&flock));
        assert_eq!(bounds.len(), count.div_ceil(256) as usize);
        for (chunk, bounds) in found.chunks(2 * 256).zip(&bounds) {
            let boids = || chunk.iter().step_by(2);
            for axis in 0..3 {
                let low = boids().map(|boid| boid[axis] - RADIUS * boid[3]);
                let high = boids().map(|boid| boid[axis] + RADIUS * boid[3]);
                let (low, high) = (low.reduce(f32::min), high.reduce(f32::max));
                assert!((bounds.min[axis] - low.unwrap()).abs() < 1e-6);
                assert!((bounds.max[axis] - high.unwrap()).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn frames_between_two_steps_are_interpolated() {
    let mut settings = crowded();
    settings.simulation.time_step = 0.05;
    let mut flock = flock(settings);
    flock.step();
    let start = draw(&flock);
    flock.advance(0.05);
    flock.advance(0.0125);
    let quarter = draw(&flock);
    flock.advance(0.025);
    let later = draw(&flock);
    for boid in flock.boids() {
        let (start, quarter, later) = (&start[&boid.id], &quarter[&boid.id], &later[&boid.id]);
        let way = boid.position - start.position;
        assert!((quarter.position - start.position - way * 0.25).norm() < 1e-5);
        assert!((later.position - start.position - way * 0.75).norm() < 1e-5);
    }
}
