//! Where lines along an axis cross the triangles of a mesh.

use crate::math::{bounding_box, Vec3, Vec3d};

/// Least and largest number of columns along each axis, unless triangles are large.
const COLUMNS: [f64; 2] = [64.0, 512.0];

/// The columns may name each triangle so many times on average, or so many triangles together.
const MOST_NAMES: usize = 16;
const MOST_NAMES_OF_FEW: usize = 65_536;

/// Largest error of coordinates because of rounding, as a share of the size of the mesh.
const ROUNDING: f64 = 1e-9;

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
    /// The columns that have triangles.
    filled: Vec<usize>,
}

impl Columns {
    /// `None` if the mesh has no size across the axis.
    pub(super) fn new(triangles: &[[Vec3; 3]], axis: usize) -> Option<Self> {
        let (low, high) = bounding_box(triangles.iter().flatten());
        let (low, high): (Vec3d, Vec3d) = (low.cast(), high.cast());
        let mut columns = Self {
            triangles: triangles.iter().map(|it| it.map(|v| v.cast())).collect(),
            low,
            size: high - low,
            axes: [axis, (axis + 1) % 3, (axis + 2) % 3],
            columns: (triangles.len() as f64)
                .sqrt()
                .clamp(COLUMNS[0], COLUMNS[1]) as usize,
            starts: Vec::new(),
            names: Vec::new(),
            filled: Vec::new(),
        };
        let [_, across, along] = columns.axes;
        if !(columns.size[across] > 0.0 && columns.size[along] > 0.0) {
            return None;
        }
        // Large triangles are in many columns, so a mesh of many large ones gets fewer columns.
        let most = (MOST_NAMES * triangles.len()).max(MOST_NAMES_OF_FEW) as f64;
        while columns.columns > 1 && columns.about_names() > most {
            columns.columns /= 2;
        }
        columns.columns = columns.columns.max(1);
        columns.fill();
        Some(columns)
    }

    /// Number of triangles of a column that has any, on average.
    pub(super) fn triangles_of_each(&self) -> f64 {
        self.names.len() as f64 / self.filled.len() as f64
    }

    /// A point in a column that has triangles, at the lowest height. For `u` and `v` that are uniform
    /// from 0 to 1, the points are uniform in these columns.
    pub(super) fn point(&self, u: f64, v: f64) -> Vec3d {
        let [_, across, along] = self.axes;
        let which = u * self.filled.len() as f64;
        let column = self.filled[(which as usize).min(self.filled.len() - 1)];
        let [x, y] = [column % self.columns, column / self.columns].map(|it| it as f64);
        let per_column = 1.0 / self.columns as f64;
        let mut point = self.low;
        point[across] += (x + which.fract()) * per_column * self.size[across];
        point[along] += (y + v) * per_column * self.size[along];
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

    /// About how many names there will be: a triangle is in the columns that it covers, and in those
    /// at its edges.
    fn about_names(&self) -> f64 {
        let [_, across, along] = self.axes;
        let columns = self.columns as f64;
        let of_each = self.triangles.iter().map(|[a, b, c]| {
            let in_columns =
                |v: Vec3d| [across, along].map(|axis| v[axis] / self.size[axis] * columns);
            let [p, q] = [b - a, c - a].map(in_columns);
            let area = 0.5 * (p[0] * q[1] - p[1] * q[0]).abs();
            let size = a.sup(b).sup(c) - a.inf(b).inf(c);
            let [width, length] = in_columns(size);
            1.0 + width + length + area
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
        let filled = (0..count).filter(|column| starts[*column] < starts[column + 1]);
        self.filled = filled.collect();
        (self.starts, self.names) = (starts, names);
    }

    fn for_each_name(&self, mut name: impl FnMut(usize, u32)) {
        let [_, _, along] = self.axes;
        for (number, triangle) in (0..).zip(&self.triangles) {
            let [first, last] = self.range(triangle, along);
            for row in first..=last {
                let [first, last] = self.range_in_row(triangle, row);
                for column in first..=last {
                    name(row * self.columns + column, number);
                }
            }
        }
    }

    /// First and last column of the part of a triangle that is in a row of columns. So a long thin
    /// triangle is not in all columns of its bounding box.
    fn range_in_row(&self, [a, b, c]: &[Vec3d; 3], row: usize) -> [usize; 2] {
        let [_, across, along] = self.axes;
        let row_size = self.size[along] / self.columns as f64;
        // The row is a little larger, and the part a little wider, because of rounding.
        let border = ROUNDING * self.size[along];
        let low = self.low[along] + row as f64 * row_size - border;
        let high = low + row_size + 2.0 * border;
        let mut range = [f64::INFINITY, f64::NEG_INFINITY];
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let [start, end] = [from[along], to[along]];
            if start.max(end) < low || start.min(end) > high {
                continue;
            }
            let ends = match start == end {
                true => [0.0, 1.0],
                false => [low, high].map(|at| ((at - start) / (end - start)).clamp(0.0, 1.0)),
            };
            for share in ends {
                let at = from[across] + (to[across] - from[across]) * share;
                range = [range[0].min(at), range[1].max(at)];
            }
        }
        let border = ROUNDING * self.size[across];
        [range[0] - border, range[1] + border].map(|at| self.column(at, across))
    }
}
