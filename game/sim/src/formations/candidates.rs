//! Candidates for places in a grid, each with its distance from the nearest place.

use crate::math::{bounding_box, Vec3};

/// Largest number of cells for each candidate.
const MOST_CELLS: f32 = 4.0;

/// Distance of a candidate that is a place.
const CHOSEN: f32 = -1.0;

/// Candidates, sorted by the cells of a grid.
#[derive(Default)]
pub(super) struct Candidates {
    points: Vec<Vec3>,
    /// Squared distance of each from the nearest place, or an upper bound of it, in m².
    distances: Vec<f32>,
    low: Vec3,
    cell: f32,
    /// Number of cells along each axis.
    size: [usize; 3],
    /// First candidate of each cell, and the end. X varies fastest, then Y, then Z.
    starts: Vec<u32>,
}

impl Candidates {
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Bits of the squared distance of a candidate, which are in the same order as the distances;
    /// `None` for a place.
    pub(super) fn distance(&self, candidate: usize) -> Option<u32> {
        let distance = self.distances[candidate];
        (distance >= 0.0).then_some(distance.to_bits())
    }

    /// Adds candidates with this squared distance, and sorts all of them into cells of about the
    /// size `cell`. Their numbers change.
    pub(super) fn add(&mut self, points: &[Vec3], distance: f32, cell: f32) {
        self.points.extend(points);
        self.distances.resize(self.points.len(), distance);
        self.set_cells(cell);
        self.sort();
    }

    /// Makes a candidate a place. `last` is its squared distance, which no candidate exceeds.
    pub(super) fn choose(&mut self, candidate: usize, last: f32) -> Vec3 {
        let place = self.points[candidate];
        self.distances[candidate] = CHOSEN;
        self.reach(&place, last);
        place
    }

    /// Lowers the distances of the candidates around a place, within this squared distance.
    pub(super) fn reach(&mut self, place: &Vec3, squared: f32) {
        // A little farther because of rounding.
        let reach = Vec3::repeat(1.0001 * squared.sqrt());
        let (first, last) = (
            self.cell_of(&(place - reach)),
            self.cell_of(&(place + reach)),
        );
        for z in first[2]..=last[2] {
            for y in first[1]..=last[1] {
                let row = (z * self.size[1] + y) * self.size[0];
                let begin = self.starts[row + first[0]] as usize;
                let end = self.starts[row + last[0] + 1] as usize;
                let distances = &mut self.distances[begin..end];
                for (distance, point) in distances.iter_mut().zip(&self.points[begin..end]) {
                    *distance = distance.min((point - place).norm_squared());
                }
            }
        }
    }

    /// Lays the cells. A shape that fills a small part of its box gets larger ones, so that there
    /// are not too many.
    fn set_cells(&mut self, cell: f32) {
        if self.points.is_empty() {
            (self.cell, self.size) = (1.0, [1; 3]);
            return;
        }
        let (low, high) = bounding_box(&self.points);
        let extent = high - low;
        let finest = (extent.max() / 1024.0).max(f32::MIN_POSITIVE);
        self.low = low;
        self.cell = if cell.is_finite() {
            cell.max(finest)
        } else {
            finest
        };
        loop {
            let size = extent.map(|length| (length / self.cell).floor() + 1.0);
            if size.product() <= (MOST_CELLS * self.points.len() as f32).max(1.0) {
                self.size = size.map(|count| count as usize).into();
                return;
            }
            self.cell *= 1.1;
        }
    }

    fn cell_of(&self, point: &Vec3) -> [usize; 3] {
        let at = (point - self.low) / self.cell;
        // Conversions bring numbers into range.
        [0, 1, 2].map(|axis| (at[axis] as usize).min(self.size[axis] - 1))
    }

    fn number_of(&self, point: &Vec3) -> usize {
        let [x, y, z] = self.cell_of(point);
        (z * self.size[1] + y) * self.size[0] + x
    }

    /// Sorts the candidates by their cells.
    fn sort(&mut self) {
        let cells: Vec<usize> = self.points.iter().map(|it| self.number_of(it)).collect();
        let mut starts = vec![0; self.size.iter().product::<usize>() + 1];
        cells.iter().for_each(|cell| starts[cell + 1] += 1);
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut next = starts.clone();
        let (points, distances) = (self.points.clone(), self.distances.clone());
        for ((cell, point), distance) in cells.into_iter().zip(points).zip(distances) {
            let at = next[cell] as usize;
            (self.points[at], self.distances[at]) = (point, distance);
            next[cell] += 1;
        }
        self.starts = starts;
    }
}
