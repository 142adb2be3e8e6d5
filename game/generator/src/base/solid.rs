//! Flat faces, boxes and poles, for buildings.

use super::mesh::Mesh;
use fyrox::core::algebra::{Vector2, Vector3};

/// Part of an image: left, top, width and height, each from 0 to 1.
pub type Cell = [f32; 4];

impl Mesh {
    /// Adds a flat face with corners counter-clockwise as seen from outside. One repetition of the
    /// texture covers `span` metres and starts at the first corner, or at the height 0 on a wall.
    pub fn face(&mut self, corners: [Vector3<f32>; 4], span: f32) {
        let [a, b, _, d] = corners;
        let size = Vector2::new((b - a).norm(), (d - a).norm()) / span;
        let foot = foot(b - a, d - a, a) / span;
        self.patch(1, 1, bilinear(corners), |u, v| {
            Vector2::new(u * size.x, -v * size.y - foot)
        });
    }

    /// Adds a flat face that shows a part of an image upright.
    pub fn picture(&mut self, corners: [Vector3<f32>; 4], [left, top, width, height]: Cell) {
        self.patch(1, 1, bilinear(corners), |u, v| {
            Vector2::new(left + u * width, top + (1.0 - v) * height)
        });
    }

    /// Adds a triangle, counter-clockwise as seen from outside, with the texture of a face over its
    /// first edge.
    pub fn gable(&mut self, [a, b, top]: [Vector3<f32>; 3], span: f32) {
        let along = (b - a).normalize();
        let normal = (b - a).cross(&(top - a)).normalize();
        let up = normal.cross(&along);
        let foot = foot(b - a, top - a, a);
        let corners = [a, b, top].map(|position| {
            let (u, v) = ((position - a).dot(&along), (position - a).dot(&up) + foot);
            self.vertex(fyrox::scene::mesh::vertex::StaticVertex {
                position,
                tex_coord: Vector2::new(u, -v) / span,
                normal,
                tangent: along.push(1.0),
            })
        });
        self.triangle(corners);
    }

    /// Adds a body with six faces between a lower and an upper ring of corners, each
    /// counter-clockwise as seen from above.
    pub fn block(&mut self, low: [Vector3<f32>; 4], high: [Vector3<f32>; 4], span: f32) {
        self.face(high, span);
        self.face([low[3], low[2], low[1], low[0]], span);
        for side in 0..4 {
            let next = (side + 1) % 4;
            self.face([low[side], low[next], high[next], high[side]], span);
        }
    }

    /// Adds a box with edges along the axes.
    pub fn cuboid(&mut self, min: Vector3<f32>, max: Vector3<f32>, span: f32) {
        let ring = |y: f32| {
            [
                Vector3::new(min.x, y, max.z),
                Vector3::new(max.x, y, max.z),
                Vector3::new(max.x, y, min.z),
                Vector3::new(min.x, y, min.z),
            ]
        };
        self.block(ring(min.y), ring(max.y), span);
    }

    /// Adds a pole with `sides` sides that tapers from one point to another.
    pub fn pole(&mut self, from: Vector3<f32>, to: Vector3<f32>, radii: [f32; 2], sides: u32) {
        let along = (to - from).normalize();
        let across = if along.y.abs() < 0.9 {
            Vector3::y()
        } else {
            Vector3::x()
        };
        let side = along.cross(&across).normalize();
        let up = side.cross(&along);
        let length = (to - from).norm();
        let place = |u: f32, v: f32| {
            let (sin, cos) = (-u.rem_euclid(1.0) * std::f32::consts::TAU).sin_cos();
            let radius = radii[0] + (radii[1] - radii[0]) * v;
            from + along * (length * v) + (side * cos + up * sin) * radius
        };
        let around = radii[0].max(radii[1]) * 4.0;
        self.patch(sides, 1, place, |u, v| Vector2::new(u * around, v * length));
    }
}

/// Height of the first corner of an upright face, so that the texture continues across faces.
fn foot(along: Vector3<f32>, up: Vector3<f32>, corner: Vector3<f32>) -> f32 {
    let is_upright = along.cross(&up).normalize().y.abs() < 1.0e-3;
    if is_upright {
        corner.y
    } else {
        0.0
    }
}

fn bilinear([a, b, c, d]: [Vector3<f32>; 4]) -> impl Fn(f32, f32) -> Vector3<f32> {
    move |u, v| {
        a * ((1.0 - u) * (1.0 - v)) + b * (u * (1.0 - v)) + c * (u * v) + d * ((1.0 - u) * v)
    }
}
