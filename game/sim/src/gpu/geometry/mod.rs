//! The geometry in the memory of a graphics card, and the shader functions that ask it.
//!
//! # Why nothing is crossed
//!
//! A graphics card computes in single precision, and not even the order of its operations is certain. So distances are not
//! computed and then believed; a move is made only if it is proven, and the proof needs nothing but scalar products.
//!
//! For any unit vector n, the points before the plane across n through the foremost corner of a triangle are at least as far from the
//! triangle as from that plane: `min over corners of n · (x - corner)`. Whichever way n was found, and however thin, huge or
//! degenerate the triangle is, that number is a lower bound, and it is off by no more than a few roundings of the largest
//! term: with corners relative to the start of the move, which are single numbers each rounded once, at most 22 units in
//! the last place of the farthest corner's distance and the way's length (`NOISE` takes 24). That much is subtracted.
//!
//! Along a straight way such a bound changes evenly, by `n · way`. So from a bound of d the sphere may go on until it is
//! `target`, which is Newton's iteration for the distance, a convex function of time; there the next plane is looked for.
//! What lies before the planes, one after the other, is proven to be farther from the triangle than `target`, which
//! is never less than half of the radius. The sphere is stopped where this proof ends: by a contact, by running out of
//! iterations, or because something is not a number. The choice of the planes (that of the face, that across the
//! offset from the nearest edge) decides only how far the proof reaches.
//!
//! A sphere that starts nearer to a triangle than the limit, since rounding or a change of the geometry put it there, may only leave
//! it, by more than rounding hides, if at least one plane proves on which side it is. For spheres that are much too near,
//! perhaps in a gap where no way leaves both sides, going along is enough. Rounding may bring those nearer, step by step, but
//! only down to the next power of two of the limit, where again they may only leave.
//!
//! The place that is tested is the place that is stored: sums are made once. Should a compiler make the way from the velocity
//! rather than from the places, the difference is a rounding of the coordinates, of which the radius takes sixteen and the limit
//! eight.

use super::{device::Gpu, GpuError};
use crate::{geometry::FlatNode, Geometry, Vec3};
use bytemuck::{Pod, Zeroable};
use wgpu::Buffer;

/// The function `sweep`, of the moving sphere. Needs, declared before or after it,
/// `var<storage, read> nodes: array<Node>` and `var<storage, read> triangles: array<Triangle>`.
pub(crate) const SWEEP: &str = concat!(
    include_str!("bvh.wgsl"),
    include_str!("triangle.wgsl"),
    include_str!("sweep.wgsl")
);

/// The functions `cast_sphere`, of looks, and `is_clear`. Needs [`SWEEP`].
pub(crate) const RAY: &str = include_str!("ray.wgsl");

/// The function `crosses`, which judges moves that were made by other means. Needs [`SWEEP`].
pub(crate) const CROSSES: &str = include_str!("crosses.wgsl");

/// Sides of triangles, in metres, from which on these are cut: with corners no farther away than that, rounding is a tenth of a
/// millimetre.
const LONGEST_SIDE: f32 = 32.0;

/// Triangles, of a geometry that has some, with the hierarchy over them.
pub(crate) struct Obstacles {
    /// [`Node`].
    pub(crate) nodes: Buffer,
    /// [`Triangle`].
    pub(crate) triangles: Buffer,
}

/// `Node` in bvh.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Node {
    low: [f32; 3],
    skip: u32,
    high: [f32; 3],
    content: u32,
}

const INNER: u32 = u32::MAX;
const CLOSED: u32 = 1 << 31;

impl Node {
    fn new(node: &FlatNode, is_closed: &[bool]) -> Self {
        let content = |triangle: u32| match is_closed[triangle as usize] {
            true => triangle | CLOSED,
            false => triangle,
        };
        Self {
            low: node.min.into(),
            skip: node.skip,
            high: node.max.into(),
            content: node.triangle.map_or(INNER, content),
        }
    }
}

/// `Triangle` in triangle.wgsl: the corners, each with a component of the unit normal.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Triangle([[f32; 4]; 3]);

impl Triangle {
    fn new(corners: &[Vec3; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| corner.cast::<f64>());
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
        let normal = normal.unwrap_or_default().cast::<f32>();
        let row = |axis: usize| {
            let corner = corners[axis];
            [corner.x, corner.y, corner.z, normal[axis]]
        };
        Self([row(0), row(1), row(2)])
    }
}

impl Obstacles {
    /// Of a geometry without triangles this is one node that nothing touches.
    pub(crate) fn upload(gpu: &Gpu, geometry: &Geometry) -> Result<Self, GpuError> {
        let flat = geometry.flat(LONGEST_SIDE);
        let nodes = flat.nodes.iter().map(|it| Node::new(it, &flat.is_closed));
        let mut nodes: Vec<Node> = nodes.collect();
        let mut triangles: Vec<Triangle> = flat.triangles.iter().map(Triangle::new).collect();
        if nodes.is_empty() {
            nodes.push(Node {
                low: [f32::MAX; 3],
                skip: 1,
                high: [f32::MIN; 3],
                content: INNER,
            });
            triangles.push(Triangle::zeroed());
        }
        Ok(Self {
            nodes: gpu.filled("hierarchy of the geometry", &nodes)?,
            triangles: gpu.filled("geometry", &triangles)?,
        })
    }
}

#[cfg(test)]
mod tests;
