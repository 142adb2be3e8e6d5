//! Moving obstacles on the GPU: the trials of `property/obstacles`, and boid by boid against the
//! CPU.

use crate::backend::gpu_backend;
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    settings::{
        AvoidanceSteering, Backend, Boundary, BoundaryMode, CollisionResponse, Plane, Region,
    },
    wind::Wind,
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    backends::{assert_on_gpu, twin},
    flocks::{by_id, in_the_open},
    obstacles::{
        all_at_once, birds, doors,
        judge::octahedron,
        meshes,
        random::{self, check, check_around, check_long_steps, check_meshes},
        wraps,
    },
    triangles::geometry,
};
use nalgebra::UnitQuaternion;
use std::{sync::Arc, thread, time::Duration};

#[test]
fn slow_obstacles() {
    check(gpu_backend(), 0.5, 0.5);
}

#[test]
fn obstacles_that_turn_fast() {
    check(gpu_backend(), 2.0, 40.0);
}

#[test]
fn obstacles_faster_than_their_own_size_in_a_step() {
    check(gpu_backend(), 100.0, 20.0);
}

#[test]
fn far_from_the_origin() {
    check_around(gpu_backend(), 10.0, 5.0, Vec3::new(1000.0, -700.0, 300.0));
}

#[test]
fn long_steps() {
    check_long_steps(gpu_backend());
}

#[test]
fn slow_meshes() {
    check_meshes(gpu_backend(), 1.0, 2.0);
}

#[test]
fn fast_meshes() {
    check_meshes(gpu_backend(), 10.0, 5.0);
}

#[test]
fn a_door_that_closes_on_a_school() {
    doors::a_door_that_closes_on_a_school(gpu_backend());
}

#[test]
fn a_player_who_runs_through_a_flock() {
    doors::a_player_who_runs_through_a_flock(gpu_backend());
}

#[test]
fn bodies_in_every_state_are_pushed_by_a_wall() {
    birds::check(gpu_backend());
}

#[test]
fn boids_that_pass_a_boundary_in_long_steps() {
    wraps::fast(gpu_backend(), wraps::sphere(), Plane::All);
    wraps::fast(gpu_backend(), wraps::sphere(), Plane::Xz);
    wraps::fast(gpu_backend(), wraps::cube(), Plane::All);
}

#[test]
#[ignore = "slow"]
fn nothing_is_crossed_in_a_storm_among_hunters_doors_walls_and_perches() {
    all_at_once::judge(gpu_backend(), 170, 60, CollisionResponse::Slide);
}

#[test]
#[ignore = "slow"]
fn a_lift_through_a_flock() {
    doors::a_lift_through_a_flock(gpu_backend());
}

/// Half of the width of the scene, in metres.
const HALF: f32 = 3.0;

fn settings() -> Settings {
    let mut settings = Settings {
        boundary: Boundary::new(Region::cube(HALF)),
        ..Settings::default()
    };
    settings.spawn.count = 1500;
    settings.spawn.region = Region::cube(HALF);
    settings.simulation.backend = Backend::AllThreads;
    settings
}

fn rocks() -> Arc<Geometry> {
    geometry(&random::rocks())
}

/// Obstacles of all convex shapes around the middle of the scene.
fn convex() -> [ObstacleShape; 4] {
    [
        ObstacleShape::Sphere { radius: 0.6 },
        ObstacleShape::Capsule {
            start: Vec3::new(-0.5, 0.0, 0.2),
            end: Vec3::new(0.7, 0.1, 0.0),
            radius: 0.2,
        },
        ObstacleShape::Box {
            half_extents: Vec3::new(0.8, 0.1, 0.6),
        },
        octahedron(Vec3::new(0.7, 0.4, 0.5)),
    ]
}

fn some_meshes() -> [ObstacleShape; 4] {
    let size = Vec3::new(0.8, 0.4, 0.6);
    [
        meshes::open_box(size),
        meshes::plates(size),
        meshes::hollow_ball(0.6, 0.4),
        meshes::arms(size),
    ]
    .map(|triangles| meshes::mesh(&triangles))
}

fn place(index: usize, step: usize) -> Placement {
    let angle = 0.04 * step as f32 + 1.5 * index as f32;
    Placement {
        origin: Vec3::new(1.8 * angle.cos(), (0.7 * angle).sin(), 1.8 * angle.sin()),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.3, 1.0, 0.2) * angle),
    }
}

/// Makes many steps on the CPU, and each once more on the GPU from the same state: all but a
/// hundredth of the boids near obstacles go where they go on the CPU, and what is counted is the
/// same.
fn assert_same_steps(name: &str, settings: Settings, geometry: &Arc<Geometry>, wind: Wind) {
    let flock = Flock::new(settings, Placement::default(), geometry.clone()).unwrap();
    assert_same_steps_among((&convex(), 1), name, flock, wind);
}

