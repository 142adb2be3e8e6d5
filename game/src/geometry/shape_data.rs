//! The data from which the triangles of a solid are computed.

use super::{
    height_field::HeightField, polyhedron, primitive, solid_error::SolidError,
    surface_cache::PlacedSurface, triangle::Corners,
};
use flock_sim::{geometry::shapes, Vec3};
use fyrox::scene::collider::ColliderShape;

/// The data from which the triangles of a shape are computed.
pub(super) enum ShapeData {
    /// A shape that is described by a few numbers.
    Primitive(ColliderShape),
    /// The triangles of meshes.
    Meshes(Vec<PlacedSurface>),
    /// Meshes to be decomposed into convex parts.
    Polyhedron(Vec<PlacedSurface>),
    HeightField(HeightField),
    /// Convex outlines in the XY plane, and the range along Z over which they are extruded. An
    /// outline with two corners becomes a sheet.
    Extruded(Vec<Vec<[f32; 2]>>, [f32; 2]),
}

impl ShapeData {
    /// Computes the triangles in the frame of the solid. `Meshes` need no computation.
    pub(super) fn pieces(&self) -> Result<Vec<Vec<Corners>>, SolidError> {
        Ok(match self {
            Self::Primitive(shape) => vec![primitive::triangles(shape)?],
            Self::Polyhedron(surfaces) => polyhedron::convex_parts(surfaces)?,
            Self::HeightField(field) => vec![field.triangles()],
            Self::Meshes(_) => Vec::new(),
            Self::Extruded(outlines, range) => {
                let walls = outlines.iter().map(|outline| extrude(outline, *range));
                vec![walls.flatten().collect()]
            }
        })
    }
}

/// The wall over a convex outline in the XY plane.
fn extrude(outline: &[[f32; 2]], [low, high]: [f32; 2]) -> Vec<Corners> {
    let &[[ax, ay], [bx, by]] = outline else {
        return shapes::prism(outline, [low, high]);
    };
    let corners = [(ax, ay, low), (bx, by, low), (bx, by, high), (ax, ay, high)];
    let [a, b, c, d] = corners.map(|(x, y, z)| Vec3::new(x, y, z));
    vec![[a, b, c], [a, c, d]]
}
