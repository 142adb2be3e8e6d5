//! Static geometry: the triangles that no boid ever crosses.
//!
//! One operation a file; `[operation]_[moving shape]_[triangle]` where it concerns a single triangle.

mod bvh;
mod cast;
mod cast_sphere_triangle;
mod clearance;
mod clearances;
mod closed;
mod copies;
mod cross_ray_triangle;
mod cross_segment_triangle;
mod crosses;
#[cfg(feature = "gpu")]
mod cut;
#[cfg(feature = "gpu")]
mod flat;
mod nearest;
mod report;
pub mod shapes;
mod standing;
mod sweep;
mod sweep_sphere_triangle;
mod triangle;

use crate::Vec3;
pub(crate) use clearances::{Clearances, ManyClearances};

use bvh::Bvh;
use std::{fmt, sync::OnceLock};

#[cfg(feature = "gpu")]
pub(crate) use bvh::FlatNode;

pub(crate) use standing::Standing;
pub use {report::GeometryReport, sweep::Contact};

/// The narrow phase computes in float64.
type Vec3d = nalgebra::Vector3<f64>;

/// Static geometry as a set of triangles in world space, in metres, with an acceleration structure.
///
/// It never changes once it is made; all queries may run on any number of threads, allocate nothing (but for the first
/// [`clearance`](Self::clearance)), and their results do not depend on how the acceleration structure came out. Both sides of a triangle are solid.
#[derive(Clone, Default)]
pub struct Geometry {
    /// In the order given.
    triangles: Vec<[Vec3; 3]>,
    bvh: Bvh,
    /// The triangles in the order of the hierarchy, so that what is looked at together lies together.
    ordered: Vec<[Vec3; 3]>,
    /// Of each triangle in that order, whether it belongs to a closed surface.
    is_closed: Vec<bool>,
    /// Measured when first needed; none without triangles.
    clearances: OnceLock<Option<Clearances>>,
}

impl Geometry {
    /// No triangles at all: every move is free and every place is clear.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Takes the triangles that can be used, each once, and reports how many were left out, and why.
    pub fn new(triangles: &[[Vec3; 3]]) -> (Self, GeometryReport) {
        let originals = kept(triangles, &copies::is_original(triangles));
        let (is_usable, mut report) = report::usable(&originals);
        report.copies = triangles.len() - originals.len();
        // Of all triangles, since a degenerate one may be what closes a surface.
        let is_closed = kept(&closed::closed(&originals), &is_usable);
        let triangles = kept(&originals, &is_usable);
        let bvh = Bvh::new(&triangles);
        let geometry = Self {
            ordered: permuted(&triangles, bvh.order()),
            is_closed: permuted(&is_closed, bvh.order()),
            triangles,
            bvh,
            clearances: OnceLock::new(),
        };
        (geometry, report)
    }

    /// Number of triangles, without those that were left out.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// The triangles in the order given, without those that were left out.
    pub fn triangles(&self) -> &[[Vec3; 3]] {
        &self.triangles
    }

