//! Boids among surfaces make way, or their velocities are those of boids that stand still.

use crate::{
    crossing::RESPONSES,
    flocks::{by_id, disable_rules},
    triangles,
};
use flock_sim::{
    settings::{Backend, Boundary, BoundaryMode, CollisionResponse, Plane, Region},
    Flock, Placement, Settings, Vec3,
};

/// Share of the way that its velocity reports below which a boid is stopped.
const LEAST_SHARE: f32 = 0.02;

/// Speed in m/s below which a boid is at rest.
const AT_REST: f32 = 1e-3;

/// Steps in a row for which a boid may be stopped without its velocity saying so.
const MOST_STOPS: usize = 8;

/// Way and stops of a boid.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// In metres.
    way: f32,
    /// Steps in a row in which it reported to move and did not: the last ones, and the most.
    stops: usize,
    most_stops: usize,
}

impl Progress {
    fn step(&mut self, way: f32, velocity: Vec3, dt: f32) {
        let reported = velocity.norm() * dt;
        let is_stopped = reported > AT_REST * dt && way < LEAST_SHARE * reported;
        self.way += way;
        self.stops = if is_stopped { self.stops + 1 } else { 0 };
        self.most_stops = self.most_stops.max(self.stops);
    }

    /// True if it reports to move and does not.
    fn is_frozen(&self) -> bool {
        self.most_stops > MOST_STOPS
    }
}

/// Asserts that no boid freezes or crosses a surface in the next steps, and that each makes at
/// least some way.
fn assert_progress(flock: &mut Flock, steps: usize, least_way: f32, what: &str) {
    let dt = flock.settings().simulation.time_step;
    let mut all = vec![Progress::default(); flock.len()];
    let mut before = by_id(flock);
    for _ in 0..steps {
        flock.step();
        let after = by_id(flock);
        for ((before, after), progress) in before.iter().zip(&after).zip(&mut all) {
            let way = (after.position - before.position).norm();
            progress.step(way, before.velocity, dt);
        }
        before = after;
    }
    assert_eq!(flock.gpu_error(), None);
    assert_eq!(flock.statistics().crossings, 0, "{what}");
    let frozen = all.iter().filter(|it| it.is_frozen()).count();
    let short = all.iter().filter(|it| it.way < least_way).count();
    let count = all.len();
    assert_eq!(frozen, 0, "frozen of {count} boids: {what}");
    assert_eq!(
        short, 0,
        "of {count} boids make less than {least_way} m: {what}"
    );
}

/// Boids without rules, boundary and avoidance.
fn settings(response: CollisionResponse, backend: Backend) -> Settings {
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.simulation.backend = backend;
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.avoidance.enabled = false;
    settings.motion.max_speed = 1000.0;
    settings.collision.response = response;
    settings.collision.check_crossings = true;
    settings
}

fn flock(settings: Settings, triangles: &[[Vec3; 3]]) -> Flock {
    let geometry = triangles::geometry(triangles);
    Flock::new(settings, Placement::default(), geometry).unwrap()
}

/// A square across X.
fn plate(x: f32, half_size: f32) -> [[Vec3; 3]; 2] {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let [a, b, c, d] = corners.map(|(y, z)| Vec3::new(x, y * half_size, z * half_size));
    [[a, b, c], [a, c, d]]
}

/// Boids that nothing steers, in the gap between a wall and the boundary, each at another angle to
/// them: all make half of their way along the gap at least.
pub fn beside_the_boundary(backend: Backend, steps: usize) {
    let shape = Region::Box {
        min: Vec3::repeat(-20.0),
        max: Vec3::new(0.1, 20.0, 20.0),
    };
    for response in RESPONSES {
        let mut settings = settings(response, backend);
        settings.boundary = Boundary::new(shape);
        let mut flock = flock(settings, &plate(0.0, 20.0));
        let velocities: Vec<_> = (1..40)
            .map(|turn| Vec3::new(-3.0, 0.05, 0.0) + Vec3::new(0.0, 0.02, 0.03) * turn as f32)
            .collect();
        for velocity in &velocities {
            flock
                .spawn_at(Vec3::new(0.08, 0.0, 0.0), *velocity)
                .unwrap();
        }
        let start = by_id(&flock);
        (0..steps).for_each(|_| flock.step());
        assert_eq!(flock.gpu_error(), None);
        let time = flock.time() as f32;
        for ((start, end), velocity) in start.iter().zip(by_id(&flock)).zip(&velocities) {
            let way = (end.position - start.position).yz().norm();
            let least = 0.5 * velocity.yz().norm() * time;
            assert!(
                way > least,
                "{response:?}: {way} m of {velocity:?}: {end:?}"
            );
        }
    }
}

