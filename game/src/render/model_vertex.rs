//! Vertices of a model.

use super::{bodies::shape::TRUNK, body_mesh::BodyVertex};
use fyrox::{
    core::algebra::{Matrix3, Matrix4, Point3, Vector2, Vector3},
    scene::mesh::buffer::{
        VertexAttributeDataType, VertexAttributeUsage, VertexBuffer, VertexReadTrait, VertexViewRef,
    },
};

/// True if vertices have the attribute as 32-bit floats. The engine reads attributes without
/// checking their format.
pub(super) fn has_floats(
    buffer: &VertexBuffer,
    usage: VertexAttributeUsage,
    components: u8,
) -> bool {
    buffer.layout().iter().any(|attribute| {
        attribute.usage == usage
            && attribute.data_type == VertexAttributeDataType::F32
            && attribute.size >= components
    })
}

/// Reads a vertex and transforms it. `None` if its position or normal is not finite.
pub(super) fn read_vertex(
    buffer: &VertexBuffer,
    view: &VertexViewRef,
    transform: &Matrix4<f32>,
) -> Option<BodyVertex> {
    let linear: Matrix3<f32> = transform.fixed_view::<3, 3>(0, 0).into_owned();
    let position = view.read_3_f32(VertexAttributeUsage::Position).ok()?;
    let normal = view.read_3_f32(VertexAttributeUsage::Normal).ok()?;
    let position = transform.transform_point(&Point3::from(position)).coords;
    let normal = linear.try_inverse()?.transpose() * normal;
    if !position
        .iter()
        .chain(&normal)
        .all(|value| value.is_finite())
    {
        return None;
    }
    let normal = normal.try_normalize(1e-20).unwrap_or_else(Vector3::y);

    let tex_coord = has_floats(buffer, VertexAttributeUsage::TexCoord0, 2)
        .then(|| view.read_2_f32(VertexAttributeUsage::TexCoord0).ok())
        .flatten()
        .unwrap_or_else(Vector2::zeros);
    let tangent = has_floats(buffer, VertexAttributeUsage::Tangent, 4)
        .then(|| view.read_4_f32(VertexAttributeUsage::Tangent).ok())
        .flatten()
        .unwrap_or_default();
    let mirror = if linear.determinant() < 0.0 {
        -1.0
    } else {
        1.0
    };
    let handedness = if tangent.w < 0.0 { -mirror } else { mirror };
    Some(BodyVertex {
        position,
        tex_coord,
        normal,
        tangent: tangent_for(&normal, linear * tangent.xyz()).push(handedness),
        copy: 0.0,
        part: TRUNK,
    })
}

/// A unit vector orthogonal to the normal, near `wanted`. Meshes without texture coordinates have
/// no tangents; any direction will do for them, but zero would become NaN in the shader.
fn tangent_for(normal: &Vector3<f32>, wanted: Vector3<f32>) -> Vector3<f32> {
    let across = |v: Vector3<f32>| (v - normal * normal.dot(&v)).try_normalize(1e-12);
    across(wanted)
        .filter(|tangent| tangent.iter().all(|value| value.is_finite()))
        .or_else(|| across(Vector3::z()))
        .or_else(|| across(Vector3::x()))
        .unwrap_or_else(Vector3::x)
}
