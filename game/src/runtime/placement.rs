//! Where a node is and where it looks, without its scale.

use flock_sim::{Placement, Vec3};
use fyrox::{
    core::{
        algebra::{Matrix3, Rotation3, UnitQuaternion},
        math::Matrix4Ext,
        pool::Handle,
    },
    scene::{graph::Graph, node::Node},
};

/// Cosine of an angle between axes, up to which they are taken for perpendicular.
const PERPENDICULAR: f32 = 1e-3;

/// The position of a node, and its rotation as it is drawn: Z looks where the node looks, and Y is as near to its
/// up as it can be. Parents that are mirrored, or scaled unevenly, turn both.
pub(crate) fn placement(graph: &Graph, node: Handle<Node>) -> Placement {
    let (unscaled, origin) = graph.global_rotation_position_no_scale(node);
    let basis = graph[node].global_transform().basis();
    let rotation = if is_turned_by_scale(&basis) {
        upright(&basis).unwrap_or(unscaled)
    } else {
        unscaled
    };
    Placement { origin, rotation }
}

/// True for axes that are mirrored or not perpendicular: the rotations of the node and its parents are not that of
/// what is drawn.
fn is_turned_by_scale(basis: &Matrix3<f32>) -> bool {
    let [x, y, z] = [0, 1, 2].map(|axis| Vec3::from(basis.column(axis)));
    let is_skew = |a: Vec3, b: Vec3| a.dot(&b).abs() > PERPENDICULAR * a.norm() * b.norm();
    basis.determinant() < 0.0 || is_skew(x, y) || is_skew(y, z) || is_skew(z, x)
}

/// The rotation whose Z is that of the basis, and whose Y is nearest to its. `None` if these have no size or the
/// same direction.
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
