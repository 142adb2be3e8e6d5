//! The animations of the stork.

use super::skeleton::{ARMS, FINGERS, HANDS, HEAD, NECK, SPINE, TAIL};
use flock_testkit::gltf::{Animation, Channel, Interpolation, Path};
use fyrox::core::algebra::{UnitQuaternion, Vector3};
use std::f32::consts::TAU;

/// Names of the animations.
pub const FLAP: &str = "Flap";
pub const GLIDE: &str = "Glide";

/// Number of intervals between the keys of a beat.
const KEYS: usize = 32;
/// Duration of an animation, in seconds.
const SECONDS: f32 = 0.45;

/// A slow beat of the wings: the hands follow the arms, and the wings are flexed on the way up.
pub fn flap() -> Animation {
    let mut channels = Vec::new();
    for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
        for (bone, lift, stroke, late, twist) in [
            (ARMS[side], 0.02, 0.24, 0.0, 0.05),
            (HANDS[side], -0.04, 0.10, 0.13, 0.05),
            (FINGERS[side], 0.0, 0.08, 0.2, 0.0),
        ] {
            channels.push(turns(bone, move |phase| {
                let raised = lift + stroke * (TAU * (phase - late)).cos();
                let twisted = twist * (TAU * phase).sin();
                UnitQuaternion::from_axis_angle(&Vector3::z_axis(), sign * raised)
                    * UnitQuaternion::from_axis_angle(&Vector3::x_axis(), twisted)
            }));
        }
    }
    for (bone, nod) in [(NECK, 0.05), (HEAD, -0.05), (TAIL, 0.06)] {
        channels.push(turns(bone, move |phase| {
            let angle = nod * (TAU * phase).sin();
            UnitQuaternion::from_axis_angle(&Vector3::x_axis(), angle)
        }));
    }
    // The body rises while the wings go down.
    channels.push(channel(SPINE, Path::Translation, |phase| {
        vec![0.0, -0.03 * (TAU * phase).cos(), 0.0]
    }));
    Animation {
        name: FLAP.into(),
        channels,
    }
}

/// The wings are held as at rest.
pub fn glide() -> Animation {
    let bones = [ARMS, HANDS, FINGERS].concat().into_iter();
    let still = bones.chain([NECK, HEAD, TAIL]);
    let mut channels: Vec<_> = still
        .map(|bone| turns(bone, |_| UnitQuaternion::identity()))
        .collect();
    channels.push(channel(SPINE, Path::Translation, |_| vec![0.0; 3]));
    Animation {
        name: GLIDE.into(),
        channels,
    }
}

fn turns(bone: usize, turn: impl Fn(f32) -> UnitQuaternion<f32>) -> Channel {
    channel(bone, Path::Rotation, |phase| {
        turn(phase).coords.as_slice().to_vec()
    })
}

/// The values of a bone's property at each phase of the beat.
fn channel(bone: usize, path: Path, value: impl Fn(f32) -> Vec<f32>) -> Channel {
    let phases = (0..=KEYS).map(|key| key as f32 / KEYS as f32);
    Channel {
        node: bone,
        path,
        interpolation: Interpolation::Linear,
        times: phases.clone().map(|phase| phase * SECONDS).collect(),
        values: phases.flat_map(value).collect(),
    }
}
