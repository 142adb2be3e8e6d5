//! Vertices of a model.

use super::{
    bodies::shape::TRUNK,
    body_mesh::BodyVertex,
    normals::{has_direction, smooth_normals},
};
use fyrox::{
    core::algebra::{Matrix3, Matrix4, Point3, Vector2, Vector3, Vector4},
    scene::mesh::{
        buffer::{
            VertexAttributeDataType, VertexAttributeUsage, VertexBuffer, VertexReadTrait,
            VertexViewRef,
        },
        surface::SurfaceData,
    },
};

/// Largest coordinate of a vertex, in metres: the squares of distances stay finite.
pub(super) const FARTHEST: f32 = 1e9;

/// True if the vertices have the attribute as 32-bit floats. The engine reads attributes without
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

/// A vertex in the frame of its mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawVertex {
    position: Vector3<f32>,
    normal: Vector3<f32>,
    tangent: Vector4<f32>,
    tex_coord: Vector2<f32>,
}

/// A vertex in a pose: the normal and the tangent are perpendicular unit vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct PosedVertex {
    pub position: Vector3<f32>,
    pub normal: Vector3<f32>,
    pub tangent: Vector3<f32>,
}

impl RawVertex {
    /// The vertices of a surface that has positions. Normals that are missing or invalid are
    /// computed from the triangles.
    pub fn read_all(data: &SurfaceData) -> Vec<Self> {
        let buffer = &data.vertex_buffer;
        let mut vertices: Vec<Self> = buffer.iter().map(|it| Self::read(buffer, &it)).collect();
        // The engine gives this normal to all vertices of a skinned mesh without normals.
        let are_missing = vertices.iter().all(|vertex| vertex.normal == Vector3::y());
        let is_wanted = |vertex: &Self| are_missing || !has_direction(&vertex.normal);
        if vertices.iter().any(is_wanted) {
            let positions: Vec<_> = vertices.iter().map(|vertex| vertex.position).collect();
            let normals = smooth_normals(&positions, data.geometry_buffer.iter().map(|it| it.0));
            let pairs = vertices.iter_mut().zip(normals);
            for (vertex, normal) in pairs.filter(|(vertex, _)| is_wanted(vertex)) {
                vertex.normal = normal;
            }
        }
        vertices
    }

    fn read(buffer: &VertexBuffer, view: &VertexViewRef) -> Self {
        use VertexAttributeUsage::{Normal, Position, Tangent, TexCoord0};
        let three = |usage| {
            let is_read = has_floats(buffer, usage, 3);
            is_read.then(|| view.read_3_f32(usage).unwrap_or_default())
        };
        let tangent = has_floats(buffer, Tangent, 4).then(|| view.read_4_f32(Tangent));
        let tex_coord = has_floats(buffer, TexCoord0, 2).then(|| view.read_2_f32(TexCoord0));
        let tex_coord = tex_coord.and_then(Result::ok).unwrap_or_default();
        Self {
            position: three(Position).unwrap_or_default(),
            normal: three(Normal).unwrap_or_default(),
            tangent: tangent.and_then(Result::ok).unwrap_or_default(),
            tex_coord: tex_coord.map(|it| if it.is_finite() { it } else { 0.0 }),
        }
    }

    /// The position in the frame of the mesh.
    pub fn position(&self) -> Vector3<f32> {
        self.position
    }

    /// The vertex moved by the offsets of blend shapes.
    pub fn moved(&self, position: &Vector3<f32>, normal: &Vector3<f32>) -> Self {
        let normal = self.normal + normal;
        Self {
            position: self.position + position,
            normal: if has_direction(&normal) {
                normal
            } else {
                self.normal
            },
            ..*self
        }
    }

    /// `None` if the transform flattens the vertex, or the position or normal is not finite.
    pub fn transformed(&self, transform: &Matrix4<f32>) -> Option<BodyVertex> {
        let determinant = transform.fixed_view::<3, 3>(0, 0).determinant();
        if determinant == 0.0 {
            return None;
        }
        let posed = self.posed(transform)?;
        let mirror = if determinant < 0.0 { -1.0 } else { 1.0 };
        let handedness = if self.tangent.w < 0.0 {
            -mirror
        } else {
            mirror
        };
        Some(BodyVertex {
            position: posed.position,
            tex_coord: self.tex_coord,
            normal: posed.normal,
            tangent: posed.tangent.push(handedness),
            copy: 0.0,
            part: TRUNK,
        })
    }

    /// `None` if the position or normal is not finite, or too far away. The transform may flatten the
    /// vertex: animations do so to hide a part.
    pub fn posed(&self, transform: &Matrix4<f32>) -> Option<PosedVertex> {
        let linear: Matrix3<f32> = transform.fixed_view::<3, 3>(0, 0).into_owned();
        let position = transform.transform_point(&Point3::from(self.position));
        // Scaled to unit size, so that no product overflows; a body of size 0 gets any normal.
        let unit = linear / linear.amax().max(f32::MIN_POSITIVE);
        let [x, y, z] = [0, 1, 2].map(|column| unit.column(column).into_owned());
        // The inverse transpose, times the determinant.
        let cofactors = Matrix3::from_columns(&[y.cross(&z), z.cross(&x), x.cross(&y)]);
        let normal = cofactors * self.normal * x.dot(&y.cross(&z)).signum();
        let is_near = position.coords.iter().all(|it| it.abs() <= FARTHEST);
        let is_finite = is_near && normal.iter().all(|it| it.is_finite());
        let normal = normal.try_normalize(1e-20).unwrap_or_else(Vector3::y);
        is_finite.then(|| PosedVertex {
            position: position.coords,
            normal,
            tangent: tangent_for(&normal, linear * self.tangent.xyz()),
        })
    }
}

/// A unit vector perpendicular to the normal, near `wanted`. Meshes without texture coordinates
/// have no tangents; any direction will do for them, but a zero vector would become NaN in the
/// shader.
fn tangent_for(normal: &Vector3<f32>, wanted: Vector3<f32>) -> Vector3<f32> {
    let across = |v: Vector3<f32>| (v - normal * normal.dot(&v)).try_normalize(1e-12);
    across(wanted)
        .filter(|tangent| tangent.iter().all(|value| value.is_finite()))
        .or_else(|| across(Vector3::z()))
        .or_else(|| across(Vector3::x()))
        .unwrap_or_else(Vector3::x)
}
