//! Binary glTF 2.0: a chunk of JSON and a chunk of numbers.

use super::{Animation, Document, Indices, Interpolation, Material, Mesh, Path, Primitive, Skin};

const FLOAT: u32 = 5126;
const BYTE: u32 = 5121;
const SHORT: u32 = 5123;
const INDEX: u32 = 5125;

#[derive(Default)]
struct Numbers {
    bytes: Vec<u8>,
    views: Vec<String>,
    accessors: Vec<String>,
}

impl Numbers {
    /// Adds bytes and returns the index of their view.
    fn view(&mut self, bytes: &[u8]) -> usize {
        self.views.push(format!(
            r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#,
            self.bytes.len(),
            bytes.len()
        ));
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    /// Adds an accessor and returns its index.
    fn add(&mut self, bytes: Vec<u8>, kind: (u32, &str), count: usize, bounds: &str) -> usize {
        let view = self.view(&bytes);
        let (component, shape) = kind;
        self.accessors.push(format!(
            r#"{{"bufferView":{view},"componentType":{component},"count":{count},"type":"{shape}"{bounds}}}"#
        ));
        self.accessors.len() - 1
    }

    fn floats<const N: usize>(&mut self, values: &[[f32; N]]) -> usize {
        let shape = match N {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        // JSON has no numbers that are not finite.
        let bound = |pick: fn(f32, f32) -> f32, from: f32| {
            let axis = |axis: usize| {
                let finite = values.iter().map(|it| it[axis]).filter(|it| it.is_finite());
                finite.fold(from, pick)
            };
            numbers((0..N).map(axis))
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

/// A member of an object, or nothing for an empty list.
fn member(name: &str, items: &str) -> String {
    if items.is_empty() {
        String::new()
    } else {
        format!(r#","{name}":[{items}]"#)
    }
}

impl Document {
    /// The bytes of a `.glb` file.
    pub fn to_glb(&self) -> Vec<u8> {
        let mut data = Numbers::default();
        let nodes = list((0..self.nodes.len()).map(|node| self.node(node)));
        let meshes = list(self.meshes.iter().map(|it| mesh(it, &mut data)));
        let materials = list(self.materials.iter().map(material));
        let images = list(self.images.iter().map(|it| {
            let view = data.view(it);
            format!(r#"{{"bufferView":{view},"mimeType":"image/png"}}"#)
        }));
        let textures = (0..self.images.len()).map(|it| format!(r#"{{"source":{it}}}"#));
        let skins = list(self.skins.iter().map(|it| skin(it, &mut data)));
        let animations = list(self.animations.iter().map(|it| animation(it, &mut data)));
        let roots = (0..self.nodes.len()).filter(|&node| self.nodes[node].parent.is_none());
        let roots = list(roots.map(|it| it.to_string()));
        let extensions = list(self.extensions.iter().map(|it| format!(r#""{it}""#)));
        let members = [
            member("extensionsUsed", &extensions),
            member("extensionsRequired", &extensions),
            member("nodes", &nodes),
            member("meshes", &meshes),
            member("materials", &materials),
            member("images", &images),
            member("textures", &list(textures)),
            member("skins", &skins),
            member("animations", &animations),
            member("accessors", &data.accessors.join(",")),
            member("bufferViews", &data.views.join(",")),
        ];
        let buffers = format!(r#","buffers":[{{"byteLength":{}}}]"#, data.bytes.len());
        let buffers = if data.bytes.is_empty() { "" } else { &buffers };
        let json = format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{{}}}]{}{buffers}}}"#,
            member("nodes", &roots).trim_start_matches(','),
            members.concat(),
        );
        file(json.into_bytes(), data.bytes)
    }

    fn node(&self, number: usize) -> String {
        let node = &self.nodes[number];
        let children = (0..self.nodes.len()).filter(|&it| self.nodes[it].parent == Some(number));
        let index = |name: &str, index: Option<usize>| {
            index.map_or_else(String::new, |it| format!(r#","{name}":{it}"#))
        };
        format!(
            r#"{{"name":"{}","translation":[{}],"rotation":[{}],"scale":[{}]{}{}{}}}"#,
            node.name,
            numbers(node.position),
            numbers(node.rotation),
            numbers(node.scale),
            index("mesh", node.mesh),
            index("skin", node.skin),
            member("children", &list(children.map(|it| it.to_string())))
        )
    }
}

fn mesh(mesh: &Mesh, data: &mut Numbers) -> String {
    let primitives = list(mesh.primitives.iter().map(|it| primitive(it, data)));
    let weights = member("weights", &numbers(mesh.weights.iter().copied()));
    format!(r#"{{"primitives":[{primitives}]{weights}}}"#)
}

fn primitive(primitive: &Primitive, data: &mut Numbers) -> String {
    let mut attributes = vec![format!(
        r#""POSITION":{}"#,
        data.floats(&primitive.positions)
    )];
    if !primitive.normals.is_empty() {
        attributes.push(format!(r#""NORMAL":{}"#, data.floats(&primitive.normals)));
    }
    if !primitive.tangents.is_empty() {
        attributes.push(format!(r#""TANGENT":{}"#, data.floats(&primitive.tangents)));
    }
    if !primitive.tex_coords.is_empty() {
        attributes.push(format!(
            r#""TEXCOORD_0":{}"#,
            data.floats(&primitive.tex_coords)
        ));
    }
    for (set, influences) in primitive.influences.iter().enumerate() {
        let joints = joints(&influences.joints, data);
        let weights = data.floats(&influences.weights);
        attributes.push(format!(
            r#""JOINTS_{set}":{joints},"WEIGHTS_{set}":{weights}"#
        ));
    }
    let indices = match &primitive.indices {
        Indices::None => None,
        Indices::Short(indices) => {
            let bytes = indices.iter().flat_map(|it| it.to_le_bytes()).collect();
            Some(data.add(bytes, (SHORT, "SCALAR"), indices.len(), ""))
        }
        Indices::Long(indices) => {
            let bytes = indices.iter().flat_map(|it| it.to_le_bytes()).collect();
            Some(data.add(bytes, (INDEX, "SCALAR"), indices.len(), ""))
        }
    };
    let indices = indices.map_or_else(String::new, |it| format!(r#","indices":{it}"#));
    let material = primitive.material;
    let material = material.map_or_else(String::new, |it| format!(r#","material":{it}"#));
    let shapes = primitive.shapes.iter();
    let shapes = list(shapes.map(|it| format!(r#"{{"POSITION":{}}}"#, data.floats(it))));
    format!(
        r#"{{"attributes":{{{}}}{indices}{material}{}}}"#,
        attributes.join(","),
        member("targets", &shapes)
    )
}

/// Bones, as bytes if they fit.
fn joints(joints: &[[u16; 4]], data: &mut Numbers) -> usize {
    let all = joints.iter().flatten();
    let bytes: Result<Vec<u8>, _> = all.clone().map(|&it| u8::try_from(it)).collect();
    match bytes {
        Ok(bytes) => data.add(bytes, (BYTE, "VEC4"), joints.len(), ""),
        Err(_) => {
            let bytes = all.flat_map(|it| it.to_le_bytes()).collect();
            data.add(bytes, (SHORT, "VEC4"), joints.len(), "")
        }
    }
}

/// Slots of the inner object of a material.
const OF_METALNESS: [&str; 2] = ["baseColorTexture", "metallicRoughnessTexture"];

fn material(material: &Material) -> String {
    let textures = |is_inner: bool| -> String {
        let textures = material.textures.iter();
        let textures = textures.filter(|(slot, _)| OF_METALNESS.contains(slot) == is_inner);
        let textures = textures.map(|(slot, image)| format!(r#","{slot}":{{"index":{image}}}"#));
        textures.collect()
    };
    format!(
        r#"{{"name":"{}","pbrMetallicRoughness":{{"baseColorFactor":[{}],"metallicFactor":0,"roughnessFactor":0.8{}}}{}}}"#,
        material.name,
        numbers(material.color),
        textures(true),
        textures(false)
    )
}

fn skin(skin: &Skin, data: &mut Numbers) -> String {
    format!(
        r#"{{"inverseBindMatrices":{},"joints":[{}]}}"#,
        data.floats(&skin.inverse_bind),
        list(skin.joints.iter().map(|it| it.to_string()))
    )
}

fn animation(animation: &Animation, data: &mut Numbers) -> String {
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for channel in &animation.channels {
        let times: Vec<[f32; 1]> = channel.times.iter().map(|it| [*it]).collect();
        let input = data.floats(&times);
        let (path, size) = match channel.path {
            Path::Translation => ("translation", 3),
            Path::Rotation => ("rotation", 4),
            Path::Scale => ("scale", 3),
            Path::Weights => ("weights", 1),
        };
        let interpolation = match channel.interpolation {
            Interpolation::Linear => "LINEAR",
            Interpolation::Step => "STEP",
            Interpolation::CubicSpline => "CUBICSPLINE",
        };
        let shape = ["SCALAR", "", "VEC3", "VEC4"][size - 1];
        let bytes = channel
            .values
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect();
        let output = data.add(bytes, (FLOAT, shape), channel.values.len() / size, "");
        channels.push(format!(
            r#"{{"sampler":{},"target":{{"node":{},"path":"{path}"}}}}"#,
            samplers.len(),
            channel.node
        ));
        samplers.push(format!(
            r#"{{"input":{input},"output":{output},"interpolation":"{interpolation}"}}"#
        ));
    }
    format!(
        r#"{{"name":"{}","samplers":[{}],"channels":[{}]}}"#,
        animation.name,
        samplers.join(","),
        channels.join(",")
    )
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
