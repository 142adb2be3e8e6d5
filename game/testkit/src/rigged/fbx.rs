//! FBX 7.4 as text. A file of this format has one animation: the first clip.

use super::{Channel, Part, Rig};
use std::fmt::{Display, Write};

/// Units of time in a second.
const SECOND: f64 = 46_186_158_000.0;

/// Ids of the first object of each kind.
const JOINT: usize = 1_000;
const MESH: usize = 2_000;
const GEOMETRY: usize = 3_000;
const MATERIAL: usize = 4_000;
const SKIN: usize = 5_000;
const CLUSTER: usize = 10_000;
const CURVES: usize = 100_000;
const CURVE: usize = 200_000;

pub(super) fn write(rig: &Rig) -> String {
    let mut file = File::default();
    for (index, joint) in rig.joints.iter().enumerate() {
        let properties = [
            ("Lcl Translation", joint.position.into()),
            ("Lcl Rotation", degrees(&joint.rotation)),
            ("Lcl Scaling", [joint.scale; 3]),
        ];
        file.model(
            JOINT + index,
            &format!("Joint{index}"),
            "LimbNode",
            &properties,
        );
        file.link(
            JOINT + index,
            joint.parent.map_or(0, |parent| JOINT + parent),
        );
    }
    for (index, part) in rig.parts.iter().enumerate() {
        file.part(index, part, rig);
    }
    let channels = rig.clips.iter().take(1);
    let channels = channels.flat_map(|clip| clip.channels.iter().map(|it| (clip.seconds, it)));
    for (index, (seconds, channel)) in channels.enumerate() {
        file.channel(index, channel, seconds, rig);
    }
    let File { objects, links } = file;
    format!(
        "; FBX 7.4.0 project file\nFBXHeaderExtension: {{\nFBXVersion: 7400\n}}\nObjects: {{\n{objects}}}\nConnections: \
         {{\n{links}}}\n"
    )
}

/// Rotations about the X, the Y and the Z axis, in this order.
fn degrees(rotation: &super::UnitQuaternion<f32>) -> [f32; 3] {
    let (x, y, z) = rotation.euler_angles();
    [x, y, z].map(f32::to_degrees)
}

/// The same rotation by the angles nearest to others, so that interpolation between two keys is
/// correct.
fn nearest(angles: [f32; 3], before: [f32; 3]) -> [f32; 3] {
    let near = |angles: [f32; 3]| -> [f32; 3] {
        std::array::from_fn(|axis| {
            let turns = ((before[axis] - angles[axis]) / 360.0).round();
            angles[axis] + 360.0 * turns
        })
    };
    let distance = |angles: &[f32; 3]| -> f32 {
        let parts = angles.iter().zip(before);
        parts.map(|(a, b)| (a - b).abs()).sum()
    };
    let [x, y, z] = angles;
    let [first, second] = [near(angles), near([x + 180.0, 180.0 - y, z + 180.0])];
    if distance(&second) < distance(&first) {
        second
    } else {
        first
    }
}

#[derive(Default)]
struct File {
    objects: String,
    links: String,
}

impl File {
    fn line(&mut self, text: impl Display) {
        writeln!(self.objects, "{text}").expect("text can be written");
    }

    fn array(&mut self, name: &str, values: impl IntoIterator<Item = impl Display>) {
        let values: Vec<String> = values.into_iter().map(|it| it.to_string()).collect();
        let (count, values) = (values.len(), values.join(","));
        self.line(format!("{name}: *{count} {{\na: {values}\n}}"));
    }

    fn link(&mut self, child: usize, parent: usize) {
        writeln!(self.links, "C: \"OO\",{child},{parent}").expect("text can be written");
    }

    fn link_property(&mut self, child: usize, parent: usize, property: &str) {
        let link = format!("C: \"OP\",{child},{parent}, \"{property}\"");
        writeln!(self.links, "{link}").expect("text can be written");
    }

    fn model(&mut self, id: usize, name: &str, kind: &str, properties: &[(&str, [f32; 3])]) {
        self.line(format!(
            "Model: {id}, \"Model::{name}\", \"{kind}\" {{\nProperties70: {{"
        ));
        for (name, [x, y, z]) in properties {
            self.line(format!(
                "P: \"{name}\", \"{name}\", \"\", \"A\",{x},{y},{z}"
            ));
        }
        self.line("}\n}");
    }

