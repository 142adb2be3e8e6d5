//! A random scene: a world of flocks in a level, with what its features add.

use super::{
    draw::Draw,
    feature::{Feature, Features},
    inputs,
    moves::{Before, Moves},
    settings, Case,
};
use crate::{
    crossing::Level,
    judge::Judge,
    obstacles::{
        all_at_once::change_bodies,
        random::{shape, Flying, HALF},
    },
    random::Random,
    worlds::relation,
};
use flock_sim::{
    obstacles::MovingObstacle,
    settings::Catch,
    world::{FlockId, RelationKind},
    Flock, Geometry, Placement, Settings, Vec3, World,
};
use std::sync::Arc;

/// Fewest and most boids of a scene, and most steps.
const BOIDS: [f32; 2] = [20.0, 2000.0];
const MOST_STEPS: u32 = 600;

/// Width of the cells of the judge, in metres.
const CELL: f64 = 0.25;

struct Scene {
    world: World,
    ids: Vec<FlockId>,
    geometry: Arc<Geometry>,
    features: Features,
    half_size: Vec3,
    /// The same obstacles for each flock.
    obstacles: Vec<Vec<Flying>>,
    draw: Draw,
    random: Random,
    step: u32,
}

/// Runs a scene in a level, and judges its moves.
pub fn run(level: &Level, mut draw: Draw, case: &mut Case) {
    let features = Features::draw(&mut draw);
    case.features = features;
    let boids = draw.of_any_size(BOIDS[0], BOIDS[1]) as u32;
    let mut settings = settings::draw(&mut draw, features, level, boids);
    settings.simulation.backend = case.backend;
    case.text = describe(level, &settings, features);
    let judge = Judge::new(&level.triangles, CELL);
    let mut scene = Scene::new(level, settings, features, draw);
    // Boids in which obstacles appeared are carried out.
    scene.step(|_| ());
    let alive: usize = scene
        .world
        .flocks()
        .map(|(_, flock)| flock.drawn_len())
        .sum();
    case.counts.boids = alive;
    let steps = (case.most_moves / alive.max(1) as u32).clamp(10, MOST_STEPS);
    let mut moves = Moves::new(&judge, features);
    for step in 0..steps {
        if features.has(Feature::Restored) && step == steps / 2 {
            scene.restore();
        }
        let all = scene.step(|flock| Before::step(flock, &moves));
        for (id, before) in scene.ids.iter().zip(all) {
            let flock = scene.world.flock_mut(*id).expect("no flock is removed");
            before.judge(flock, &mut moves);
        }
    }
    let contacts = scene
        .world
        .flocks()
        .map(|(_, flock)| flock.statistics().contacts);
    case.counts.contacts = contacts.sum();
    case.counts.moves = moves.judged;
}

/// What a fault is reported with.
fn describe(level: &Level, settings: &Settings, features: Features) -> String {
    format!(
        "{}, {} boids of {} m, {} m/s, steps of {} s, {:?}, {features}",
        level.name,
        settings.spawn.count,
        settings.collision.body_radius,
        settings.motion.max_speed,
        settings.simulation.time_step,
        settings.collision.response,
    )
}

impl Scene {
    fn new(level: &Level, settings: Settings, features: Features, mut draw: Draw) -> Self {
        let geometry = Arc::new(Geometry::new(&level.triangles).0);
        let placement = placement(&mut draw, features);
        let mut world = World::new();
        let mut add = |settings: Settings| {
            let flock = Flock::new(settings, placement, geometry.clone());
            world.add(flock.expect("its settings are in range"))
        };
        let mut ids = vec![add(settings.clone())];
        let hunters = features.has(Feature::Hunters);
        let hunters = hunters.then(|| add(hunting(&mut draw, &settings)));
        let companions = features.has(Feature::Companions);
        let companions = companions.then(|| add(fewer(&mut draw, &settings, 2)));
        ids.extend(hunters.into_iter().chain(companions));
        relate(&mut world, ids[0], hunters, companions);
        for id in &ids {
            let flock = world.flock_mut(*id).expect("it was added");
            inputs::add(flock, &mut draw, features, level.half_size);
        }
        let mut scene = Self {
            world,
            ids,
            geometry,
            features,
            half_size: level.half_size,
            obstacles: Vec::new(),
            random: draw.random(),
            draw,
            step: 0,
        };
        if features.has(Feature::MovingObstacles) {
            scene.add_obstacles();
        }
        scene
    }

