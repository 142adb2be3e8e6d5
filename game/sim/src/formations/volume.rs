//! Points inside of a closed mesh.

use super::{axes::projected, columns::Columns, form_mesh::FormMesh, uniform};
use crate::{math::Vec3, settings::Plane};
use std::collections::VecDeque;

/// Number of lines by which the volume is estimated.
const TRIAL_LINES: u32 = 1024;

/// A line gets a point for each so many triangles that are compared with it. So a mesh of many long
/// triangles does not take too long.
const TRIANGLES_PER_POINT: f64 = 2048.0;

/// Largest number of points of a line: a mesh that is thin on average may be long at some lines.
const MOST_OF_A_LINE: f64 = 1024.0;

/// Number of lines without a point inside after which there is taken to be none.
const MOST_MISSES: usize = 65_536;

/// Points inside of a mesh, distributed evenly by volume.
///
/// They lie on parallel lines. A point of a line is inside if the line crosses an odd number of
/// triangles before it, so the winding of the triangles does not matter.
pub(super) struct VolumePoints {
    /// The axis of the lines.
    axis: usize,
    plane: Plane,
    columns: Columns,
    /// Distance between points of a line, in metres.
    step: f64,
    next: u32,
    is_exhausted: bool,
    /// Points of the last line that have not been returned yet.
    waiting: VecDeque<Vec3>,
    heights: Vec<f64>,
}

impl VolumePoints {
    /// The inside of a mesh; in a planar flock, its silhouette. `None` if none of many lines has a
    /// point inside.
    pub(super) fn new(mesh: &FormMesh, plane: Plane) -> Option<Self> {
        // Along the normal of a plane, so that one point of each line fills the silhouette evenly.
        let axis = plane.flat_axis().unwrap_or(2);
        let mut points = Self {
            axis,
            plane,
            columns: Columns::new(mesh.triangles(), axis)?,
            step: 0.0,
            next: 0,
            is_exhausted: false,
            waiting: VecDeque::new(),
            heights: Vec::new(),
        };
        let lengths = (0..TRIAL_LINES).map(|line| points.length_of(line));
        let (mut sum, mut count) = (0.0, 0.0);
        for length in lengths.filter(|it| *it > 0.0) {
            (sum, count) = (sum + length, count + 1.0);
        }
        // A line through the mesh has one point on average, however few lines meet the mesh.
        let mean = if count > 0.0 { sum / count } else { 0.0 };
        let compared = points.columns.triangles_of_each();
        points.step = mean / (compared / TRIANGLES_PER_POINT).clamp(1.0, MOST_OF_A_LINE);
        (points.step > 0.0).then_some(points)
    }

    /// The next point; `None` if there seem to be no more.
    pub(super) fn next(&mut self) -> Option<Vec3> {
        for _ in 0..MOST_MISSES {
            if let Some(point) = self.waiting.pop_front() {
                return Some(point);
            }
            if self.is_exhausted {
                return None;
            }
            self.fill_line();
        }
        self.is_exhausted = true;
        None
    }

    /// Length of the parts of a line that are inside, in metres.
    fn length_of(&mut self, line: u32) -> f64 {
        let [u, v, _] = uniform::point(line);
        self.columns
            .cross(&self.columns.point(u, v), &mut self.heights);
        self.heights.chunks_exact(2).map(|it| it[1] - it[0]).sum()
    }

    /// Finds the points of the next line.
    fn fill_line(&mut self) {
        let [u, v, offset] = uniform::point(self.next);
        let length = self.length_of(self.next);
        self.next += 1;
        // Lengths along the inside at which the points lie.
        let (mut along, step) = if self.plane == Plane::All {
            let step = self.step.max(length / MOST_OF_A_LINE);
            (offset * step, step)
        } else {
            (length / 2.0, f64::INFINITY)
        };
        let mut before = 0.0;
        let base = self.columns.point(u, v);
        for part in self.heights.chunks_exact(2) {
            let [low, high] = [part[0], part[1]];
            while along < before + (high - low) {
                let mut point = base;
                point[self.axis] = low + (along - before);
                self.waiting.push_back(projected(self.plane, point.cast()));
                along += step;
            }
            before += high - low;
        }
    }
}
