//! Signed distances of a closed mesh, sampled on a lattice.

use super::rounded_box::Surface;
use crate::{
    geometry::SidedGeometry,
    math::{
        lanes::{vector_at, Lanes},
        vector::{direction, length},
        Vec3,
    },
};
use rayon::prelude::*;

/// Largest number of samples of a mesh.
pub(super) const MOST_SAMPLES: u32 = 65_536;

/// Smallest distance between samples, in metres.
const FINEST: f32 = 0.001;

/// The sampled signed distances of a mesh.
#[derive(Debug)]
pub(crate) struct Samples {
    pub(crate) lattice: Lattice,
    /// Signed distances in metres. X varies fastest, then Y, then Z.
    pub(crate) distances: Vec<f32>,
    /// The sample that lies deepest inside of the mesh, in metres.
    pub(super) deepest: Vec3,
}

/// The regular grid of the sample positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    pub(crate) low: Vec3,
    /// Distance between neighbouring samples, in metres.
    pub(crate) cell: f32,
    /// Number of samples along each axis, at least 2.
    pub(crate) size: [u32; 3],
}

impl Lattice {
    /// The finest lattice that the number of samples permits. It is one cell larger than the bounds
    /// on each side.
    pub(super) fn around(min: Vec3, max: Vec3) -> Self {
        let extent = max - min;
        let mut cell = libm::cbrtf(extent.product() / MOST_SAMPLES as f32);
        cell = cell.max(extent.max() / MOST_SAMPLES as f32).max(FINEST);
        loop {
            let size = extent.map(|length| (length / cell).ceil() as u32 + 3);
            if size.map(u64::from).product() <= u64::from(MOST_SAMPLES) {
                return Self {
                    low: min - Vec3::repeat(cell),
                    cell,
                    size: size.into(),
                };
            }
            cell *= 1.02;
        }
    }

    /// The signed distances at all samples; `None` soon after `is_wanted` returns false.
    pub(super) fn distances(
        &self,
        solid: &SidedGeometry,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<f32>> {
        let [width, height, depth] = self.size;
        let mut distances = vec![0.0; (width * height * depth) as usize];
        let rows = distances.par_chunks_exact_mut(width as usize).enumerate();
        { rows }.try_for_each(|(row, distances)| {
            let (mut guess, row) = (0, row as u32);
            for (column, distance) in distances.iter_mut().enumerate() {
                let index = Vec3::new(column as f32, (row % height) as f32, (row / height) as f32);
                let found = solid.signed_distance(self.low + index * self.cell, guess);
                guess = found.map_or(0, |it| it.triangle);
                *distance = found.map_or(f32::MAX, |it| it.distance);
            }
            is_wanted().then_some(())
        })?;
        Some(distances)
    }
}

impl Samples {
    pub(super) fn new(lattice: Lattice, distances: Vec<f32>) -> Self {
        let samples = distances.iter().enumerate();
        let deepest = samples.min_by(|a, b| a.1.total_cmp(b.1));
        let index = deepest.map_or(0, |(index, _)| index as u32);
        let [width, height, _] = lattice.size;
        let at = [
            index % width,
            index / width % height,
            index / (width * height),
        ];
        Self {
            deepest: lattice.low + Vec3::from(at.map(|along| along as f32)) * lattice.cell,
            lattice,
            distances,
        }
    }

    /// Bounding box of the lattice: its smallest and its largest corner.
    pub(super) fn bounds(&self) -> [Vec3; 2] {
        let Lattice { low, cell, size } = self.lattice;
        [
            low,
            low + Vec3::from(size.map(|count| (count - 1) as f32)) * cell,
        ]
    }

    /// The surface near each of some points. For a point outside of the lattice, the surface near
    /// the nearest point of the lattice is taken.
    #[inline(always)]
    pub(super) fn surfaces<const LANES: usize>(&self, points: &Lanes<LANES>) -> Surface<LANES> {
        let mut surface = Surface::NONE;
        for lane in 0..LANES {
            let (distance, normal) = self.surface(vector_at(points, lane));
            surface.distance[lane] = distance;
            for axis in 0..3 {
                surface.normal[axis][lane] = normal[axis];
            }
        }
        surface
    }

    /// Signed distance of a point from the surface, and the normal of the surface towards it.
    #[inline(always)]
    pub(super) fn surface(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
        let Lattice { low, cell, size } = self.lattice;
        let (mut first, mut share, mut beyond) = ([0; 3], [0.0; 3], [0.0; 3]);
        for axis in 0..3 {
            let last = (size[axis] - 1) as f32;
            let place = (point[axis] - low[axis]) / cell;
            let held = place.clamp(0.0, last);
            // NaN becomes 0.
            let lower = (held as u32).min(size[axis] - 2);
            first[axis] = lower;
            share[axis] = held - lower as f32;
            beyond[axis] = (place - held) * cell;
        }
        let [width, height, _] = size;
        let at = |x: u32, y: u32, z: u32| {
            let index = ((first[2] + z) * height + first[1] + y) * width + first[0] + x;
            self.distances[index as usize]
        };
        let mix = |a: f32, b: f32, share: f32| a + (b - a) * share;
        let [s, t, u] = share;
        let rows = [0, 1].map(|z| [0, 1].map(|y| [at(0, y, z), at(1, y, z)]));
        let edges = rows.map(|rows| rows.map(|[a, b]| mix(a, b, s)));
        let faces = edges.map(|[a, b]| mix(a, b, t));
        let slopes = rows.map(|rows| rows.map(|[a, b]| b - a));
        let slopes = slopes.map(|[a, b]| mix(a, b, t));
        let distance = mix(faces[0], faces[1], u);
        let gradient = [
            mix(slopes[0], slopes[1], u),
            mix(edges[0][1] - edges[0][0], edges[1][1] - edges[1][0], u),
            faces[1] - faces[0],
        ];
        let steepness = length(gradient);
        let normal = if steepness > 0.0 {
            direction(gradient, steepness)
        } else {
            [1.0, 0.0, 0.0]
        };
        if beyond == [0.0; 3] {
            return (distance, normal);
        }
        // The offset from the surface point nearest to `held`, the position clamped to the lattice.
        let offset = [0, 1, 2].map(|axis| beyond[axis] + normal[axis] * distance);
        let distance = length(offset);
        (distance, direction(offset, distance))
    }
}