    fn add_obstacles(&mut self) {
        let (seed, count) = (self.draw.seed(), self.draw.whole(1, 16));
        let [speed, spin] = [
            self.draw.of_any_size(0.1, 20.0),
            self.draw.of_any_size(0.1, 20.0),
        ];
        for id in &self.ids {
            let flock = self.world.flock_mut(*id).expect("it was added");
            let mut draw = Draw::new(seed.into());
            let mut random = draw.random();
            let add = |index| add_obstacle(flock, &mut draw, &mut random, index, [speed, spin]);
            self.obstacles.push((0..count).map(add).collect());
        }
    }

    /// Makes a step. Calls `begin` with each flock before its obstacles are told to move, and
    /// returns what it returned; then what it does to the flock is judged.
    fn step<T>(&mut self, mut begin: impl FnMut(&mut Flock) -> T) -> Vec<T> {
        let mut begun = Vec::new();
        for (index, id) in self.ids.iter().enumerate() {
            let flock = self.world.flock_mut(*id).expect("no flock is removed");
            let size = (self.half_size, self.step);
            inputs::change(flock, &mut self.draw, self.features, size);
            if self.features.has(Feature::LooseBodies) {
                change_bodies(flock, self.step, &mut self.random);
            }
            begun.push(begin(flock));
            for flying in self.obstacles.get_mut(index).into_iter().flatten() {
                flying.go();
                let moved = flock.move_obstacle(flying.id, flying.placement);
                assert!(moved.expect("its placement is finite"));
            }
        }
        self.step += 1;
        self.world.step().expect("the flocks have one time step");
        begun
    }

    fn restore(&mut self) {
        let restored = World::restore(&self.world.snapshot(), &self.geometry);
        self.world = restored.expect("it is its own snapshot");
    }
}

fn placement(draw: &mut Draw, features: Features) -> Placement {
    let rotation = draw.rotation();
    if features.has(Feature::Turned) {
        Placement {
            rotation,
            ..Placement::default()
        }
    } else {
        Placement::default()
    }
}

/// The settings of a flock with a share of the boids.
fn fewer(draw: &mut Draw, settings: &Settings, share: u32) -> Settings {
    let mut settings = settings.clone();
    settings.spawn.count = (settings.spawn.count / share).max(1);
    settings.spawn.seed = draw.seed();
    settings
}

fn hunting(draw: &mut Draw, settings: &Settings) -> Settings {
    let mut settings = fewer(draw, settings, 20);
    let hunting = &mut settings.hunting;
    hunting.enabled = true;
    (hunting.rest_time, hunting.shadow_time) = (0.2, 0.5);
    (hunting.handling_time, hunting.retreat_time) = (0.5, 0.5);
    hunting.catch_distance = draw.between(0.05, 0.3);
    hunting.catch = draw.of(&[Catch::Remove, Catch::Report]);
    settings
}

fn relate(world: &mut World, of: FlockId, hunters: Option<FlockId>, companions: Option<FlockId>) {
    let mut set = |of, to, kind, weight, radius| {
        let relation = relation(kind, weight, radius);
        world.set_relation(of, to, relation).expect("both exist");
    };
    if let Some(hunters) = hunters {
        set(of, hunters, RelationKind::Flee, 20.0, 1.5);
        set(hunters, of, RelationKind::Hunt, 20.0, 8.0);
    }
    if let Some(companions) = companions {
        set(of, companions, RelationKind::FlockWith, 1.0, 1.0);
        set(companions, of, RelationKind::FlockWith, 1.0, 1.0);
    }
}

/// An obstacle of the shapes in turn, with at most this speed, in m/s, and this angular velocity,
/// in rad/s.
fn add_obstacle(
    flock: &mut Flock,
    draw: &mut Draw,
    random: &mut Random,
    index: usize,
    [speed, spin]: [f32; 2],
) -> Flying {
    let placement = Placement {
        origin: draw.in_cube() * HALF,
        rotation: draw.rotation(),
    };
    let shape = shape(index, random);
    let obstacle = MovingObstacle { shape, placement };
    Flying {
        id: flock.add_obstacle(obstacle).expect("its shape is convex"),
        placement,
        velocity: draw.in_cube() * speed,
        spin: draw.in_cube() * spin,
    }
}
