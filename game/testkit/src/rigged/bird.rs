//! A bird with a span of one and a half metres: flaps and glides.

use super::{skin, Channel, Clip, Joint, Part, Rig, Vertex};
use nalgebra::{Point3, UnitQuaternion, Vector3};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Joints: the armature, the body, the head, the tail, and for each side upper arm, forearm and hand.
const BODY: usize = 1;
const HEAD: usize = 2;
const TAIL: usize = 3;
const WINGS: [[usize; 3]; 2] = [[4, 5, 6], [7, 8, 9]];

/// Positions of the joints at rest, in metres: the bird looks along +Z.
const AT: [[f32; 3]; 10] = [
    [0.0, 0.0, 0.0],
    [0.0, 0.02, 0.0],
    [0.0, 0.05, 0.26],
    [0.0, 0.02, -0.2],
    [0.06, 0.05, 0.08],
    [0.26, 0.07, 0.1],
    [0.48, 0.06, 0.06],
    [-0.06, 0.05, 0.08],
    [-0.26, 0.07, 0.1],
    [-0.48, 0.06, 0.06],
];

/// Number of keys of a clip: enough for linear interpolation.
const KEYS: usize = 17;

/// The bird, in centimetres below a node that rotates Z up to Y up, as many exporters write it.
pub fn bird() -> Rig {
    let mut rig = Rig {
        joints: joints(),
        parts: Vec::new(),
        clips: vec![flap(), glide()],
    };
    let beak = beak(&rig);
    rig.parts = vec![body(), wings(), beak];
    rig
}

fn joints() -> Vec<Joint> {
    let parents = [0, 0, BODY, BODY, BODY, 4, 5, BODY, 7, 8];
    let armature = Joint {
        parent: None,
        position: Vector3::zeros(),
        rotation: UnitQuaternion::from_axis_angle(&Vector3::x_axis(), -FRAC_PI_2),
        scale: 0.01,
    };
    let mut rig = Rig {
        joints: vec![armature],
        parts: Vec::new(),
        clips: Vec::new(),
    };
    for joint in 1..AT.len() {
        let above = rig.global(parents[joint]).try_inverse();
        let above = above.expect("no joint is flat");
        let position = above.transform_point(&Point3::from(Vector3::from(AT[joint])));
        rig.joints.push(Joint {
            parent: Some(parents[joint]),
            position: position.coords,
            // The bones of exporters are rotated along their length.
            rotation: UnitQuaternion::from_euler_angles(0.3, 0.2 * joint as f32, -0.4),
            scale: if joint == HEAD { 1.2 } else { 1.0 },
        });
    }
    rig.joints
}

/// Converts rotations about an axis in world space, at rest, to the space of the joint.
fn channel(joint: usize, axis: Vector3<f32>, angle: impl Fn(f32) -> f32) -> Channel {
    let rig = Rig {
        joints: joints(),
        parts: Vec::new(),
        clips: Vec::new(),
    };
    let turn = rig.global(joint).fixed_view::<3, 3>(0, 0).into_owned();
    let axis = turn.try_inverse().expect("no joint is flat") * axis;
    let axis = nalgebra::Unit::new_normalize(axis);
    let turns = (0..KEYS).map(|key| {
        let phase = key as f32 / (KEYS - 1) as f32;
        UnitQuaternion::from_axis_angle(&axis, angle(phase))
    });
    Channel {
        joint,
        turns: turns.collect(),
    }
}

fn wing_beat(seconds: f32, name: &'static str, stroke: f32, raise: f32) -> Clip {
    let mut channels = Vec::new();
    for (side, wing) in WINGS.iter().enumerate() {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        for (number, &joint) in wing.iter().enumerate() {
            let (late, part) = (0.12 * number as f32, [1.0, 0.6, 0.5][number]);
            let lift = [raise, 0.0, -0.5 * raise][number];
            channels.push(channel(joint, Vector3::z(), move |phase| {
                sign * (lift + part * stroke * (TAU * (phase - late)).cos())
            }));
        }
    }
    channels.push(channel(TAIL, Vector3::x(), move |phase| {
        0.3 * stroke * (TAU * phase).sin()
    }));
    channels.push(channel(HEAD, Vector3::x(), move |phase| {
        -0.1 * stroke * (TAU * phase).sin()
    }));
    Clip {
        name,
        seconds,
        channels,
    }
}

fn flap() -> Clip {
    wing_beat(0.8, "Flap", 0.6, 0.1)
}

fn glide() -> Clip {
    wing_beat(2.0, "Glide", 0.03, 0.15)
}

