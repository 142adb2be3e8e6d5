//! The assignment with the least sum of costs, by shortest augmenting paths (Kuhn 1955; Jonker and
//! Volgenant 1987).

/// No row, or no column.
const NONE: usize = usize::MAX;

/// An assignment of rows to columns under construction.
///
/// The cost of a row and a column is at least the sum of their potentials, and equal to it if the
/// row has the column.
pub(super) struct Hungarian {
    /// Costs, row by row.
    costs: Vec<f64>,
    count: usize,
    of_rows: Vec<f64>,
    of_columns: Vec<f64>,
    /// The row that has each column.
    rows: Vec<usize>,
    /// Length of the shortest path to each column.
    lengths: Vec<f64>,
    /// The column before each column on that path.
    before: Vec<usize>,
    is_reached: Vec<bool>,
}

impl Hungarian {
    pub(super) fn new(count: usize, cost: impl Fn(usize, usize) -> f64) -> Self {
        let row = |row: usize| (0..count).map(move |column| (row, column));
        let all = (0..count).flat_map(row);
        Self {
            costs: all.map(|(row, column)| cost(row, column)).collect(),
            count,
            of_rows: vec![0.0; count],
            of_columns: vec![0.0; count],
            rows: vec![NONE; count],
            lengths: vec![0.0; count],
            before: vec![NONE; count],
            is_reached: vec![false; count],
        }
    }

    /// The column of each row. Takes a time in proportion to the third power of the number at most.
    pub(super) fn columns(mut self) -> Vec<u32> {
        for row in self.rows_after_reduction() {
            self.place(row);
        }
        let mut columns = vec![0; self.count];
        for (column, row) in self.rows.iter().enumerate() {
            columns[*row] = column as u32;
        }
        columns
    }

    fn cost(&self, row: usize, column: usize) -> f64 {
        self.costs[row * self.count + column]
    }

    /// Sets potentials by the least costs, and gives rows the columns that are cheapest for them
    /// and free. Returns the other rows.
    fn rows_after_reduction(&mut self) -> Vec<usize> {
        for column in 0..self.count {
            let costs = (0..self.count).map(|row| self.cost(row, column));
            self.of_columns[column] = costs.fold(f64::INFINITY, f64::min);
        }
        let mut left = Vec::new();
        for row in 0..self.count {
            let mut cheapest = (f64::INFINITY, 0);
            for column in 0..self.count {
                let cost = self.cost(row, column) - self.of_columns[column];
                if cost < cheapest.0 {
                    cheapest = (cost, column);
                }
            }
            self.of_rows[row] = cheapest.0;
            if self.rows[cheapest.1] == NONE {
                self.rows[cheapest.1] = row;
            } else {
                left.push(row);
            }
        }
        left
    }

    /// Gives a row a column; other rows may get other columns.
    fn place(&mut self, row: usize) {
        self.lengths.fill(f64::INFINITY);
        self.is_reached.fill(false);
        // Even with costs that are not numbers, the path then leads through columns in the order
        // in which they were reached.
        self.before.fill(NONE);
        let (mut from, mut last, mut length) = (row, NONE, 0.0);
        // Each round reaches another column, so it finds a free one at last.
        while from != NONE {
            (last, length) = self.extend(from, last, length);
            self.is_reached[last] = true;
            from = self.rows[last];
        }
        self.move_potentials(row, last, length);
        while self.before[last] != NONE {
            self.rows[last] = self.rows[self.before[last]];
            last = self.before[last];
        }
        self.rows[last] = row;
    }

    /// Extends the shortest paths by the edges of a row, which has the column `last` at the end of a
    /// path of this length. Returns the nearest column that is not reached, with its length.
    fn extend(&mut self, row: usize, last: usize, length: f64) -> (usize, f64) {
        let costs = &self.costs[row * self.count..][..self.count];
        let offset = length - self.of_rows[row];
        let mut nearest = (NONE, f64::INFINITY);
        for column in 0..self.count {
            if self.is_reached[column] {
                continue;
            }
            let length = offset + costs[column] - self.of_columns[column];
            if length < self.lengths[column] {
                self.lengths[column] = length;
                self.before[column] = last;
            }
            if nearest.0 == NONE || self.lengths[column] < nearest.1 {
                nearest = (column, self.lengths[column]);
            }
        }
        nearest
    }

    /// Changes the potentials so that the path of this length from a row to the free column `free`
    /// costs nothing beyond them.
    fn move_potentials(&mut self, row: usize, free: usize, length: f64) {
        self.of_rows[row] += length;
        for column in (0..self.count).filter(|it| *it != free && self.is_reached[*it]) {
            let step = length - self.lengths[column];
            self.of_rows[self.rows[column]] += step;
            self.of_columns[column] -= step;
        }
    }
}
