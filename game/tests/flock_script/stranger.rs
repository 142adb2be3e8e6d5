//! A level that is independent of this library except for the scripts: rooms, stairs, tilted walls,
//! overlapping boxes, fences and a door. No boid crosses any of it, which is checked by independent
//! code in double precision.

use crate::{
    effects::{add_script, set_position},
    game::{Game, STEP},
    solids::{add_block, add_box},
};
use flock_testkit::judge::Judge;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        pool::Handle,
    },
    scene::{
        collider::ColliderShape,
        rigidbody::{RigidBody, RigidBodyType},
        Scene,
    },
};
use fyrox_flock::{
    scripts::{FlockPerches, FlockPredator, FlockWind},
    sim::{self, settings::Region, Boid, BoidId, Settings, Vec3},
    Flock,
};
use std::collections::HashMap;

const BOIDS: u32 = 5000;

/// Half extent of the level in metres.
const LEVEL: f32 = 10.0;

/// Half extents of the door in metres.
const DOOR: Vec3 = Vec3::new(1.4, 2.0, 0.1);

fn add_turned(scene: &mut Scene, center: Vec3, half: Vec3, angles: Vec3) -> Handle<RigidBody> {
    let (body, _) = add_block(scene, center, half);
    let turn = UnitQuaternion::from_euler_angles(angles.x, angles.y, angles.z);
    let transform = scene.graph[body].local_transform_mut();
    transform.set_rotation(turn);
    body
}

/// Builds the level and returns its door.
fn build(scene: &mut Scene) -> Handle<RigidBody> {
    // The outer walls are a mesh.
    add_box(scene, LEVEL, true);
    let floor = -LEVEL;
    // Two rooms and the doorway between them.
    for side in [-1.0, 1.0] {
        let center = Vec3::new(side * 6.0, floor + 2.5, 0.0);
        add_block(scene, center, Vec3::new(4.0, 2.5, 0.15));
    }
    for step in 0..8 {
        let height = 0.25 * (step + 1) as f32;
        let center = Vec3::new(-8.0, floor + height, 2.0 + 0.8 * step as f32);
        add_block(scene, center, Vec3::new(1.5, height, 0.4));
    }
    // Leaning walls that meet in a narrow wedge, and overlapping boxes.
    for lean in [-0.5, 0.5] {
        let center = Vec3::new(5.0 + 3.0 * lean, floor + 2.0, -5.0);
        let half = Vec3::new(0.05, 2.5, 3.0);
        add_turned(scene, center, half, Vec3::new(0.1, 0.0, lean));
    }
    for turn in 0..5 {
        let angle = turn as f32;
        let center = Vec3::new(5.0 + 0.4 * angle, floor + 0.8, 5.0);
        let half = Vec3::new(1.2, 0.8, 0.6);
        add_turned(scene, center, half, Vec3::new(0.2, angle, 0.0));
    }
    // Fences as thin as paper.
    for number in 0..6 {
        let center = Vec3::new(-5.0, floor + 1.0, -8.0 + number as f32);
        add_block(scene, center, Vec3::new(2.0, 1.0, 0.001));
    }
    for (number, shape) in [
        ColliderShape::ball(0.8),
        ColliderShape::cylinder(1.0, 0.6),
        ColliderShape::cone(1.5, 0.9),
        ColliderShape::capsule_y(0.8, 0.4),
    ]
    .into_iter()
    .enumerate()
    {
        let center = Vec3::new(-3.0 + 2.5 * number as f32, floor + 1.2, 8.0);
        let (_, collider) = add_block(scene, center, Vec3::repeat(1.0));
        scene.graph[collider].set_shape(shape);
    }
    let (door, _) = add_block(scene, door_at(0), DOOR);
    scene.graph[door].set_body_type(RigidBodyType::KinematicPositionBased);
    door
}

/// Position of the door in a frame: it slides up and down in its doorway.
fn door_at(frame: usize) -> Vec3 {
    let height = (frame as f32 * STEP).sin() * 1.5;
    Vec3::new(0.0, DOOR.y + 2.0 + height - LEVEL, 0.0)
}

fn starlings() -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = BOIDS;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-9.0, -9.5, -9.0),
        max: Vec3::new(9.0, 0.0, 9.0),
    };
    settings.boundary.enabled = false;
    settings.wander.enabled = true;
    settings.fear.enabled = true;
    Flock::new(settings)
}

/// All boids, standing ones too.
fn all(flock: &sim::Flock) -> impl Iterator<Item = Boid> + '_ {
    flock.boids().chain(flock.loose_boids())
}

/// The observations of a run.
#[derive(Debug, Default)]
struct Seen {
    /// Sum of the path lengths of all boids, in metres.
    way: f64,
    /// Moves that ended within two body radii of the door.
    at_door: usize,
}

struct Run {
    game: Game,
    door: Handle<RigidBody>,
    judge: Judge,
    frame: usize,
    seen: Seen,
}

