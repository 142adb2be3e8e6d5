//! What the pass makes of boids is what the processor makes of them.

mod extremes;

use super::{Buffers, Orders, Steer};
use crate::{
    boids::Boids,
    boundary::{Contain, Containment},
    flee::{Flee, Fright},
    gpu::{
        boundary::samples::{assert_between, bounded, placement, shifts, vector},
        state::{Motion, State},
        test_device::gpu,
    },
    limits::{Limit, Limits},
    placement::Frame,
    pose::Pose,
    steering::{Steer as SteerLanes, Steerage},
    vectors::Vectors,
    Placement, Settings, Vec3,
};
use proptest::prelude::*;

/// One boid: where it is, its velocity, what the rules ask for and what avoidance does.
type Boid = (Vec3, Vec3, Vec3, Vec3);

/// What decides the velocities.
struct Scene {
    steerage: Steerage,
    limits: Limits,
    containment: Option<Containment>,
    frights: Vec<Fright>,
    has_push: bool,
}

impl Scene {
    fn new(
        settings: &Settings,
        placement: &Placement,
        frights: Vec<Fright>,
        has_push: bool,
    ) -> Self {
        let frame = Frame::new(placement);
        Self {
            steerage: Steerage::new(&settings.motion, frame, settings.simulation.time_step),
            limits: Limits::new(settings, frame),
            containment: Containment::new(settings, frame),
            frights,
            has_push,
        }
    }

    fn orders(&self) -> Orders<'_> {
        Orders {
            steerage: &self.steerage,
            frights: &self.frights,
            limits: &self.limits,
            containment: self.containment.as_ref(),
            has_push: self.has_push,
        }
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

/// The velocities as the processor makes them, for boids that are shifted a little.
fn expected(scene: &Scene, boids: &[Boid], shift: Vec3) -> Vec<[f32; 3]> {
    let position = columns(boids, |boid| boid.0 + shift);
    let before = columns(boids, |boid| boid.1);
    let (wish, push) = (columns(boids, |boid| boid.2), columns(boids, |boid| boid.3));
    let (position, before) = (slices(&position), slices(&before));
    let slot: Vec<u32> = (0..boids.len()).map(slot).collect();
    let mut velocity = columns(boids, |_| Vec3::zeros());
    let mut next = velocity.each_mut().map(Vec::as_mut_slice);
    let vectors = Vectors::Baseline;
    vectors.run(SteerLanes {
        steerage: &scene.steerage,
        before,
        wish: slices(&wish),
        push: scene.has_push.then(|| slices(&push)),
        velocity: crate::boids::borrow(&mut next),
    });
    vectors.run(Flee {
        frights: &scene.frights,
        dt: scene.steerage.dt,
        position,
        before,
        velocity: crate::boids::borrow(&mut next),
    });
    vectors.run(Limit {
        limits: &scene.limits,
        before,
        slot: &slot,
        velocity: crate::boids::borrow(&mut next),
    });
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

/// The velocities and phases as the graphics card makes them.
fn found(scene: &Scene, boids: &[Boid]) -> Vec<Motion> {
    let gpu = gpu();
    let (before, current) = (
        State::new(gpu, boids.len()).unwrap(),
        State::new(gpu, boids.len()).unwrap(),
    );
    let mut states = Boids::default();
    for (index, boid) in boids.iter().enumerate() {
        states.push(&crate::boids::State {
            position: boid.0,
            velocity: boid.1,
            slot: slot(index),
            pose: Pose {
                phase: phase(index),
                ..Pose::default()
            },
        });
    }
    before.write(gpu, &states);
    let texels = |of: fn(&Boid) -> Vec3| {
        boids
            .iter()
            .map(|boid| of(boid).push(0.5).into())
            .collect::<Vec<[f32; 4]>>()
    };
    let wish = gpu.filled("wishes", &texels(|boid| boid.2)).unwrap();
    let push = gpu.filled("pushes", &texels(|boid| boid.3)).unwrap();
    let steer = Steer::new(
        gpu,
        &Buffers {
            before: &before,
            wish: &wish,
            push: &push,
            current: &current,
        },
    );
    steer.prepare(gpu, &scene.orders(), boids.len());
    gpu.run(|encoder| {
        steer.encode(
            &mut encoder.begin_compute_pass(&Default::default()),
            boids.len(),
        )
    });
    gpu.read(&current.motion, boids.len()).unwrap()
}

fn phase(index: usize) -> f32 {
    index as f32 / 1000.0
}

/// Each velocity is that of the processor up to a few times the rounding of what it was made of.
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

/// A vector of any size, often of none.
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
            // Straight back, where it is the velocity.
            0 => (place, before, before * -factor, Vec3::zeros()),
            // At rest, and to stay there.
            1 => (place, Vec3::zeros(), Vec3::zeros(), Vec3::zeros()),
            _ => (place, before, wish, push),
        })
}

fn fright() -> impl Strategy<Value = Fright> {
    (vector(6.0), 0.001f32..10.0, 0.0f32..100.0).prop_map(|(point, radius, strength)| Fright {
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

proptest! {
    #![proptest_config(crate::cases::config(60))]

    #[test]
    fn velocities_are_those_of_the_processor(
        settings in settings(),
        placement in placement(),
        frights in prop::collection::vec(fright(), 0..4),
        has_push in any::<bool>(),
        count in prop::sample::select(vec![0usize, 1, 255, 256, 257, 300]),
        boids in prop::collection::vec(boid(), 300),
    ) {
        let scene = Scene::new(&settings, &placement, frights, has_push);
        let around = |boid: &Boid| (boid.0 + placement.origin, boid.1, boid.2, boid.3);
        let boids: Vec<_> = boids[..count].iter().map(around).collect();
        assert_same(&scene, &boids, shifts());
    }
}
