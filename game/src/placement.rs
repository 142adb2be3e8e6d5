//! The position and the rotation of a node, without its scale.

use flock_sim::{Placement, Vec3};
use fyrox::{
    core::{
        algebra::{Matrix3, Matrix4, Rotation3, UnitQuaternion},
        math::Matrix4Ext,
        pool::Handle,
    },
    scene::{graph::Graph, node::Node},
};

/// Cosine of the angle between two axes up to which they count as perpendicular.
const PERPENDICULAR: f32 = 1e-3;

/// The position and the drawn rotation of a node: Z is the look direction of the node, and Y is as
/// close to its up vector as possible. The result includes the effect of mirrored or unevenly
/// scaled parents.
///
/// Both are those of the global transform. The rotations of the node and its parents may be newer: the
/// engine updates global transforms after the scripts.
pub(crate) fn placement(graph: &Graph, node: Handle<Node>) -> Placement {
    let transform = graph[node].global_transform();
    Placement {
        origin: transform.position(),
        rotation: upright(&transform.basis()).unwrap_or_else(|| graph.global_rotation(node)),
    }
}

/// The position and the drawn rotation of a transform. `unscaled`: the product of the rotations of
/// the node and its parents.
pub(crate) fn placed(transform: &Matrix4<f32>, unscaled: UnitQuaternion<f32>) -> Placement {
    let basis = transform.basis();
    let rotation = if is_turned_by_scale(&basis) {
        upright(&basis).unwrap_or(unscaled)
    } else {
        unscaled
    };
    Placement {
        origin: transform.position(),
        rotation,
    }
}

/// True if the axes are mirrored or not perpendicular: the drawn rotation then differs from the
/// product of the rotations of the node and its parents.
pub(crate) fn is_turned_by_scale(basis: &Matrix3<f32>) -> bool {
    let [x, y, z] = [0, 1, 2].map(|axis| Vec3::from(basis.column(axis)));
    let is_skew = |a: Vec3, b: Vec3| a.dot(&b).abs() > PERPENDICULAR * a.norm() * b.norm();
    basis.determinant() < 0.0 || is_skew(x, y) || is_skew(y, z) || is_skew(z, x)
}

/// The rotation with the Z axis of the basis and the nearest Y axis. `None` if one of the axes is
/// zero, or if they are parallel.
fn upright(basis: &Matrix3<f32>) -> Option<UnitQuaternion<f32>> {
    let ahead = Vec3::from(basis.column(2)).try_normalize(f32::MIN_POSITIVE)?;
    let up = Vec3::from(basis.column(1));
    let up = (up - ahead * up.dot(&ahead)).try_normalize(f32::MIN_POSITIVE)?;
    let axes = Matrix3::from_columns(&[up.cross(&ahead), up, ahead]);
    let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes));
    rotation
        .coords
        .iter()
        .all(|x| x.is_finite())
        .then_some(rotation)
}
