//! The vertices of a document in a pose, in double precision: an evaluation of the specification,
//! without the engine.

use super::{Animation, Channel, Document, Indices, Interpolation, Mesh, Node, Path, Primitive};
use nalgebra::{Matrix4, Point3, Quaternion, Translation3, UnitQuaternion, Vector3};

impl Indices {
    /// The indices of a surface with this number of vertices.
    pub fn values(&self, vertices: usize) -> Vec<usize> {
        match self {
            Self::None => (0..vertices).collect(),
            Self::Short(indices) => indices.iter().map(|&it| it as usize).collect(),
            Self::Long(indices) => indices.iter().map(|&it| it as usize).collect(),
        }
    }
}

impl Document {
    /// The positions of all vertices in world space, at a time of an animation or at rest. The
    /// surfaces are in the order of their nodes.
    pub fn pose(&self, animation: Option<(&Animation, f64)>) -> Vec<Vector3<f64>> {
        let locals: Vec<Local> = (0..self.nodes.len())
            .map(|node| Local::of(self, node, animation))
            .collect();
        let mut positions = Vec::new();
        for (node, local) in self.nodes.iter().zip(&locals) {
            let Some(mesh) = node.mesh else {
                continue;
            };
            let own = self.global(node, local, &locals);
            let bones = node.skin.map(|skin| self.bones(skin, &locals));
            for primitive in &self.meshes[mesh].primitives {
                for vertex in 0..primitive.positions.len() {
                    let transform = bones
                        .as_ref()
                        .map_or(own, |it| blend(primitive, vertex, it));
                    let point = Point3::from(shaped(primitive, vertex, &local.weights));
                    positions.push((transform * point.to_homogeneous()).xyz());
                }
            }
        }
        positions
    }

    fn global(&self, node: &Node, local: &Local, locals: &[Local]) -> Matrix4<f64> {
        let above = node
            .parent
            .map(|parent| self.global(&self.nodes[parent], &locals[parent], locals));
        above.unwrap_or_else(Matrix4::identity) * local.matrix()
    }

    fn bones(&self, skin: usize, locals: &[Local]) -> Vec<Matrix4<f64>> {
        let skin = &self.skins[skin];
        let bones = skin.joints.iter().zip(&skin.inverse_bind);
        bones
            .map(|(&joint, inverse)| {
                let inverse = Matrix4::from_column_slice(&inverse.map(f64::from));
                self.global(&self.nodes[joint], &locals[joint], locals) * inverse
            })
            .collect()
    }
}

/// The transform of a node and the weights of its blend shapes.
struct Local {
    position: Vector3<f64>,
    rotation: Quaternion<f64>,
    scale: Vector3<f64>,
    weights: Vec<f64>,
}

impl Local {
    fn of(document: &Document, number: usize, animation: Option<(&Animation, f64)>) -> Self {
        let node = &document.nodes[number];
        let mesh = node.mesh.map(|mesh| &document.meshes[mesh]);
        let mut local = Self {
            position: Vector3::from(node.position.map(f64::from)),
            rotation: Quaternion::from_vector(node.rotation.map(f64::from).into()),
            scale: Vector3::from(node.scale.map(f64::from)),
            weights: mesh.map_or_else(Vec::new, weights_at_rest),
        };
        let channels = animation.into_iter().flat_map(|(it, _)| &it.channels);
        for channel in channels.filter(|channel| channel.node == number) {
            let time = animation.map_or(0.0, |(_, time)| time);
            let value = sample(channel, time);
            match channel.path {
                Path::Translation => local.position = Vector3::from_row_slice(&value),
                Path::Scale => local.scale = Vector3::from_row_slice(&value),
                Path::Rotation => {
                    local.rotation = Quaternion::new(value[3], value[0], value[1], value[2]);
                }
                Path::Weights => local.weights = value,
            }
        }
        local
    }