    /// Smallest and largest corner of the box around all triangles; `None` without triangles.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let bounds = self.bvh.bounds()?;
        Some((bounds.min, bounds.max))
    }

    /// Measures what [`clearance`](Self::clearance) tells, on all threads: about two seconds of one core for 200,000 triangles.
    /// [`Flock`](crate::Flock) does so when it gets the geometry; done beforehand, on a thread in the background, it takes no
    /// time there. Once is enough.
    pub fn prepare(&self) {
        self.clearances();
    }

    /// How far a point is at least from every surface, in metres: never more than the true distance, and usually not much
    /// less. Takes some nanoseconds once the geometry is [prepared](Self::prepare), which the first call sees to. Infinite
    /// without triangles; 0 for a point that is not finite.
    pub fn clearance(&self, at: Vec3) -> f32 {
        match self.clearances() {
            Some(clearances) => clearances.at(at.into()),
            None => f32::INFINITY,
        }
    }

    /// None before they have been measured, and without triangles.
    fn measured_clearances(&self) -> Option<&Clearances> {
        self.clearances.get()?.as_ref()
    }

    /// None without triangles.
    pub(crate) fn clearances(&self) -> Option<&Clearances> {
        if self.clearances.get().is_none() {
            // Not while the cell is locked: all threads take part, and one of them could ask for it meanwhile.
            let _ = self.clearances.set(Clearances::new(self));
        }
        self.clearances.get()?.as_ref()
    }

    /// Moves a sphere by `displacement` and returns where it meets the first surface, or `None` if the way is free.
    ///
    /// After `None` the sphere may be moved to `start + displacement`, computed in 32-bit floats: its centre has then crossed
    /// no triangle and no surface is nearer to it than `radius` less a skin of
    /// `radius / 10000 + 8 * f32::EPSILON * (largest coordinate)`; that is 0.1 mm of rounding at 100 m from the origin.
    /// After a contact the same holds for `start + displacement * fraction`. A move that ends within the skin is no contact,
    /// so that a sphere can slide along a surface without being stopped by rounding.
    ///
    /// A sphere that overlaps a surface from the start, because the surface was placed over it, may move away or along;
    /// a move that would bring it nearer to any surface than it is now is a contact at fraction 0. A centre that lies
    /// exactly on a surface may leave to either side.
    ///
    /// A displacement of zero is always free. If `start`, `start + displacement` or `radius` is not finite, or `radius` is
    /// not above 0, the move is refused: a contact at fraction 0 without a triangle. Far from the origin, where 32-bit floats
    /// cannot tell such short distances, the radius counts as at least `8 * f32::EPSILON * (largest coordinate)`; that is
    /// 1 mm at 1 km. Without triangles nothing is tested and every move is free.
    pub fn sweep(&self, start: Vec3, displacement: Vec3, radius: f32) -> Option<Contact> {
        if self.triangles.is_empty() {
            return None;
        }
        sweep::sweep(self, start, displacement, radius)
    }

    /// How far a sphere could go along a way before it touches a surface, in metres; none if it can go all the way. Of a sphere that
    /// overlaps a surface from the start, that surface is touched at once if it comes nearer to it.
    ///
    /// It is [`sweep`](Self::sweep) for those who only look: about three times as fast, but rounding may lead a sphere that goes
    /// this far a little beyond.
    pub(crate) fn cast(&self, start: Vec3, way: Vec3, radius: f32) -> Option<f32> {
        cast::cast(self, start, way, radius)
    }

    /// Whether a sphere has room here: no surface is nearer to `center` than `radius`, and `center` is not inside a solid.
    ///
    /// A solid is a closed surface: along every edge its triangles meet with consistent winding, either way round. Open
    /// surfaces have no inside, neither a tank without a lid nor a rock without a bottom. Solids may overlap; a closed
    /// surface of opposite winding within a solid makes a cavity, which is outside. (So where solids of opposite winding
    /// overlap, they cancel each other.) Since a closed surface cannot be told from a solid, the space in a room that is a
    /// single closed surface counts as inside.
    ///
    /// False if anything is not finite or `radius` is negative, unless there are no triangles: then every place is clear.
    pub fn is_clear(&self, center: Vec3, radius: f32) -> bool {
        self.triangles.is_empty() || clearance::is_clear(self, center, radius)
    }
}

fn kept<T: Copy>(all: &[T], is_kept: &[bool]) -> Vec<T> {
    all.iter()
        .zip(is_kept)
        .filter_map(|(item, is_kept)| is_kept.then_some(*item))
        .collect()
}

fn permuted<T: Copy>(all: &[T], order: &[u32]) -> Vec<T> {
    order.iter().map(|index| all[*index as usize]).collect()
}

impl fmt::Debug for Geometry {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("Geometry")
            .field("triangles", &self.triangles.len())
            .field("bounds", &self.bounds())
            .finish_non_exhaustive()
    }
}
