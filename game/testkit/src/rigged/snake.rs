//! A snake of one metre with many bones, which are rotated and scaled at random.

use super::{skin, Channel, Clip, Joint, Part, Rig, Vertex};
use nalgebra::{Point3, Unit, UnitQuaternion, Vector3};
use std::f32::consts::TAU;

/// A snake with `bones` bones. Every vertex is moved by four of them.
pub fn snake(bones: usize, seed: u32) -> Rig {
    let mut random = seed;
    // The generator of Numerical Recipes: good enough for a rig, without a dependency.
    let mut number = move || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    let step = 1.0 / bones as f32;
    let mut rig = Rig {
        joints: Vec::new(),
        parts: Vec::new(),
        clips: Vec::new(),
    };
    for bone in 0..bones {
        let at = Vector3::new(0.0, 0.0, 0.5 - step * bone as f32);
        let parent = bone.checked_sub(1);
        let position = match parent {
            Some(parent) => {
                let above = rig.global(parent).try_inverse().expect("no bone is flat");
                above.transform_point(&Point3::from(at)).coords
            }
            None => at,
        };
        let scale = 1.0 + 0.1 * number();
        rig.joints.push(Joint {
            parent,
            position,
            rotation: UnitQuaternion::from_euler_angles(number(), number(), number()),
            scale,
        });
    }
    rig.parts = vec![hide(bones)];
    rig.clips = ["Crawl", "Strike"]
        .map(|name| clip(name, bones, &mut number))
        .into();
    rig
}

fn hide(bones: usize) -> Part {
    let rings: Vec<Vec<Vertex>> = (0..2 * bones)
        .map(|ring| {
            let along = ring as f32 / (2 * bones - 1) as f32;
            let near = |offset: usize| (ring / 2 + offset).min(bones - 1) as u8;
            let vertex = |side: usize| {
                let angle = -TAU * side as f32 / 5.0;
                let outward = Vector3::new(angle.cos(), angle.sin(), 0.0);
                Vertex {
                    position: 0.02 * outward + Vector3::new(0.0, 0.0, 0.5 - along),
                    normal: Vector3::zeros(),
                    joints: [near(0), near(1), near(2), near(3)],
                    weights: [0.4, 0.3, 0.2, 0.1],
                }
            };
            (0..5).map(vertex).collect()
        })
        .collect();
    let (vertices, triangles) = skin(&rings);
    Part {
        name: "Hide",
        color: [0.3, 0.5, 0.2, 1.0],
        vertices,
        triangles,
        hangs_on: None,
    }
}

/// Every bone swings about an axis of its own.
fn clip(name: &'static str, bones: usize, number: &mut impl FnMut() -> f32) -> Clip {
    let channels = (0..bones).map(|joint| {
        let axis = Unit::new_normalize(Vector3::new(number(), number(), number() + 0.01));
        let late = number();
        let swing = 3.0 / bones as f32;
        let turn = |key: usize| {
            let angle = swing * (TAU * (key as f32 / 12.0 + late)).sin();
            UnitQuaternion::from_axis_angle(&axis, angle)
        };
        Channel {
            joint,
            turns: (0..=12).map(turn).collect(),
        }
    });
    Clip {
        name,
        seconds: 1.3,
        channels: channels.collect(),
    }
}
