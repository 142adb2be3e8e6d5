//! Meshes from parametric patches, or vertex by vertex.

use fyrox::{
    core::{
        algebra::{Vector2, Vector3, Vector4},
        math::TriangleDefinition,
    },
    scene::mesh::{
        buffer::{TriangleBuffer, VertexBuffer},
        surface::SurfaceData,
        vertex::StaticVertex,
    },
};
use std::{error::Error, f32::consts::TAU};

/// A triangle mesh under construction. Triangles are counter-clockwise seen from outside.
#[derive(Default)]
pub struct Mesh {
    vertices: Vec<StaticVertex>,
    triangles: Vec<TriangleDefinition>,
}

impl Mesh {
    /// Adds a patch over the unit square in `columns` by `rows` cells. `place` gives the positions,
    /// and its slope the normals; it is evaluated a little beyond the square, so that neighbouring
    /// patches are lit without a seam. The surface faces the side from which `u`, then `v`, is a
    /// counter-clockwise turn.
    pub fn patch(
        &mut self,
        columns: u32,
        rows: u32,
        place: impl Fn(f32, f32) -> Vector3<f32>,
        texture: impl Fn(f32, f32) -> Vector2<f32>,
    ) {
        let first = self.vertices.len() as u32;
        for row in 0..=rows {
            for column in 0..=columns {
                let (u, v) = (column as f32 / columns as f32, row as f32 / rows as f32);
                self.vertices.push(StaticVertex {
                    position: place(u, v),
                    tex_coord: texture(u, v),
                    normal: normal(&place, u, v),
                    tangent: Vector4::new(1.0, 0.0, 0.0, 1.0),
                });
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let a = first + row * (columns + 1) + column;
                let (b, c, d) = (a + 1, a + columns + 1, a + columns + 2);
                self.triangle([a, b, d]);
                self.triangle([a, d, c]);
            }
        }
    }

    /// Adds a tube around `center(t)` with the radius `radius(t, angle)`, for `t` from 0 to 1,
    /// closed by flat caps.
    pub fn tube(
        &mut self,
        segments: u32,
        sides: u32,
        center: impl Fn(f32) -> Vector3<f32>,
        radius: impl Fn(f32, f32) -> f32,
        texture: impl Fn(f32, f32) -> Vector2<f32>,
    ) {
        let place = |u: f32, t: f32| {
            // The seam closes exactly: both of its ends have the angle 0.
            let angle = u.rem_euclid(1.0) * TAU;
            let along = (center(t + 0.01) - center(t - 0.01)).normalize();
            let side = along.cross(&frame_axis(&along)).normalize();
            let up = side.cross(&along);
            center(t) + (side * angle.cos() + up * angle.sin()) * radius(t, angle)
        };
        self.patch(sides, segments, |u, v| place(1.0 - u, v), &texture);
        self.cap(sides, center(0.0), |u| place(u, 0.0));
        self.cap(sides, center(1.0), |u| place(1.0 - u, 1.0));
    }

    /// Closes a ring, which is counter-clockwise seen from outside, with a triangle fan.
    fn cap(&mut self, sides: u32, center: Vector3<f32>, ring: impl Fn(f32) -> Vector3<f32>) {
        let first = self.vertices.len() as u32;
        let normal = (ring(0.0) - center).cross(&(ring(0.25) - center));
        let normal = normal.try_normalize(1.0e-12).unwrap_or(Vector3::y());
        let mut push = |position: Vector3<f32>| {
            self.vertices.push(StaticVertex {
                position,
                tex_coord: Vector2::new(position.x, position.z),
                normal,
                tangent: Vector4::new(1.0, 0.0, 0.0, 1.0),
            });
        };
        push(center);
        (0..=sides).for_each(|side| push(ring(side as f32 / sides as f32)));
        (0..sides).for_each(|side| self.triangle([first, first + side + 1, first + side + 2]));
    }

    /// Adds the back of all faces, for leaves and fins that are visible from both sides.
    pub fn make_two_sided(&mut self) {
        let (vertices, triangles) = (self.vertices.len() as u32, self.triangles.len());
        for index in 0..vertices as usize {
            let mut vertex = self.vertices[index];
            vertex.normal = -vertex.normal;
            self.vertices.push(vertex);
        }
        for index in 0..triangles {
            let [a, b, c] = self.triangles[index].0;
            self.triangle([a + vertices, c + vertices, b + vertices]);
        }
    }

    /// Adds another mesh.
    pub fn append(&mut self, other: Mesh) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        for TriangleDefinition(corners) in other.triangles {
            self.triangle(corners.map(|corner| corner + first));
        }
    }

    /// Adds a vertex and returns its index.
    pub fn vertex(&mut self, vertex: StaticVertex) -> u32 {
        self.vertices.push(vertex);
        self.vertices.len() as u32 - 1
    }

    /// Adds a triangle by the indices of its corners.
    pub fn triangle(&mut self, corners: [u32; 3]) {
        self.triangles.push(TriangleDefinition(corners));
    }

    /// The mesh in the engine's format.
    pub fn into_surface(self) -> Result<SurfaceData, Box<dyn Error>> {
        let vertices = VertexBuffer::new(self.vertices.len(), self.vertices)
            .map_err(|error| format!("the mesh has no valid vertex layout: {error:?}"))?;
        let mut surface = SurfaceData::new(vertices, TriangleBuffer::new(self.triangles));
        surface
            .calculate_tangents()
            .map_err(|error| format!("the mesh has no tangents: {error:?}"))?;
        Ok(surface)
    }
}

/// An axis that is never parallel to `along`.
fn frame_axis(along: &Vector3<f32>) -> Vector3<f32> {
    if along.z.abs() < 0.9 {
        Vector3::z()
    } else {
        Vector3::y()
    }
}

fn normal(place: &impl Fn(f32, f32) -> Vector3<f32>, u: f32, v: f32) -> Vector3<f32> {
    const STEP: f32 = 2.0e-3;
    let du = place(u + STEP, v) - place(u - STEP, v);
    let dv = place(u, v + STEP) - place(u, v - STEP);
    du.cross(&dv).try_normalize(1.0e-12).unwrap_or(Vector3::y())
}
