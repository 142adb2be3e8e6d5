//! Tests of the passes of a drawn frame.

use super::{
    device::gpu,
    run_passes,
    samples::{assert_between, bounded, placement, shifts, vector},
};
use crate::{
    boundary::Containment,
    gpu::{instances::InstanceTag, passes::Variant, step::GpuStep},
    math::{frame::Frame, simd::SimdWidth, Vec3},
    pose::{
        instances::{write, Drawn},
        texels::{Texels, TEXELS},
    },
    settings::{Backend, Settings},
    state::{
        boids::{BoidState, Boids},
        pose::Pose,
    },
};
use nalgebra::{Quaternion, UnitQuaternion};
use proptest::prelude::*;

/// The texels of the CPU, for boids that are shifted a little.
fn expected(
    previous: &Boids,
    current: &Boids,
    blend: f32,
    settings: &Settings,
    containment: Option<&Containment>,
    shift: Vec3,
) -> Vec<Texels> {
    let mut texels = vec![[0.0; 4]; current.len() * TEXELS];
    let shifted = |boids: &Boids| {
        let mut boids = boids.clone();
        for index in 0..boids.len() {
            boids.set_position(index, boids.position(index) + shift);
        }
        boids
    };
    let (previous, current) = (shifted(previous), shifted(current));
    let drawn = Drawn {
        previous: &previous,
        current: &current,
        blend,
        body: &settings.body,
        containment,
        vectors: SimdWidth::widest(),
    };
    write(&drawn, Backend::SingleThread, &mut texels);
    texels
        .chunks_exact(TEXELS)
        .map(|two| [two[0], two[1]])
        .collect()
}

/// The texels and tags of the GPU.
fn found(
    previous: &Boids,
    current: &Boids,
    blend: f32,
    settings: &Settings,
    containment: Option<&Containment>,
) -> (Vec<Texels>, Vec<InstanceTag>) {
    let (gpu, count) = (gpu(), current.len());
    let slots = current.slot.iter().max().map_or(0, |slot| slot + 1) as usize;
    let mut variations = vec![0.0; slots];
    for (slot, number) in current.slot.iter().zip(&current.variation) {
        variations[*slot as usize] = *number;
    }
    let mut step = GpuStep::new(gpu, count, slots).unwrap();
    let it = &step.buffers;
    it.before.write(gpu, previous);
    it.current.write(gpu, current);
    gpu.write(&it.variations, &variations);
    step.prepare_instances(gpu, containment, &settings.body, blend, count);
    let names = ["write_instances", "write_tags"];
    run_passes(&mut step, &names, Variant::default(), count);
    let instances = &step.buffers.instances;
    (
        gpu.read(&instances.texels, count).unwrap(),
        gpu.read(&instances.tags, count).unwrap(),
    )
}

fn one() -> impl Strategy<Value = (BoidState, BoidState)> {
    let turned = || {
        (vector(1.0), -1.0f32..1.0)
            .prop_filter("has a direction", |(v, w)| v.norm() + w.abs() > 0.1)
            .prop_map(|(v, w)| UnitQuaternion::new_normalize(Quaternion::new(w, v.x, v.y, v.z)))
    };
    let state = || (vector(6.0), vector(3.0), turned(), 0.0f32..1.0);
    (state(), state(), -1.0f32..1.0, any::<bool>()).prop_map(
        |(before, after, variation, turns_little)| {
            let of = |(position, velocity, orientation, phase): (
                Vec3,
                Vec3,
                UnitQuaternion<f32>,
                f32,
            )| BoidState {
                position,
                velocity,
                slot: 0,
                pose: Pose {
                    orientation,
                    phase,
                    variation,
                },
            };
            let (before, mut after) = (of(before), of(after));
            if turns_little {
                let sign = if after.pose.phase < 0.5 { -1.0 } else { 1.0 };
                let mixed = before.pose.orientation.into_inner()
                    + after.pose.orientation.into_inner() * 0.1;
                after.pose.orientation = UnitQuaternion::new_normalize(mixed * sign);
            }
            (before, after)
        },
    )
}

proptest! {
    #![proptest_config(crate::cases::config(40))]

    #[test]
    fn texels_are_those_of_the_cpu(
        mut settings in bounded(),
        placement in placement(),
        enabled in any::<bool>(),
        (scale, scale_variation) in (0.1f32..10.0, 0.0f32..0.9),
        blend in prop_oneof![Just(0.0f32), Just(1.0), 0.0f32..1.0],
        count in prop::sample::select(vec![0usize, 1, 255, 256, 257]),
        ones in prop::collection::vec(one(), 257),
    ) {
        settings.boundary.enabled = enabled;
        settings.simulation.backend = Backend::SingleThread;
        (settings.body.scale, settings.body.scale_variation) = (scale, scale_variation);
        let containment = Containment::new(&settings, Frame::new(&placement));
        let (mut previous, mut current) = (Boids::default(), Boids::default());
        for (index, (before, after)) in ones[..count].iter().enumerate() {
            // Slots have another order than the boids.
            let slot = ((index * 101) % 257) as u32;
            previous.push(&BoidState { slot, ..*before });
            current.push(&BoidState { slot, ..*after });
        }
        let containment = containment.as_ref();
        let (texels, tags) = found(&previous, &current, blend, &settings, containment);
        let near: Vec<_> = shifts()
            .map(|shift| expected(&previous, &current, blend, &settings, containment, shift))
            .collect();
        for index in 0..count {
            let what = format!("{:?}, then {:?}", ones[index].0, ones[index].1);
            let [place, pose] = texels[index];
            // Tolerance for the rounding of coordinates of some 10 m and of sizes up to 20.
            assert_between(&what, &place, near.iter().map(|all| all[index][0]), 2e-5);
            assert_same_pose(&what, pose, near[0][index][1]);
            let velocity = previous.velocity(index).lerp(&current.velocity(index), blend);
            assert_between(&what, &tags[index].velocity, [velocity.into()].into_iter(), 1e-6);
            prop_assert_eq!(tags[index].slot, current.slot[index]);
        }
    }
}

#[track_caller]
fn assert_same_pose(what: &str, found: [f32; 4], expected: [f32; 4]) {
    let turn = |texel: [f32; 4]| Vec3::new(texel[0], texel[1], texel[2]);
    let (a, b) = (turn(found), turn(expected));
    // Without w, a half turn one way equals a half turn the other way.
    let is_half_turn = b.norm() > 0.999_999;
    let off = (a - b).norm();
    let off = if is_half_turn {
        off.min((a + b).norm())
    } else {
        off
    };
    assert!(off < 1e-5, "{what}: {found:?}, not {expected:?}");
    let phase = (found[3] - expected[3]).abs();
    assert!(
        found[3] < 1.0 && phase.min(1.0 - phase) < 1e-6,
        "{what}: {found:?}, not {expected:?}"
    );
}
