//! Obstacles in a volume whose boundary wraps: no boid appears inside of one on the other side.

use super::judge::{Before, FaultKind, Judged, Origin};
use crate::{
    flocks::{disable_rules, in_the_open},
    random::Random,
};
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    settings::{Backend, Boundary, BoundaryMode, Plane, Region},
    Flock, Placement, Settings, Vec3,
};
use nalgebra::UnitQuaternion;
use std::f32::consts::PI;

/// Radius of the volume, in metres.
const RADIUS: f32 = 4.0;

pub fn sphere() -> Region {
    Region::sphere(RADIUS)
}

pub fn cube() -> Region {
    Region::cube(RADIUS)
}

/// Boids that pass a boundary that wraps, of which every move is judged.
pub struct Trial {
    pub backend: Backend,
    pub region: Region,
    pub plane: Plane,
    pub boids: u32,
    /// Of the places and the obstacles; tests have 1.
    pub seed: u32,
}

impl Trial {
    fn new(backend: Backend, region: Region, plane: Plane) -> Self {
        Self {
            backend,
            region,
            plane,
            boids: 600,
            seed: 1,
        }
    }

    /// Boids without rules, which fly straight on.
    fn flock(&self, [speed, dt]: [f32; 2]) -> Flock {
        let mut settings = Settings {
            boundary: Boundary::new(self.region).with_mode(BoundaryMode::Wrap),
            ..Settings::default()
        };
        disable_rules(&mut settings);
        settings.avoidance.enabled = false;
        settings.wander.enabled = false;
        settings.spawn.count = self.boids;
        settings.spawn.seed = self.seed;
        settings.spawn.region = self.region;
        settings.spawn.speed = speed;
        (settings.motion.min_speed, settings.motion.max_speed) = (speed, speed);
        settings.motion.plane = self.plane;
        settings.simulation.time_step = dt;
        settings.simulation.backend = self.backend;
        in_the_open(settings)
    }
}

fn add(
    flock: &mut Flock,
    shape: ObstacleShape,
    placement: Placement,
) -> flock_sim::obstacles::ObstacleId {
    flock
        .add_obstacle(MovingObstacle { shape, placement })
        .unwrap()
}

/// Makes steps, in which no move may end inside. Returns the number of moves, and of those through
/// the boundary.
fn judge(
    flock: &mut Flock,
    steps: usize,
    mut move_all: impl FnMut(&mut Flock, usize),
) -> [usize; 2] {
    // Boids in which obstacles appeared are carried out.
    flock.step();
    let mut judged = Judged::default();
    let mut wrapped = 0;
    for step in 0..steps {
        let before = Before::step(flock).moved(flock);
        move_all(flock, step);
        let origins = before.judge(flock, &mut judged);
        let dt = flock.settings().simulation.time_step;
        for boid in flock.boids() {
            if let Some(Origin::Moved(from)) = origins.get(&boid.id) {
                let way = (boid.position - from).norm();
                let straight = flock.settings().motion.max_speed * dt;
                wrapped += usize::from((way - straight).abs() > 0.1 * straight);
            }
        }
        assert_eq!(flock.gpu_error(), None);
    }
    // What leads through the boundary is no straight line.
    judged.faults.retain(|it| it.kind == FaultKind::Inside);
    judged.assert_no_fault();
    [judged.moves, wrapped]
}

impl Trial {
    /// Balls that move by up to 3 m in a step, and boids by 10 m. Returns the number of moves, and
    /// of those through the boundary.
    pub fn fast(&self, steps: usize) -> [usize; 2] {
        let mut flock = self.flock([100.0, 0.1]);
        let mut random = Random(2 + u64::from(self.seed));
        let centres: Vec<Vec3> = (0..8).map(|_| random.in_cube() * 2.0).collect();
        let ids: Vec<_> = { centres.iter() }
            .map(|centre| {
                let radius = 0.7;
                add(
                    &mut flock,
                    ObstacleShape::Sphere { radius },
                    at(*centre, 0.0),
                )
            })
            .collect();
        judge(&mut flock, steps, |flock, step| {
            for (id, centre) in ids.iter().zip(&centres) {
                let swing = 1.5 * (step as f32 * 2.0 + centre.x).sin();
                let to = centre + Vec3::new(swing, 0.0, swing);
                assert!(flock.move_obstacle(*id, at(to, 0.0)).unwrap());
            }
            flock.step();
        })
    }

    /// A door that closes across the volume, again and again, and boids at the speed of walking.
    pub fn slow(&self, steps: usize) -> [usize; 2] {
        let mut flock = self.flock([1.0, 1.0 / 60.0]);
        let half_extents = Vec3::new(RADIUS, RADIUS, 0.1);
        let hinge = |angle: f32| {
            let mut placement = at(Vec3::x() * RADIUS, angle);
            placement.origin -= placement.rotation * Vec3::x() * RADIUS;
            placement
        };
        let door = add(
            &mut flock,
            ObstacleShape::Box { half_extents },
            hinge(PI / 2.0),
        );
        judge(&mut flock, steps, |flock, step| {
            let share = (step % 240) as f32 / 120.0;
            let angle = (1.0 - share).abs() * PI / 2.0;
            assert!(flock.move_obstacle(door, hinge(angle)).unwrap());
            flock.step();
        })
    }
}

/// [`Trial::fast`] as a test.
pub fn fast(backend: Backend, region: Region, plane: Plane) {
    let [_, wrapped] = Trial::new(backend, region, plane).fast(60);
    assert!(wrapped > 600, "{wrapped} prove little");
}

/// [`Trial::slow`] as a test.
pub fn slow(backend: Backend, region: Region, plane: Plane) {
    let [_, wrapped] = Trial::new(backend, region, plane).slow(240);
    assert!(wrapped > 300, "{wrapped} prove little");
}

fn at(origin: Vec3, angle: f32) -> Placement {
    Placement {
        origin,
        rotation: UnitQuaternion::from_axis_angle(&Vec3::y_axis(), angle),
    }
}
