//! Triangles of the collider shapes that are described by a few numbers.

use super::{
    solid_error::{finite, positive, SolidError},
    triangle::Corners,
};
use flock_sim::geometry::shapes;
use fyrox::scene::collider::ColliderShape;

/// Sides of a capsule. Its corners lie outside of the capsule by less than 2% of the radius.
const CAPSULE_SEGMENTS: u32 = 24;
/// Sides of a cylinder or a cone. Their corners lie outside by 0.5% of the radius.
const CYLINDER_SEGMENTS: u32 = 32;
/// Subdivisions of the icosahedron that approximates a ball: 1,280 triangles.
const BALL_SUBDIVISIONS: u32 = 3;

/// The triangles of a shape in its own frame. As in physics, scale is ignored: the fields give the
/// size.
pub(super) fn triangles(shape: &ColliderShape) -> Result<Vec<Corners>, SolidError> {
    Ok(match shape {
        ColliderShape::Cuboid(cuboid) => {
            for size in &cuboid.half_extents {
                positive("half extent", *size)?;
            }
            shapes::cuboid(cuboid.half_extents)
        }
        ColliderShape::Ball(ball) => {
            shapes::ball(positive("radius", ball.radius)?, BALL_SUBDIVISIONS)
        }
        ColliderShape::Capsule(capsule) => {
            let [begin, end] = finite([capsule.begin, capsule.end])?;
            let radius = positive("radius", capsule.radius)?;
            shapes::capsule(begin, end, radius, CAPSULE_SEGMENTS)
        }
        ColliderShape::Cylinder(cylinder) => shapes::cylinder(
            positive("half height", cylinder.half_height)?,
            positive("radius", cylinder.radius)?,
            CYLINDER_SEGMENTS,
        ),
        ColliderShape::Cone(cone) => shapes::cone(
            positive("half height", cone.half_height)?,
            positive("radius", cone.radius)?,
            CYLINDER_SEGMENTS,
        ),
        ColliderShape::Triangle(it) => vec![finite([it.a, it.b, it.c])?],
        ColliderShape::Segment(_) => return Err(SolidError::NoSurface),
        ColliderShape::Trimesh(_)
        | ColliderShape::Heightfield(_)
        | ColliderShape::Polyhedron(_) => return Err(SolidError::NoTriangles),
    })
}
