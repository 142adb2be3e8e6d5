//! The convex parts of a Polyhedron collider.

use super::{
    solid_error::SolidError,
    surface_cache::PlacedSurface,
    triangle::{transform, Corners},
};
use flock_sim::Vec3;
use parry3d::{
    math::Vector,
    transformation::vhacd::{VHACDParameters, VHACD},
};
use std::{collections::HashMap, panic::catch_unwind};

/// Decomposes meshes into convex parts (V-HACD) with the same crate and parameters as the engine
/// uses for a Polyhedron.
pub(super) fn convex_parts(meshes: &[PlacedSurface]) -> Result<Vec<Vec<Corners>>, SolidError> {
    let (vertices, triangles) = welded(meshes);
    let is_finite = vertices.iter().all(|vertex| vertex.is_finite());
    if triangles.is_empty() || !is_finite || !encloses_volume(&vertices) {
        return Err(SolidError::NotConvex);
    }
    // The decomposition panics on some meshes.
    let parts = catch_unwind(|| {
        let parameters = VHACDParameters::default();
        let parts = VHACD::decompose(&parameters, &vertices, &triangles, true);
        parts.compute_exact_convex_hulls(&vertices, &triangles)
    });
    let parts = parts.map_err(|_| SolidError::NotConvex)?;
    let corner = |vertex: Vector| Vec3::new(vertex.x, vertex.y, vertex.z);
    let parts = parts.iter().map(|(vertices, triangles)| {
        let triangles = triangles.iter();
        let corners = triangles.map(|it| it.map(|index| corner(vertices[index as usize])));
        corners.collect()
    });
    Ok(parts.collect())
}

/// The triangles with equal corners merged into one vertex, in order of first use.
fn welded(meshes: &[PlacedSurface]) -> (Vec<Vector>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    let mut numbers = HashMap::new();
    let mut triangles = Vec::new();
    for mesh in meshes {
        for indices in &mesh.surface.triangles {
            triangles.push(indices.map(|index| {
                let vertex = transform(&mesh.to_local, mesh.surface.vertices[index as usize]);
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

/// True if the points do not lie in one plane, up to rounding.
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
    // The height is NaN if the length or the width is zero.
    height > 1e-6 * length
}
