//! Static geometry, moving obstacles, a storm, hunters and prey in panic, others to flock with, a
//! predator that the game moves, perches, the dead and the held, and the level of detail at once:
//! nobody crosses anything.

use super::{
    judge::{Before, BodyState, Judged, Origin, OWN_MOVE},
    random::{shape, Flying, DT, HALF},
};
use crate::{judge::Judge, random::Random, scenes::levels, wind::storm, worlds::relation};
use flock_sim::{
    boids::{DeadBody, Death, Viewer},
    obstacles::MovingObstacle,
    perches::{Perch, PerchSampling},
    settings::{Backend, Boundary, Catch, CollisionResponse, Region},
    threats::{Predator, PredatorId},
    world::{FlockId, Relation, RelationKind},
    BoidId, Flock, Geometry, Placement, Settings, Vec3, World,
};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

const SPEED: f32 = 2.0;

/// Largest speed of the obstacles, in m/s, and largest angular velocity, in rad/s.
const OBSTACLE_SPEED: f32 = 6.0;
const SPIN: f32 = 8.0;

fn flock(
    backend: Backend,
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
    settings.simulation.backend = backend;
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
fn add_obstacles(world: &mut World, ids: [FlockId; 3]) -> [Vec<Flying>; 3] {
    ids.map(|id| {
        let mut random = Random(5);
        let flock = world.flock_mut(id).unwrap();
        let add = |index: usize| {
            let placement = Placement {
                origin: random.in_cube() * HALF,
                rotation: UnitQuaternion::from_scaled_axis(random.in_cube() * 3.0),
            };
            let shape = shape(index, &mut random);
            let obstacle = MovingObstacle { shape, placement };
            Flying {
                id: flock.add_obstacle(obstacle).unwrap(),
                placement,
                velocity: random.in_cube() * OBSTACLE_SPEED,
                spin: random.in_cube() * SPIN,
            }
        };
        (0..12).map(add).collect()
    })
}

/// Kills some boids, brings some back to life, holds some, moves these and lets them go.
fn change_bodies(flock: &mut Flock, step: u32, random: &mut Random) {
    let pick = |flock: &Flock, turn: u32| {
        let index = (turn * 31 + step * 7) as usize % flock.len().max(1);
        flock.boids().nth(index).map(|boid| boid.id)
    };
    let bodies = [
        DeadBody::Falls,
        DeadBody::Sinks,
        DeadBody::Floats { water_level: 0.5 },
        DeadBody::Stays,
    ];
    if let Some(id) = pick(flock, 0).filter(|_| step.is_multiple_of(3)) {
        let death = Death {
            impulse: random.in_cube() * 5.0,
            ..Death::new(bodies[step as usize / 3 % 4])
        };
        flock.kill(id, death).unwrap();
    }
    if let Some(id) = pick(flock, 1).filter(|_| step % 4 == 1) {
        flock.hold(id);
    }
    let loose: Vec<(BoidId, Vec3)> = flock
        .loose_boids()
        .map(|boid| (boid.id, boid.position))
        .collect();
    for (id, position) in loose {
        let turn = step + id.slot();
        if flock.is_held(id) && turn.is_multiple_of(16) {
            // Refused inside of geometry.
            let _ = flock.release(id, random.in_cube());
        } else if flock.is_held(id) && turn.is_multiple_of(3) {
            let place = position + random.in_cube() * 0.5;
            let rotation = UnitQuaternion::identity();
            assert!(flock.move_held(id, place, rotation).unwrap());
        } else if !flock.is_alive(id) && turn.is_multiple_of(64) {
            let _ = flock.revive(id);
        }
    }
}

/// Hunters, prey, and others that flock with the prey, among all of it.
pub struct Everything {
    pub world: World,
    /// Prey, hunters and the others.
    pub ids: [FlockId; 3],
    pub geometry: Arc<Geometry>,
    obstacles: [Vec<Flying>; 3],
    /// The one that the game moves after the prey.
    predator: PredatorId,
    random: Random,
    step: u32,
}

impl Everything {
    /// With so many boids in each of the flocks.
    pub fn new(backend: Backend, boids: u32, response: CollisionResponse) -> Self {
        let geometry = Arc::new(Geometry::new(&triangles()).0);
        let mut world = World::new();
        let ids = [0, 1, 2].map(|seed| world.add(flock(backend, seed, boids, response, &geometry)));
        let relation = |kind| relation(kind, 20.0, 1.5);
        let [prey, hunters, others] = ids;
        let (flee, hunt) = (relation(RelationKind::Flee), relation(RelationKind::Hunt));
        world.set_relation(prey, hunters, flee).unwrap();
        world.set_relation(hunters, prey, hunt).unwrap();
        let together = Relation {
            kind: RelationKind::FlockWith,
            ..Relation::default()
        };
        world.set_relation(prey, others, together).unwrap();
        world.set_relation(others, prey, together).unwrap();
        let obstacles = add_obstacles(&mut world, ids);
        let predator = Predator::new(Vec3::zeros(), Vec3::zeros());
        let predator = world
            .flock_mut(prey)
            .unwrap()
            .add_predator(predator)
            .unwrap();
        Self {
            world,
            ids,
            geometry,
            obstacles,
            predator,
            random: Random(9),
            step: 0,
        }
    }

    /// Makes a step. Calls `begin` with each flock before its obstacles are told to move, and
    /// returns what it returned.
    pub fn step<T>(&mut self, mut begin: impl FnMut(&mut Flock) -> T) -> [T; 3] {
        let angle = 0.05 * self.step as f32;
        let towards = Vec3::new(angle.sin(), 0.3, angle.cos());
        let velocity = Vec3::new(angle.cos(), 0.0, -angle.sin()) * SPEED;
        let predator = Predator::new(towards * SPEED, velocity);
        let prey = self.world.flock_mut(self.ids[0]).unwrap();
        assert!(prey.move_predator(self.predator, predator).unwrap());
        let begun = [0, 1, 2].map(|which: usize| {
            let flock = self.world.flock_mut(self.ids[which]).unwrap();
            flock.set_wind(storm(SPEED, towards)).unwrap();
            let viewer = Viewer {
                point: towards * HALF,
                direction: -towards.normalize(),
                field_of_view: 60.0,
            };
            flock.set_viewers(&[viewer]).unwrap();
            change_bodies(flock, self.step, &mut self.random);
            let begun = begin(flock);
            for flying in &mut self.obstacles[which] {
                flying.go();
                flock.move_obstacle(flying.id, flying.placement).unwrap();
            }
            begun
        });
        self.step += 1;
        self.world.step().unwrap();
        begun
    }
}

fn triangles() -> Vec<[Vec3; 3]> {
    levels::shapes(0.3)
}

/// True if a body that moved a little and was then carried out may have crossed no surface.
fn is_in_sight(judge: &Judge, from: Vec3, to: Vec3) -> bool {
    let is_free = |from, to| judge.crossed(from, to).is_none();
    let numbers = || [-1.0, 0.0, 1.0].into_iter();
    let all = numbers()
        .flat_map(|x| numbers().flat_map(move |y| numbers().map(move |z| Vec3::new(x, y, z))));
    let moves = all.flat_map(|way| [0.02, 0.05, 0.1, 0.2].map(|share| way * share));
    is_free(from, to) || { moves }.any(|own| {
        let moved = from + own * (OWN_MOVE as f32);
        is_free(from, moved) && is_free(moved, to)
    })
}

/// Judges every move of so many boids in each of three flocks.
pub fn judge(backend: Backend, boids: u32, steps: usize, response: CollisionResponse) {
    let judge = Judge::new(&triangles(), 0.25);
    let mut all = Everything::new(backend, boids, response);
    // Boids in which they appeared are carried out.
    all.world.step().unwrap();
    let mut judged = Judged::default();
    for _ in 0..steps {
        let before = all.step(|flock| Before::step(flock).moved(flock));
        for (id, before) in all.ids.into_iter().zip(before) {
            let flock = all.world.flock_mut(id).unwrap();
            let origins = before.judge(flock, &mut judged);
            judged.assert_no_fault();
            for boid in flock.boids().chain(flock.loose_boids()) {
                let to = boid.position;
                match origins[&boid.id] {
                    Origin::Moved(from) => assert_eq!(judge.crossed(from, to), None, "{boid:?}"),
                    Origin::Carried(from) => {
                        assert!(is_in_sight(&judge, from, to), "{boid:?} from {from:?}");
                    }
                    Origin::Nowhere => (),
                }
            }
            assert_eq!(flock.gpu_error(), None);
            assert_eq!(flock.statistics().crossings, 0);
        }
        let known = |(_, flock): (_, &Flock)| flock.drawn_len() + flock.not_placed();
        let known: usize = all.world.flocks().map(known).sum();
        assert_eq!(known + judged.removed, 3 * boids as usize);
    }
    println!("{judged:?}");
    assert!(
        judged.near > judged.moves / 2000,
        "{judged:?} proves little"
    );
    assert!(judged.rescued < judged.moves / 20, "{judged:?}");
    // In a short run nobody has landed yet; `birds` has all states in each run.
    let is_rare = |it: &BodyState| matches!(it, BodyState::Standing | BodyState::Climbing);
    let expected = { BodyState::ALL.into_iter() }.filter(|it| steps > 300 || !is_rare(it));
    for state in expected {
        let seen = judged.seen(state);
        assert!(seen.moves > judged.moves / 1000, "{state:?}: {judged:?}");
    }
}
