//! Static geometry, moving obstacles, a storm, hunters and prey in panic, perches and the level of detail
//! at once: nobody crosses anything.

use super::super::{
    judge::Judge,
    obstacles::{
        judge::{Before, Judged},
        random::{shape, Flying, Random, DT, HALF},
    },
    scenes::levels,
    wind::storm,
};
use flock_sim::{
    Boundary, Catch, CollisionResponse, Driver, Flock, FlockId, Geometry, MovingObstacle, Perch,
    PerchSampling, Placement, Region, Relation, RelationKind, Settings, Vec3, Viewer, World,
};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

const SPEED: f32 = 2.0;

/// Largest speed of the obstacles, in m/s, and largest angular velocity, in rad/s.
const OBSTACLE_SPEED: f32 = 6.0;
const SPIN: f32 = 8.0;

fn flock(
    driver: Driver,
    seed: u32,
    boids: u32,
    response: CollisionResponse,
    geometry: &Arc<Geometry>,
) -> Flock {
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
    settings.simulation.driver = driver;
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

/// Hunters and prey among all of it.
pub struct Everything {
    pub world: World,
    /// Prey and hunters.
    pub ids: [FlockId; 2],
    pub geometry: Arc<Geometry>,
    obstacles: [Vec<Flying>; 2],
    step: u32,
}

impl Everything {
    /// With so many boids in each of the two flocks.
    pub fn new(driver: Driver, boids: u32, response: CollisionResponse) -> Self {
        let geometry = Arc::new(Geometry::new(&triangles()).0);
        let mut world = World::new();
        let ids = [0, 1].map(|seed| world.add(flock(driver, seed, boids, response, &geometry)));
        let relation = |kind| Relation {
            kind,
            weight: 20.0,
            radius: 1.5,
        };
        let [prey, hunters] = ids;
        let (flee, hunt) = (relation(RelationKind::Flee), relation(RelationKind::Hunt));
        world.set_relation(prey, hunters, flee).unwrap();
        world.set_relation(hunters, prey, hunt).unwrap();
        let obstacles = add_obstacles(&mut world, ids);
        Self {
            world,
            ids,
            geometry,
            obstacles,
            step: 0,
        }
    }

    /// Makes a step. Calls `begin` with each flock before its obstacles are told to move, and returns
    /// what it returned.
    pub fn step<T>(&mut self, mut begin: impl FnMut(&mut Flock) -> T) -> [T; 2] {
        let angle = 0.05 * self.step as f32;
        self.step += 1;
        let towards = Vec3::new(angle.sin(), 0.3, angle.cos());
        let begun = [0, 1].map(|which: usize| {
            let flock = self.world.flock_mut(self.ids[which]).unwrap();
            flock.set_wind(storm(SPEED, towards)).unwrap();
            let viewer = Viewer {
                point: towards * HALF,
                direction: -towards.normalize(),
                field_of_view: 60.0,
            };
            flock.set_viewers(&[viewer]).unwrap();
            let begun = begin(flock);
            for flying in &mut self.obstacles[which] {
                flying.go();
                flock.move_obstacle(flying.id, flying.placement).unwrap();
            }
            begun
        });
        self.world.step().unwrap();
        begun
    }
}

fn triangles() -> Vec<[Vec3; 3]> {
    levels::shapes(0.3)
}

/// Judges every move of so many boids in each of two flocks.
pub fn judge(driver: Driver, boids: u32, steps: usize, response: CollisionResponse) {
    let judge = Judge::new(&triangles(), 0.25);
    let mut all = Everything::new(driver, boids, response);
    // Boids in which they appeared are carried out.
    all.world.step().unwrap();
    let mut judged = Judged::default();
    let mut perched = 0;
    for _ in 0..steps {
        let before = all.step(|flock| Before::step(flock).moved(flock));
        for (id, before) in all.ids.into_iter().zip(before) {
            let flock = all.world.flock_mut(id).unwrap();
            let moved = before.judge(flock, &mut judged);
            for boid in flock.boids() {
                if let Some(from) = moved.get(&boid.id) {
                    let crossed = judge.crossed(*from, boid.position);
                    assert_eq!(crossed, None, "{boid:?} came from {from:?}");
                }
            }
            assert_eq!(flock.gpu_error(), None);
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
