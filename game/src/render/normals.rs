//! Normals of meshes that have none.

use fyrox::core::algebra::Vector3;

/// True for a vector that can be normalized.
pub(super) fn has_direction(normal: &Vector3<f32>) -> bool {
    normal
        .try_normalize(1e-20)
        .is_some_and(|it| it.iter().all(|value| value.is_finite()))
}

/// The normals of the vertices of triangles: the mean of the triangles around each vertex, weighted
/// by their areas; +Y where no triangle has an area.
pub(super) fn smooth_normals(
    positions: &[Vector3<f32>],
    triangles: impl Iterator<Item = [u32; 3]>,
) -> Vec<Vector3<f32>> {
    let mut sums = vec![Vector3::zeros(); positions.len()];
    for triangle in triangles {
        let corner = |index: u32| positions.get(index as usize);
        let [Some(a), Some(b), Some(c)] = triangle.map(corner) else {
            continue;
        };
        let area = (b - a).cross(&(c - a));
        for index in triangle {
            sums[index as usize] += area;
        }
    }
    let unit = |sum: &Vector3<f32>| has_direction(sum).then(|| sum.normalize());
    sums.iter()
        .map(|sum| unit(sum).unwrap_or_else(Vector3::y))
        .collect()
}
