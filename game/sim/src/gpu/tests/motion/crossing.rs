//! Tests that no boid crosses a surface, however it is driven, judged in double precision.

use super::{
    rig::{move_on_cpu, Boids, Counted, Numbers, OnGpu, World},
    scenes::{self, Scene},
};
use crate::{math::Vec3, settings::CollisionResponse};

const RESPONSES: [CollisionResponse; 3] = [
    CollisionResponse::Reverse,
    CollisionResponse::Bounce,
    CollisionResponse::Slide,
];

/// Speeds in m/s, and time steps in seconds.
const PACES: [(f32, f32); 4] = [
    (1.0, 1.0 / 120.0),
    (5.0, 1.0 / 60.0),
    (30.0, 0.1),
    (200.0, 0.1),
];

/// Boids spread over the free positions of a scene.
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

/// Steers each boid to a goal in the scene, regardless of walls, and to another goal after some
/// steps.
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

/// The results of a trial.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    crossed: usize,
    counted: Counted,
    /// The sum of the lengths of all moves.
    way: f64,
    /// The smallest distance from a surface, as a share of the radius.
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
            if let Some(signed_distance) = world
                .geometry
                .signed_distance(*to, 0)
                .filter(|_| step % 8 == 7)
            {
                let share = f64::from(signed_distance.distance.abs() / world.radius());
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

/// Numbers of boids and steps of a trial: large with `FLOCK_LONG_TESTS=1` in the environment.
fn effort() -> (usize, usize) {
    match std::env::var("FLOCK_LONG_TESTS").as_deref() {
        Ok("1") => (2000, 200),
        _ => (250, 40),
    }
}

/// Drives boids through a scene at a distance from the origin, and compares with the CPU. The boids
/// get as far, and stay as far from surfaces up to the slack. Far away, and among huge triangles,
/// the slack is a sixth of the radius.
fn check(scene: Scene, middle: Vec3, pace: (f32, f32), response: CollisionResponse) {
    let name = scene.name;
    let scene = scenes::far_away(scene, middle);
    let mut world = World::new(&scene.triangles, scene.radius, response);
    world.settings.simulation.time_step = pace.1;
    let (count, steps) = effort();
    let boids = spread(&world, &scene, middle, count);
    let mut on_gpu = OnGpu::new(&world, boids.places.len());
    let start = (&boids, steps);
    let found = drive(&world, &scene, middle, start, pace.0, |b| {
        on_gpu.make_move(b)
    });
    let expected = drive(&world, &scene, middle, start, pace.0, |b| {
        move_on_cpu(&world, b)
    });
    let what = format!("{name}, {response:?} at {pace:?}: {found:?}, on the CPU {expected:?}");
    println!("{what}");
    assert_eq!((found.crossed, found.counted.crossings), (0, 0), "{what}");
    let is_slow = pace == PACES[0];
    assert!(is_slow || found.counted.contacts > 20, "too few: {what}");
    assert!(found.way > 0.95 * expected.way, "{what}");
    assert!(found.stuck <= expected.stuck + 1, "{what}");
    let is_coarse = name == "huge" || middle.amax() > 1e3;
    let least = if is_coarse { 0.7 } else { 0.995 };
    assert!(found.nearest > least, "{what}");
}

fn check_everywhere(scene: Scene) {
    for (turn, response) in RESPONSES.into_iter().enumerate() {
        for (index, pace) in PACES.into_iter().enumerate() {
            if (turn + index) % 3 == 0 || effort().0 > 1000 {
                check(scene.clone(), Vec3::zeros(), pace, response);
            }
        }
    }
}

#[test]
fn nothing_is_crossed_in_a_maze_of_sheets_with_slits() {
    check_everywhere(scenes::maze());
}

#[test]
fn nothing_is_crossed_among_bodies_and_gravel() {
    check_everywhere(scenes::bodies());
    check_everywhere(scenes::gravel());
}

#[test]
fn nothing_is_crossed_among_boards_and_gaps() {
    check_everywhere(scenes::boards());
    check_everywhere(scenes::gaps());
}

#[test]
fn nothing_is_crossed_among_slivers_and_fans() {
    check_everywhere(scenes::slivers());
    check_everywhere(scenes::fans());
}

#[test]
fn small_bodies_cross_no_huge_triangles() {
    check_everywhere(scenes::huge());
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
