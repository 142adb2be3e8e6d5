//! The surface between solid and free samples, by marching cubes.

use crate::{
    mesh::Mesh,
    polygons::{Edge, Polygons, CORNERS},
    samples::Samples,
    wanted::{GivenUp, Wanted},
    Vec3,
};

/// Smallest distance of a vertex from the ends of its edge, as a fraction of the edge, so that
/// vertices of different edges never coincide.
const GAP: f64 = 0.02;

/// The index of a vertex that does not exist yet.
const NONE: u32 = u32::MAX;

/// The number of triangles of the surface.
pub(crate) fn count(samples: &Samples, wanted: Wanted) -> Result<usize, GivenUp> {
    let corners = Corners::new(samples);
    let polygons = Polygons::new();
    let mut triangles = 0;
    for_each_cube(samples, wanted, |cube| {
        triangles += polygons.triangles(corners.solid(cube)).len();
    })?;
    Ok(triangles)
}

/// The surface of the solid samples. The outermost samples must be all solid or all free.
pub(crate) fn surface(samples: &Samples, wanted: Wanted) -> Result<Mesh, GivenUp> {
    let mut cubes = Cubes::new(samples);
    for_each_cube(samples, wanted, |cube| cubes.add(cube))?;
    Ok(cubes.mesh)
}

/// Calls a function for each cube, layer by layer.
fn for_each_cube(
    samples: &Samples,
    wanted: Wanted,
    mut act: impl FnMut([usize; 3]),
) -> Result<(), GivenUp> {
    let [width, height, depth] = samples.count;
    for z in 0..depth - 1 {
        for y in 0..height - 1 {
            wanted.check()?;
            for x in 0..width - 1 {
                act([x, y, z]);
            }
        }
    }
    Ok(())
}

/// The corners of cubes.
struct Corners<'a> {
    samples: &'a Samples,
    /// Offsets of the samples at the corners of a cube from its first corner.
    offsets: [usize; CORNERS],
}

impl<'a> Corners<'a> {
    fn new(samples: &'a Samples) -> Self {
        let strides = samples.strides();
        let offset = |corner: usize| {
            (0..3)
                .map(|axis| (corner >> axis & 1) * strides[axis])
                .sum()
        };
        Self {
            samples,
            offsets: std::array::from_fn(offset),
        }
    }

    /// The solid corners of a cube, one bit for each.
    fn solid(&self, [x, y, z]: [usize; 3]) -> usize {
        let strides = self.samples.strides();
        let first = x + y * strides[1] + z * strides[2];
        let bit = |corner: usize| {
            usize::from(self.samples.solidity[first + self.offsets[corner]] > 0.0) << corner
        };
        (0..CORNERS).map(bit).sum()
    }
}

struct Cubes<'a> {
    samples: &'a Samples,
    corners: Corners<'a>,
    polygons: Polygons,
    /// Layer of the last cube.
    layer: usize,
    /// Vertices on the edges from each sample along each axis, for this layer of samples and the
    /// next one.
    vertices: [Vec<[u32; 3]>; 2],
    mesh: Mesh,
}

impl<'a> Cubes<'a> {
    fn new(samples: &'a Samples) -> Self {
        let layer = vec![[NONE; 3]; samples.strides()[2]];
        Self {
            samples,
            corners: Corners::new(samples),
            polygons: Polygons::new(),
            layer: 0,
            vertices: [layer.clone(), layer],
            mesh: Mesh::default(),
        }
    }

    fn next_layer(&mut self) {
        self.vertices.swap(0, 1);
        self.vertices[1].fill([NONE; 3]);
    }

    fn add(&mut self, cube: [usize; 3]) {
        if cube[2] != self.layer {
            self.layer = cube[2];
            self.next_layer();
        }
        let solid = self.corners.solid(cube);
        for index in 0..self.polygons.triangles(solid).len() {
            let edges = self.polygons.triangles(solid)[index];
            let triangle = edges.map(|edge| self.vertex(cube, edge));
            self.mesh.triangles.push(triangle);
        }
    }

    /// The vertex on an edge of a cube, created on the first call.
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

    /// The point where the surface crosses the edge from a sample along an axis.
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
