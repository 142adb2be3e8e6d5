//! Random scenes with boids that have just started.

use crate::{
    cases,
    flock::Flock,
    geometry::{shapes, Geometry},
    math::{frame::Placement, samples::vector, Vec3},
    settings::{AvoidanceSteering, Backend, Boundary, Growth, Plane, Settings},
};
use nalgebra::UnitQuaternion;
use proptest::{prelude::*, test_runner::TestRunner};
use std::{cell::Cell, sync::Arc};

#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) settings: Settings,
    pub(super) placement: Placement,
    triangles: Vec<[Vec3; 3]>,
    boids: Vec<(Vec3, Vec3)>,
}

impl Scene {
    /// Flock of the boids that fit. Nothing but avoidance moves them.
    pub(super) fn flock(&self) -> Flock {
        let geometry = Arc::new(Geometry::new(&self.triangles).0);
        let mut flock = Flock::new(self.settings.clone(), self.placement, geometry).unwrap();
        let collision = &self.settings.collision;
        let radius = 1.01 * (collision.body_radius + collision.skin);
        for (position, velocity) in &self.boids {
            if flock.geometry().is_clear(*position, radius) {
                flock.spawn_at(*position, *velocity).unwrap();
            }
        }
        flock
    }
}

/// Number of cases compared, and of cases skipped because they are too close to a decision.
#[derive(Default)]
pub(super) struct Count {
    compared: Cell<usize>,
    passed_over: Cell<usize>,
}

impl Count {
    pub(super) fn note(&self, is_compared: bool) {
        let count = if is_compared {
            &self.compared
        } else {
            &self.passed_over
        };
        count.set(count.get() + 1);
    }

    /// Asserts that at least `compared` cases were compared, and at most this share was skipped.
    pub(super) fn assert(&self, compared: usize, passed_over: f64) {
        let (of_those, others) = (self.compared.get(), self.passed_over.get());
        println!("{of_those} compared, {others} passed over");
        assert!(of_those >= compared, "only {of_those} were compared");
        let share = others as f64 / (of_those + others) as f64;
        assert!(
            share <= passed_over,
            "{others} of {} passed over",
            of_those + others
        );
    }
}

/// Runs `check` on this number of random scenes.
pub(super) fn each(scenes: u32, check: impl Fn(&Scene, &mut Flock)) {
    let test = |scene: Scene| {
        check(&scene, &mut scene.flock());
        Ok(())
    };
    let mut runner = TestRunner::new(cases::config(scenes));
    runner
        .run(&scene(), test)
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// Loose triangles, a box and a ball, within about 3 m of the origin.
fn triangles() -> impl Strategy<Value = Vec<[Vec3; 3]>> {
    let loose = prop::collection::vec((vector(3.0), vector(1.5), vector(1.5)), 1..40);
    let box_and_ball = (vector(2.0), vector(1.0), vector(2.0), 0.2f32..1.0);
    (loose, box_and_ball).prop_map(|(loose, (box_at, half, ball_at, radius))| {
        let by = |at: Vec3| move |t: [Vec3; 3]| t.map(|vertex| vertex + at);
        let loose = loose.into_iter().map(|(a, b, c)| [a, a + b, a + c]);
        let cuboid = shapes::cuboid(half).into_iter().map(by(box_at));
        let ball = shapes::ball(radius, 1).into_iter().map(by(ball_at));
        loose.chain(cuboid).chain(ball).collect()
    })
}

fn settings() -> impl Strategy<Value = Settings> {
    let directions = (1u32..150, 0.0f32..360.0, 0.0f32..200.0);
    let push = (0.5f32..40.0, 0.5f32..40.0, 0.1f32..2.0);
    let steering = prop::sample::select(vec![AvoidanceSteering::Turn, AvoidanceSteering::Toward]);
    let growth = prop::sample::select(vec![Growth::Constant, Growth::Linear, Growth::Quadratic]);
    let plane = prop::sample::select(vec![
        Plane::All,
        Plane::All,
        Plane::Xz,
        Plane::Xy,
        Plane::Yz,
    ]);
    let body = (0.01f32..0.2, 0.0f32..0.02);
    (directions, push, steering, growth, plane, body).prop_map(
        |(directions, push, steering, growth, plane, (body_radius, skin))| {
            let mut settings = Settings::default();
            settings.spawn.count = 0;
            for rule in [
                &mut settings.cohesion,
                &mut settings.separation,
                &mut settings.alignment,
            ] {
                rule.enabled = false;
            }
            let avoidance = &mut settings.avoidance;
            (
                avoidance.rays,
                avoidance.field_of_view,
                avoidance.examined_view,
            ) = directions;
            (
                avoidance.weight,
                settings.motion.max_acceleration,
                avoidance.look_ahead,
            ) = push;
            avoidance.steering = steering;
            avoidance.growth = growth;
            settings.motion.plane = plane;
            settings.motion.max_speed = 1000.0;
            settings.collision.body_radius = body_radius;
            settings.collision.skin = skin;
            settings.boundary = Boundary {
                enabled: false,
                ..Boundary::default()
            };
            settings.simulation.backend = Backend::SingleThread;
            settings.simulation.time_step = 0.001;
            settings
        },
    )
}

fn scene() -> impl Strategy<Value = Scene> {
    let boids = prop::collection::vec((vector(4.0), vector(3.0)), 60);
    let placement = (vector(5.0), vector(3.0)).prop_map(|(origin, turn)| Placement {
        origin,
        rotation: UnitQuaternion::from_scaled_axis(turn),
    });
    (settings(), placement, triangles(), boids).prop_map(
        |(settings, placement, triangles, boids)| {
            // Velocities of a planar flock lie in its plane.
            let normal = settings
                .motion
                .plane
                .normal(crate::math::frame::Frame::new(&placement));
            let in_plane = |(position, velocity): (Vec3, Vec3)| {
                (position, velocity - normal * normal.dot(&velocity))
            };
            let boids = boids.into_iter().map(in_plane).collect();
            Scene {
                settings,
                placement,
                triangles,
                boids,
            }
        },
    )
}