/// The same among obstacles of these shapes, with so many hundredths of the boids that go elsewhere.
fn assert_same_steps_among(
    (shapes, hundredths): (&[ObstacleShape], u64),
    name: &str,
    mut flock: Flock,
    wind: Wind,
) {
    let backend = gpu_backend();
    flock.set_wind(wind).unwrap();
    let add = |shape: &ObstacleShape| {
        let obstacle = MovingObstacle {
            shape: shape.clone(),
            placement: place(0, 0),
        };
        flock.add_obstacle(obstacle).unwrap()
    };
    let ids: Vec<_> = shapes.iter().map(add).collect();
    let (mut touched, mut differ, mut off) = (0, 0, 0);
    // Shaders are compiled once as long as a flock uses them.
    let mut last_twin = None;
    for step in 0..60 {
        for (index, id) in ids.iter().enumerate() {
            flock.move_obstacle(*id, place(index, step)).unwrap();
        }
        if step % 6 != 5 {
            flock.step();
            continue;
        }
        let mut twin = twin(&flock, backend);
        let before = flock.statistics();
        flock.step();
        twin.step();
        assert_on_gpu(&twin);
        let [expected, found] = [&flock, &twin].map(Flock::statistics);
        let contacts = expected.contacts - before.contacts;
        touched += contacts;
        off += contacts.abs_diff(found.contacts - before.contacts);
        let (speed, dt) = (flock.settings().motion.max_speed, 1.0 / 60.0);
        for (expected, found) in by_id(&flock).iter().zip(&by_id(&twin)) {
            assert_eq!(expected.id, found.id);
            let is_alike = (expected.velocity - found.velocity).norm() <= 2e-3 * speed
                && (expected.position - found.position).norm() <= 2e-3 * speed * dt + 1e-4;
            if !is_alike {
                differ += 1;
                println!("{name}: {expected:?}, not {found:?}");
            }
        }
        last_twin = Some(twin);
    }
    println!("{name}: {touched} touched, {differ} differ, {off} contacts off");
    assert!(
        last_twin.is_some() && touched > 25,
        "{name}: {touched} prove little"
    );
    assert!(
        100 * differ <= hundredths * touched && 100 * off <= touched,
        "{name}"
    );
}

#[test]
fn boids_are_pushed_and_step_aside_as_on_the_cpu() {
    let still = Wind::default();
    assert_same_steps("open", settings(), &Arc::default(), still);
    assert_same_steps("rocks", settings(), &rocks(), still);
    let mut blind = settings();
    blind.avoidance.enabled = false;
    assert_same_steps("blind", blind, &rocks(), still);
    let mut toward = settings();
    toward.avoidance.steering = AvoidanceSteering::Toward;
    toward.avoidance.cohesion_fade = 0.7;
    assert_same_steps("toward", toward, &Arc::default(), still);
}

/// Where a boid meets two triangles of a mesh at once, rounding chooses the one that gives the normal.
#[test]
fn boids_are_pushed_by_meshes_and_see_them_as_on_the_cpu() {
    for (name, geometry) in [("meshes", Arc::default()), ("meshes and rocks", rocks())] {
        let flock = Flock::new(settings(), Placement::default(), geometry).unwrap();
        assert_same_steps_among((&some_meshes(), 4), name, flock, Wind::default());
    }
}

#[test]
fn boids_are_pushed_in_wind_through_boundaries_and_in_a_plane_as_on_the_cpu() {
    let velocity = Vec3::new(1.5, 0.3, -0.5);
    let wind = Wind {
        velocity,
        ..Wind::default()
    };
    assert_same_steps("wind", settings(), &rocks(), wind);
    let mut wraps = settings();
    wraps.boundary.shape = Region::cube(2.0);
    wraps.boundary.mode = BoundaryMode::Wrap;
    wraps.spawn.region = Region::cube(2.0);
    assert_same_steps("wraps", wraps.clone(), &Arc::default(), Wind::default());
    assert_same_steps("wraps among rocks", wraps, &rocks(), Wind::default());
    let mut planar = settings();
    planar.motion.plane = Plane::Xz;
    assert_same_steps("planar", planar, &Arc::default(), Wind::default());
}

/// What the flock draws after some frames.
fn frames(backend: Backend) -> Flock {
    let mut settings = settings();
    settings.simulation.backend = backend;
    let mut flock = in_the_open(settings);
    let mut placement = place(0, 0);
    let shape = ObstacleShape::Sphere { radius: 0.8 };
    let ball = flock.add_obstacle(MovingObstacle { shape, placement });
    let ball = ball.unwrap();
    for step in 0..40 {
        placement = place(0, step);
        flock.move_obstacle(ball, placement).unwrap();
        flock.advance(1.0 / 60.0);
        if backend == Backend::Gpu {
            assert_on_gpu(&flock);
        }
    }
    // The boids that were caught in the last frames are carried out as soon as their states are
    // read back.
    let inside = |flock: &Flock| flock.in_sphere(placement.origin, 0.8).count();
    for _ in 0..10_000 {
        flock.advance(1.0 / 60.0);
        if inside(&flock) == 0 {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(inside(&flock), 0);
    flock
}

/// Boids over which an obstacle is put are carried out, and the others stay on the GPU.
#[test]
fn an_obstacle_that_is_teleported_over_boids() {
    let mut settings = settings();
    settings.simulation.backend = gpu_backend();
    let mut flock = in_the_open(settings);
    let shape = ObstacleShape::Sphere { radius: 0.9 };
    let placement = place(0, 0);
    let ball = flock.add_obstacle(MovingObstacle { shape, placement });
    let ball = ball.unwrap();
    for step in 0..6 {
        flock.step();
        let there = place(1, 40 * step);
        assert!(flock.teleport_obstacle(ball, there).unwrap());
        let rescued = flock.statistics().rescued;
        flock.step();
        assert_on_gpu(&flock);
        assert!(flock.statistics().rescued > rescued);
        assert_eq!(flock.in_sphere(there.origin, 0.9).count(), 0);
        assert_eq!((flock.len(), flock.not_placed()), (1500, 0));
    }
    assert!(flock.remove_obstacle(ball).is_some());
    flock.step();
    assert_on_gpu(&flock);
}

/// Frames carry boids out as well, some frames later.
#[test]
fn boids_caught_in_frames_are_carried_out() {
    let [cpu, gpu] = [Backend::AllThreads, gpu_backend()].map(frames);
    let rescued = [&cpu, &gpu].map(|flock| flock.statistics().rescued);
    assert!(rescued.iter().all(|it| *it > 0), "{rescued:?}");
    assert_eq!(gpu.len() + gpu.not_placed(), 1500);
}
