//! Static geometry, moving obstacles, a storm, hunters and prey in panic, perches and the level of detail
//! at once: nobody crosses anything.

use crate::support::{
    judge::Judge,
    obstacles::{
        judge::{Before, Judged},
        random::{effort, shape, Flying, Random, DT, HALF},
    },
    scenes::levels,
    wind::storm,
};
use flock_sim::{
    Boundary, Catch, CollisionResponse, Flock, FlockId, Geometry, MovingObstacle, Perch,
    PerchSampling, Placement, Region, Relation, RelationKind, Settings, Vec3, Viewer, World,
};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

const SPEED: f32 = 2.0;

/// Largest speed of the obstacles, in m/s, and largest angular velocity, in rad/s.
const OBSTACLE_SPEED: f32 = 6.0;
const SPIN: f32 = 8.0;

fn flock(seed: u32, boids: u32, response: CollisionResponse, geometry: &Arc<Geometry>) -> Flock {
    let cube = Region::Box {
        min: Vec3::new(-HALF, -0.5 * HALF, -HALF),
        max: Vec3::new(HALF, 0.5 * HALF, HALF),
    };
    let mut settings = Settings {
        boundary: Boundary::new(cube),
        ..Settings::default()
    };
    settings.spawn.count = boids;
    settings.spawn.seed = seed;
    settings.spawn.region = cube;
    settings.motion.max_speed = SPEED;
    settings.simulation.time_step = DT;
    settings.collision.check_crossings = true;
    settings.collision.response = response;
    // Half of them do not see what comes.
    settings.avoidance.enabled = seed == 0;
    settings.fear.enabled = seed == 0;
    settings.panic.enabled = seed == 0;
    settings.hunting.enabled = seed == 1;
    settings.hunting.catch = Catch::Report;
    (settings.hunting.rest_time, settings.hunting.shadow_time) = (0.2, 0.5);
    settings.detail.enabled = true;
    settings.detail.sleep = true;
    (settings.detail.second, settings.detail.fourth) = (0.5 * HALF, HALF);
    settings.detail.eighth = 1.3 * HALF;
    let radius = settings.collision.body_radius;
    let mut flock = Flock::new(settings, Placement::default(), geometry.clone()).unwrap();
    let all = [-1.0, 1.0].map(|sign| Vec3::repeat(sign * HALF));
    let spots = PerchSampling::default()
        .find(geometry, all, radius)
        .unwrap();
    let perch = Perch {
        landings: 1.0,
        stay: [0.5, 3.0],
        ..Perch::new(spots.spots)
    };
    flock.add_perch(perch).unwrap();
    flock
}

/// The same obstacles for each flock of the world.
fn add_obstacles(world: &mut World, ids: [FlockId; 2]) -> [Vec<Flying>; 2] {
    ids.map(|id| {
        let mut random = Random(5);
        let flock = world.flock_mut(id).unwrap();
        let add = |index: usize| {
            let placement = Placement {
                origin: random.vector() * HALF,
                rotation: UnitQuaternion::from_scaled_axis(random.vector() * 3.0),
            };
            let shape = shape(index, &mut random);
            let obstacle = MovingObstacle { shape, placement };
            Flying {
                id: flock.add_obstacle(obstacle).unwrap(),
                placement,
                velocity: random.vector() * OBSTACLE_SPEED,
                spin: random.vector() * SPIN,
            }
        };
        (0..12).map(add).collect()
    })
}

#[test]
fn nothing_is_crossed_in_a_storm_among_hunters_doors_walls_and_perches() {
    let (boids, steps) = effort();
    for response in [
        CollisionResponse::Slide,
        CollisionResponse::Bounce,
        CollisionResponse::Reverse,
    ] {
        // Three trials of two flocks each.
        judge(boids, 4 * steps / 3 + 1, response);
    }
}

fn judge(boids: u32, steps: usize, response: CollisionResponse) {
    let triangles = levels::shapes(0.3);
    let judge = Judge::new(&triangles, 0.25);
    let geometry = Arc::new(Geometry::new(&triangles).0);
    let mut world = World::new();
    let ids = [0, 1].map(|seed| world.add(flock(seed, boids, response, &geometry)));
    let relation = |kind| Relation {
        kind,
        weight: 20.0,
        radius: 1.5,
    };
    let [prey, hunters] = ids;
    let (flee, hunt) = (relation(RelationKind::Flee), relation(RelationKind::Hunt));
    world.set_relation(prey, hunters, flee).unwrap();
    world.set_relation(hunters, prey, hunt).unwrap();
    let mut obstacles = add_obstacles(&mut world, ids);
    // Boids in which they appeared are carried out.
    world.step().unwrap();
    let mut judged = Judged::default();
    let mut perched = 0;
    for step in 0..steps {
        let angle = 0.05 * step as f32;
        let towards = Vec3::new(angle.sin(), 0.3, angle.cos());
        let mut before = Vec::new();
        for (id, all) in ids.into_iter().zip(&mut obstacles) {
            let flock = world.flock_mut(id).unwrap();
            flock.set_wind(storm(SPEED, towards)).unwrap();
            let viewer = Viewer {
                point: towards * HALF,
                direction: -towards.normalize(),
                field_of_view: 60.0,
            };
            flock.set_viewers(&[viewer]).unwrap();
            let at_begin = Before::step(flock);
            let at_begin = at_begin.moved(flock);
            for flying in all {
                flying.go();
                flock.move_obstacle(flying.id, flying.placement).unwrap();
            }
            before.push(at_begin);
        }
        world.step().unwrap();
        for (id, before) in ids.into_iter().zip(before) {
            let flock = world.flock_mut(id).unwrap();
            let moved = before.judge(flock, &mut judged);
            for boid in flock.boids() {
                if let Some(from) = moved.get(&boid.id) {
                    let crossed = judge.crossed(*from, boid.position);
                    assert_eq!(crossed, None, "{boid:?} came from {from:?}");
                }
            }
            assert_eq!(flock.statistics().crossings, 0);
            let loose = flock.loose_boids().len();
            perched = perched.max(loose);
            assert_eq!(flock.len() + flock.not_placed() + loose, boids as usize);
        }
    }
    println!("{judged:?}");
    assert!(
        judged.near > judged.moves / 2000,
        "{judged:?} proves little"
    );
    assert!(judged.rescued < judged.moves / 20, "{judged:?}");
    assert!(perched > 0);
}
