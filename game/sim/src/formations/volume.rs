//! Points inside of a closed mesh.

use super::{axes::projected, columns::Columns, form_mesh::FormMesh, uniform};
use crate::{math::Vec3, settings::Plane};
use std::collections::VecDeque;

/// Number of lines by which the volume is estimated.
const TRIAL_LINES: u32 = 1024;

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
            waiting: VecDeque::new(),
            heights: Vec::new(),
        };
        let lengths = (0..TRIAL_LINES).map(|line| points.length_of(line));
        points.step = lengths.sum::<f64>() / f64::from(TRIAL_LINES);
        (points.step > 0.0).then_some(points)
    }

    /// The next point; `None` if there seem to be no more.
    pub(super) fn next(&mut self) -> Option<Vec3> {
        for _ in 0..MOST_MISSES {
            if let Some(point) = self.waiting.pop_front() {
                return Some(point);
            }
            self.fill_line();
        }
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
        let is_flat = self.plane != Plane::All;
        // Lengths along the inside at which the points lie.
        let step = if is_flat { f64::INFINITY } else { self.step };
        let mut along = if is_flat {
            length / 2.0
        } else {
            offset * self.step
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
