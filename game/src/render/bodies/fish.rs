//! Fish: a trunk with fins, from tables of numbers. The nose is at +Z, half of the length from the
//! origin.

use super::{
    canvas::smooth,
    shape::{stations, Level, Shape, Slot, LIMB, TRUNK},
};
use fyrox::core::algebra::{Vector3, Vector4};

/// The outline of a fish. Lengths are fractions of the whole length from the nose to the tip of the
/// tail.
pub(crate) struct FishForm {
    /// Whole length, in metres.
    pub length: f32,
    /// Cross sections of the trunk: distance behind the nose, height of the axis, back, belly,
    /// side.
    pub trunk: &'static [[f32; 5]],
    /// Vertices around the trunk, and rows along it, at the finest level.
    pub cells: [u32; 2],
    pub fins: &'static [Fin],
    /// How flat the flanks look, see [`flatten`].
    pub silver: f32,
}

/// A fin between two curves. The points of the curves are distance behind the nose, height, and
/// distance to the side. A fin at the side is mirrored to the other side.
pub(crate) struct Fin {
    pub root: &'static [[f32; 3]],
    pub tip: &'static [[f32; 3]],
    /// Number of cells along the root, and from the root to the tip.
    pub cells: [u32; 2],
    pub slot: Slot,
    /// The coarsest level of detail that has the fin.
    pub last: usize,
}

/// Slots of the parts in a fish's texture.
pub(crate) const SKIN: Slot = Slot::new([0.0, 0.0], [1.0, 0.5]);
pub(crate) const DORSAL: Slot = Slot::new([0.0, 0.5], [0.5, 0.75]);
pub(crate) const TAIL: Slot = Slot::new([0.5, 0.5], [1.0, 0.75]);
pub(crate) const ANAL: Slot = Slot::new([0.0, 0.75], [0.5, 1.0]);
pub(crate) const PECTORAL: Slot = Slot::new([0.5, 0.75], [0.75, 1.0]);
pub(crate) const PELVIC: Slot = Slot::new([0.75, 0.75], [1.0, 1.0]);

impl FishForm {
    pub fn build(&self, level: Level) -> Shape {
        let mut shape = Shape::default();
        let trunk = stations(self.length, self.trunk);
        let cells = self.cells.map(|cells| level.cells(cells).max(4));
        shape.loft(&trunk, 0.5 * self.length, cells, SKIN, TRUNK);
        for point in &mut shape.points {
            flatten(&mut point.normal, &mut point.tangent, self.silver);
        }
        for fin in self.fins.iter().filter(|fin| level.0 <= fin.last) {
            let is_paired = fin.tip.iter().any(|point| point[2] != 0.0);
            let part = if is_paired { LIMB } else { TRUNK };
            let mut sheet = Shape::default();
            sheet.sheet(
                fin.cells.map(|cells| level.cells(cells)),
                |u, v| self.place(fin, u, v),
                [fin.slot; 2],
                part,
            );
            shape.append(&sheet);
            if is_paired {
                shape.mirror(&sheet);
            }
        }
        shape
    }

    fn place(&self, fin: &Fin, u: f32, v: f32) -> Vector3<f32> {
        let (root, tip) = (curve(fin.root, u), curve(fin.tip, u));
        let [along, height, side] =
            [0, 1, 2].map(|axis| self.length * (root[axis] + (tip[axis] - root[axis]) * v));
        Vector3::new(side, height, 0.5 * self.length - along)
    }
}

/// Turns the normal of a silver flank to the side by a share, from 0 to 1. The crystals in the skin of
/// silver fish stand upright, so a flank shines like one flat mirror when the fish rolls (Denton,
/// 1970).
pub(super) fn flatten(normal: &mut Vector3<f32>, tangent: &mut Vector4<f32>, silver: f32) {
    let is_flank = smooth(0.2, 0.7, normal.x.abs());
    let side = Vector3::x() * normal.x.signum();
    *normal = normal.lerp(&side, silver * is_flank).normalize();
    let along = tangent.xyz() - *normal * normal.dot(&tangent.xyz());
    *tangent = along.normalize().push(tangent.w);
}

/// A point of the smooth curve through points.
pub(crate) fn curve(points: &[[f32; 3]], u: f32) -> [f32; 3] {
    let last = points.len() - 1;
    let scaled = u.clamp(0.0, 1.0) * last as f32;
    let index = (scaled as usize).min(last.saturating_sub(1));
    let t = scaled - index as f32;
    let at = |index: isize| points[index.clamp(0, last as isize) as usize];
    let index = index as isize;
    let [p, a, b, n] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    [0, 1, 2].map(|axis| {
        let (start, end) = (0.5 * (b[axis] - p[axis]), 0.5 * (n[axis] - a[axis]));
        let (t2, t3) = (t * t, t * t * t);
        a[axis] * (2.0 * t3 - 3.0 * t2 + 1.0)
            + start * (t3 - 2.0 * t2 + t)
            + b[axis] * (3.0 * t2 - 2.0 * t3)
            + end * (t3 - t2)
    })
}
