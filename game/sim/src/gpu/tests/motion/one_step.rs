//! Tests of one step, boid by boid, against the CPU.

use super::{
    rig::{move_on_cpu, Boids, Counted, Numbers, OnGpu, World},
    scenes::{self, Scene},
};
use crate::{
    geometry::Geometry,
    math::{frame::Placement, Vec3},
    motion::wind::{air::Air, Turbulence, Wind},
    settings::{Boundary, BoundaryMode, CollisionResponse, Plane, Region},
};
use nalgebra::UnitQuaternion;

const RESPONSES: [CollisionResponse; 3] = [
    CollisionResponse::Reverse,
    CollisionResponse::Bounce,
    CollisionResponse::Slide,
];

/// `count` boids at free positions of a scene.
fn boids(world: &World, scene: &Scene, count: usize, speed: f32) -> Boids {
    let (mut numbers, mut boids) = (Numbers(6), Boids::default());
    while boids.places.len() < count {
        let place = scene.size * numbers.vector();
        if world.geometry.is_clear(place, world.radius()) {
            boids.places.push(place);
            boids.velocities.push(numbers.vector() * speed);
        }
    }
    boids
}

/// Asserts that all but a hundredth of the boids move as on the CPU, and as fast, up to a
/// thousandth of the move. A sphere stops within its slack, which changes the normal at an edge and
/// so the further way. For the other boids a decision depends on rounding: whether a corner is
/// touched, or which of two walls comes first.
#[track_caller]
fn assert_same(world: &World, start: &Boids) -> Counted {
    let (mut boids, mut on_cpu) = (start.clone(), start.clone());
    let count = start.places.len();
    let expected = move_on_cpu(world, &mut on_cpu);
    let found = OnGpu::new(world, count).make_move(&mut boids);
    let differs = |index: usize| {
        let place = boids.places[index] - on_cpu.places[index];
        let velocity = boids.velocities[index] - on_cpu.velocities[index];
        let speed = start.velocities[index].norm();
        let way = speed * world.settings.simulation.time_step;
        !(place.norm() < 1e-4 + 1e-3 * way && velocity.norm() < 1e-3 * (1.0 + speed))
    };
    let differ = (0..count).filter(|index| differs(*index)).count();
    if differ * 100 > count {
        for index in (0..count).filter(|index| differs(*index)).take(8) {
            println!(
                "from {:?} at {:?}: {:?} at {:?}, not {:?} at {:?}",
                start.places[index],
                start.velocities[index],
                boids.places[index],
                boids.velocities[index],
                on_cpu.places[index],
                on_cpu.velocities[index],
            );
        }
    }
    assert!(differ * 100 <= count, "{differ} of {count} differ");
    let contacts = found.contacts.abs_diff(expected.contacts);
    assert!(contacts * 100 <= count as u64, "{found:?} {expected:?}");
    assert_eq!(found.crossings, expected.crossings);
    found
}

#[test]
fn boids_among_geometry_go_where_they_go_on_the_cpu() {
    for response in RESPONSES {
        for scene in [scenes::bodies(), scenes::maze(), scenes::fans()] {
            let world = World::new(&scene.triangles, scene.radius, response);
            for count in [0, 1, 255, 256, 257, 1500] {
                let start = boids(&world, &scene, count, 30.0);
                let found = assert_same(&world, &start);
                assert!(found.contacts as usize >= count / 20);
                assert_eq!(found.crossings, 0);
            }
        }
    }
}

/// Boundaries of both shapes that leave parts of the scene outside, in a frame of their own.
fn boundaries(mode: BoundaryMode) -> [Boundary; 2] {
    let cube = Region::Box {
        min: Vec3::new(-1.5, -1.2, -1.4),
        max: Vec3::new(1.3, 1.5, 1.6),
    };
    let ball = Region::Sphere {
        center: Vec3::new(0.1, 0.0, -0.2),
        radius: 1.6,
    };
    [cube, ball].map(|shape| Boundary::new(shape).with_mode(mode))
}

