//! Moving obstacles.

mod bodies;
mod meshes;
mod pushed;
mod repetition;
mod teleported;
mod values;

use flock_sim::{
    obstacles::{MovingObstacle, ObstacleId, ObstacleShape},
    settings::Backend,
    Flock, Placement, Vec3,
};
use flock_testkit::flocks::{in_the_open, settings_in_cube};
use nalgebra::UnitQuaternion;

fn at(x: f32, y: f32, z: f32) -> Placement {
    Placement::at(Vec3::new(x, y, z))
}

fn ball(radius: f32, placement: Placement) -> MovingObstacle {
    let shape = ObstacleShape::Sphere { radius };
    MovingObstacle { shape, placement }
}

/// A ball, a capsule, a box and a hull.
fn shapes() -> [ObstacleShape; 4] {
    let corners = [
        [0.0, 0.0, 0.0],
        [0.6, 0.0, 0.0],
        [0.0, 0.6, 0.0],
        [0.0, 0.0, 0.6],
    ];
    [
        ObstacleShape::Sphere { radius: 0.3 },
        ObstacleShape::Capsule {
            start: Vec3::zeros(),
            end: Vec3::y(),
            radius: 0.2,
        },
        ObstacleShape::Box {
            half_extents: Vec3::new(0.5, 0.05, 0.3),
        },
        ObstacleShape::ConvexHull {
            points: corners.map(Vec3::from).to_vec(),
        },
    ]
}

/// A flock in which obstacles of all shapes circle.
fn busy(backend: Backend) -> (Flock, Vec<ObstacleId>) {
    let mut settings = settings_in_cube(1200);
    settings.simulation.backend = backend;
    let mut flock = in_the_open(settings);
    let ids = shapes().map(|shape| {
        let placement = at(5.0, 0.0, 0.0);
        flock
            .add_obstacle(MovingObstacle { shape, placement })
            .unwrap()
    });
    (flock, ids.to_vec())
}

/// Where the obstacles of [`busy`] are after so many seconds.
fn circling(number: usize, seconds: f32) -> Placement {
    let angle = 3.0 * seconds + number as f32;
    Placement {
        origin: Vec3::new(angle.cos(), 0.2 * number as f32 - 0.3, angle.sin()),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(angle, 0.5 * angle, 0.0)),
    }
}

fn move_all(flock: &mut Flock, ids: &[ObstacleId], seconds: f32) {
    for (number, id) in ids.iter().enumerate() {
        let placement = circling(number, seconds);
        assert!(flock.move_obstacle(*id, placement).unwrap());
    }
}

fn run(backend: Backend, steps: usize) -> u64 {
    let (mut flock, ids) = busy(backend);
    for step in 0..steps {
        move_all(&mut flock, &ids, step as f32 / 60.0);
        flock.step();
    }
    let statistics = flock.statistics();
    assert!(
        statistics.contacts > 100 && statistics.rescued > 0,
        "{statistics:?}"
    );
    flock.state_hash()
}
