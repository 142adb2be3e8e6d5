//! A closed body with a nose, a back and two different sides.

use super::{Document, Material, Mesh, Node, Primitive};
use nalgebra::Vector3;

/// The foremost and the rearmost vertex of [`octahedron`].
pub const NOSE: usize = 0;
pub const TAIL: usize = 1;

const CORNERS: [[f32; 3]; 6] = [
    [0.0, 0.0, 0.6],
    [0.0, 0.0, -0.4],
    [0.25, 0.0, 0.05],
    [-0.25, 0.0, 0.05],
    [0.0, 0.2, 0.0],
    [0.0, -0.1, 0.0],
];

/// Counter-clockwise as seen from outside.
const TRIANGLES: [[u32; 3]; 8] = [
    [0, 2, 4],
    [0, 4, 3],
    [0, 3, 5],
    [0, 5, 2],
    [1, 4, 2],
    [1, 3, 4],
    [1, 5, 3],
    [1, 2, 5],
];

/// A body of a metre with the nose along +Z and the back along +Y, with 6 vertices and smooth
/// normals.
pub fn octahedron() -> Primitive {
    let corners = CORNERS.map(Vector3::from);
    let mut normals = [Vector3::zeros(); 6];
    for triangle in TRIANGLES {
        let [a, b, c] = triangle.map(|index| corners[index as usize]);
        for index in triangle {
            normals[index as usize] += (b - a).cross(&(c - a));
        }
    }
    Primitive {
        positions: CORNERS.to_vec(),
        normals: normals.map(|normal| normal.normalize().into()).to_vec(),
        indices: TRIANGLES.to_vec().into(),
        material: Some(0),
        ..Primitive::default()
    }
}

impl Primitive {
    /// The same triangles without indices and without normals: each has its own vertices.
    pub fn unindexed(&self) -> Self {
        let indices = self.indices.values(self.positions.len());
        let positions = indices.iter().map(|&index| self.positions[index]);
        Self {
            positions: positions.collect(),
            material: self.material,
            ..Self::default()
        }
    }
}

impl Document {
    /// A body with a node `Body` for its mesh.
    pub fn of(primitive: Primitive) -> Self {
        let mut document = Self {
            materials: vec![Material {
                name: "Skin".into(),
                color: [0.4, 0.5, 0.6, 1.0],
                ..Material::default()
            }],
            ..Self::default()
        };
        document.add_mesh(Node::new("Body"), primitive);
        document
    }

    /// Adds a node with a mesh of one surface, and returns the node.
    pub fn add_mesh(&mut self, node: Node, primitive: Primitive) -> usize {
        self.meshes.push(Mesh {
            primitives: vec![primitive],
            weights: Vec::new(),
        });
        let mesh = Some(self.meshes.len() - 1);
        self.add(Node { mesh, ..node })
    }

    /// Adds a node and returns it.
    pub fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }
}
