//! Static geometry, moving obstacles, a storm, hunters and prey in panic, others to flock with, a
//! predator that the game moves, perches, the dead and the held, and the level of detail at once:
//! nobody crosses anything.

use super::{
    judge::{is_in_sight, Before, BodyState, Judged, Origin},
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

/// The flock with this number in the world.
fn flock(trial: &Trial, which: u32, geometry: &Arc<Geometry>) -> Flock {
    let cube = Region::Box {
        min: Vec3::new(-HALF, -0.5 * HALF, -HALF),
        max: Vec3::new(HALF, 0.5 * HALF, HALF),
    };
    let mut settings = Settings {
        boundary: Boundary::new(cube),
        ..Settings::default()
    };
    settings.spawn.count = trial.boids;
    settings.spawn.seed = trial.seed.wrapping_mul(3).wrapping_add(which);
    settings.spawn.region = cube;
    settings.motion.max_speed = SPEED;
    settings.simulation.time_step = DT;
    settings.simulation.backend = trial.backend;
    settings.collision.check_crossings = true;
    settings.collision.response = trial.response;
    // Half of them do not see what comes.
    settings.avoidance.enabled = which == 0;
    settings.fear.enabled = which == 0;
    settings.panic.enabled = which == 0;
    settings.hunting.enabled = which == 1;
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
fn add_obstacles(world: &mut World, ids: [FlockId; 3], seed: u32) -> [Vec<Flying>; 3] {
    ids.map(|id| {
        let mut random = Random(5 + u64::from(seed));
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
pub fn change_bodies(flock: &mut Flock, step: u32, random: &mut Random) {
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
        Self::of(&Trial::new(backend, boids, 0, response))
    }

    fn of(trial: &Trial) -> Self {
        let geometry = Arc::new(Geometry::new(&trial.triangles()).0);
        let mut world = World::new();
        let ids = [0, 1, 2].map(|which| world.add(flock(trial, which, &geometry)));
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
        let obstacles = add_obstacles(&mut world, ids, trial.seed);
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
            random: Random(9 + u64::from(trial.seed)),
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

/// A run of [`Everything`], of which every move is judged.
pub struct Trial {
    pub backend: Backend,
    /// In each of three flocks.
    pub boids: u32,
    pub steps: usize,
    pub response: CollisionResponse,
    /// Of the places, the obstacles, the level and what happens; tests have 0.
    pub seed: u32,
}

impl Trial {
    fn new(backend: Backend, boids: u32, steps: usize, response: CollisionResponse) -> Self {
        Self {
            backend,
            boids,
            steps,
            response,
            seed: 0,
        }
    }

    fn triangles(&self) -> Vec<[Vec3; 3]> {
        levels::shapes(0.3 + (self.seed % 1000) as f32 * 0.01)
    }

    /// # Panics
    /// At the first move that crosses anything.
    pub fn judge(&self) -> Judged {
        let judge = Judge::new(&self.triangles(), 0.25);
        let mut all = Everything::of(self);
        // Boids in which they appeared are carried out.
        all.world.step().unwrap();
        let mut judged = Judged::default();
        for _ in 0..self.steps {
            let before = all.step(|flock| Before::step(flock).moved(flock));
            for (id, before) in all.ids.into_iter().zip(before) {
                let flock = all.world.flock_mut(id).unwrap();
                judge_step(flock, before, &judge, &mut judged);
            }
            let known = |(_, flock): (_, &Flock)| flock.drawn_len() + flock.not_placed();
            let known: usize = all.world.flocks().map(known).sum();
            assert_eq!(known + judged.removed, 3 * self.boids as usize);
        }
        judged
    }
}

/// Judges the step of a flock among moving obstacles and triangles.
fn judge_step(flock: &mut Flock, before: Before, judge: &Judge, judged: &mut Judged) {
    let origins = before.judge(flock, judged);
    judged.assert_no_fault();
    for boid in flock.boids().chain(flock.loose_boids()) {
        let to = boid.position;
        match origins[&boid.id] {
            Origin::Moved(from) => assert_eq!(judge.crossed(from, to), None, "{boid:?}"),
            Origin::Carried(from) => {
                assert!(is_in_sight(judge, from, to), "{boid:?} from {from:?}");
            }
            Origin::Nowhere => (),
        }
    }
    assert_eq!(flock.gpu_error(), None);
    assert_eq!(flock.statistics().crossings, 0);
}

/// Judges every move of so many boids in each of three flocks.
pub fn judge(backend: Backend, boids: u32, steps: usize, response: CollisionResponse) {
    let judged = Trial::new(backend, boids, steps, response).judge();
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
