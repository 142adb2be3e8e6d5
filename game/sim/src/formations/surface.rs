//! Points on the surface of a mesh.

use super::{
    axes::projected,
    form_mesh::{area, FormMesh},
    uniform,
};
use crate::{math::Vec3, settings::Plane};

/// Points on triangles, distributed evenly by area.
pub(super) struct SurfacePoints {
    triangles: Vec<[Vec3; 3]>,
    /// The sum of the areas up to each triangle and with it, in m².
    areas: Vec<f64>,
    next: u32,
}

impl SurfacePoints {
    /// The surface of a mesh; in a planar flock, its silhouette. `None` without an area. A mesh that
    /// a planar flock sees from the side, as a line, has its whole area.
    pub(super) fn new(mesh: &FormMesh, plane: Plane) -> Option<Self> {
        let flat = |it: &[Vec3; 3]| it.map(|corner| projected(plane, corner));
        let triangles: Vec<_> = mesh.triangles().iter().map(flat).collect();
        let areas = sums(&triangles).or_else(|| sums(mesh.triangles()))?;
        Some(Self {
            triangles,
            areas,
            next: 0,
        })
    }

    /// The next point.
    pub(super) fn next(&mut self) -> Vec3 {
        let [which, u, v] = uniform::point(self.next);
        self.next += 1;
        let all = self.areas.last().copied().unwrap_or_default();
        let found = self.areas.partition_point(|sum| *sum <= which * all);
        let [a, b, c] = self.triangles[found.min(self.areas.len() - 1)].map(|it| it.cast::<f64>());
        // Uniform on a triangle (Osada et al. 2002).
        let root = u.sqrt();
        (a * (1.0 - root) + b * (root * (1.0 - v)) + c * (root * v)).cast()
    }
}

fn sums(triangles: &[[Vec3; 3]]) -> Option<Vec<f64>> {
    let mut sum = 0.0;
    let add = |it| {
        sum += area(it);
        sum
    };
    let sums: Vec<f64> = triangles.iter().map(add).collect();
    (sum > 0.0 && sum.is_finite()).then_some(sums)
}
