//! Boids that turn back from walls, rocks and an arch, over many steps.

use flock_sim::{
    settings::{CollisionResponse, Region, Rule},
    Boid, Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    judge::{winding_number, Judge},
    scenes::{Scene, Triangles, HALF_SIZE},
};
use std::sync::Arc;

const BOIDS: u32 = 2_000;
const RADIUS: f32 = 0.05;
const CELL: f64 = 0.25;

fn settings(speed: f32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = BOIDS;
    settings.spawn.speed = speed;
    settings.spawn.region = Region::cuboid(HALF_SIZE);
    settings.cohesion = Rule::new(20.0, 1.0);
    settings.separation = Rule::new(60.0, 0.3);
    settings.alignment = Rule::new(30.0, 0.8);
    settings.motion.max_speed = speed;
    settings.motion.max_acceleration = 100.0;
    settings.boundary.shape = Region::cuboid(HALF_SIZE);
    settings.avoidance.enabled = false;
    settings.collision.body_radius = RADIUS;
    settings.collision.response = CollisionResponse::Reverse;
    settings
}

fn flock(speed: f32, triangles: &[[Vec3; 3]]) -> Flock {
    let (geometry, report) = Geometry::new(triangles);
    assert_eq!(report.dropped(), 0);
    let flock = Flock::new(settings(speed), Placement::default(), Arc::new(geometry)).unwrap();
    assert_eq!(flock.not_placed(), 0);
    flock
}

/// Number of steps in which every boid has to move by [`LEAST_WAY`].
const WINDOW: usize = 50;

/// Least way of a boid within a window, in metres: the diameter of a body. At the lowest speed it
/// could make 2.5 m, but may also be steered in circles of 0.2 m.
const LEAST_WAY: f32 = 2.0 * RADIUS;

/// Tracks each boid from step to step.
struct Tracks {
    positions: Vec<Vec3>,
    travelled: Vec<f64>,
    crossings: usize,
    /// The position of each boid when the window began, and its largest distance from there since.
    window_start: Vec<Vec3>,
    farthest: Vec<f32>,
    steps: usize,
}

impl Tracks {
    fn new(flock: &Flock) -> Self {
        let mut positions = vec![Vec3::repeat(f32::NAN); BOIDS as usize];
        for boid in flock.boids() {
            positions[boid.id.slot() as usize] = boid.position;
        }
        Self {
            travelled: vec![0.0; BOIDS as usize],
            crossings: 0,
            window_start: positions.clone(),
            farthest: vec![0.0; BOIDS as usize],
            steps: 0,
            positions,
        }
    }

    /// Asserts that no boid stands still or moves to and fro in one place. In a corner between two
    /// surfaces and the rules a boid may bounce in one place for a third of a second.
    fn assert_none_is_stuck(&mut self) {
        self.steps += 1;
        for id in 0..self.positions.len() {
            let way = (self.positions[id] - self.window_start[id]).norm();
            self.farthest[id] = self.farthest[id].max(way);
        }
        if self.steps.is_multiple_of(WINDOW) {
            for (id, way) in self.farthest.iter_mut().enumerate() {
                assert!(
                    *way >= LEAST_WAY,
                    "boid {id} got no farther than {way} m from {:?}",
                    self.window_start[id]
                );
                *way = 0.0;
            }
            self.window_start.clone_from(&self.positions);
        }
    }

    /// Judges the last step of the flock; `check` asserts more of each boid.
    fn track(&mut self, flock: &Flock, judge: &Judge, mut check: impl FnMut(&Boid)) {
        assert_eq!(flock.len(), BOIDS as usize);
        for boid in flock.boids() {
            let before =
                std::mem::replace(&mut self.positions[boid.id.slot() as usize], boid.position);
            self.travelled[boid.id.slot() as usize] += f64::from((boid.position - before).norm());
            self.crossings += usize::from(judge.crossed(before, boid.position).is_some());
            check(&boid);
        }
    }
}

