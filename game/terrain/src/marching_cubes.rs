//! The surface between solid and free samples, by marching cubes.

use crate::Vec3;
use crate::{
    mesh::Mesh,
    polygons::{Edge, Polygons, CORNERS},
    samples::Samples,
};

/// Least distance of a vertex from the ends of its edge, as a share of the edge: vertices of
/// different edges never coincide.
const GAP: f64 = 0.02;

/// Index of a vertex that has not been made.
const NONE: u32 = u32::MAX;

/// The surface of what is solid. The outermost samples must be all solid or all free.
pub(crate) fn surface(samples: &Samples) -> Mesh {
    let [width, height, depth] = samples.count;
    let mut cubes = Cubes::new(samples);
    for z in 0..depth - 1 {
        for y in 0..height - 1 {
            for x in 0..width - 1 {
                cubes.add([x, y, z]);
            }
        }
        cubes.next_layer();
    }
    cubes.mesh
}

struct Cubes<'a> {
    samples: &'a Samples,
    polygons: Polygons,
    /// Offsets of the samples at the corners of a cube from its first.
    offsets: [usize; CORNERS],
    /// Vertices on the edges from each sample along each axis, of this layer of samples and the
    /// next.
    vertices: [Vec<[u32; 3]>; 2],
    mesh: Mesh,
}

impl<'a> Cubes<'a> {
    fn new(samples: &'a Samples) -> Self {
        let strides = samples.strides();
        let offset = |corner: usize| {
            (0..3)
                .map(|axis| (corner >> axis & 1) * strides[axis])
                .sum()
        };
        let layer = vec![[NONE; 3]; strides[2]];
        Self {
            samples,
            polygons: Polygons::new(),
            offsets: std::array::from_fn(offset),
            vertices: [layer.clone(), layer],
            mesh: Mesh::default(),
        }
    }

    fn next_layer(&mut self) {
        self.vertices.swap(0, 1);
        self.vertices[1].fill([NONE; 3]);
    }

    fn add(&mut self, [x, y, z]: [usize; 3]) {
        let strides = self.samples.strides();
        let first = x + y * strides[1] + z * strides[2];
        let bit = |corner: usize| {
            usize::from(self.samples.solidity[first + self.offsets[corner]] > 0.0) << corner
        };
        let solid = (0..CORNERS).map(bit).sum();
        for index in 0..self.polygons.triangles(solid).len() {
            let edges = self.polygons.triangles(solid)[index];
            let triangle = edges.map(|edge| self.vertex([x, y, z], edge));
            self.mesh.triangles.push(triangle);
        }
    }

    /// The vertex on an edge of a cube; made on the first call.
    fn vertex(&mut self, cube: [usize; 3], edge: Edge) -> u32 {
        let at: [usize; 3] = std::array::from_fn(|axis| cube[axis] + (edge.corner >> axis & 1));
        let strides = self.samples.strides();
        let (layer, column) = (at[2] - cube[2], at[0] + at[1] * strides[1]);
        let vertex = &mut self.vertices[layer][column][edge.axis];
        if *vertex == NONE {
            *vertex = self.mesh.vertices.len() as u32;
            let place = self.crossing(at, edge.axis);
            self.mesh.vertices.push(place);
        }
        self.vertices[layer][column][edge.axis]
    }

    /// Point in which the surface crosses the edge from a sample along an axis.
    fn crossing(&self, at: [usize; 3], axis: usize) -> Vec3 {
        let strides = self.samples.strides();
        let sample = at[0] + at[1] * strides[1] + at[2] * strides[2];
        let from = f64::from(self.samples.solidity[sample]);
        let to = f64::from(self.samples.solidity[sample + strides[axis]]);
        let share = (from / (from - to)).clamp(GAP, 1.0 - GAP);
        Vec3::from_fn(|other, _| {
            let along = if other == axis { share } else { 0.0 };
            self.samples.place(other, at[other] as f64 + along)
        })
    }
}