    fn matrix(&self) -> Matrix4<f64> {
        Translation3::from(self.position).to_homogeneous()
            * UnitQuaternion::new_normalize(self.rotation).to_homogeneous()
            * Matrix4::new_nonuniform_scaling(&self.scale)
    }
}

fn weights_at_rest(mesh: &Mesh) -> Vec<f64> {
    let shapes = mesh.primitives.iter().map(|it| it.shapes.len()).max();
    let weight = |shape: usize| mesh.weights.get(shape).copied().map_or(0.0, f64::from);
    (0..shapes.unwrap_or(0)).map(weight).collect()
}

fn shaped(primitive: &Primitive, vertex: usize, weights: &[f64]) -> Vector3<f64> {
    let at = Vector3::from(primitive.positions[vertex].map(f64::from));
    let shapes = primitive.shapes.iter().zip(weights);
    let offsets =
        shapes.map(|(shape, weight)| Vector3::from(shape[vertex].map(f64::from)) * *weight);
    at + offsets.sum::<Vector3<f64>>()
}

/// The mean of the bones' matrices by the weights of a vertex, of which their sum need not be 1.
fn blend(primitive: &Primitive, vertex: usize, bones: &[Matrix4<f64>]) -> Matrix4<f64> {
    let (mut blended, mut sum) = (Matrix4::zeros(), 0.0);
    for set in &primitive.influences {
        for (&joint, &weight) in set.joints[vertex].iter().zip(&set.weights[vertex]) {
            if weight != 0.0 {
                blended += bones[joint as usize] * f64::from(weight);
                sum += f64::from(weight);
            }
        }
    }
    blended / sum
}

/// The value of a channel at a time.
fn sample(channel: &Channel, time: f64) -> Vec<f64> {
    let times: Vec<f64> = channel.times.iter().map(|&it| f64::from(it)).collect();
    let is_cubic = channel.interpolation == Interpolation::CubicSpline;
    let parts = if is_cubic { 3 } else { 1 };
    let size = channel.values.len() / times.len() / parts;
    // The tangent before a key, its value, and the tangent behind it.
    let read = |key: usize, part: usize| -> Vec<f64> {
        let first = (key * parts + part) * size;
        let values = channel.values[first..first + size].iter();
        values.map(|&it| f64::from(it)).collect()
    };
    let value = |key: usize| read(key, if is_cubic { 1 } else { 0 });
    let next = times.partition_point(|it| *it <= time);
    if next == 0 || next == times.len() {
        return value(next.saturating_sub(1));
    }
    let (key, span) = (next - 1, times[next] - times[next - 1]);
    let share = (time - times[key]) / span;
    let (from, to) = (value(key), value(next));
    match channel.interpolation {
        Interpolation::Step => from,
        Interpolation::Linear if channel.path == Path::Rotation => turned(&from, &to, share),
        Interpolation::Linear => {
            let pairs = from.iter().zip(&to);
            pairs.map(|(from, to)| from + (to - from) * share).collect()
        }
        Interpolation::CubicSpline => {
            let (leaves, arrives) = (read(key, 2), read(next, 0));
            let (t, t2, t3) = (share, share.powi(2), share.powi(3));
            let at = |i: usize| {
                (2.0 * t3 - 3.0 * t2 + 1.0) * from[i]
                    + span * (t3 - 2.0 * t2 + t) * leaves[i]
                    + (3.0 * t2 - 2.0 * t3) * to[i]
                    + span * (t3 - t2) * arrives[i]
            };
            (0..size).map(at).collect()
        }
    }
}

/// Spherical interpolation along the shorter arc.
fn turned(from: &[f64], to: &[f64], share: f64) -> Vec<f64> {
    let [from, to] = [from, to]
        .map(|it| UnitQuaternion::new_normalize(Quaternion::new(it[3], it[0], it[1], it[2])));
    let turned = from.slerp(&to, share);
    vec![turned.i, turned.j, turned.k, turned.w]
}
