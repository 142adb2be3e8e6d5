//! Moving obstacles in the workload.

use crate::{subject::DT, workload::Workload};
use flock_sim::{
    geometry::shapes,
    nalgebra::UnitQuaternion,
    obstacles::{MovingObstacle, ObstacleId, ObstacleMesh, ObstacleShape},
    Flock, Placement, SettingsError, Vec3,
};
use flock_testkit::random::Random;

/// Balls, capsules and boxes of about a metre that fly straight on at up to 1 m/s and turn, and a ship.
pub struct Bodies {
    all: Vec<Body>,
    half_width: f32,
}

struct Body {
    id: ObstacleId,
    placement: Placement,
    velocity: Vec3,
}

impl Bodies {
    /// Adds obstacles at random places in a cube, and the ship in its middle.
    pub fn new(
        flock: &mut Flock,
        workload: &Workload,
        half_width: f32,
    ) -> Result<Self, SettingsError> {
        let mut random = Random(3);
        let mut all = Vec::new();
        if workload.ship {
            let (shape, placement) = (ship(0.5 * half_width)?, Placement::default());
            all.push(Body {
                id: flock.add_obstacle(MovingObstacle { shape, placement })?,
                placement,
                velocity: 2.0 * Vec3::x(),
            });
        }
        for index in 0..workload.obstacles {
            let placement = Placement::at(random.in_cube() * half_width);
            let shape = match index % 3 {
                0 => ObstacleShape::Sphere { radius: 0.5 },
                1 => ObstacleShape::Capsule {
                    start: -0.4 * Vec3::y(),
                    end: 0.4 * Vec3::y(),
                    radius: 0.3,
                },
                _ => ObstacleShape::Box {
                    half_extents: Vec3::new(0.5, 0.1, 0.5),
                },
            };
            all.push(Body {
                id: flock.add_obstacle(MovingObstacle { shape, placement })?,
                placement,
                velocity: random.in_ball(),
            });
        }
        Ok(Self { all, half_width })
    }

    /// Moves all of them by a step.
    pub fn go(&mut self, flock: &mut Flock) -> Result<(), SettingsError> {
        let turn = UnitQuaternion::from_scaled_axis(Vec3::y() * DT);
        for body in &mut self.all {
            let Placement { origin, rotation } = &mut body.placement;
            for axis in 0..3 {
                if origin[axis].abs() > self.half_width {
                    body.velocity[axis] = -origin[axis].signum() * body.velocity[axis].abs();
                }
            }
            *origin += body.velocity * DT;
            *rotation = UnitQuaternion::new_normalize((turn * *rotation).into_inner());
            flock.move_obstacle(body.id, body.placement)?;
        }
        Ok(())
    }
}

/// An ellipsoid, a fifth as wide as it is long.
fn ship(half_length: f32) -> Result<ObstacleShape, SettingsError> {
    let size = half_length * Vec3::new(1.0, 0.2, 0.2);
    let ball = shapes::ball(1.0, 5).into_iter();
    let triangles: Vec<_> = ball
        .map(|corners| corners.map(|it| it.component_mul(&size)))
        .collect();
    let mesh = ObstacleMesh::new(&triangles)?;
    mesh.prepare();
    Ok(ObstacleShape::Mesh(mesh))
}
