//! The static geometry in GPU memory.
//!
//! # Why no boid crosses a surface
//!
//! A GPU computes in single precision, and not even the order of its operations is fixed. So a
//! computed distance is never trusted: a move is made only if it is proven to be clear, and the
//! proof needs only scalar products.
//!
//! Take any unit vector n, and the plane at right angles to n through the foremost corner of a
//! triangle. All points before this plane are at least as far from the triangle as from the plane:
//! `min over corners of n · (x - corner)`. However n was found, and however thin, huge or
//! degenerate the triangle is, this number is a lower bound of the distance, with an error of a few
//! roundings. In units of 2^-24, and with corners relative to the start of the move, the error is
//! at most
//!
//! - 5 times the distance of the farthest corner: 2 for the differences of coordinates, each
//!   rounded once, and 3 for the scalar product (`CORNER_NOISE` in sweep_sphere_triangle.wgsl uses
//!   6);
//! - 16 times the length of the move: 1 for its coordinates, 1 for their product with a time, 1 for
//!   the difference from the corner, 3 each for the scalar products of this difference and of the
//!   move itself, and 7 for a step of the iteration (`MOVE_NOISE` uses 24);
//! - 17 times the distance itself, since n has unit length only up to rounding (24 times the radius
//!   is used). It matters only where the distance is compared with the radius or less. Elsewhere it
//!   scales the bound and its slope alike, which changes neither a sign nor a time.
//!
//! This error is subtracted from the bound. Only its first term depends on the size of the
//! triangle, which is why large triangles are subdivided.
//!
//! Along a straight move the bound changes linearly, by `n · displacement`. So from a bound of d
//! the sphere can advance until the bound is `target`. This is conservative advancement: Newton's
//! iteration for the distance, which is a convex function of time. At the new position the next
//! plane is chosen. All positions before these planes are proven to be farther from the triangle
//! than `target`, which is never less than half of the radius. The sphere stops where the proof
//! ends: at a contact, after the last iteration, or at NaN. The planes are the plane of the face,
//! and the plane at right angles to the offset from the nearest edge. Their choice decides only how
//! far the proof reaches.
//!
//! A sphere can start nearer to a triangle than its limit, by rounding or after a change of the
//! geometry. It may then only leave the triangle, by more than the rounding, if at least one plane
//! proves on which side it is. A sphere that is much too near, perhaps in a gap where no direction
//! leaves both sides, may also move along the triangle. Rounding can bring it nearer step by step,
//! but only down to the next power of two of the limit, where it may only leave again.
//!
//! The position that is tested is the position that is stored: each sum is computed once. If a
//! compiler computed the displacement from the velocity rather than from the positions, the
//! difference would be one rounding of the coordinates; the radius allows for sixteen roundings and
//! the limit for eight.

use super::{
    device::Gpu,
    error::GpuError,
    geometry_buffers::GpuGeometry,
    wgsl::{wgsl_struct, Padding2, Padding3, Vec3f, Vec3u},
};
use crate::{
    geometry::{
        distance_field::{build::MOST_FIELDS, CELLS},
        DistanceField, FlatNode, Pieces, SidedGeometry,
    },
    math::Vec3,
};
use bytemuck::Zeroable;
use std::sync::Arc;

/// Share of the coordinates by which a bound of the distance field can be too high, since compilers
/// may contract the computation of a cell: one unit in the last place for the sum and one for the
/// product, along each of three axes.
const CONTRACTION: f32 = 6.0 * f32::EPSILON;

/// Largest total number of visited nodes and iterations in the sweeps of one move. A move makes at
/// most four such searches. Together they stay below the 65,535 iterations after which Mesa's
/// software adapter ends all loops of a thread, as if nothing were left to find.
pub(super) const MOST_SWEEP_WORK: u32 = 8192;

/// Content of a node with children.
pub(crate) const BVH_INNER: u32 = u32::MAX;

/// Number of bits in the content of a leaf that hold the triangle. The weight of its surface is
/// stored above them.
pub(crate) const BVH_TRIANGLE_BITS: u32 = 27;

