//! Tests of the pass that steers.

mod extremes;

use super::{
    device::gpu,
    run_passes,
    samples::{assert_between, bounded, placement, shifts, vector},
};
use crate::{
    boundary::{Contain, Containment, PeriodicBox},
    gpu::{
        boid_buffers::BoidMotion, boundary::BoundaryUniform, passes::Variant,
        steering::SteeringInputs, step::GpuStep,
    },
    math::{
        frame::{Frame, Placement},
        reference_frame::{FrameStep, FrameVelocity},
        simd::SimdWidth,
        Vec3,
    },
    motion::inertia::{Feel, Inertia},
    settings::Settings,
    state::{
        boids::{BoidState, Boids},
        pose::Pose,
    },
    steering::{
        combine::{Steer, SteeringParams},
        flee::{Flee, FleeSource},
        limits::{Limit, Limits},
    },
};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

/// One boid: position and velocity, the wish of the rules, and the wish of avoidance.
type Boid = (Vec3, Vec3, Vec3, Vec3);

/// Parameters that determine the velocities.
struct Scene {
    steering_params: SteeringParams,
    limits: Limits,
    containment: Option<Containment>,
    flee_sources: Vec<FleeSource>,
    periodic_box: Option<PeriodicBox>,
    has_push: bool,
    inertia: Option<Inertia>,
}

impl Scene {
    fn new(
        settings: &Settings,
        placement: &Placement,
        flee_sources: Vec<FleeSource>,
        has_push: bool,
    ) -> Self {
        let frame = Frame::new(placement);
        Self {
            steering_params: SteeringParams::new(
                &settings.motion,
                frame,
                settings.simulation.time_step,
            ),
            limits: Limits::new(settings, frame),
            containment: Containment::new(settings, frame),
            flee_sources,
            periodic_box: PeriodicBox::new(settings, frame),
            has_push,
            inertia: None,
        }
    }

    /// The same scene in a frame that moves.
    fn in_frame(mut self, settings: &Settings, frame_step: &FrameStep) -> Self {
        let (normal, dt) = (self.limits.normal.into(), self.steering_params.dt);
        self.inertia = Inertia::new(frame_step, &settings.motion, normal, dt);
        self
    }
}

fn slot(index: usize) -> u32 {
    index as u32 * 7 + 3
}

fn columns(boids: &[Boid], of: impl Fn(&Boid) -> Vec3) -> [Vec<f32>; 3] {
    [0, 1, 2].map(|axis| boids.iter().map(|boid| of(boid)[axis]).collect())
}

fn slices(columns: &[Vec<f32>; 3]) -> [&[f32]; 3] {
    columns.each_ref().map(Vec::as_slice)
}

/// The velocities on the CPU, for boids that are shifted a little.
fn expected(scene: &Scene, boids: &[Boid], shift: Vec3) -> Vec<[f32; 3]> {
    let position = columns(boids, |boid| boid.0 + shift);
    let before = columns(boids, |boid| boid.1);
    let (wish, push) = (columns(boids, |boid| boid.2), columns(boids, |boid| boid.3));
    let (position, before) = (slices(&position), slices(&before));
    let slot: Vec<u32> = (0..boids.len()).map(slot).collect();
    let mut velocity = columns(boids, |_| Vec3::zeros());
    let mut next = velocity.each_mut().map(Vec::as_mut_slice);
    let vectors = SimdWidth::BASELINE;
    vectors.run(Steer {
        steering_params: &scene.steering_params,
        before,
        wish: slices(&wish),
        avoidance_wish: scene.has_push.then(|| slices(&push)),
        velocity: crate::state::boids::borrow(&mut next),
    });
    vectors.run(Flee {
        flee_sources: &scene.flee_sources,
        periodic_box: scene.periodic_box.as_ref(),
        dt: scene.steering_params.dt,
        position,
        before,
        velocity: crate::state::boids::borrow(&mut next),
    });
    vectors.run(Limit {
        limits: &scene.limits,
        before,
        slot: &slot,
        velocity: crate::state::boids::borrow(&mut next),
    });
    if let Some(inertia) = &scene.inertia {
        vectors.run(Feel {
            inertia,
            position,
            velocity: crate::state::boids::borrow(&mut next),
        });
    }
    if let Some(containment) = &scene.containment {
        vectors.run(Contain {
            containment,
            position,
            velocity: next,
        });
    }
    let [x, y, z] = &velocity;
    (0..boids.len())
        .map(|index| [x[index], y[index], z[index]])
        .collect()
}

/// The velocities and phases on the GPU.
fn found(scene: &Scene, boids: &[Boid]) -> Vec<BoidMotion> {
    let (gpu, count) = (gpu(), boids.len());
    let mut states = Boids::default();
    for (index, boid) in boids.iter().enumerate() {
        states.push(&BoidState {
            position: boid.0,
            velocity: boid.1,
            slot: slot(index),
            pose: Pose {
                phase: phase(index),
                ..Pose::default()
            },
        });
    }
    let rows = |of: fn(&Boid) -> Vec3| {
        let row = |boid| of(boid).push(0.5).into();
        boids.iter().map(row).collect::<Vec<[f32; 4]>>()
    };
    let mut step = GpuStep::new(gpu, count, 0).unwrap();
    let it = &step.buffers;
    it.before.write(gpu, &states);
    gpu.write(&it.neighbours.wishes, &rows(|boid| boid.2));
    gpu.write(&it.avoidance.wishes, &rows(|boid| boid.3));
    let boundary = BoundaryUniform::new(scene.containment.as_ref());
    gpu.write(&it.boundary, &[boundary]);
    let inputs = SteeringInputs {
        params: &scene.steering_params,
        sources: &scene.flee_sources,
        limits: &scene.limits,
        limits_of_more: None,
        inertia: scene.inertia.as_ref(),
    };
    it.steering.write(gpu, &inputs, scene.has_push, count);
    let variant = Variant {
        has_periodic_box: scene.periodic_box.is_some(),
        ..Variant::default()
    };
    run_passes(&mut step, &["steer"], variant, count);
    gpu.read(&step.buffers.current.motions, count).unwrap()
}

