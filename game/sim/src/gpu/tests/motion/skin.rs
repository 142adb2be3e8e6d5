//! Tests how far a sphere sinks below its radius.

use super::rig::{move_on_cpu, Boids, Numbers, OnGpu, World};
use crate::{math::Vec3, settings::CollisionResponse};

/// Largest distance in metres by which boids come nearer than the radius: on the CPU, and on the
/// GPU, where corners of the walls are 8 m away.
const CPU_SINKS: f32 = 1.2e-5;
const GPU_SINKS: f32 = 2.5e-5;

/// Distances below the radius of boids that move along walls and drift towards them, too slowly for
/// a contact in every step.
fn deepest(world: &World, mut travel: impl FnMut(&mut Boids)) -> f32 {
    let (mut numbers, radius) = (Numbers(3), world.radius());
    let mut boids = Boids::default();
    for index in 0..400 {
        let axis = index % 2;
        let mut place = 4.0 * numbers.vector();
        let mut velocity = 0.5 * numbers.vector();
        place[axis] = radius + 1e-5;
        place[1 - axis] = place[1 - axis].abs() + 0.2;
        velocity[axis] = -10.0_f32.powf(-4.0 + 2.0 * numbers.next());
        boids.places.push(place);
        boids.velocities.push(velocity);
    }
    let drift = boids.velocities.clone();
    let mut deepest = 0.0_f32;
    for _ in 0..120 {
        boids.velocities.clone_from(&drift);
        travel(&mut boids);
        for place in &boids.places {
            let nearest = world.geometry.signed_distance(*place, 0).unwrap();
            deepest = deepest.max(radius - nearest.distance.abs());
        }
    }
    deepest
}

#[test]
fn boids_without_a_skin_hardly_come_nearer_than_their_radius() {
    let corners = |axis: usize| {
        let mut corners = [[-5.0, -5.0], [5.0, -5.0], [5.0, 5.0], [-5.0, 5.0]].map(|[a, b]| {
            let mut corner = Vec3::zeros();
            corner[(axis + 1) % 3] = a;
            corner[(axis + 2) % 3] = b;
            corner
        });
        corners.rotate_left(axis);
        let [a, b, c, d] = corners;
        [[a, b, c], [a, c, d]]
    };
    let walls = [corners(0), corners(1)].concat();
    for response in [
        CollisionResponse::Slide,
        CollisionResponse::Bounce,
        CollisionResponse::Reverse,
    ] {
        let mut world = World::new(&walls, 0.05, response);
        world.settings.collision.skin = 0.0;
        let mut on_gpu = OnGpu::new(&world, 400);
        let found = deepest(&world, |boids| {
            on_gpu.make_move(boids);
        });
        let expected = deepest(&world, |boids| {
            move_on_cpu(&world, boids);
        });
        println!("{response:?}: {found} m, on the CPU {expected} m");
        assert!(
            expected < CPU_SINKS,
            "{response:?}: {expected} m on the CPU"
        );
        assert!(found < GPU_SINKS, "{response:?}: {found} m");
    }
}