/// A closed shape and the box around it, which makes most tests cheap.
struct Solid<'a> {
    surface: &'a Triangles,
    min: Vec3,
    max: Vec3,
}

impl<'a> Solid<'a> {
    fn new(surface: &'a Triangles) -> Self {
        let vertices = || surface.iter().flatten();
        Self {
            surface,
            min: vertices().fold(Vec3::repeat(f32::INFINITY), |min, v| min.inf(v)),
            max: vertices().fold(Vec3::repeat(f32::NEG_INFINITY), |max, v| max.sup(v)),
        }
    }

    fn contains(&self, at: Vec3) -> bool {
        let is_in_box = (0..3).all(|axis| (self.min[axis]..=self.max[axis]).contains(&at[axis]));
        is_in_box && winding_number(self.surface, at).abs() > 0.5
    }
}

#[test]
fn without_collision_crossings_are_found() {
    let triangles = Scene::default().triangles();
    let judge = Judge::new(&triangles, CELL);
    let mut flock = flock(10.0, &triangles);
    let mut settings = settings(10.0);
    settings.collision.enabled = false;
    flock.set_settings(settings).unwrap();

    let mut tracks = Tracks::new(&flock);
    for _ in 0..60 {
        flock.step();
        tracks.track(&flock, &judge, |_| {});
    }
    assert!(
        tracks.crossings > 1_000,
        "{} crossings found",
        tracks.crossings
    );
    assert_eq!(flock.statistics().contacts, 0);
}

#[test]
fn a_wall_that_the_simulation_lacks_is_noticed() {
    let mut scene = Scene::default();
    let judge = Judge::new(&scene.triangles(), CELL);
    scene.sheets.pop();
    let mut flock = flock(10.0, &scene.triangles());

    let mut tracks = Tracks::new(&flock);
    for _ in 0..60 {
        flock.step();
        tracks.track(&flock, &judge, |_| {});
    }
    assert!(tracks.crossings > 0);
}

#[test]
#[ignore = "slow"]
fn boids_never_cross_walls_rocks_or_an_arch() {
    let scene = Scene::default();
    let triangles = scene.triangles();
    let judge = Judge::new(&triangles, CELL);
    let solids: Vec<Solid> = scene.solids().map(Solid::new).collect();
    let speeds = [3.0, 8.0, 15.0, 22.0, 30.0];
    let steps_each = 1_000;

    let mut flock = flock(speeds[0], &triangles);
    let mut tracks = Tracks::new(&flock);
    for speed in speeds {
        flock.set_settings(settings(speed)).unwrap();
        let travelled_before: f64 = tracks.travelled.iter().sum();
        let contacts_before = flock.statistics().contacts;
        for _ in 0..steps_each {
            flock.step();
            tracks.track(&flock, &judge, |boid| {
                let nearest = judge.nearest(boid.position, f64::from(RADIUS));
                let allowed = f64::from(RADIUS) * (1.0 - 1e-3);
                assert!(
                    nearest.is_none_or(|x| x >= allowed),
                    "{boid:?} is {nearest:?} m from a surface"
                );
                assert!(
                    !solids.iter().any(|solid| solid.contains(boid.position)),
                    "{boid:?} is in a solid"
                );
            });
            assert_eq!(tracks.crossings, 0);
            tracks.assert_none_is_stuck();
        }
        let travelled: f64 = tracks.travelled.iter().sum::<f64>() - travelled_before;
        let time = f64::from(flock.settings().simulation.time_step) * f64::from(steps_each);
        let mean_speed = travelled / time / f64::from(BOIDS);
        let contacts = flock.statistics().contacts - contacts_before;
        println!("{speed} m/s: mean {mean_speed:.2} m/s, {contacts} contacts");
        assert!(
            mean_speed > 0.7 * f64::from(speed),
            "the boids hardly move: {mean_speed} m/s of {speed}"
        );
        assert!(
            contacts > 1_000,
            "too few contacts to prove anything: {contacts}"
        );
    }
}
