//! A rig as a glTF document.

use super::{Channel, Part, Rig};
use crate::gltf::{
    Animation, Channel as Keys, Document, Influences, Interpolation, Material, Mesh, Node, Path,
    Primitive, Skin,
};
use nalgebra::Quaternion;

pub(super) fn document(rig: &Rig) -> Document {
    let joints = rig.joints.iter().enumerate().map(|(number, joint)| Node {
        parent: joint.parent,
        position: joint.position.into(),
        rotation: joint.rotation.coords.into(),
        scale: [joint.scale; 3],
        ..Node::new(&format!("Joint{number}"))
    });
    let meshes = rig.parts.iter().enumerate().map(|(number, part)| {
        let mut node = Node::new(part.name);
        (node.mesh, node.parent) = (Some(number), part.hangs_on);
        if part.hangs_on.is_none() {
            // The transform of the node of a skinned mesh has no effect.
            (node.skin, node.position, node.scale) = (Some(0), [3.0, -2.0, 5.0], [2.0, 1.0, 1.0]);
        }
        node
    });
    Document {
        nodes: joints.chain(meshes).collect(),
        meshes: rig.parts.iter().enumerate().map(mesh).collect(),
        materials: rig.parts.iter().map(material).collect(),
        skins: vec![skin(rig)],
        animations: rig
            .clips
            .iter()
            .map(|clip| Animation {
                name: clip.name.into(),
                channels: clip
                    .channels
                    .iter()
                    .map(|it| keys(rig, it, clip.seconds))
                    .collect(),
            })
            .collect(),
        ..Document::default()
    }
}

fn material(part: &Part) -> Material {
    Material {
        name: part.name.into(),
        color: part.color,
        textures: Vec::new(),
    }
}

fn mesh((number, part): (usize, &Part)) -> Mesh {
    let vertices = part.vertices.iter();
    let influences = Influences {
        joints: vertices
            .clone()
            .map(|it| it.joints.map(u16::from))
            .collect(),
        weights: vertices.clone().map(|it| it.weights).collect(),
    };
    let primitive = Primitive {
        positions: vertices.clone().map(|it| it.position.into()).collect(),
        normals: vertices.map(|it| it.normal.into()).collect(),
        influences: if part.hangs_on.is_none() {
            vec![influences]
        } else {
            Vec::new()
        },
        indices: part.triangles.clone().into(),
        material: Some(number),
        ..Primitive::default()
    };
    Mesh {
        primitives: vec![primitive],
        weights: Vec::new(),
    }
}

fn skin(rig: &Rig) -> Skin {
    let joints: Vec<usize> = (0..rig.joints.len()).collect();
    let inverse = joints.iter().map(|&joint| {
        let inverse = rig.global(joint).try_inverse().expect("no joint is flat");
        std::array::from_fn(|index| inverse.as_slice()[index])
    });
    Skin {
        inverse_bind: inverse.collect(),
        joints,
    }
}

fn keys(rig: &Rig, channel: &Channel, seconds: f32) -> Keys {
    let last = (channel.turns.len() - 1).max(1) as f32;
    let times = (0..channel.turns.len()).map(|key| key as f32 / last * seconds);
    let rest = rig.joints[channel.joint].rotation;
    let mut before = rest.into_inner();
    let turns = channel.turns.iter().flat_map(|turn| {
        // The nearer one of both quaternions.
        let next: Quaternion<f32> = (rest * turn).into_inner();
        before = if before.dot(&next) < 0.0 { -next } else { next };
        <[f32; 4]>::from(before.coords)
    });
    Keys {
        node: channel.joint,
        path: Path::Rotation,
        interpolation: Interpolation::Linear,
        times: times.collect(),
        values: turns.collect(),
    }
}