wgsl_struct! {
    /// A node of the bounding volume hierarchy, in depth-first order.
    pub(crate) struct GpuNode {
        low: Vec3f,
        /// Index of the node after this one and its descendants.
        skip: u32,
        high: Vec3f,
        /// [`BVH_INNER`], or triangle and weight of a leaf.
        content: u32,
    }
}

wgsl_struct! {
    /// Corners and unit normal of a triangle; the normal of a degenerate triangle is zero.
    pub(crate) struct GpuTriangle {
        a: Vec3f,
        normal_x: f32,
        b: Vec3f,
        normal_y: f32,
        c: Vec3f,
        normal_z: f32,
    }
}

wgsl_struct! {
    /// One grid of a distance field.
    pub(crate) struct FieldGrid {
        origin: Vec3f,
        /// Edge of a cell, in metres.
        cell: f32,
        /// The bounding box of the triangles.
        low: Vec3f,
        cells_per_metre: f32,
        high: Vec3f,
        /// Height that the stored value 0 stands for, in metres.
        lowest: f32,
        /// Number of cells along each axis.
        size: Vec3f,
        /// Difference of two consecutive stored heights, in metres.
        unit: f32,
        /// Distance in memory between adjacent blocks along each axis.
        strides: Vec3u,
        /// Subtracted from every bound, in metres. See `CONTRACTION`.
        slack: f32,
        /// Index of the first block of the grid, and of its first divided block.
        first_block: u32,
        first_divided: u32,
        padding: Padding2,
    }
}

wgsl_struct! {
    /// The grids of a distance field: one for most triangles, and one for each group of stray
    /// triangles.
    pub(crate) struct DistanceFieldUniform needs FieldGrid {
        grids: [FieldGrid; 4],
        count: u32,
        padding: Padding3,
    }
}

const _: () = assert!(MOST_FIELDS == 4, "the length of `grids`");

impl GpuNode {
    /// A node whose bounds nothing overlaps.
    const NONE: Self = Self {
        low: [f32::MAX; 3],
        skip: 1,
        high: [f32::MIN; 3],
        content: BVH_INNER,
    };

    /// A node of a tree whose nodes and triangles begin at these indices.
    fn new(node: &FlatNode, weights: &[i8], [first_node, first_triangle]: [u32; 2]) -> Self {
        let content = |triangle: u32| {
            let weight = i32::from(weights[triangle as usize]).cast_unsigned();
            (first_triangle + triangle) | weight << BVH_TRIANGLE_BITS
        };
        Self {
            low: node.min.into(),
            skip: first_node + node.skip,
            high: node.max.into(),
            content: node.triangle.map_or(BVH_INNER, content),
        }
    }

    /// The root of a tree that ends before the node `end`.
    fn root(nodes: &[FlatNode], end: u32) -> Self {
        let bounds = nodes.iter().map(|it| (it.min, it.max));
        let bounds = bounds.reduce(|all, it| (all.0.inf(&it.0), all.1.sup(&it.1)));
        bounds.map_or(Self::NONE, |(low, high)| Self {
            low: low.into(),
            skip: end,
            high: high.into(),
            content: BVH_INNER,
        })
    }
}

/// Trees of triangles, one after the other.
#[derive(Default)]
pub(super) struct Trees {
    pub(super) nodes: Vec<GpuNode>,
    pub(super) triangles: Vec<GpuTriangle>,
}

impl Trees {
    /// Adds the pieces of a geometry whose surfaces have these weights, and returns the index of the
    /// tree's root.
    pub(super) fn add(&mut self, pieces: &Pieces, weights: &[i8]) -> u32 {
        let weights = pieces.weights(weights);
        let root = self.nodes.len() as u32;
        let firsts = [root + 1, self.triangles.len() as u32];
        let end = root + 1 + pieces.nodes.len() as u32;
        self.nodes.push(GpuNode::root(&pieces.nodes, end));
        let nodes = pieces.nodes.iter();
        self.nodes
            .extend(nodes.map(|it| GpuNode::new(it, &weights, firsts)));
        self.triangles
            .extend(pieces.triangles.iter().map(GpuTriangle::new));
        root
    }

