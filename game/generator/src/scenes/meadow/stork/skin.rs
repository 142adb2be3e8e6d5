//! The skin of the stork: smooth surfaces with weights of bones.

use flock_testkit::gltf::{Indices, Influences, Primitive};
use fyrox::core::algebra::{Vector2, Vector3};

type Vec3 = Vector3<f32>;

/// A vertex at rest. It follows the first bone, and the second one by a share.
#[derive(Clone, Copy)]
pub struct Vertex {
    pub position: Vec3,
    pub texture: Vector2<f32>,
    pub bones: [usize; 2],
    pub share: f32,
}

#[derive(Default)]
pub struct Skin {
    vertices: Vec<Vertex>,
    normals: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Skin {
    /// Adds a smooth surface through rows of vertices, which enclose a volume. The rows are closed
    /// rings, or their ends meet in a sharp edge.
    pub fn add(&mut self, rows: &[Vec<Vertex>], is_ring: bool) {
        let first = self.vertices.len() as u32;
        let vertices = rows.concat();
        let mut triangles = grid(rows.len() as u32, rows[0].len() as u32, is_ring);
        let corners = |triangle: &[u32; 3]| triangle.map(|it| vertices[it as usize].position);
        let volume: f32 = triangles
            .iter()
            .map(|triangle| {
                let [a, b, c] = corners(triangle);
                a.dot(&b.cross(&c))
            })
            .sum();
        if volume < 0.0 {
            triangles.iter_mut().for_each(|triangle| triangle.reverse());
        }
        let mut normals = vec![Vec3::zeros(); vertices.len()];
        for triangle in &triangles {
            let [a, b, c] = corners(triangle);
            let normal = (b - a).cross(&(c - a));
            triangle
                .iter()
                .for_each(|&it| normals[it as usize] += normal);
        }
        let unit = |it: &Vec3| it.try_normalize(1.0e-12).unwrap_or_else(Vec3::y);
        self.normals.extend(normals.iter().map(unit));
        self.vertices.extend(vertices);
        let moved = triangles.iter().map(|it| it.map(|index| first + index));
        self.triangles.extend(moved);
    }

    pub fn primitive(&self) -> Primitive {
        let vertices = self.vertices.iter();
        let joints = vertices.clone().map(|it| {
            let [first, second] = it.bones.map(|bone| bone as u16);
            [first, second, 0, 0]
        });
        let weights = vertices
            .clone()
            .map(|it| [1.0 - it.share, it.share, 0.0, 0.0]);
        let indices = self.triangles.concat().into_iter();
        Primitive {
            influences: vec![Influences {
                joints: joints.collect(),
                weights: weights.collect(),
            }],
            positions: vertices.clone().map(|it| it.position.into()).collect(),
            normals: self.normals.iter().map(|it| (*it).into()).collect(),
            tex_coords: vertices.map(|it| it.texture.into()).collect(),
            indices: Indices::Short(indices.map(|it| it as u16).collect()),
            material: Some(0),
            ..Primitive::default()
        }
    }
}

/// Two triangles for each cell between rows.
fn grid(rows: u32, columns: u32, is_ring: bool) -> Vec<[u32; 3]> {
    let cells = if is_ring { columns } else { columns - 1 };
    let cell = |row: u32, column: u32| {
        let next = (column + 1) % columns;
        let [a, b] = [row * columns + column, row * columns + next];
        let [c, d] = [a + columns, b + columns];
        [[a, b, d], [a, d, c]]
    };
    (0..rows - 1)
        .flat_map(|row| (0..cells).flat_map(move |column| cell(row, column)))
        .collect()
}
