//! Obstacles of all shapes that fly, bounce and turn at random among boids and static geometry.

use super::{
    judge::{octahedron, step, Judged},
    meshes,
};
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

/// A mesh: open, closed, hollow, or of triangles that cross each other.
fn mesh(index: usize, random: &mut Random) -> ObstacleShape {
    let size = size(random);
    meshes::mesh(&match index % 5 {
        0 => meshes::open_box(size),
        1 => meshes::plates(size),
        2 => meshes::arms(size),
        3 => meshes::hollow_ball(size.x, 0.6 * size.x),
        _ => meshes::ring(size.x, 0.5 * size.y, 1.0),
    })
}

/// Number of boids and of steps of each scene.
pub fn effort() -> (u32, usize) {
    match std::env::var("FLOCK_LONG_TESTS").as_deref() {
        Ok("1") => (1000, 1250),
        _ => (250, 50),
    }
}

/// A scene of which every move is judged.
pub struct Trial {
    pub backend: Backend,
    pub boids: u32,
    pub steps: usize,
    /// About the speed of the obstacles, in m/s.
    pub speed: f32,
    /// About their angular velocity, in rad/s.
    pub spin: f32,
    pub response: CollisionResponse,
    pub time_step: f32,
    pub middle: Vec3,
    /// Of the places and the obstacles; tests have 0.
    pub seed: u64,
    /// True if the obstacles are meshes.
    pub has_meshes: bool,
}

impl Trial {
    fn new(backend: Backend, [speed, spin]: [f32; 2], response: CollisionResponse) -> Self {
        let (boids, steps) = effort();
        Self {
            backend,
            boids,
            steps,
            speed,
            spin,
            response,
            time_step: DT,
            middle: Vec3::zeros(),
            seed: 0,
            has_meshes: false,
        }
    }

    fn settings(&self) -> Settings {
        let cube = Region::cube(HALF);
        let mut settings = Settings {
            boundary: Boundary::new(cube),
            ..Settings::default()
        };
        settings.spawn.count = self.boids;
        settings.spawn.region = cube;
        settings.spawn.seed = (self.seed as u32).wrapping_add(1);
        settings.collision.response = self.response;
        // Those that bounce are blind, so that obstacles meet many.
        settings.avoidance.enabled = self.response == CollisionResponse::Slide;
        settings.simulation.time_step = self.time_step;
        settings.simulation.backend = self.backend;
        settings
    }

    fn add_obstacles(&self, flock: &mut Flock) -> Vec<Flying> {
        let bits = u64::from(self.speed.to_bits()) + u64::from(self.spin.to_bits());
        let mut random = Random(1 + bits + self.seed);
        let add = |index| {
            let placement = Placement {
                origin: random.in_cube() * HALF,
                rotation: UnitQuaternion::from_scaled_axis(random.in_cube() * 3.0),
            };
            let shape = if self.has_meshes { mesh } else { shape };
            let obstacle = MovingObstacle {
                shape: shape(index, &mut random),
                placement: shifted(placement, self.middle),
            };
            Flying {
                id: flock.add_obstacle(obstacle).unwrap(),
                placement,
                velocity: random.in_cube() * self.speed,
                spin: random.in_cube() * self.spin,
            }
        };
        (0..16).map(add).collect()
    }

    /// # Panics
    /// At the first move that crosses anything.
    pub fn judge(&self) -> Judged {
        let geometry = geometry(&moved(&rocks(), self.middle));
        let placement = shifted(Placement::default(), self.middle);
        let mut flock = Flock::new(self.settings(), placement, geometry.clone()).unwrap();
        let mut all = self.add_obstacles(&mut flock);
        // Boids in which they appeared are carried out.
        flock.step();
        let mut judged = Judged::default();
        for _ in 0..self.steps {
            let before: Vec<(flock_sim::BoidId, Vec3)> =
                flock.boids().map(|it| (it.id, it.position)).collect();
            step(&mut flock, &mut judged, |flock| {
                for flying in &mut all {
                    flying.go();
                    let target = shifted(flying.placement, self.middle);
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
            assert_eq!(flock.len() + flock.not_placed(), self.boids as usize);
            assert_eq!(flock.gpu_error(), None);
        }
        judged
    }
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
    let both = responses.map(|response| {
        let trial = Trial::new(backend, [speed, spin], response);
        Trial { middle, ..trial }.judge()
    });
    println!("{speed} m/s, {spin} rad/s: {both:?}");
    for judged in &both {
        assert!(judged.rescued < judged.moves / 20, "{judged:?}");
    }
    // Boids that see slow obstacles come near none.
    let near: usize = both.iter().map(|judged| judged.near).sum();
    assert!(near > both[0].moves / 2500, "{both:?} proves little");
}

/// Meshes that have at most this speed, in m/s, and this angular velocity, in rad/s.
pub fn check_meshes(backend: Backend, speed: f32, spin: f32) {
    for response in [CollisionResponse::Slide, CollisionResponse::Bounce] {
        let trial = Trial::new(backend, [speed, spin], response);
        let has_meshes = true;
        let judged = Trial {
            has_meshes,
            ..trial
        }
        .judge();
        println!("{speed} m/s, {spin} rad/s: {judged:?}");
        assert!(judged.rescued < judged.moves / 20, "{judged:?}");
        assert!(
            judged.near > judged.moves / 2500,
            "{judged:?} proves little"
        );
    }
}

/// Steps of a tenth of a second.
pub fn check_long_steps(backend: Backend) {
    let trial = Trial::new(backend, [3.0, 3.0], CollisionResponse::Bounce);
    let time_step = 0.1;
    let judged = Trial { time_step, ..trial }.judge();
    assert!(
        judged.near > judged.moves / 5000,
        "{judged:?} proves little"
    );
}
