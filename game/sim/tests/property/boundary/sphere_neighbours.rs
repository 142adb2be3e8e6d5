//! Neighbours across the surface of a periodic sphere, against all pairs in double precision.

use super::scene::{by_id, double, scene_in, sphere, Scene, Vec64};
use flock_sim::{
    settings::{BoundaryMode, Normalization, Plane, Region, Rule, Steering},
    Boid,
};
use proptest::prelude::*;

/// Distance from the edge of the reach, as a share of it, within which neighbours are left out.
const EDGE: f64 = 1e-4;

/// Cohesion alone, steering by velocity, so that the velocity is the sum of the offsets.
fn with_cohesion(scene: Scene, radius: f32) -> Scene {
    let mut scene = scene.respond(BoundaryMode::Wrap).without_rules();
    let settings = &mut scene.settings;
    settings.cohesion = Rule::new(1.0, radius);
    settings.cohesion.normalization = Normalization::Sum;
    settings.motion.steering = Steering::Velocity;
    settings.motion.max_speed = 1000.0;
    scene
}

impl Scene {
    /// The image of a boid on the opposite side.
    fn image(&self, place: Vec64) -> Vec64 {
        let Region::Sphere { center, radius } = self.settings.boundary.shape else {
            unreachable!("the scenes are spheres");
        };
        let (offset, radius) = self.in_section(place - double(center), radius);
        place - offset.normalize() * 2.0 * radius
    }

    /// The offsets of all neighbours within a radius, by distance; none if rounding decides about
    /// one.
    fn neighbours(&self, boids: &[Boid], boid: usize, radius: f64) -> Option<Vec<Vec64>> {
        let place = |boid: &Boid| self.local(boid.position);
        let own = place(&boids[boid]);
        let mut neighbours = Vec::new();
        for (index, other) in boids.iter().enumerate() {
            if index == boid {
                continue;
            }
            let [direct, image] = [place(other), self.image(place(other))].map(|at| at - own);
            let (direct_far, image_far) = (direct.norm() / radius, image.norm() / radius);
            if (direct_far - 1.0).abs().min((image_far - 1.0).abs()) < EDGE {
                return None;
            }
            if direct_far < 1.0 {
                neighbours.push(direct);
            } else if image_far < 1.0 {
                neighbours.push(image);
            }
        }
        neighbours.sort_by(|a, b| a.norm().total_cmp(&b.norm()));
        Some(neighbours)
    }
}

/// Compares velocities with the sums of offsets. Returns the number of images among the neighbours.
fn check(scene: &Scene, nearest: Option<usize>) -> usize {
    let mut flock = scene.flock();
    // Brings all boids inside.
    flock.step();
    let before = by_id(&flock);
    let radius = f64::from(scene.settings.cohesion.radius);
    let is_planar = scene.settings.motion.plane != Plane::All;
    flock.step();
    let mut images = 0;
    for (boid, after) in by_id(&flock).iter().enumerate() {
        // On the surface, in the middle and above a sphere rounding decides.
        let is_clear = |boid: &Boid| scene.outside(boid.position) < -1e-3;
        if !is_clear(&before[boid]) {
            continue;
        }
        let Some(mut neighbours) = scene.neighbours(&before, boid, radius) else {
            continue;
        };
        if let Some(nearest) = nearest {
            let tie = nearest < neighbours.len()
                && neighbours[nearest].norm() - neighbours[nearest - 1].norm() < EDGE * radius;
            if tie {
                continue;
            }
            neighbours.truncate(nearest);
        }
        let mut expected: Vec64 = neighbours.iter().sum();
        if let Some(axis) = scene.flat_axis() {
            expected[axis] = 0.0;
        }
        let longest = f64::from(scene.settings.motion.max_speed);
        if expected.norm() > 0.99 * longest {
            continue;
        }
        let found = scene.rotation().inverse() * double(after.velocity);
        let allowed = 1e-3 * (1.0 + neighbours.len() as f64) * (radius + 1.0);
        let off = (found - expected).norm();
        assert!(
            off <= allowed,
            "{found} instead of {expected}, planar {is_planar}"
        );
        let direct = |other: &Boid| (other.position - before[boid].position).norm();
        let near = before
            .iter()
            .filter(|other| f64::from(direct(other)) < radius);
        images += (neighbours.len() + 1).saturating_sub(near.count());
    }
    images
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(300))]

    #[test]
    fn boids_see_each_other_across_the_surface(scene in scene_in(sphere()), share in 0.01f32..3.0) {
        let Region::Sphere { radius, .. } = scene.settings.boundary.shape else { return Ok(()) };
        check(&with_cohesion(scene, share * radius), None);
    }

    #[test]
    fn the_nearest_may_be_across_the_surface(
        scene in scene_in(sphere()),
        share in 0.1f32..3.0,
        nearest in 1u32..8,
    ) {
        let Region::Sphere { radius, .. } = scene.settings.boundary.shape else { return Ok(()) };
        let mut scene = with_cohesion(scene, share * radius);
        scene.settings.neighbours.nearest_only = true;
        scene.settings.neighbours.nearest = nearest;
        check(&scene, Some(nearest as usize));
    }
}

#[test]
fn many_boids_see_many_images() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut images = 0;
    for plane in [Plane::All, Plane::Xy, Plane::Xz, Plane::Yz] {
        let scene = scene_in(sphere()).new_tree(&mut runner).unwrap().current();
        let mut scene = with_cohesion(scene, 0.5);
        scene.settings.motion.plane = plane;
        scene.settings.spawn.count = 1500;
        let center = nalgebra::Vector3::new(0.3, -0.1, 0.2);
        let ball = Region::Sphere {
            center,
            radius: 2.0,
        };
        scene.settings.boundary.shape = ball;
        scene.settings.spawn.region = ball;
        images += check(&scene, None);
    }
    assert!(images > 10_000, "{images}");
}
