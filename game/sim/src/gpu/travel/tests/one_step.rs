//! One step, boid by boid, against the processor's.

use super::{
    rig::{travel_on_processor, Boids, Card, Numbers, World},
    scenes,
};
use crate::CollisionResponse;

/// Most boids go where they go on the processor. Where a decision hangs by a hair, they may not.
#[test]
fn boids_go_where_they_go_on_the_processor() {
    for response in [
        CollisionResponse::Reverse,
        CollisionResponse::Bounce,
        CollisionResponse::Slide,
    ] {
        for scene in [scenes::bodies(), scenes::maze(), scenes::fans()] {
            let world = World::new(&scene.triangles, scene.radius, response);
            let mut numbers = Numbers(6);
            for count in [0, 1, 255, 256, 257, 1500] {
                let mut boids = Boids::default();
                while boids.places.len() < count {
                    let place = scene.size * numbers.vector();
                    if world.geometry.is_clear(place, world.radius()) {
                        boids.places.push(place);
                        boids.velocities.push(numbers.vector() * 20.0);
                    }
                }
                let mut on_processor = boids.clone();
                let expected = travel_on_processor(&world, &mut on_processor);
                let found = Card::new(&world, count).travel(&mut boids);
                let (mut differ, mut worst) = (0, 0.0_f32);
                for index in 0..count {
                    let place = (boids.places[index] - on_processor.places[index]).norm();
                    let velocity =
                        (boids.velocities[index] - on_processor.velocities[index]).norm();
                    if place > 1e-4 || velocity > 1e-2 {
                        differ += 1;
                    } else {
                        worst = worst.max(place);
                    }
                }
                println!("{} {response:?} {count}: {differ} differ, else {worst}; {expected:?} {found:?}", scene.name);
                assert!(differ * 100 <= count, "{differ} of {count} differ");
                assert!(
                    found.contacts.abs_diff(expected.contacts) * 100 <= expected.contacts + 100
                );
                assert_eq!(found.crossings, 0);
            }
        }
    }
}