    /// Adds a tree without triangles.
    pub(super) fn add_empty(&mut self) {
        let skip = self.nodes.len() as u32 + 1;
        self.nodes.push(GpuNode {
            skip,
            ..GpuNode::NONE
        });
        self.triangles.push(GpuTriangle::zeroed());
    }
}

impl GpuTriangle {
    pub(crate) fn new(corners: &[Vec3; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| corner.cast::<f64>());
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
        let [normal_x, normal_y, normal_z] = normal.unwrap_or_default().cast::<f32>().into();
        let [a, b, c] = corners.map(|corner| corner.into());
        Self {
            a,
            normal_x,
            b,
            normal_y,
            c,
            normal_z,
        }
    }
}

impl FieldGrid {
    fn new(field: &DistanceField, first_block: usize, first_divided: usize) -> Self {
        let (low, high) = field.bounds();
        let coordinates = low.amax().max(high.amax()) + 2.0 * field.block();
        Self {
            origin: field.origin.into(),
            cell: field.cell,
            low: low.into(),
            cells_per_metre: field.per_metre,
            high: high.into(),
            lowest: field.heights.lowest,
            size: field.size,
            unit: field.heights.unit,
            strides: field.strides,
            slack: CONTRACTION * coordinates,
            first_block: first_block as u32,
            first_divided: first_divided as u32,
            padding: [0; 2],
        }
    }
}

impl DistanceFieldUniform {
    /// Packs all grids, the contents of their blocks, and the cells of divided blocks, one grid
    /// after the other.
    fn new(field: &DistanceField) -> (Self, Vec<u32>, Vec<u32>) {
        let (mut blocks, mut cells) = (Vec::new(), Vec::new());
        let mut all = Self::zeroed();
        for (grid, field) in all.grids.iter_mut().zip(field.all()) {
            *grid = FieldGrid::new(field, blocks.len(), cells.len() / CELLS);
            blocks.extend(field.block_bits());
            cells.extend(field.cell_bits());
            all.count += 1;
        }
        (all, blocks, cells)
    }

    /// The largest amount that is subtracted from a bound, in metres.
    #[cfg(test)]
    pub(crate) fn slack(field: &DistanceField) -> f32 {
        let grids = Self::new(field).0.grids;
        grids.iter().map(|grid| grid.slack).fold(0.0, f32::max)
    }
}

impl GpuGeometry {
    /// Creates buffers for an empty geometry.
    pub(crate) fn none(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            source: None,
            has_triangles: false,
            nodes: gpu.filled("BVH of the geometry", &[GpuNode::NONE])?,
            triangles: gpu.filled("triangles of the geometry", &[GpuTriangle::zeroed()])?,
            field: gpu.uniform::<DistanceFieldUniform>("distance field uniform"),
            blocks: gpu.buffer::<u32>("blocks of the distance field", 0)?,
            cells: gpu.buffer::<u32>("cells of the distance field", 0)?,
        })
    }

    pub(crate) fn upload(gpu: &Gpu, geometry: &SidedGeometry) -> Result<Self, GpuError> {
        let mut uploaded = Self::none(gpu)?;
        uploaded.source = Some(geometry.clone());
        let Some(field) = geometry.distance_field() else {
            return Ok(uploaded);
        };
        let mut trees = Trees::default();
        trees.add(geometry.pieces(), geometry.weights());
        let (uniform, blocks, cells) = DistanceFieldUniform::new(field);
        gpu.write(&uploaded.field, &[uniform]);
        Ok(Self {
            has_triangles: true,
            nodes: gpu.filled("BVH of the geometry", &trees.nodes)?,
            triangles: gpu.filled("triangles of the geometry", &trees.triangles)?,
            blocks: gpu.filled("blocks of the distance field", &blocks)?,
            cells: gpu.filled("cells of the distance field", &cells)?,
            ..uploaded
        })
    }

    /// The upload of a geometry, shared by all flocks that use the geometry.
    ///
    /// # Errors
    /// Fails if there is no memory for it.
    pub(crate) fn shared(gpu: &Gpu, geometry: &SidedGeometry) -> Result<Arc<Self>, GpuError> {
        gpu.geometries.get(geometry, || Self::upload(gpu, geometry))
    }
}
