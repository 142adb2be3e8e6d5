//! Binary glTF 2.0: a chunk of JSON and a chunk of numbers.

use super::{Part, Rig};
use nalgebra::{Matrix4, Quaternion};

const FLOAT: u32 = 5126;
const BYTE: u32 = 5121;
const INDEX: u32 = 5125;

#[derive(Default)]
struct Numbers {
    bytes: Vec<u8>,
    views: Vec<String>,
    accessors: Vec<String>,
}

impl Numbers {
    /// Adds an accessor and returns its index.
    fn add(&mut self, bytes: Vec<u8>, kind: (u32, &str), count: usize, bounds: &str) -> usize {
        self.views.push(format!(
            r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#,
            self.bytes.len(),
            bytes.len()
        ));
        self.bytes.extend(bytes);
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
        let (component, shape) = kind;
        self.accessors.push(format!(
            r#"{{"bufferView":{},"componentType":{component},"count":{count},"type":"{shape}"{bounds}}}"#,
            self.views.len() - 1
        ));
        self.accessors.len() - 1
    }

    fn floats<const N: usize>(&mut self, values: &[[f32; N]]) -> usize {
        let shape = match N {
            1 => "SCALAR",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        let bound = |pick: fn(f32, f32) -> f32, from: f32| {
            let axis = |axis: usize| values.iter().map(|it| it[axis]).fold(from, pick);
            let list: Vec<String> = (0..N).map(|it| axis(it).to_string()).collect();
            list.join(",")
        };
        let bounds = format!(
            r#","min":[{}],"max":[{}]"#,
            bound(f32::min, f32::MAX),
            bound(f32::max, f32::MIN)
        );
        let bytes = values.iter().flatten().flat_map(|it| it.to_le_bytes());
        self.add(bytes.collect(), (FLOAT, shape), values.len(), &bounds)
    }
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(",")
}

fn numbers(values: impl IntoIterator<Item = f32>) -> String {
    list(values.into_iter().map(|it| it.to_string()))
}

pub(super) fn write(rig: &Rig) -> Vec<u8> {
    let mut data = Numbers::default();
    let joints = rig.joints.len();
    let meshes = list(rig.parts.iter().enumerate().map(|(index, part)| {
        let primitive = primitive(part, index, &mut data);
        format!(r#"{{"primitives":[{primitive}]}}"#)
    }));
    let materials = list(rig.parts.iter().map(|part| {
        format!(
            r#"{{"name":"{}","pbrMetallicRoughness":{{"baseColorFactor":[{}],"metallicFactor":0,"roughnessFactor":0.8}}}}"#,
            part.name,
            numbers(part.color)
        )
    }));
    let inverse: Vec<[f32; 16]> = (0..joints)
        .map(|joint| {
            let global = rig.global(joint);
            let inverse: Matrix4<f32> = global.try_inverse().expect("no joint is flat");
            std::array::from_fn(|index| inverse.as_slice()[index])
        })
        .collect();
    let inverse = data.floats(&inverse);
    let skin = format!(
        r#"{{"inverseBindMatrices":{inverse},"joints":[{}]}}"#,
        list((0..joints).map(|it| it.to_string()))
    );
    let animations = animations(rig, &mut data);
    let nodes = list((0..joints).map(|joint| joint_node(rig, joint)).chain(
        rig.parts.iter().enumerate().map(|(index, part)| {
            let skin = match part.hangs_on {
                Some(_) => "",
                // The transform of the node of a skinned mesh has no effect.
                None => r#","skin":0,"translation":[3,-2,5],"scale":[2,1,1]"#,
            };
            format!(r#"{{"name":"{}","mesh":{index}{skin}}}"#, part.name)
        }),
    ));
    let roots = (0..joints).filter(|&joint| rig.joints[joint].parent.is_none());
    let meshes_of_scene = rig.parts.iter().enumerate();
    let meshes_of_scene = meshes_of_scene.filter(|(_, part)| part.hangs_on.is_none());
    let roots = roots.chain(meshes_of_scene.map(|(index, _)| joints + index));
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{nodes}],"meshes":[{meshes}],"materials":[{materials}],"skins":[{skin}]{animations},"accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}}"#,
        list(roots.map(|it| it.to_string())),
        data.accessors.join(","),
        data.views.join(","),
        data.bytes.len()
    );
    file(json.into_bytes(), data.bytes)
}

fn primitive(part: &Part, material: usize, data: &mut Numbers) -> String {
    let vertices = &part.vertices;
    let position: Vec<[f32; 3]> = vertices.iter().map(|it| it.position.into()).collect();
    let normal: Vec<[f32; 3]> = vertices.iter().map(|it| it.normal.into()).collect();
    let [position, normal] = [position, normal].map(|it| data.floats(&it));
    let skinned = match part.hangs_on {
        Some(_) => String::new(),
        None => {
            let joints: Vec<u8> = vertices.iter().flat_map(|it| it.joints).collect();
            let joints = data.add(joints, (BYTE, "VEC4"), vertices.len(), "");
            let weights: Vec<[f32; 4]> = vertices.iter().map(|it| it.weights).collect();
            let weights = data.floats(&weights);
            format!(r#","JOINTS_0":{joints},"WEIGHTS_0":{weights}"#)
        }
    };
    let indices: Vec<u8> = part
        .triangles
        .iter()
        .flatten()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    let count = 3 * part.triangles.len();
    let indices = data.add(indices, (INDEX, "SCALAR"), count, "");
    format!(
        r#"{{"attributes":{{"POSITION":{position},"NORMAL":{normal}{skinned}}},"indices":{indices},"material":{material}}}"#
    )
}

fn joint_node(rig: &Rig, joint: usize) -> String {
    let it = &rig.joints[joint];
    let children = (0..rig.joints.len()).filter(|&child| rig.joints[child].parent == Some(joint));
    let hanging = rig.parts.iter().enumerate();
    let hanging = hanging.filter(|(_, part)| part.hangs_on == Some(joint));
    let children = children.chain(hanging.map(|(index, _)| rig.joints.len() + index));
    let children: Vec<String> = children.map(|it| it.to_string()).collect();
    let children = if children.is_empty() {
        String::new()
    } else {
        format!(r#","children":[{}]"#, children.join(","))
    };
    format!(
        r#"{{"name":"Joint{joint}","translation":[{}],"rotation":[{}],"scale":[{}]{children}}}"#,
        numbers(it.position.iter().copied()),
        numbers(it.rotation.coords.iter().copied()),
        numbers([it.scale; 3])
    )
}

fn animations(rig: &Rig, data: &mut Numbers) -> String {
    let animations = rig.clips.iter().map(|clip| {
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for channel in &clip.channels {
            let last = (channel.turns.len() - 1).max(1) as f32;
            let times = 0..channel.turns.len();
            let times: Vec<[f32; 1]> = times.map(|it| [it as f32 / last * clip.seconds]).collect();
            let rest = rig.joints[channel.joint].rotation;
            let mut before = rest.into_inner();
            let turns = channel.turns.iter().map(|turn| {
                // The nearer one of both quaternions.
                let next: Quaternion<f32> = (rest * turn).into_inner();
                before = if before.dot(&next) < 0.0 { -next } else { next };
                before.coords.into()
            });
            let turns: Vec<[f32; 4]> = turns.collect();
            let input = data.floats(&times);
            let output = data.floats(&turns);
            samplers.push(format!(
                r#"{{"input":{input},"output":{output},"interpolation":"LINEAR"}}"#
            ));
            channels.push(format!(
                r#"{{"sampler":{},"target":{{"node":{},"path":"rotation"}}}}"#,
                samplers.len() - 1,
                channel.joint
            ));
        }
        format!(
            r#"{{"name":"{}","samplers":[{}],"channels":[{}]}}"#,
            clip.name,
            samplers.join(","),
            channels.join(",")
        )
    });
    if rig.clips.is_empty() {
        String::new()
    } else {
        format!(r#","animations":[{}]"#, list(animations))
    }
}

/// The header, and both chunks in multiples of 4 bytes.
fn file(mut json: Vec<u8>, mut numbers: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    numbers.resize(numbers.len().next_multiple_of(4), 0);
    let mut out = b"glTF".to_vec();
    let total = 12 + 8 + json.len() + 8 + numbers.len();
    out.extend(2_u32.to_le_bytes());
    out.extend((total as u32).to_le_bytes());
    for (chunk, kind) in [(json, b"JSON"), (numbers, b"BIN\0")] {
        out.extend((chunk.len() as u32).to_le_bytes());
        out.extend(kind);
        out.extend(chunk);
    }
    out
}
