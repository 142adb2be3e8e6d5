//! Where lines along an axis cross the triangles of a mesh.

use crate::math::{Vec3, Vec3d};

/// Largest number of columns along each axis.
const MOST_COLUMNS: f64 = 512.0;

/// The columns may name each triangle so many times on average.
const MOST_NAMES: usize = 16;

/// The triangles of a mesh in columns along an axis.
pub(super) struct Columns {
    triangles: Vec<[Vec3d; 3]>,
    low: Vec3d,
    size: Vec3d,
    /// The axis of the columns, then the two axes across.
    axes: [usize; 3],
    /// Number of columns along each axis across.
    columns: usize,
    /// First name of each column, and the end.
    starts: Vec<usize>,
    /// Numbers of the triangles in the columns.
    names: Vec<u32>,
}

impl Columns {
    /// `None` if the mesh has no size across the axis.
    pub(super) fn new(triangles: &[[Vec3; 3]], axis: usize) -> Option<Self> {
        let corners = triangles.iter().flatten();
        let none = (Vec3::repeat(f32::MAX), Vec3::repeat(f32::MIN));
        let (low, high) = corners.fold(none, |(low, high), it| (low.inf(it), high.sup(it)));
        let (low, high): (Vec3d, Vec3d) = (low.cast(), high.cast());
        let mut columns = Self {
            triangles: triangles.iter().map(|it| it.map(|v| v.cast())).collect(),
            low,
            size: high - low,
            axes: [axis, (axis + 1) % 3, (axis + 2) % 3],
            columns: (triangles.len() as f64).sqrt().min(MOST_COLUMNS) as usize,
            starts: Vec::new(),
            names: Vec::new(),
        };
        let [_, across, along] = columns.axes;
        if !(columns.size[across] > 0.0 && columns.size[along] > 0.0) {
            return None;
        }
        // Large triangles are in many columns, so a mesh of many large ones gets fewer columns.
        while columns.columns > 1 && columns.number_of_names() > MOST_NAMES * triangles.len() {
            columns.columns /= 2;
        }
        columns.columns = columns.columns.max(1);
        columns.fill();
        Some(columns)
    }

    /// The point at these shares of the size across the axis, 0 to 1, at the lowest height.
    pub(super) fn point(&self, u: f64, v: f64) -> Vec3d {
        let [_, across, along] = self.axes;
        let mut point = self.low;
        point[across] += u * self.size[across];
        point[along] += v * self.size[along];
        point
    }

    /// The heights at which the line through a point crosses triangles, in ascending order.
    pub(super) fn cross(&self, point: &Vec3d, heights: &mut Vec<f64>) {
        let [_, across, along] = self.axes;
        let column = self.column(point[along], along) * self.columns;
        let column = column + self.column(point[across], across);
        heights.clear();
        let names = &self.names[self.starts[column]..self.starts[column + 1]];
        for name in names {
            heights.extend(self.height(&self.triangles[*name as usize], point));
        }
        heights.sort_unstable_by(f64::total_cmp);
    }

    /// The height at which the line through a point crosses a triangle.
    ///
    /// A line counts as beside or within an edge in the same way for all triangles at the edge, so
    /// it crosses a closed mesh an even number of times.
    fn height(&self, [a, b, c]: &[Vec3d; 3], point: &Vec3d) -> Option<f64> {
        let [axis, across, along] = self.axes;
        let is_before = |from: &Vec3d, to: &Vec3d| {
            let (low, high) = match from[along] <= to[along] {
                true => (from, to),
                false => (to, from),
            };
            let is_beside = (low[along] > point[along]) != (high[along] > point[along]);
            let share = (point[along] - low[along]) / (high[along] - low[along]);
            is_beside && point[across] < low[across] + (high[across] - low[across]) * share
        };
        let is_within = is_before(a, b) ^ is_before(b, c) ^ is_before(c, a);
        if !is_within {
            return None;
        }
        let normal = (b - a).cross(&(c - a));
        let offset = point - a;
        let slope =
            (normal[across] * offset[across] + normal[along] * offset[along]) / normal[axis];
        let height = if slope.is_finite() {
            a[axis] - slope
        } else {
            a[axis]
        };
        let (low, high) = (a.inf(b).inf(c)[axis], a.sup(b).sup(c)[axis]);
        Some(height.clamp(low, high))
    }

    /// Number of the column at a coordinate.
    fn column(&self, at: f64, axis: usize) -> usize {
        let share = (at - self.low[axis]) / self.size[axis];
        ((share * self.columns as f64) as usize).min(self.columns - 1)
    }

    /// First and last column of a triangle along an axis.
    fn range(&self, [a, b, c]: &[Vec3d; 3], axis: usize) -> [usize; 2] {
        let (low, high) = (a.inf(b).inf(c)[axis], a.sup(b).sup(c)[axis]);
        [low, high].map(|at| self.column(at, axis))
    }

    fn number_of_names(&self) -> usize {
        let [_, across, along] = self.axes;
        let of_each = self.triangles.iter().map(|triangle| {
            let [x, y] = [across, along].map(|axis| self.range(triangle, axis));
            (x[1] - x[0] + 1) * (y[1] - y[0] + 1)
        });
        of_each.sum()
    }

    /// Sorts the triangles into the columns.
    fn fill(&mut self) {
        let count = self.columns * self.columns;
        let mut starts = vec![0; count + 1];
        self.for_each_name(|column, _| starts[column + 1] += 1);
        for column in 0..count {
            starts[column + 1] += starts[column];
        }
        let mut next = starts.clone();
        let mut names = vec![0; starts[count]];
        self.for_each_name(|column, name| {
            names[next[column]] = name;
            next[column] += 1;
        });
        (self.starts, self.names) = (starts, names);
    }

    fn for_each_name(&self, mut name: impl FnMut(usize, u32)) {
        let [_, across, along] = self.axes;
        for (number, triangle) in (0..).zip(&self.triangles) {
            let [x, y] = [across, along].map(|axis| self.range(triangle, axis));
            for row in y[0]..=y[1] {
                for column in x[0]..=x[1] {
                    name(row * self.columns + column, number);
                }
            }
        }
    }
}