fn phase(index: usize) -> f32 {
    index as f32 / 1000.0
}

/// Asserts that each velocity equals that of the CPU up to a few times the rounding of its terms.
fn assert_same(scene: &Scene, boids: &[Boid], shifts: impl Iterator<Item = Vec3>) {
    let near: Vec<_> = shifts.map(|shift| expected(scene, boids, shift)).collect();
    for (index, found) in found(scene, boids).iter().enumerate() {
        let all = near.iter().map(|velocities| velocities[index]);
        let size = Vec3::from(near[0][index]).norm() + boids[index].1.norm();
        let what = format!("{:?}", boids[index]);
        assert_between(&what, &found.velocity, all, 2e-5 * size + 1e-9);
        assert_eq!(found.phase, phase(index));
    }
}

/// A vector of any size, often with zero components.
fn sized(most: i32) -> impl Strategy<Value = Vec3> {
    let part = || prop_oneof![1 => Just(0.0f32), 4 => -1.0f32..1.0];
    let scale = prop_oneof![1 => Just(-140i32), 2 => -60..-20, 8 => -3..most];
    (part(), part(), part(), scale)
        .prop_map(|(x, y, z, scale)| Vec3::new(x, y, z) * 2f32.powi(scale))
}

fn boid() -> impl Strategy<Value = Boid> {
    let push = prop_oneof![Just(Vec3::zeros()), sized(8)];
    (
        vector(8.0),
        sized(3),
        sized(12),
        push,
        any::<u8>(),
        0.1f32..3.0,
    )
        .prop_map(|(place, before, wish, push, kind, factor)| match kind % 8 {
            // Straight back; with velocity steering the wish is the new velocity.
            0 => (place, before, before * -factor, Vec3::zeros()),
            // At rest, with no wish to move.
            1 => (place, Vec3::zeros(), Vec3::zeros(), Vec3::zeros()),
            _ => (place, before, wish, push),
        })
}

fn flee_source() -> impl Strategy<Value = FleeSource> {
    (vector(6.0), 0.001f32..10.0, 0.0f32..100.0).prop_map(|(point, radius, strength)| FleeSource {
        point,
        radius,
        strength,
    })
}

prop_compose! {
    fn settings()(
        mut settings in bounded(),
        enabled in any::<bool>(),
        dt in 0.001f32..0.05,
        (min, max) in (prop_oneof![Just(0.0f32), 0.001f32..4.0], prop_oneof![1 => Just(0.0f32), 6 => 0.001f32..8.0]),
        rate in prop::option::of(prop_oneof![Just(0.0f32), 1.0f32..9000.0]),
        flattening in prop_oneof![Just(0.0f32), Just(1.0), 0.0f32..1.0],
        acceleration in 0.0f32..50.0,
    ) -> Settings {
        settings.boundary.enabled = enabled;
        settings.simulation.time_step = dt;
        let motion = &mut settings.motion;
        (motion.min_speed, motion.max_speed) = (min, max);
        motion.limit_turning = rate.is_some();
        motion.max_turn_rate = rate.unwrap_or_default();
        motion.flattening = flattening;
        motion.max_acceleration = acceleration;
        settings
    }
}

prop_compose! {
    /// A frame that turns, and changes its velocity and its rotation.
    fn frame_step()(
        axis in sized(1),
        before in (vector(20.0), vector(3.0)),
        change in (sized(1), sized(1)),
    ) -> FrameStep {
        let (linear, angular) = (before.0.cast(), before.1.cast());
        FrameStep {
            rotation: UnitQuaternion::from_scaled_axis(axis.cast()),
            before: FrameVelocity { linear, angular },
            velocity: FrameVelocity {
                linear: linear + change.0.cast::<f64>(),
                angular: angular + change.1.cast::<f64>() * 0.1,
            },
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::config(60))]

    #[test]
    fn velocities_are_those_of_the_cpu(
        settings in settings(),
        placement in placement(),
        flee_sources in prop::collection::vec(flee_source(), 0..4),
        has_push in any::<bool>(),
        count in prop::sample::select(vec![0usize, 1, 255, 256, 257, 300]),
        boids in prop::collection::vec(boid(), 300),
        frame in prop::option::of((frame_step(), 0.0f32..=1.0)),
    ) {
        let mut scene = Scene::new(&settings, &placement, flee_sources, has_push);
        if let Some((frame_step, share)) = frame {
            let mut settings = settings.clone();
            settings.motion.inertia = share;
            scene = scene.in_frame(&settings, &frame_step);
        }
        let around = |boid: &Boid| (boid.0 + placement.origin, boid.1, boid.2, boid.3);
        let boids: Vec<_> = boids[..count].iter().map(around).collect();
        assert_same(&scene, &boids, shifts());
    }
}