impl Run {
    fn new() -> Self {
        let mut door = Handle::NONE;
        let mut game = Game::with_scene("strangers", starlings(), |scene| {
            door = build(scene);
            let perches = FlockPerches {
                half_extents: Vec3::repeat(LEVEL).into(),
                reach: 2.0.into(),
                landings: 2.0.into(),
                shortest_stay: 1000.0.into(),
                longest_stay: 1000.0.into(),
                ..FlockPerches::default()
            };
            add_script(scene, "perches", perches, Vec3::zeros());
            add_script(scene, "wind", FlockWind::default(), Vec3::zeros());
        });
        game.update(1, STEP);
        let triangles = game.simulation().geometry().triangles();
        let judge = Judge::new(triangles, 0.5);
        Self {
            game,
            door,
            judge,
            frame: 0,
            seen: Seen::default(),
        }
    }

    fn update(&mut self, frames: usize) {
        for _ in 0..frames {
            let flock = self.game.simulation();
            let places = |it: Boid| (it.id, it.position);
            let before: HashMap<BoidId, Vec3> = all(flock).map(places).collect();
            let flying: HashMap<BoidId, Vec3> = flock.boids().map(places).collect();
            let door = [self.frame, self.frame + 1].map(door_at);
            self.frame += 1;
            self.game.scene().graph[self.door].set_position(door[1]);
            self.game.scene().graph.update_hierarchical_data();
            self.game.update(1, STEP);
            self.judge(&before);
            self.judge_at_door(&flying, door);
        }
    }

    fn judge(&mut self, before: &HashMap<BoidId, Vec3>) {
        let flock = self.game.simulation();
        let waiting = flock.statistics().not_placed;
        let there = all(flock).count();
        assert!(
            (there..=there + waiting).contains(&(BOIDS as usize)),
            "{there} {waiting}"
        );
        for boid in all(flock) {
            // A new boid has no earlier position.
            let from = *before.get(&boid.id).unwrap_or(&boid.position);
            let crossed = self.judge.crossed(from, boid.position);
            assert_eq!(crossed, None, "{boid:?} came from {from:?}");
            assert!(boid.position.amax() < LEVEL, "{boid:?} got out");
            self.seen.way += f64::from((boid.position - from).norm());
        }
    }

    /// Checks flying boids: landing boids, like dead bodies, meet the level, but no moving bodies.
    fn judge_at_door(&mut self, before: &HashMap<BoidId, Vec3>, door: [Vec3; 2]) {
        let flock = self.game.simulation();
        let reach = DOOR + Vec3::repeat(2.0 * flock.settings().collision.body_radius);
        for boid in flock.boids() {
            let Some(from) = before.get(&boid.id) else {
                continue;
            };
            let (from, to) = (from - door[0], boid.position - door[1]);
            assert!(!passes(from, to), "{boid:?} from {from:?}");
            let is_inside = |it: Vec3, half: Vec3| (it.abs() - half).max() < 0.0;
            assert!(!is_inside(to, DOOR), "{boid:?} is in the door");
            self.seen.at_door += usize::from(is_inside(to, reach));
        }
    }

    /// Mean number of boids within 2 m of a place over a second.
    fn near(&mut self, place: Vec3) -> usize {
        let mut sum = 0;
        for _ in 0..60 {
            self.update(1);
            sum += self.game.simulation().in_sphere(place, 2.0).count();
        }
        sum / 60
    }
}

/// True if a segment in the frame of the door crosses its middle plane.
fn passes(from: Vec3, to: Vec3) -> bool {
    let (from, to): (Vector3<f64>, Vector3<f64>) = (from.cast(), to.cast());
    if from.z * to.z > 0.0 {
        return false;
    }
    let share = from.z / (from.z - to.z);
    let at = from.lerp(&to, share);
    at.x.abs() < f64::from(DOOR.x) && at.y.abs() < f64::from(DOOR.y)
}

#[test]
fn no_boid_crosses_anything_of_a_level_that_is_not_ours() {
    let mut run = Run::new();
    run.update(360);
    let flock = run.game.simulation();
    let is_standing = |boid: &Boid| flock.perched_on(boid.id).is_some();
    let standing = flock.loose_boids().filter(is_standing).count();
    assert!(standing > 50, "{standing}");

    let place = Vec3::new(0.0, -4.0, 0.0);
    let before = run.near(place);
    let predator = FlockPredator::default();
    let predator = add_script(run.game.scene(), "falcon", predator, place);
    run.update(60);
    let after = run.near(place);
    println!(
        "{:?}, {standing} standing, {before} and {after} near",
        run.seen
    );
    assert!(before > 20 && after < before / 2, "{before} and {after}");
    // The predator moves to the boids.
    for frame in 0..120 {
        let along = Vec3::new(0.0, -0.04, 0.05) * frame as f32;
        set_position(&mut run.game, predator, place + along);
        run.update(1);
    }
    let (seen, boids) = (&run.seen, f64::from(BOIDS));
    assert!(seen.way > boids && seen.at_door > 100, "{seen:?}");
    assert_eq!(run.game.reports("strangers"), [] as [String; 0]);
}
