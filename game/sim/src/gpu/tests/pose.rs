//! Tests of the pass that updates poses.

use super::{
    device::gpu,
    run_passes,
    samples::{assert_between, bounded, placement, shifts, vector},
};
use crate::{
    boundary::{Contain, Containment},
    gpu::{
        boid_buffers::{BoidMotion, BoidPlace, Orientation},
        boundary::BoundaryUniform,
        passes::Variant,
        pose::PoseUniform,
        step::GpuStep,
    },
    math::{frame::Frame, simd::SimdWidth, Vec3},
    pose::orientation::{Orient, OrientationParams},
    settings::{Body, Facing},
    state::{
        boids::{borrow, BoidState, Boids},
        pose::Pose,
    },
};
use nalgebra::{Quaternion, UnitQuaternion};
use proptest::prelude::*;

/// One boid.
#[derive(Clone, Debug)]
struct Boid {
    pose: Pose,
    before: Vec3,
    position: Vec3,
    velocity: Vec3,
    facing: Vec3,
}

struct Scene {
    orientation_params: OrientationParams,
    facing: Facing,
    containment: Option<Containment>,
}

/// Velocity, orientation and phase.
type After = ([f32; 3], Orientation, f32);

/// The state on the CPU of a boid that is shifted a little.
fn expected(scene: &Scene, boid: &Boid, shift: Vec3) -> After {
    let place: [f32; 3] = (boid.position + shift).into();
    let mut velocity: [f32; 3] = boid.velocity.into();
    let vectors = SimdWidth::BASELINE;
    if let Some(containment) = &scene.containment {
        vectors.run(Contain {
            containment: &containment.after_move(),
            position: place.each_ref().map(std::slice::from_ref),
            velocity: velocity.each_mut().map(std::slice::from_mut),
        });
    }
    let orientation_before: Orientation = boid.pose.orientation.coords.into();
    let (mut orientation, mut phase) = (orientation_before, [boid.pose.phase]);
    let (before, facing): ([f32; 3], [f32; 3]) = (boid.before.into(), boid.facing.into());
    let heading = match scene.facing {
        Facing::Velocity => &velocity,
        Facing::Alignment => &facing,
    };
    vectors.run(Orient {
        orientation_params: &scene.orientation_params,
        before: before.each_ref().map(std::slice::from_ref),
        velocity: velocity.each_ref().map(std::slice::from_ref),
        heading: heading.each_ref().map(std::slice::from_ref),
        orientation_before: orientation_before.each_ref().map(std::slice::from_ref),
        phase_before: &[boid.pose.phase],
        orientation: borrow(&mut orientation.each_mut().map(std::slice::from_mut)),
        phase: &mut phase,
    });
    (velocity, orientation, phase[0])
}

/// The states of the GPU.
fn found(scene: &Scene, boids: &[Boid]) -> Vec<After> {
    let (gpu, count) = (gpu(), boids.len());
    let mut states = Boids::default();
    for boid in boids {
        states.push(&BoidState {
            position: Vec3::zeros(),
            velocity: boid.before,
            slot: 0,
            pose: boid.pose,
        });
    }
    let moved = |boid: &Boid| BoidPlace {
        position: boid.position.into(),
        slot: 0,
    };
    let steered = |boid: &Boid| BoidMotion {
        velocity: boid.velocity.into(),
        phase: 9.0,
    };
    let facing = |boid: &Boid| -> [f32; 4] { boid.facing.push(0.5).into() };
    let mut step = GpuStep::new(gpu, count, 0).unwrap();
    let it = &step.buffers;
    it.before.write(gpu, &states);
    gpu.write(
        &it.current.places,
        &boids.iter().map(moved).collect::<Vec<_>>(),
    );
    gpu.write(
        &it.current.motions,
        &boids.iter().map(steered).collect::<Vec<_>>(),
    );
    gpu.write(
        &it.neighbours.facings,
        &boids.iter().map(facing).collect::<Vec<_>>(),
    );
    let boundary = BoundaryUniform::new(scene.containment.as_ref());
    gpu.write(&it.boundary, &[boundary]);
    gpu.write(
        &it.pose,
        &[PoseUniform::new(
            &scene.orientation_params,
            scene.facing,
            count,
        )],
    );
    run_passes(&mut step, &["update_poses"], Variant::default(), count);
    let current = &step.buffers.current;
    let motions: Vec<BoidMotion> = gpu.read(&current.motions, count).unwrap();
    let orientations: Vec<Orientation> = gpu.read(&current.orientations, count).unwrap();
    let both = motions.iter().zip(orientations);
    both.map(|(motion, orientation)| (motion.velocity, orientation, motion.phase))
        .collect()
}

