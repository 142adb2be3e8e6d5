//! The bones of the stork, which looks along +Z with spread wings at rest.

use flock_testkit::gltf::{Node, Skin};
use fyrox::core::algebra::{Matrix4, Vector3};

type Vec3 = Vector3<f32>;

/// Bones by their number. Those of the wings are given for +X and for -X.
pub const SPINE: usize = 0;
pub const NECK: usize = 1;
pub const HEAD: usize = 2;
pub const TAIL: usize = 3;
pub const LEGS: [usize; 2] = [4, 5];
pub const ARMS: [usize; 2] = [6, 9];
pub const HANDS: [usize; 2] = [7, 10];
pub const FINGERS: [usize; 2] = [8, 11];

/// The joints at the inner ends of a wing's bones, in metres from the middle.
pub const SHOULDER: f32 = 0.07;
pub const WRIST: f32 = 0.44;
pub const KNUCKLES: f32 = 0.68;

/// Name, parent and position of each bone, in metres.
const BONES: [(&str, Option<usize>, [f32; 3]); 12] = [
    ("Spine", None, [0.0, 0.0, 0.0]),
    ("Neck", Some(SPINE), [0.0, 0.01, 0.2]),
    ("Head", Some(NECK), [0.0, 0.035, 0.37]),
    ("Tail", Some(SPINE), [0.0, 0.01, -0.25]),
    ("Left Leg", Some(SPINE), [0.035, -0.05, -0.17]),
    ("Right Leg", Some(SPINE), [-0.035, -0.05, -0.17]),
    ("Left Arm", Some(SPINE), [SHOULDER, 0.06, 0.06]),
    ("Left Hand", Some(6), [WRIST, 0.075, 0.08]),
    ("Left Fingers", Some(7), [KNUCKLES, 0.09, 0.02]),
    ("Right Arm", Some(SPINE), [-SHOULDER, 0.06, 0.06]),
    ("Right Hand", Some(9), [-WRIST, 0.075, 0.08]),
    ("Right Fingers", Some(10), [-KNUCKLES, 0.09, 0.02]),
];

fn position(bone: usize) -> Vec3 {
    Vec3::from(BONES[bone].2)
}

/// The bones as nodes. They are not turned at rest.
pub fn nodes() -> Vec<Node> {
    let node = |(name, parent, at): &(&str, Option<usize>, [f32; 3])| Node {
        parent: *parent,
        position: (Vec3::from(*at) - parent.map_or_else(Vec3::zeros, position)).into(),
        ..Node::new(name)
    };
    BONES.iter().map(node).collect()
}

pub fn skin() -> Skin {
    let inverse = |bone| {
        let matrix = Matrix4::new_translation(&-position(bone));
        std::array::from_fn(|index| matrix.as_slice()[index])
    };
    Skin {
        joints: (0..BONES.len()).collect(),
        inverse_bind: (0..BONES.len()).map(inverse).collect(),
    }
}