fn placement() -> Placement {
    Placement {
        origin: Vec3::new(0.2, -0.1, 0.3),
        rotation: UnitQuaternion::from_euler_angles(0.3, -0.5, 0.2),
    }
}

#[test]
fn boids_go_through_boundaries_as_on_the_cpu() {
    for wall in [BoundaryMode::Wrap, BoundaryMode::Reflect] {
        for boundary in boundaries(wall) {
            for (response, speed) in RESPONSES.into_iter().flat_map(|r| [(r, 5.0), (r, 150.0)]) {
                let scene = scenes::bodies();
                let mut world = World::new(&scene.triangles, scene.radius, response);
                world.settings.boundary = boundary;
                world.placement = placement();
                let start = boids(&world, &scene, 1000, speed);
                assert_same(&world, &start);
                world.geometry = (&Geometry::empty()).into();
                let found = assert_same(&world, &start);
                assert_eq!(found, Counted::default(), "there is nothing to meet");
            }
        }
    }
}

/// Wind three times as fast as the boids, with eddies smaller than the scene.
fn storm(world: &World, speed: f32) -> Option<Air> {
    let turbulence = Turbulence {
        speed,
        size: 0.8,
        rate: 1.0,
    };
    let wind = Wind {
        velocity: Vec3::new(2.0, -1.5, 1.0) * speed,
        turbulence,
        ..Wind::default()
    };
    Air::new(&wind, world.swept_move().flat, 0.3)
}

#[test]
fn boids_in_wind_go_where_they_go_on_the_cpu() {
    for (response, speed) in RESPONSES.into_iter().flat_map(|r| [(r, 8.0), (r, 40.0)]) {
        let scene = scenes::bodies();
        let mut world = World::new(&scene.triangles, scene.radius, response);
        world.air = storm(&world, speed);
        let start = boids(&world, &scene, 1500, speed);
        let found = assert_same(&world, &start);
        assert!(found.contacts > 75);
        for wall in [BoundaryMode::Wrap, BoundaryMode::Reflect] {
            for boundary in boundaries(wall) {
                world.settings.boundary = boundary;
                world.placement = placement();
                assert_same(&world, &start);
                let geometry = std::mem::replace(&mut world.geometry, (&Geometry::empty()).into());
                assert_same(&world, &start);
                world.geometry = geometry;
            }
        }
    }
}

#[test]
fn planar_flocks_stay_in_their_planes() {
    for (response, plane) in RESPONSES
        .into_iter()
        .flat_map(|r| [(r, Plane::Xy), (r, Plane::Yz)])
    {
        let scene = scenes::bodies();
        let mut world = World::new(&scene.triangles, scene.radius, response);
        world.settings.motion.plane = plane;
        world.placement = placement();
        let mut start = boids(&world, &scene, 1000, 10.0);
        let flat = world.swept_move().flat;
        world.air = if plane == Plane::Xy {
            storm(&world, 10.0)
        } else {
            None
        };
        assert!((flat.norm() - 1.0).abs() < 1e-6);
        for velocity in &mut start.velocities {
            *velocity -= flat * flat.dot(velocity);
        }
        assert_same(&world, &start);
        let mut boids = start.clone();
        OnGpu::new(&world, boids.places.len()).make_move(&mut boids);
        for (from, to) in start.places.iter().zip(&boids.places) {
            // The tolerance allows the distance by which a sphere is moved off surfaces.
            assert!((to - from).dot(&flat).abs() < 1e-4);
        }
    }
}

