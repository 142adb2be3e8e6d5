//! No boid crosses a surface, whatever it is driven against: judged in double precision.

use super::{
    rig::{travel_on_processor, Boids, Card, Counted, Numbers, World},
    scenes::{self, Scene},
};
use crate::{CollisionResponse, Vec3};

const RESPONSES: [CollisionResponse; 3] = [
    CollisionResponse::Reverse,
    CollisionResponse::Bounce,
    CollisionResponse::Slide,
];

/// Speeds, in m/s, at time steps, in seconds.
const PACES: [(f32, f32); 4] = [
    (1.0, 1.0 / 120.0),
    (5.0, 1.0 / 60.0),
    (30.0, 0.1),
    (200.0, 0.1),
];

/// Boids spread over a scene, where there is room.
fn spread(world: &World, scene: &Scene, middle: Vec3, count: usize) -> Boids {
    let mut numbers = Numbers(9);
    let mut boids = Boids::default();
    for _ in 0..100 * count {
        let place = middle + scene.size * numbers.vector();
        if boids.places.len() < count && world.geometry.is_clear(place, world.radius()) {
            boids.places.push(place);
            boids.velocities.push(numbers.vector());
        }
    }
    assert!(boids.places.len() > count / 2, "{}", scene.name);
    boids
}

/// Turns each boid to a goal in the scene, behind whatever wall, and to another one after some steps.
fn aim(boids: &mut Boids, scene: &Scene, middle: Vec3, speed: f32, step: usize) {
    for (index, (place, velocity)) in boids.places.iter().zip(&mut boids.velocities).enumerate() {
        let mut numbers = Numbers((index * 7919 + step / 12 * 104_729) as u32);
        numbers.next();
        let goal = middle + 1.2 * scene.size * numbers.vector();
        let jitter = Numbers((index * 31 + step * 977) as u32).vector();
        let ahead =
            (goal - *place).normalize() + 0.3 * velocity.try_normalize(1e-9).unwrap_or_default();
        *velocity = (ahead + 0.2 * jitter).normalize() * speed;
    }
}

/// What came of a trial.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    crossed: usize,
    counted: Counted,
    /// The sum of all ways.
    way: f64,
    /// The least distance from a surface, as a share of the radius.
    nearest: f64,
    stuck: usize,
}

fn drive(
    world: &World,
    scene: &Scene,
    middle: Vec3,
    (boids, steps): (&Boids, usize),
    speed: f32,
    mut travel: impl FnMut(&mut Boids) -> Counted,
) -> Outcome {
    let mut boids = boids.clone();
    let mut outcome = Outcome {
        nearest: f64::INFINITY,
        ..Outcome::default()
    };
    let begin = boids.places.clone();
    let mut farthest = vec![0.0_f32; begin.len()];
    for step in 0..steps {
        aim(&mut boids, scene, middle, speed, step);
        let before = boids.places.clone();
        let counted = travel(&mut boids);
        outcome.counted.contacts += counted.contacts;
        outcome.counted.crossings += counted.crossings;
        for (index, (from, to)) in before.iter().zip(&boids.places).enumerate() {
            outcome.crossed += usize::from(world.geometry.crosses(*from, *to));
            outcome.way += f64::from((to - from).norm());
            farthest[index] = farthest[index].max((to - begin[index]).norm());
            if let Some(standing) = world.geometry.standing(*to, 0).filter(|_| step % 8 == 7) {
                let share = f64::from(standing.distance.abs() / world.radius());
                outcome.nearest = outcome.nearest.min(share);
            }
        }
    }
    outcome.stuck = farthest
        .iter()
        .filter(|way| **way < 0.5 * scene.radius)
        .count();
    outcome
}

/// Drives boids at a pace through a scene that is so far from the origin, and compares with the processor.
fn check(scene: Scene, middle: Vec3, pace: (f32, f32), response: CollisionResponse) {
    let scene = scenes::far_away(scene, middle);
    let mut world = World::new(&scene.triangles, scene.radius, response);
    world.settings.simulation.time_step = pace.1;
    let boids = spread(&world, &scene, middle, 600);
    let (count, steps) = (boids.places.len(), 60);
    let mut card = Card::new(&world, count);
    let start = (&boids, steps);
    let found = drive(&world, &scene, middle, start, pace.0, |b| card.travel(b));
    let expected = drive(&world, &scene, middle, start, pace.0, |b| {
        travel_on_processor(&world, b)
    });
    println!(
        "{} {response:?} {pace:?}\n  {found:?}\n  {expected:?}",
        scene.name
    );
    assert_eq!(found.crossed, 0, "{}", scene.name);
    assert_eq!(expected.crossed, 0, "{}", scene.name);
    assert_eq!(found.counted.crossings, 0, "{}", scene.name);
    let is_slow = pace == PACES[0];
    assert!(
        is_slow || found.counted.contacts > 50,
        "too few to prove anything"
    );
}

#[test]
fn nothing_is_crossed() {
    for scene in scenes::all() {
        let Scene {
            name,
            triangles,
            size,
            radius,
        } = scene;
        for (turn, response) in RESPONSES.into_iter().enumerate() {
            for (index, pace) in PACES.into_iter().enumerate() {
                if (turn + index) % 3 != 0 && name != "maze" {
                    continue;
                }
                let scene = Scene {
                    name,
                    triangles: triangles.clone(),
                    size,
                    radius,
                };
                check(scene, Vec3::zeros(), pace, response);
            }
        }
    }
}

#[test]
fn nothing_is_crossed_far_from_the_origin() {
    for far in [100.0, 10_000.0] {
        for response in RESPONSES {
            let middle = Vec3::new(far, -0.7 * far, 0.3 * far);
            check(scenes::bodies(), middle, PACES[1], response);
            check(scenes::fans(), middle, PACES[2], response);
        }
    }
}