    fn part(&mut self, index: usize, part: &Part, rig: &Rig) {
        // The transform of the node of a skinned mesh has no effect.
        let place: &[_] = match part.hangs_on {
            Some(_) => &[],
            None => &[("Lcl Translation", [3.0, -2.0, 5.0])],
        };
        self.model(MESH + index, part.name, "Mesh", place);
        self.link(MESH + index, part.hangs_on.map_or(0, |joint| JOINT + joint));
        self.geometry(index, part);
        let [red, green, blue, _] = part.color;
        self.line(format!(
            "Material: {}, \"Material::{}\", \"\" {{\nProperties70: {{\nP: \"DiffuseColor\", \"Color\", \"\", \
             \"A\",{red},{green},{blue}\n}}\n}}",
            MATERIAL + index,
            part.name
        ));
        self.link(MATERIAL + index, MESH + index);
        if part.hangs_on.is_none() {
            self.skin(index, part, rig);
        }
    }

    fn geometry(&mut self, index: usize, part: &Part) {
        let id = GEOMETRY + index;
        self.line(format!(
            "Geometry: {id}, \"Geometry::{}\", \"Mesh\" {{",
            part.name
        ));
        let vertices = &part.vertices;
        self.array(
            "Vertices",
            vertices.iter().flat_map(|it| <[f32; 3]>::from(it.position)),
        );
        // The last corner of each face is marked.
        let corners = part
            .triangles
            .iter()
            .map(|triangle| triangle.map(|it| it as i32));
        self.array(
            "PolygonVertexIndex",
            corners.flat_map(|[a, b, c]| [a, b, !c]),
        );
        self.line(
            "LayerElementNormal: 0 {\nMappingInformationType: \"ByVertice\"\nReferenceInformationType: \"Direct\"",
        );
        self.array(
            "Normals",
            vertices.iter().flat_map(|it| <[f32; 3]>::from(it.normal)),
        );
        self.line("}\n}");
        self.link(id, MESH + index);
    }

    fn skin(&mut self, index: usize, part: &Part, rig: &Rig) {
        let skin = SKIN + index;
        self.line(format!(
            "Deformer: {skin}, \"Deformer::{}\", \"Skin\" {{\n}}",
            part.name
        ));
        self.link(skin, GEOMETRY + index);
        for joint in 0..rig.joints.len() {
            let mut weights = Vec::new();
            for (vertex, it) in part.vertices.iter().enumerate() {
                let bones = it.joints.iter().zip(it.weights);
                let own =
                    bones.filter(|(bone, weight)| usize::from(**bone) == joint && *weight > 0.0);
                weights.extend(own.map(|(_, weight)| (vertex, weight)));
            }
            if weights.is_empty() {
                continue;
            }
            let id = CLUSTER * (index + 1) + joint;
            let inverse = rig.global(joint).try_inverse().expect("no joint is flat");
            self.line(format!(
                "Deformer: {id}, \"SubDeformer::Joint{joint}\", \"Cluster\" {{"
            ));
            self.array("Indexes", weights.iter().map(|(vertex, _)| vertex));
            self.array("Weights", weights.iter().map(|(_, weight)| weight));
            self.array("Transform", inverse.iter());
            self.line("}");
            self.link(id, skin);
            self.link(JOINT + joint, id);
        }
    }

    fn channel(&mut self, index: usize, channel: &Channel, seconds: f32, rig: &Rig) {
        let node = CURVES + index;
        self.line(format!(
            "AnimationCurveNode: {node}, \"AnimCurveNode::R\", \"\" {{\n}}"
        ));
        self.link_property(node, JOINT + channel.joint, "Lcl Rotation");
        let last = (channel.turns.len() - 1).max(1) as f64;
        let rest = rig.joints[channel.joint].rotation;
        let mut before = degrees(&rest);
        let angles: Vec<_> = channel
            .turns
            .iter()
            .map(|turn| {
                before = nearest(degrees(&(rest * turn)), before);
                before
            })
            .collect();
        for axis in 0..3 {
            let id = CURVE + 3 * index + axis;
            self.line(format!("AnimationCurve: {id}, \"AnimCurve::\", \"\" {{"));
            let times = (0..angles.len()).map(|key| key as f64 / last * f64::from(seconds));
            self.array("KeyTime", times.map(|time| (time * SECOND) as i64));
            self.array("KeyValueFloat", angles.iter().map(|it| it[axis]));
            self.line("}");
            self.link_property(id, node, &format!("d|{}", ['X', 'Y', 'Z'][axis]));
        }
    }
}