/// Tolerance of an orientation. The axis of a turn that is almost a half turn is computed from
/// small differences.
fn slack(boid: &Boid) -> f32 {
    let forward = boid.pose.orientation * Vec3::z();
    let to_back = |heading: &Vec3| {
        heading
            .try_normalize(1e-9)
            .map_or(1.0, |heading| 1.0 + forward.dot(&heading))
    };
    let least = to_back(&boid.velocity).min(to_back(&boid.facing));
    let is_exact = least < 1e-6;
    2e-5 + if is_exact { 0.0 } else { 2e-6 / least.sqrt() }
}

fn assert_same(scene: &Scene, boids: &[Boid], shifts: impl Iterator<Item = Vec3> + Clone) {
    for (boid, (velocity, orientation, phase)) in boids.iter().zip(found(scene, boids)) {
        let near: Vec<After> = shifts
            .clone()
            .map(|shift| expected(scene, boid, shift))
            .collect();
        let what = format!("{boid:?}");
        // A boid outside a sphere turns at its surface, so its speed is exact up to a relative
        // error of 1e-5.
        assert_between(
            &what,
            &velocity,
            near.iter().map(|it| it.0),
            1e-5 * boid.velocity.norm(),
        );
        assert_between(&what, &orientation, near.iter().map(|it| it.1), slack(boid));
        assert!((0.0..1.0).contains(&phase), "{phase}");
        // Just below 1 is next to 0.
        let off = (phase - near[0].2).abs();
        assert!(
            off.min(1.0 - off) < 2e-5,
            "{what}: phase {phase}, not {}",
            near[0].2
        );
    }
}

fn orientation() -> impl Strategy<Value = UnitQuaternion<f32>> {
    prop_oneof![
        1 => Just(UnitQuaternion::identity()),
        6 => (vector(1.0), -1.0f32..1.0)
            .prop_filter("has a direction", |(v, w)| v.norm() + w.abs() > 0.1)
            .prop_map(|(v, w)| UnitQuaternion::new_normalize(Quaternion::new(w, v.x, v.y, v.z))),
    ]
}

fn velocity() -> impl Strategy<Value = Vec3> {
    prop_oneof![
        1 => Just(Vec3::zeros()),
        1 => vector(1e-7),
        8 => vector(4.0),
    ]
}

prop_compose! {
    fn boid()(
        orientation in orientation(),
        phase in 0.0f32..1.0,
        (before, position, velocity, facing) in (velocity(), vector(8.0), velocity(), velocity()),
    ) -> Boid {
        let pose = Pose { orientation, phase, variation: 0.0 };
        Boid { pose, before, position, velocity, facing }
    }
}

prop_compose! {
    fn body()(
        turn_time in prop_oneof![Just(0.0f32), 0.01f32..3.0],
        banking in prop_oneof![Just(0.0f32), 0.1f32..2.0],
        beats_per_second in 0.0f32..100.0,
        beats_per_metre in 0.0f32..20.0,
    ) -> Body {
        Body { turn_time, banking, beats_per_second, beats_per_metre, ..Body::default() }
    }
}

proptest! {
    #![proptest_config(crate::cases::config(40))]

    #[test]
    fn poses_are_those_of_the_cpu(
        mut settings in bounded(),
        placement in placement(),
        body in body(),
        (enabled, aligned, dt) in (any::<bool>(), any::<bool>(), 0.002f32..0.1),
        count in prop::sample::select(vec![0usize, 1, 255, 256, 257]),
        boids in prop::collection::vec(boid(), 257),
    ) {
        settings.boundary.enabled = enabled;
        let scene = Scene {
            orientation_params: OrientationParams::new(&body, dt),
            facing: if aligned { Facing::Alignment } else { Facing::Velocity },
            containment: Containment::new(&settings, Frame::new(&placement)),
        };
        assert_same(&scene, &boids[..count], shifts());
    }
}

#[test]
fn straight_back_and_straight_up_bodies_turn_as_on_the_cpu() {
    let headings = [
        Vec3::x(),
        Vec3::y(),
        Vec3::z(),
        -Vec3::x(),
        -Vec3::y(),
        -Vec3::z(),
    ];
    let boids: Vec<Boid> = headings
        .iter()
        .flat_map(|from| headings.map(|to| (*from, to)))
        .map(|(from, to)| Boid {
            pose: Pose {
                orientation: crate::math::orientation::facing(from),
                ..Pose::default()
            },
            before: from * 1000.0,
            position: Vec3::zeros(),
            velocity: to * 1000.0,
            facing: to * 1e-4,
        })
        .collect();
    for banking in [0.0, 2.0] {
        for turn_time in [0.0, 0.2] {
            let body = Body {
                banking,
                turn_time,
                ..Body::default()
            };
            let scene = Scene {
                orientation_params: OrientationParams::new(&body, 1.0 / 60.0),
                facing: Facing::Alignment,
                containment: None,
            };
            assert_same(&scene, &boids, std::iter::once(Vec3::zeros()));
        }
    }
}
