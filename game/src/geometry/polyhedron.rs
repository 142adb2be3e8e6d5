//! A mesh as the convex parts that physics makes of it.

use super::{mesh::Placed, problem::Problem, solid::transform, Triangle};
use flock_sim::Vec3;
use parry3d::{
    math::Vector,
    transformation::vhacd::{VHACDParameters, VHACD},
};
use std::{collections::HashMap, panic::catch_unwind};

/// Divides meshes in the same way, by the same crate, and with the same parameters as the engine does for its Polyhedron.
pub(super) fn convex_parts(meshes: &[Placed]) -> Result<Vec<Triangle>, Problem> {
    let (vertices, triangles) = welded(meshes);
    let is_finite = vertices.iter().all(|vertex| vertex.is_finite());
    if triangles.is_empty() || !is_finite || !encloses_volume(&vertices) {
        return Err(Problem::NotConvex);
    }
    // It is not written for every mesh there may be, and panics on some.
    let parts = catch_unwind(|| {
        let parameters = VHACDParameters::default();
        let parts = VHACD::decompose(&parameters, &vertices, &triangles, true);
        parts.compute_exact_convex_hulls(&vertices, &triangles)
    });
    let parts = parts.map_err(|_| Problem::NotConvex)?;
    let corner = |vertex: Vector| Vec3::new(vertex.x, vertex.y, vertex.z);
    let triangles = parts.iter().flat_map(|(vertices, triangles)| {
        let triangles = triangles.iter();
        triangles.map(|it| it.map(|index| corner(vertices[index as usize])))
    });
    Ok(triangles.collect())
}

/// All triangles with the same vertex where they have the same corner, in the order in which they are met.
fn welded(meshes: &[Placed]) -> (Vec<Vector>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    let mut numbers = HashMap::new();
    let mut triangles = Vec::new();
    for mesh in meshes {
        for corners in &mesh.corners.triangles {
            triangles.push(corners.map(|index| {
                let vertex = transform(&mesh.to_local, mesh.corners.vertices[index as usize]);
                let bits: [u32; 3] = vertex.map(f32::to_bits).into();
                *numbers.entry(bits).or_insert_with(|| {
                    vertices.push(Vector::new(vertex.x, vertex.y, vertex.z));
                    vertices.len() as u32 - 1
                })
            }));
        }
    }
    (vertices, triangles)
}

/// Whether points lie in more than one plane, by more than rounding.
fn encloses_volume(points: &[Vector]) -> bool {
    let farthest = |measure: &dyn Fn(Vector) -> f32| {
        let measured = points.iter().map(|&point| (measure(point), point));
        measured
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or_default()
    };
    let a = points.first().copied().unwrap_or_default();
    let (length, b) = farthest(&|point| (point - a).length());
    let along = (b - a) / length;
    let off_axis = |point: Vector| (point - a) - along * (point - a).dot(along);
    let (width, c) = farthest(&|point| off_axis(point).length());
    let normal = along.cross(off_axis(c) / width);
    let (height, _) = farthest(&|point| (point - a).dot(normal).abs());
    // Without a length or a width it is a NaN, which is not more either.
    height > 1e-6 * length
}
