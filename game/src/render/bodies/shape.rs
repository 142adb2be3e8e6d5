//! The surface of a built-in body: lofted trunks, and thin sheets for fins and wings.

use fyrox::core::algebra::{Vector2, Vector3, Vector4};
use std::f32::consts::TAU;

/// A vertex of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub position: Vector3<f32>,
    pub tex_coord: Vector2<f32>,
    pub normal: Vector3<f32>,
    /// The direction of increasing U; and the sign of the rotation about the normal from there to
    /// the direction of increasing V.
    pub tangent: Vector4<f32>,
    /// Part of the body: [`TRUNK`], [`LIMB`] or [`WING`].
    pub part: f32,
}

/// The trunk and the tail.
pub(crate) const TRUNK: f32 = 0.0;
/// Legs and side fins.
pub(crate) const LIMB: f32 = 1.0;
/// Wings.
pub(crate) const WING: f32 = 2.0;

/// A surface under construction; triangles are counter-clockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    pub points: Vec<Point>,
    pub triangles: Vec<[u32; 3]>,
}

/// A level of detail: 0 is the finest, 2 the coarsest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(pub usize);

impl Level {
    /// All levels, the finest first.
    pub const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];

    /// Number of cells along an edge that has `finest` cells at level 0.
    pub fn cells(self, finest: u32) -> u32 {
        let coarser = [finest, finest.div_ceil(2), finest.div_ceil(4)];
        coarser[self.0.min(2)].max(1)
    }
}

/// A rectangle of the texture, given from its upper left corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub min: [f32; 2],
    pub max: [f32; 2],
}

impl Slot {
    pub const fn new(min: [f32; 2], max: [f32; 2]) -> Self {
        Self { min, max }
    }

    /// The point at these fractions of the width and the height.
    pub fn at(&self, u: f32, v: f32) -> Vector2<f32> {
        let inside = |axis: usize, share: f32| {
            self.min[axis] + (self.max[axis] - self.min[axis]) * share.clamp(0.004, 0.996)
        };
        Vector2::new(inside(0, u), inside(1, v))
    }

    /// The inverse of [`at`](Self::at); `None` for a point outside.
    pub fn find(&self, u: f32, v: f32) -> Option<(f32, f32)> {
        let share = |axis: usize, x: f32| (x - self.min[axis]) / (self.max[axis] - self.min[axis]);
        let found = (share(0, u), share(1, v));
        let is_inside = |x: f32| (0.0..=1.0).contains(&x);
        (is_inside(found.0) && is_inside(found.1)).then_some(found)
    }
}

/// A cross section of a trunk, in metres: an ellipse whose upper and lower halves differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Station {
    /// Distance behind the nose.
    pub along: f32,
    /// Height of the cross section's axis.
    pub height: f32,
    /// Distances from the axis to the back, the belly and the sides.
    pub back: f32,
    pub belly: f32,
    pub side: f32,
}

/// Stations in order from the nose, from rows of their numbers, scaled by `length`.
pub(crate) fn stations(length: f32, rows: &[[f32; 5]]) -> Vec<Station> {
    let station = |row: &[f32; 5]| {
        let [along, height, back, belly, side] = row.map(|number| number * length);
        Station {
            along,
            height,
            back,
            belly,
            side,
        }
    };
    rows.iter().map(station).collect()
}

/// The cross section at a distance behind the nose, on a smooth curve through the stations without
/// overshoot.
pub(crate) fn section(stations: &[Station], along: f32) -> Station {
    let last = stations.len() - 1;
    let index = stations[1..last]
        .iter()
        .take_while(|station| station.along < along)
        .count();
    let (a, b) = (stations[index], stations[index + 1]);
    let t = ((along - a.along) / (b.along - a.along).max(1e-9)).clamp(0.0, 1.0);
    let before = stations[index.saturating_sub(1)];
    let after = stations[(index + 2).min(last)];
    let curve = |of: fn(&Station) -> f32| {
        let slope =
            |from: &Station, to: &Station| (of(to) - of(from)) / (to.along - from.along).max(1e-9);
        let inner = slope(&a, &b);
        let tangent = |outer: f32| {
            if outer * inner > 0.0 {
                // The harmonic mean prevents overshoot.
                2.0 * outer * inner / (outer + inner)
            } else {
                0.0
            }
        };
        let width = b.along - a.along;
        let start = if index == 0 {
            inner
        } else {
            tangent(slope(&before, &a))
        };
        let end = if index + 1 == last {
            inner
        } else {
            tangent(slope(&b, &after))
        };
        let (t2, t3) = (t * t, t * t * t);
        of(&a) * (2.0 * t3 - 3.0 * t2 + 1.0)
            + start * width * (t3 - 2.0 * t2 + t)
            + of(&b) * (3.0 * t2 - 2.0 * t3)
            + end * width * (t3 - t2)
    };
    Station {
        along,
        height: curve(|it| it.height),
        back: curve(|it| it.back),
        belly: curve(|it| it.belly),
        side: curve(|it| it.side),
    }
}