/// The space that the sweeps of the CPU leave is kept on the GPU too: bodies start anywhere, also
/// half in surfaces.
#[test]
fn bodies_in_surfaces_come_no_nearer() {
    for response in RESPONSES {
        let scene = scenes::bodies();
        let world = World::new(&scene.triangles, scene.radius, response);
        let mut numbers = Numbers(8);
        let mut boids = Boids::default();
        while boids.places.len() < 600 {
            let place = scene.size * numbers.vector();
            let signed_distance = world.geometry.signed_distance(place, 0).unwrap();
            if (0.0..world.radius()).contains(&signed_distance.distance) {
                boids.places.push(place);
                boids.velocities.push(Vec3::zeros());
            }
        }
        let distance = |place: &Vec3| world.geometry.signed_distance(*place, 0).unwrap().distance;
        let start: Vec<f32> = boids.places.iter().map(distance).collect();
        let mut on_gpu = OnGpu::new(&world, boids.places.len());
        for step in 0..40 {
            let before = boids.places.clone();
            boids
                .velocities
                .iter_mut()
                .for_each(|velocity| *velocity = 3.0 * numbers.vector());
            let counted = on_gpu.make_move(&mut boids);
            assert_eq!(counted.crossings, 0);
            for (from, to) in before.iter().zip(&boids.places) {
                assert!(!world.geometry.crosses(*from, *to));
                let (earlier, now) = (distance(from), distance(to));
                let kept = earlier.min(world.radius()) * (1.0 - 1e-3) - 1e-6;
                assert!(
                    now >= kept,
                    "{now} m from a surface, was {earlier} in step {step}"
                );
            }
        }
        let end: Vec<f32> = boids.places.iter().map(distance).collect();
        let is_caught = |distance: &&f32| **distance < 0.9 * world.radius();
        let caught = [&start, &end].map(|all| all.iter().filter(is_caught).count());
        assert!(caught[1] * 4 < caught[0], "{caught:?} are still caught");
    }
}

/// NaN does not spread to other boids.
#[test]
fn nan_does_not_spread() {
    let scene = scenes::bodies();
    let world = World::new(&scene.triangles, scene.radius, CollisionResponse::Slide);
    let start = boids(&world, &scene, 300, 10.0);
    let mut sick = start.clone();
    sick.places[100].x = f32::NAN;
    sick.velocities[200].y = f32::INFINITY;
    let (mut healthy, mut on_gpu) = (start.clone(), OnGpu::new(&world, 300));
    on_gpu.make_move(&mut healthy);
    on_gpu.make_move(&mut sick);
    for index in (0..300).filter(|index| index % 100 != 0) {
        assert_eq!(sick.places[index], healthy.places[index]);
        assert_eq!(sick.velocities[index], healthy.velocities[index]);
    }
    assert_eq!(sick.places[200], start.places[200]);
}

/// Another geometry, or none, replaces the previous one.
#[test]
fn the_geometry_may_change() {
    let wall = |at: f32| {
        let corners = [[-9.0, -9.0], [9.0, -9.0], [0.0, 9.0]];
        vec![corners.map(|[y, z]| Vec3::new(at, y, z))]
    };
    let mut near = World::new(&wall(0.3), 0.05, CollisionResponse::Bounce);
    near.settings.simulation.time_step = 0.1;
    let mut far = World::new(&wall(0.9), 0.05, CollisionResponse::Bounce);
    far.settings.simulation.time_step = 0.1;
    let mut none = World::new(&[], 0.05, CollisionResponse::Bounce);
    none.settings.simulation.time_step = 0.1;
    let start = Boids {
        places: vec![Vec3::zeros()],
        velocities: vec![Vec3::new(6.0, 0.0, 0.0)],
    };
    let mut on_gpu = OnGpu::new(&near, 1);
    for (world, contacts) in [(&near, 1), (&far, 0), (&near, 1), (&none, 0), (&near, 1)] {
        let mut boids = start.clone();
        on_gpu.enter(world);
        let counted = on_gpu.make_move(&mut boids);
        assert_eq!(
            counted,
            Counted {
                contacts,
                crossings: 0
            }
        );
        assert_eq!(boids.velocities[0].x < 0.0, contacts == 1);
    }
}