fn ring(at: Vector3<f32>, width: f32, height: f32, joints: [u8; 2], share: f32) -> Vec<Vertex> {
    let sides = 12;
    let vertex = |side: usize| {
        // Clockwise as seen from ahead, so that surfaces along -Z face outward.
        let angle = -TAU * side as f32 / sides as f32;
        let offset = Vector3::new(width * angle.cos(), height * angle.sin(), 0.0);
        Vertex {
            position: at + offset,
            normal: Vector3::zeros(),
            joints: [joints[0], joints[1], 0, 0],
            weights: [1.0 - share, share, 0.0, 0.0],
        }
    };
    (0..sides).map(vertex).collect()
}

fn body() -> Part {
    let (body, head, tail) = (BODY as u8, HEAD as u8, TAIL as u8);
    let at = |y: f32, z: f32| Vector3::new(0.0, y, z);
    let rings = [
        ring(at(0.05, 0.36), 0.005, 0.005, [head, body], 0.0),
        ring(at(0.05, 0.33), 0.04, 0.04, [head, body], 0.0),
        ring(at(0.05, 0.27), 0.05, 0.055, [head, body], 0.2),
        ring(at(0.03, 0.2), 0.06, 0.065, [body, head], 0.3),
        ring(at(0.02, 0.08), 0.085, 0.085, [body, head], 0.0),
        ring(at(0.02, -0.08), 0.07, 0.07, [body, tail], 0.0),
        ring(at(0.02, -0.22), 0.03, 0.03, [body, tail], 0.5),
        ring(at(0.02, -0.3), 0.06, 0.008, [tail, body], 0.0),
        ring(at(0.02, -0.42), 0.1, 0.004, [tail, body], 0.0),
        ring(at(0.02, -0.425), 0.0, 0.0, [tail, body], 0.0),
    ];
    let (vertices, triangles) = skin(&rings);
    Part {
        name: "Body",
        color: [0.55, 0.42, 0.3, 1.0],
        vertices,
        triangles,
        hangs_on: None,
    }
}

/// Both wings: an upper and a lower side from the shoulder to the tip.
fn wings() -> Part {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (side, wing) in WINGS.iter().enumerate() {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let steps = 13;
        let rings: Vec<Vec<Vertex>> = (0..steps)
            .map(|step| {
                let out = step as f32 / (steps - 1) as f32;
                let x = 0.05 + 0.7 * out;
                let chord = 0.11 * (1.0 - out.powi(4)) + 0.01;
                let front = 0.1 - 0.16 * out * out;
                let thick = 0.012 * (1.0 - out) + 0.002;
                // The joint that moves it, and the next one.
                let along = (out * 3.0).min(2.999);
                let (joint, part) = (along as usize, along.fract());
                let next = (joint + 1).min(2);
                let share = ((part - 0.6) / 0.4).max(0.0) * 0.5;
                let joints = [wing[joint] as u8, wing[next] as u8, 0, 0];
                let corner = |z: f32, y: f32| Vertex {
                    position: Vector3::new(sign * x, 0.055 + y, z),
                    normal: Vector3::zeros(),
                    joints,
                    weights: [1.0 - share, share, 0.0, 0.0],
                };
                let mut ring = vec![
                    corner(front, 0.0),
                    corner(front - chord, thick),
                    corner(front - 2.0 * chord, 0.0),
                    corner(front - chord, -thick),
                ];
                if side == 0 {
                    ring.reverse();
                }
                ring
            })
            .collect();
        let (points, faces) = skin(&rings);
        let first = vertices.len() as u32;
        vertices.extend(points);
        triangles.extend(faces.iter().map(|face| face.map(|index| first + index)));
    }
    Part {
        name: "Wings",
        color: [0.16, 0.14, 0.13, 1.0],
        vertices,
        triangles,
        hangs_on: None,
    }
}

/// A mesh without bones that is attached to the head.
fn beak(rig: &Rig) -> Part {
    let head = rig.global(HEAD).try_inverse().expect("no joint is flat");
    let at = |z: f32| Vector3::new(0.0, 0.045, z);
    let rings = [
        ring(at(0.43), 0.0, 0.0, [0, 0], 0.0),
        ring(at(0.35), 0.014, 0.012, [0, 0], 0.0),
    ];
    let (mut vertices, triangles) = skin(&rings);
    for vertex in &mut vertices {
        vertex.position = head.transform_point(&Point3::from(vertex.position)).coords;
        vertex.normal = head.transform_vector(&vertex.normal).normalize();
    }
    Part {
        name: "Beak",
        color: [0.9, 0.6, 0.1, 1.0],
        vertices,
        triangles,
        hangs_on: Some(HEAD),
    }
}
