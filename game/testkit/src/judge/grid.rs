//! A uniform grid of triangles.

use super::Point;

pub struct Grid {
    origin: Point,
    cell: f64,
    size: [usize; 3],
    /// The start of the list of each cell in `triangles`, and at last the end of the last list.
    starts: Vec<usize>,
    triangles: Vec<usize>,
}

impl Grid {
    pub fn new(triangles: &[[Point; 3]], cell: f64) -> Self {
        let corner = |choose: fn(f64, f64) -> f64, start: f64| -> Point {
            std::array::from_fn(|axis| {
                triangles
                    .iter()
                    .flatten()
                    .map(|p| p[axis])
                    .fold(start, choose)
            })
        };
        let origin = corner(f64::min, f64::INFINITY);
        let end = corner(f64::max, f64::NEG_INFINITY);
        let size = std::array::from_fn(|axis| ((end[axis] - origin[axis]) / cell) as usize + 1);
        let mut grid = Self {
            origin,
            cell,
            size,
            starts: Vec::new(),
            triangles: Vec::new(),
        };
        let mut lists = vec![Vec::new(); size.iter().product()];
        for (index, triangle) in triangles.iter().enumerate() {
            let min = std::array::from_fn(|axis| {
                triangle
                    .iter()
                    .map(|p| p[axis])
                    .fold(f64::INFINITY, f64::min)
            });
            let max = std::array::from_fn(|axis| {
                triangle
                    .iter()
                    .map(|p| p[axis])
                    .fold(f64::NEG_INFINITY, f64::max)
            });
            for cell in grid.cells(min, max) {
                lists[cell].push(index);
            }
        }
        for list in lists {
            grid.starts.push(grid.triangles.len());
            grid.triangles.extend(list);
        }
        grid.starts.push(grid.triangles.len());
        grid
    }

    pub fn cell(&self) -> f64 {
        self.cell
    }

    /// All triangles that may touch a box; some more than once.
    pub fn candidates(&self, min: Point, max: Point) -> impl Iterator<Item = usize> + '_ {
        self.cells(min, max)
            .flat_map(|cell| &self.triangles[self.starts[cell]..self.starts[cell + 1]])
            .copied()
    }

    fn cells(&self, min: Point, max: Point) -> impl Iterator<Item = usize> {
        // The cast turns what lies before the grid into 0. A margin keeps rounding from choosing
        // the wrong cell.
        let range = |axis: usize| {
            let cell = |x: f64| (x - self.origin[axis]) / self.cell;
            let last = (cell(max[axis]) + 1e-6)
                .floor()
                .min((self.size[axis] - 1) as f64);
            let first = (cell(min[axis]) - 1e-6).floor().max(0.0);
            if last < first {
                0..0
            } else {
                first as usize..last as usize + 1
            }
        };
        let [x, y, z] = [range(0), range(1), range(2)];
        let [width, height, _] = self.size;
        z.flat_map(move |k| {
            let x = x.clone();
            y.clone()
                .flat_map(move |j| x.clone().map(move |i| (k * height + j) * width + i))
        })
    }
}
