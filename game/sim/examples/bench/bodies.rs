//! Moving obstacles in the workload.

use crate::subject::DT;
use flock_sim::{
    nalgebra::UnitQuaternion,
    obstacles::{MovingObstacle, ObstacleId, ObstacleShape},
    Flock, Placement, SettingsError, Vec3,
};
use flock_testkit::random::Random;

/// Balls, capsules and boxes of about a metre that fly straight on at 1 m/s and turn.
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
    /// Adds obstacles at random places in a cube.
    pub fn new(flock: &mut Flock, count: u32, half_width: f32) -> Result<Self, SettingsError> {
        let mut random = Random(3);
        let mut all = Vec::new();
        for index in 0..count {
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