/// 200 boids that a wall keeps from their boundary, to which they go at 1.2 m/s.
pub fn behind_a_wall(backend: Backend, steps: usize) {
    let cuboid = Region::Box {
        min: Vec3::new(-4.0, -4.0, -4.0),
        max: Vec3::new(-1.0, 4.0, 4.0),
    };
    let sphere = Region::Sphere {
        center: Vec3::new(-4.0, 0.0, 0.0),
        radius: 3.0,
    };
    let scenes = [(cuboid, false), (cuboid, true), (sphere, false)];
    for (response, (shape, avoids)) in RESPONSES.into_iter().flat_map(|r| scenes.map(|s| (r, s))) {
        let mut settings = settings(response, backend);
        settings.boundary = Boundary::new(shape);
        settings.avoidance.enabled = avoids;
        settings.wander.enabled = true;
        settings.motion.min_speed = 0.6;
        settings.motion.max_speed = 1.2;
        let mut flock = flock(settings, &plate(0.0, 5.0));
        for index in 0..200 {
            let (y, z) = ((index % 20) as f32, (index / 20) as f32);
            let place = Vec3::new(0.5, 0.4 * y - 3.8, 0.4 * z - 1.8);
            flock.spawn_at(place, -1.2 * Vec3::x()).unwrap();
        }
        (0..60).for_each(|_| flock.step());
        let what = format!("{response:?}, {shape:?}, avoidance {avoids}");
        assert_progress(&mut flock, steps, 0.05, &what);
    }
}

/// Evenly spread numbers from -1 to 1.
fn spread(index: usize, irrational: f64) -> f32 {
    (2.0 * (index as f64 * irrational).fract() - 1.0) as f32
}

fn spread_vector(index: usize) -> Vec3 {
    Vec3::from([0.618_034, 0.414_214, 0.324_718].map(|irrational| spread(index, irrational)))
}

/// Passages, 5 m wide, along all axes between walls without thickness, of which half are missing.
fn labyrinth() -> Vec<[Vec3; 3]> {
    const CELLS: usize = 5;
    let mut triangles = Vec::new();
    for axis in 0..3 {
        for cell in 0..CELLS * CELLS * (CELLS + 1) {
            let [u, v, along] = [cell % CELLS, cell / CELLS % CELLS, cell / (CELLS * CELLS)];
            let is_outer = along == 0 || along == CELLS;
            if !is_outer && spread(1000 * axis + cell, 0.754_878) < 0.0 {
                continue;
            }
            let corner = |a: usize, b: usize| {
                let mut place = Vec3::zeros();
                place[axis] = along as f32;
                place[(axis + 1) % 3] = (u + a) as f32;
                place[(axis + 2) % 3] = (v + b) as f32;
                5.0 * place - Vec3::repeat(2.5 * CELLS as f32)
            };
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles
}

/// N boids in the labyrinth, 6 m in a step.
fn in_labyrinth(mut settings: Settings, count: usize) -> Flock {
    settings.simulation.time_step = 0.1;
    let flat = match settings.motion.plane {
        Plane::Xz => Vec3::new(1.0, 0.0, 1.0),
        _ => Vec3::repeat(1.0),
    };
    let mut flock = flock(settings, &labyrinth());
    for index in 1..=count {
        let place = 12.4 * spread_vector(index);
        let heading = spread_vector(7 * index + 3).component_mul(&flat);
        // A place within a wall is refused.
        let _ = flock.spawn_at(place, 60.0 * heading.normalize());
    }
    assert!(flock.len() > count * 4 / 5, "{}", flock.len());
    (0..10).for_each(|_| flock.step());
    flock
}

/// Steps of 6 m in passages of 5 m.
pub fn long_steps(backend: Backend, boids: usize) {
    for (response, plane) in RESPONSES
        .into_iter()
        .flat_map(|r| [(r, Plane::All), (r, Plane::Xz)])
    {
        let mut settings = settings(response, backend);
        settings.motion.plane = plane;
        let mut flock = in_labyrinth(settings, boids);
        assert_progress(&mut flock, 20, 0.0, &format!("{response:?} in {plane:?}"));
    }
}

/// The same with a boundary that runs through the passages.
pub fn boundary_in_passages(backend: Backend, boids: usize) {
    for (response, mode) in RESPONSES
        .into_iter()
        .flat_map(|r| [(r, BoundaryMode::Wrap), (r, BoundaryMode::Reflect)])
    {
        let mut settings = settings(response, backend);
        let shape = Region::Box {
            min: Vec3::new(-8.0, -9.0, -6.0),
            max: Vec3::new(6.0, 9.0, 7.0),
        };
        settings.boundary = Boundary::new(shape);
        settings.boundary.mode = mode;
        let mut flock = in_labyrinth(settings, boids);
        assert_progress(&mut flock, 20, 0.0, &format!("{response:?}, {mode:?}"));
    }
}

/// Two plates that leave boids less room to either side than they travel in a step, or none.
pub fn narrow_gaps(backend: Backend, steps: usize) {
    for (response, room) in RESPONSES
        .into_iter()
        .flat_map(|r| [0.0, 1e-5, 1e-4, 1e-3].map(|room| (r, room)))
    {
        let settings = settings(response, backend);
        let half = settings.collision.body_radius + settings.collision.skin + room;
        let plates = [plate(-half, 50.0), plate(half, 50.0)].concat();
        let mut flock = flock(settings, &plates);
        for index in 1..200 {
            let place = spread_vector(index).component_mul(&Vec3::new(0.0, 3.0, 3.0));
            let heading = spread_vector(7 * index + 3).normalize();
            flock.spawn_at(place, 3.0 * heading).unwrap();
        }
        assert_progress(&mut flock, steps, 0.0, &format!("{response:?}, {room} m"));
    }
}