impl Shape {
    /// Adds a trunk through the stations, with its nose at `nose` on the Z axis. U of the texture
    /// runs from the nose to the tail, and V from the back to the belly, the same on both sides.
    pub fn loft(
        &mut self,
        stations: &[Station],
        nose: f32,
        [around, rows]: [u32; 2],
        slot: Slot,
        part: f32,
    ) {
        let length = stations[stations.len() - 1].along;
        // Rows are denser at the ends, where the outline is round.
        let along = |v: f32| {
            let t = 1.0 - v.clamp(0.0, 1.0);
            length * (0.6 * t + 0.4 * 0.5 * (1.0 - (t * TAU * 0.5).cos()))
        };
        // V is mirrored at the back and the belly, so each side has its own vertices there.
        for side in [0.0, 1.0] {
            let place = |u: f32, v: f32| {
                let it = section(stations, along(v));
                let (sin, cos) = (0.5 * (u + side) * TAU).sin_cos();
                let height = if cos > 0.0 { it.belly } else { it.back };
                Vector3::new(it.side * sin, it.height - height * cos, nose - it.along)
            };
            let texture = |u: f32, v: f32| slot.at(along(v) / length, (1.0 - side - u).abs());
            self.patch([around.div_ceil(2), rows], place, texture, part);
        }
    }

    /// Adds a thin sheet that is visible from both sides: `place` runs from its root (v = 0) to its
    /// tip. The side with the normal du x dv has the texture of the first slot.
    pub fn sheet(
        &mut self,
        cells: [u32; 2],
        place: impl Fn(f32, f32) -> Vector3<f32>,
        slots: [Slot; 2],
        part: f32,
    ) {
        self.patch(cells, &place, |u, v| slots[0].at(u, v), part);
        let mirrored = |u: f32, v: f32| place(1.0 - u, v);
        self.patch(cells, mirrored, |u, v| slots[1].at(1.0 - u, v), part);
    }

    /// Adds a patch over the unit square, with the normal du x dv.
    pub fn patch(
        &mut self,
        [columns, rows]: [u32; 2],
        place: impl Fn(f32, f32) -> Vector3<f32>,
        texture: impl Fn(f32, f32) -> Vector2<f32>,
        part: f32,
    ) {
        let first = self.points.len() as u32;
        for row in 0..=rows {
            for column in 0..=columns {
                let (u, v) = (column as f32 / columns as f32, row as f32 / rows as f32);
                let normal = normal(&place, u, v);
                self.points.push(Point {
                    position: place(u, v),
                    tex_coord: texture(u, v),
                    normal,
                    tangent: tangent(&place, &texture, normal, u, v),
                    part,
                });
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let a = first + row * (columns + 1) + column;
                let (b, c, d) = (a + 1, a + columns + 1, a + columns + 2);
                self.triangle([a, b, d]);
                self.triangle([a, d, c]);
            }
        }
    }

    /// Adds the mirror image of another shape: X becomes -X.
    pub fn mirror(&mut self, other: &Shape) {
        let first = self.points.len() as u32;
        let flip = |v: Vector3<f32>| Vector3::new(-v.x, v.y, v.z);
        self.points.extend(other.points.iter().map(|point| Point {
            position: flip(point.position),
            normal: flip(point.normal),
            tangent: flip(point.tangent.xyz()).push(-point.tangent.w),
            ..*point
        }));
        for [a, b, c] in &other.triangles {
            self.triangles.push([first + a, first + c, first + b]);
        }
    }

    /// Adds another shape.
    pub fn append(&mut self, other: &Shape) {
        let first = self.points.len() as u32;
        self.points.extend_from_slice(&other.points);
        let triangles = other.triangles.iter();
        self.triangles
            .extend(triangles.map(|corners| corners.map(|corner| first + corner)));
    }

    /// Adds a triangle, unless it has no area, as at the ends of a trunk.
    fn triangle(&mut self, corners: [u32; 3]) {
        let [a, b, c] = corners.map(|corner| self.points[corner as usize].position);
        if (b - a).cross(&(c - a)).norm() > 1e-12 {
            self.triangles.push(corners);
        }
    }
}

fn normal(place: &impl Fn(f32, f32) -> Vector3<f32>, u: f32, v: f32) -> Vector3<f32> {
    const STEP: f32 = 4e-3;
    let slope = |v: f32| {
        let du = place(u + STEP, v) - place(u - STEP, v);
        let dv = place(u, (v + STEP).min(1.0)) - place(u, (v - STEP).max(0.0));
        du.cross(&dv)
    };
    // At the ends of a trunk all points of a row coincide: the row beside it has a slope.
    let inner = |v: f32| v + (0.5 - v).signum() * 10.0 * STEP;
    let found = slope(v).try_normalize(1e-12);
    found
        .or_else(|| slope(inner(v)).try_normalize(1e-12))
        .unwrap_or_else(Vector3::y)
}

fn tangent(
    place: &impl Fn(f32, f32) -> Vector3<f32>,
    texture: &impl Fn(f32, f32) -> Vector2<f32>,
    normal: Vector3<f32>,
    u: f32,
    v: f32,
) -> Vector4<f32> {
    // Larger than the margin of a slot, in which the coordinates are constant.
    const STEP: f32 = 0.04;
    let ends = |x: f32| ((x - STEP).max(0.0), (x + STEP).min(1.0));
    let ((left, right), (low, high)) = (ends(u), ends(v));
    let (pu, pv) = (
        place(right, v) - place(left, v),
        place(u, high) - place(u, low),
    );
    let (tu, tv) = (
        texture(right, v) - texture(left, v),
        texture(u, high) - texture(u, low),
    );
    let turn = tu.perp(&tv).signum();
    let across = |along: Vector3<f32>| (along - normal * normal.dot(&along)).try_normalize(1e-9);
    // At the end of a trunk, where its rows meet, any tangent will do.
    let along = across((pu * tv.y - pv * tu.y) * turn)
        .or_else(|| across(-Vector3::z()))
        .unwrap_or_else(|| -Vector3::y());
    along.push(turn)
}
