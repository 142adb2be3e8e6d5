//! Wind on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{
    influences::{Influence, InfluenceKind, InfluenceMotion},
    settings::{Boundary, BoundaryMode, Region},
    Settings, Vec3,
};
use flock_testkit::{
    backends::{assert_on_gpu, twin},
    crossing::levels,
    flocks::{by_id, in_the_open},
    wind::{blow_against, storm},
};

#[test]
fn no_boid_crosses_a_maze_of_thin_sheets() {
    blow_against(&levels::maze(), gpu_backend());
}

#[test]
fn no_boid_crosses_shapes_of_all_kinds() {
    blow_against(&levels::shapes(), gpu_backend());
}

/// One step with each boundary, after some on the CPU, with an influence of each sort that leads;
/// one of them moves.
#[test]
fn a_step_is_that_of_the_cpu() {
    let half = 4.0;
    let cube = Region::cube(half);
    let ball = Region::sphere(half);
    let soft = BoundaryMode::SoftTurn { margin: 1.0 };
    for shape in [cube, ball] {
        for mode in [BoundaryMode::Reflect, soft, BoundaryMode::Wrap] {
            let mut settings = Settings::default();
            settings.spawn.region = shape;
            settings.boundary = Boundary::new(shape).with_mode(mode);
            let mut cpu = in_the_open(settings);
            cpu.set_wind(storm(1.0, Vec3::new(1.0, 0.3, -0.2))).unwrap();
            let path = InfluenceKind::Path {
                points: vec![Vec3::x() * -3.0, Vec3::y(), Vec3::x() * 3.0],
                radius: 0.5,
                look_ahead: 1.0,
                is_loop: true,
            };
            let point = Vec3::new(1.0, -1.0, 0.0);
            let slowing = 1.0;
            let motion = InfluenceMotion {
                velocity: Vec3::new(0.3, 0.0, -0.2),
                spin: Vec3::y() * 0.1,
                about: point,
            };
            let target = Influence::new(InfluenceKind::Target { point, slowing });
            for influence in [Influence::new(path), target.with_motion(motion)] {
                cpu.add_influence(influence).unwrap();
            }
            (0..60).for_each(|_| cpu.step());
            let mut gpu = twin(&cpu, gpu_backend());
            cpu.step();
            gpu.step();
            assert_on_gpu(&gpu);
            let pairs = by_id(&cpu).into_iter().zip(by_id(&gpu));
            let differ = pairs.filter(|(cpu, gpu)| {
                (cpu.velocity - gpu.velocity).norm() > 1e-3
                    || (cpu.position - gpu.position).norm() > 1e-4
            });
            // The wind holds boids at the wall itself, where rounding decides whether they turn.
            let (held, differ): (Vec<_>, Vec<_>) =
                differ.partition(|(cpu, _)| is_at_wall(&shape, cpu.position));
            assert!(20 * held.len() <= cpu.len(), "{shape:?} {mode:?}: {held:?}");
            // Those at the edge of the tube of the path.
            assert!(differ.len() <= 10, "{shape:?} {mode:?}: {differ:?}");
        }
    }
}

/// True for a point at the boundary with this centred shape.
fn is_at_wall(shape: &Region, point: Vec3) -> bool {
    let beyond = match shape {
        Region::Box { max, .. } => (point.abs() - max).max(),
        Region::Sphere { radius, .. } => point.norm() - radius,
    };
    beyond.abs() < 1e-3
}
