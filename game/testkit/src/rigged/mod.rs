//! Rigged models for tests: meshes with a skeleton and animations, written as binary glTF or as FBX files.
//!
//! They imitate exporters: the skeleton is below a scaled and rotated node, bones are rotated and
//! scaled relative to each other, the node of a skinned mesh has a transform without effect, and a
//! mesh without bones is attached to a bone.

pub mod bird;
mod fbx;
mod glb;
pub mod snake;

use nalgebra::{Matrix4, Translation3, UnitQuaternion, Vector3};

/// A bone at rest, or any other node of the skeleton. Parents come first.
pub struct Joint {
    pub parent: Option<usize>,
    pub position: Vector3<f32>,
    pub rotation: UnitQuaternion<f32>,
    pub scale: f32,
}

impl Joint {
    pub fn matrix(&self) -> Matrix4<f32> {
        Translation3::from(self.position).to_homogeneous()
            * self.rotation.to_homogeneous()
            * Matrix4::new_scaling(self.scale)
    }
}

/// A vertex in the bind pose, in world space; in the space of the node if it has no bones.
#[derive(Clone, Copy)]
pub struct Vertex {
    pub position: Vector3<f32>,
    pub normal: Vector3<f32>,
    pub joints: [u8; 4],
    pub weights: [f32; 4],
}

/// A mesh of one surface, with a colour.
pub struct Part {
    pub name: &'static str,
    pub color: [f32; 4],
    pub vertices: Vec<Vertex>,
    pub triangles: Vec<[u32; 3]>,
    /// The bone that it is attached to, if it has no bones of its own.
    pub hangs_on: Option<usize>,
}

/// Rotations of one joint relative to its rest, at equal intervals from the begin to the end.
pub struct Channel {
    pub joint: usize,
    pub turns: Vec<UnitQuaternion<f32>>,
}

pub struct Clip {
    pub name: &'static str,
    pub seconds: f32,
    pub channels: Vec<Channel>,
}

pub struct Rig {
    pub joints: Vec<Joint>,
    pub parts: Vec<Part>,
    pub clips: Vec<Clip>,
}

impl Rig {
    /// The transform of a joint to world space, at rest.
    pub fn global(&self, joint: usize) -> Matrix4<f32> {
        let it = &self.joints[joint];
        match it.parent {
            Some(parent) => self.global(parent) * it.matrix(),
            None => it.matrix(),
        }
    }

    /// The bytes of a `.glb` file.
    pub fn to_glb(&self) -> Vec<u8> {
        glb::document(self).to_glb()
    }

    /// The text of an `.fbx` file.
    pub fn to_fbx(&self) -> String {
        fbx::write(self)
    }
}

/// A smooth surface through closed rings of points, in order.
pub fn skin(rings: &[Vec<Vertex>]) -> (Vec<Vertex>, Vec<[u32; 3]>) {
    let count = rings[0].len() as u32;
    let mut vertices: Vec<Vertex> = rings.iter().flatten().copied().collect();
    let mut triangles = Vec::new();
    for ring in 0..rings.len() as u32 - 1 {
        for side in 0..count {
            let next = (side + 1) % count;
            let [a, b] = [ring * count + side, ring * count + next];
            triangles.push([a, b, a + count]);
            triangles.push([b, b + count, a + count]);
        }
    }
    for triangle in &triangles {
        let [a, b, c] = triangle.map(|index| vertices[index as usize].position);
        let normal = (b - a).cross(&(c - a));
        for index in triangle {
            vertices[*index as usize].normal += normal;
        }
    }
    for vertex in &mut vertices {
        let normal = vertex.normal.try_normalize(1e-12);
        vertex.normal = normal.unwrap_or_else(Vector3::y);
    }
    (vertices, triangles)
}
