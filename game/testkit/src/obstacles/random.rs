//! Obstacles of all shapes that fly, bounce and turn at random among boids and static geometry.

use super::judge::{octahedron, step, Judged};
use crate::{
    random::Random,
    triangles::{geometry, moved},
};
use flock_sim::{
    geometry::shapes,
    obstacles::{MovingObstacle, ObstacleId, ObstacleShape},
    settings::{Backend, Boundary, CollisionResponse, Region},
    Flock, Placement, Settings, Vec3,
};
use nalgebra::UnitQuaternion;

/// Half of the width of the scene, in metres.
pub const HALF: f32 = 3.0;
pub const DT: f32 = 1.0 / 60.0;

/// An obstacle with its motion.
pub struct Flying {
    pub id: ObstacleId,
    pub placement: Placement,
    pub velocity: Vec3,
    pub spin: Vec3,
}

impl Flying {
    pub fn go(&mut self) {
        for axis in 0..3 {
            if self.placement.origin[axis].abs() > HALF {
                self.velocity[axis] =
                    self.velocity[axis].abs() * -self.placement.origin[axis].signum();
            }
        }
        self.placement.origin += self.velocity * DT;
        let turn = UnitQuaternion::from_scaled_axis(self.spin * DT);
        self.placement.rotation =
            UnitQuaternion::new_normalize((turn * self.placement.rotation).into_inner());
    }
}

fn size(random: &mut Random) -> Vec3 {
    random.in_cube().abs() * 0.5 + Vec3::repeat(0.05)
}

pub fn shape(index: usize, random: &mut Random) -> ObstacleShape {
    let size = size(random);
    match index % 4 {
        0 => ObstacleShape::Sphere { radius: size.x },
        1 => ObstacleShape::Capsule {
            start: random.in_cube() * 0.5,
            end: random.in_cube(),
            radius: size.x / 3.0,
        },
        // Thin ones too.
        2 => ObstacleShape::Box {
            half_extents: size.component_mul(&Vec3::new(1.0, 0.1, 2.0)),
        },
        _ if index % 8 == 3 => octahedron(size),
        _ => ObstacleShape::ConvexHull {
            points: (0..9)
                .map(|_| random.in_cube().component_mul(&size))
                .collect(),
        },
    }
}

/// Number of boids and of steps of each scene.
pub fn effort() -> (u32, usize) {
    match std::env::var("FLOCK_LONG_TESTS").as_deref() {
        Ok("1") => (1000, 1250),
        _ => (250, 50),
    }
}

/// Judges a scene whose obstacles have about this speed, in m/s, and this angular velocity, in
/// rad/s.
fn judge(
    backend: Backend,
    [speed, spin]: [f32; 2],
    response: CollisionResponse,
    time_step: f32,
    middle: Vec3,
) -> Judged {
    let (boids, steps) = effort();
    let cube = |half: f32| Region::cube(half);
    let mut settings = Settings {
        boundary: Boundary::new(cube(HALF)),
        ..Settings::default()
    };
    settings.spawn.count = boids;
    settings.spawn.region = cube(HALF);
    settings.collision.response = response;
    // Those that bounce are blind, so that obstacles meet many.
    settings.avoidance.enabled = response == CollisionResponse::Slide;
    settings.simulation.time_step = time_step;
    settings.simulation.backend = backend;
    let geometry = geometry(&moved(&rocks(), middle));
    let placement = shifted(Placement::default(), middle);
    let mut flock = Flock::new(settings, placement, geometry.clone()).unwrap();
    let mut random = Random(1 + speed.to_bits() as u64 + spin.to_bits() as u64);
    let mut all: Vec<Flying> = (0..16)
        .map(|index| {
            let placement = Placement {
                origin: random.in_cube() * HALF,
                rotation: UnitQuaternion::from_scaled_axis(random.in_cube() * 3.0),
            };
            let obstacle = MovingObstacle {
                shape: shape(index, &mut random),
                placement: shifted(placement, middle),
            };
            Flying {
                id: flock.add_obstacle(obstacle).unwrap(),
                placement,
                velocity: random.in_cube() * speed,
                spin: random.in_cube() * spin,
            }
        })
        .collect();
    // Boids in which they appeared are carried out.
    flock.step();
    let mut judged = Judged::default();
    for _ in 0..steps {
        let before: Vec<(flock_sim::BoidId, Vec3)> =
            flock.boids().map(|it| (it.id, it.position)).collect();
        step(&mut flock, &mut judged, |flock| {
            for flying in &mut all {
                flying.go();
                let target = shifted(flying.placement, middle);
                flock.move_obstacle(flying.id, target).unwrap();
            }
        });
        for (id, from) in before {
            if let Some(boid) = flock
                .boid(id)
                .filter(|it| (it.position - from).norm() < 2.0)
            {
                assert!(
                    geometry.is_clear(boid.position, 0.0),
                    "{boid:?} is in a rock"
                );
            }
        }
        assert_eq!(flock.len() + flock.not_placed(), boids as usize);
        assert_eq!(flock.gpu_error(), None);
    }
    judged
}

/// Two balls of half a metre near the middle of the scene.
pub fn rocks() -> Vec<[Vec3; 3]> {
    let places = [[1.0, 0.0, 0.0], [-1.0, 0.5, 1.0]];
    places.map(|at| moved(&shapes::ball(0.5, 2), at)).concat()
}

/// A placement moved by so much.
fn shifted(placement: Placement, by: Vec3) -> Placement {
    Placement {
        origin: placement.origin + by,
        ..placement
    }
}

/// Obstacles that have at most this speed, in m/s, and this angular velocity, in rad/s.
pub fn check(backend: Backend, speed: f32, spin: f32) {
    check_around(backend, speed, spin, Vec3::zeros());
}

/// The same in a scene around a point.
pub fn check_around(backend: Backend, speed: f32, spin: f32, middle: Vec3) {
    let responses = [CollisionResponse::Slide, CollisionResponse::Bounce];
    let both = responses.map(|response| judge(backend, [speed, spin], response, DT, middle));
    println!("{speed} m/s, {spin} rad/s: {both:?}");
    for judged in &both {
        assert!(judged.rescued < judged.moves / 20, "{judged:?}");
    }
    // Boids that see slow obstacles come near none.
    let near: usize = both.iter().map(|judged| judged.near).sum();
    assert!(near > both[0].moves / 2500, "{both:?} proves little");
}

/// Steps of a tenth of a second.
pub fn check_long_steps(backend: Backend) {
    let judged = judge(
        backend,
        [3.0, 3.0],
        CollisionResponse::Bounce,
        0.1,
        Vec3::zeros(),
    );
    assert!(
        judged.near > judged.moves / 5000,
        "{judged:?} proves little"
    );
}
