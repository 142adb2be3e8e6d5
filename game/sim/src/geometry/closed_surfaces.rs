//! Closed surfaces of a set of triangles, and the volumes that they enclose.

use crate::math::{Vec3, Vec3d};

/// Smallest volume that counts as a volume, as a share of the sum of the absolute values of its
/// parts.
const NO_VOLUME: f64 = 1e-9;

/// The side that the triangles of a surface face: their corners run counter-clockwise seen from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Facing {
    /// Open: the surface encloses nothing.
    Open,
    /// Solid: all triangles face outward.
    Outward,
    /// Room: all triangles face inward.
    Inward,
    /// Closed, but with triangles in both windings or with inconsistent winding.
    TwoSided,
}

/// Closed surfaces of a set of triangles.
pub(super) struct ClosedSurfaces {
    /// Number of the surface of each triangle; 0 if it belongs to no closed surface. In a two-sided
    /// surface, the second of two back-to-back triangles belongs to no surface.
    pub(super) of_triangle: Vec<u32>,
    /// True for each triangle of a two-sided surface whose winding must be reversed for the whole
    /// surface to face outward.
    pub(super) is_reversed: Vec<bool>,
    /// Facing of each surface by its number; the first one stands for all open triangles.
    pub(super) facing: Vec<Facing>,
}

impl ClosedSurfaces {
    /// Adds a surface and returns its number.
    pub(super) fn add(&mut self, facing: Facing) -> u32 {
        self.facing.push(facing);
        self.facing.len() as u32 - 1
    }
}

/// Volumes, in m³, enclosed by sets of triangles, by the root of the set.
pub(super) struct Volumes(Vec<Volume>);

#[derive(Clone, Copy, Default)]
struct Volume {
    sum: f64,
    /// Sum of the absolute values of the parts.
    parts: f64,
}

impl Volumes {
    /// Volumes of the sets; each root is itself a triangle.
    pub(super) fn new(
        triangles: &[[Vec3; 3]],
        roots: &[u32],
        counts: impl Fn(u32) -> bool,
    ) -> Self {
        let mut volumes = vec![Volume::default(); triangles.len()];
        for (triangle, root) in (0..).zip(roots) {
            if counts(triangle) {
                // An origin near the surface keeps rounding small.
                let origin: Vec3d = triangles[*root as usize][0].cast();
                let [a, b, c] = triangles[triangle as usize].map(|v| v.cast::<f64>() - origin);
                let part = a.dot(&b.cross(&c)) / 6.0;
                let volume = &mut volumes[*root as usize];
                volume.sum += part;
                volume.parts += part.abs();
            }
        }
        Self(volumes)
    }

    /// 1 if the triangles face outward, -1 if they face inward, 0 if they enclose nothing.
    pub(super) fn sign(&self, root: u32) -> i32 {
        let Volume { sum, parts } = self.0[root as usize];
        // The comparison is false for NaN.
        if sum.abs() > NO_VOLUME * parts {
            sum.signum() as i32
        } else {
            0
        }
    }
}
