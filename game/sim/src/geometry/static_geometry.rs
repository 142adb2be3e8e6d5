//! Static geometry: what a flock moves among, with all queries on it.

#[cfg(feature = "gpu")]
use super::flat::{self, Pieces, LONGEST_SIDE};
use super::{
    cast, clearance,
    closed_surfaces::{ClosedSurfaces, Facing},
    distance_field::DistanceField,
    duplicates,
    ground::GroundMap,
    nearest_point::NearestPoint,
    report::{self, GeometryReport},
    signed_distance::{signed, signed_distance, SignedDistance},
    surfaces::Surfaces,
    sweep::{self, Contact, ExactContact},
    sweep_work::{SweepWork, TooManyTriangles},
    swept_sphere,
    triangle_mesh::TriangleMesh,
};
use crate::math::{simd::SimdWidth, Vec3, Vec3d};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// Error that few clearances exceed, as a share of the largest error of the distance field.
const USUAL_ERROR: f32 = 0.3;

/// Static geometry: triangles in world space, in metres, with an acceleration structure.
///
/// It never changes after it is made. All queries may run on any number of threads, and allocate
/// nothing except for the first [`clearance`](Self::clearance). Their results do not depend on the
/// layout of the acceleration structure. Both sides of a triangle are solid.
#[derive(Clone, Default)]
pub struct Geometry {
    /// The triangles in use.
    pub(super) mesh: TriangleMesh,
    pub(super) surfaces: Surfaces,
    /// The distance field, computed when first needed; `None` without triangles.
    distance_field: OnceLock<Option<DistanceField>>,
    /// The height map of the ground, computed when first needed; `None` without triangles.
    ground: OnceLock<Option<Arc<GroundMap>>>,
    /// Its pieces for a GPU, computed when first needed.
    #[cfg(feature = "gpu")]
    pieces: OnceLock<Pieces>,
    /// The fingerprint of the triangles, computed when first needed.
    pub(super) fingerprint: OnceLock<u64>,
}

impl Geometry {
    /// Geometry without triangles: every move is free and every position is clear.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Builds the geometry from triangles, and reports how many were left out for each reason.
    ///
    /// Duplicates and unusable triangles are left out.
    pub fn new(triangles: &[[Vec3; 3]]) -> (Self, GeometryReport) {
        let originals = kept(triangles, &duplicates::is_original(triangles));
        let (is_usable, mut report) = report::usable(&originals);
        report.duplicates = triangles.len() - originals.len();
        // All triangles take part here, because a degenerate triangle may be the one that closes a
        // surface.
        let closed = ClosedSurfaces::new(&originals);
        let mesh = TriangleMesh::new(
            kept(&originals, &is_usable),
            &kept(&closed.of_triangle, &is_usable),
            &kept(&closed.is_reversed, &is_usable),
        );
        let mut surfaces = Surfaces::new(closed.facing);
        surfaces.keep_present(&mesh.surface_of);
        surfaces.nest(&mesh);
        report.solids = surfaces.count(Facing::Outward);
        report.rooms = surfaces.count(Facing::Inward);
        report.two_sided = surfaces.count(Facing::TwoSided);
        let geometry = Self {
            mesh,
            surfaces,
            ..Self::default()
        };
        (geometry, report)
    }

    /// Number of triangles in use, without the triangles that were left out.
    pub fn triangle_count(&self) -> usize {
        self.mesh.triangles.len()
    }

    /// The triangles in use, in the order in which they were given.
    pub fn triangles(&self) -> &[[Vec3; 3]] {
        &self.mesh.triangles
    }

    /// Bounding box of all triangles, in metres: its smallest and its largest corner. `None`
    /// without triangles.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let bounds = self.mesh.bvh.bounds()?;
        Some((bounds.min, bounds.max))
    }

    /// Computes the distance field for [`clearance`](Self::clearance), on all threads: about two
    /// seconds of one core for 200,000 triangles. While the process has opened a GPU for a flock, also
    /// divides the triangles for it: some tenths of a second.
    ///
    /// Otherwise [`Flock`](crate::Flock) does this when it receives the geometry and when it makes its
    /// next step on a GPU. A call on a background thread beforehand saves that time there. One call is
    /// enough.
    pub fn prepare(&self) {
        self.distance_field();
        #[cfg(feature = "gpu")]
        if flat::are_prepared() {
            self.pieces();
        }
    }

    /// The pieces for a GPU, computed on first use.
    #[cfg(feature = "gpu")]
    pub(crate) fn pieces(&self) -> &Pieces {
        self.pieces.get().unwrap_or_else(|| {
            // Outside of the cell's lock, for the same reason as the distance field.
            let pieces = Pieces::new(&self.mesh, LONGEST_SIDE);
            self.pieces.get_or_init(|| pieces)
        })
    }

    /// The weight of each surface, with two-sided surfaces as neither solids nor rooms.
    #[cfg(feature = "gpu")]
    pub(crate) fn weights(&self) -> &[i8] {
        &self.surfaces.weights
    }

    /// Lower bound of the distance from a point to the nearest surface, in metres. It is never more
    /// than the true distance, and usually not much less.
    ///
    /// Takes some nanoseconds once the geometry is [prepared](Self::prepare); otherwise the call
    /// prepares it. Infinite without triangles; 0 for a point that is not finite.
    pub fn clearance(&self, at: Vec3) -> f32 {
        match self.distance_field() {
            Some(field) => field.at(at.into()),
            None => f32::INFINITY,
        }
    }

    /// The [`clearance`](Self::clearance) of a position, if the geometry has been prepared.
    pub(crate) fn known_clearance(&self, at: Vec3) -> Option<f32> {
        Some(self.measured_distance_field()?.at(at.into()))
    }

    /// The distance field, if it has been computed; `None` also without triangles.
    pub(super) fn measured_distance_field(&self) -> Option<&DistanceField> {
        self.distance_field.get()?.as_ref()
    }

    /// The distance field, computed on first use; `None` without triangles.
    pub(crate) fn distance_field(&self) -> Option<&DistanceField> {
        if self.distance_field.get().is_none() {
            // Computed outside of the cell's lock: all threads take part, and one of them could
            // request the field in the meantime.
            let field = DistanceField::new(&self.mesh, &self.surfaces.weights);
            let _ = self.distance_field.set(field);
        }
        self.distance_field.get()?.as_ref()
    }

    /// Writes the clearance of each position, in metres, into `found`; infinite without triangles.
    pub(crate) fn clearances_at(&self, places: [&[f32]; 3], vectors: SimdWidth, found: &mut [f32]) {
        match self.distance_field() {
            None => found.fill(f32::INFINITY),
            Some(field) => field.at_all(places, vectors, found),
        }
    }

    /// Computes the height map for influences above the ground, on all threads.
    ///
    /// It takes some hundredths of a second for 200,000 triangles. Otherwise the first step with
    /// such an influence computes it; a call on a background thread beforehand saves this time. One
    /// call is enough.
    pub fn prepare_ground(&self) {
        self.ground();
    }

    /// The height map of the ground, computed on first use; `None` without triangles.
    pub(crate) fn ground(&self) -> Option<&Arc<GroundMap>> {
        if self.ground.get().is_none() {
            // Outside of the cell's lock, for the same reason as the distance field.
            let _ = self.ground.set(GroundMap::new(&self.mesh).map(Arc::new));
        }
        self.ground.get()?.as_ref()
    }

    /// Moves a sphere by `displacement` and returns its first contact with a surface; `None` if the
    /// path is free.
    ///
    /// This is continuous collision detection: the fraction of the contact is the time of impact.
    ///
    /// After `None` the sphere may be moved to `start + displacement`, computed in 32-bit floats.
    /// Its centre has then crossed no triangle. No surface is nearer to its centre than `radius`
    /// minus a skin of `radius / 10000 + 8 * f32::EPSILON * (largest coordinate)`; at 100 m from
    /// the origin the rounding in it is 0.1 mm. After a contact the same holds for
    /// `start + displacement * fraction`. A move that ends within the skin is not a contact, so
    /// that rounding does not stop a sphere that slides along a surface.
    ///
    /// A sphere may overlap a surface from the start, because the surface was placed over it. It
    /// may then move away or along. A move that brings it nearer to a surface than the nearest one
    /// is now is a contact at fraction 0. A sphere whose centre lies exactly on a surface may leave
    /// to either side.
    ///
    /// A displacement of zero is always free. If `start`, `start + displacement` or `radius` is not
    /// finite, or `radius` is not above 0, the move is refused: the result is a contact at fraction
    /// 0 without a triangle. Far from the origin, 32-bit floats cannot resolve short distances, so
    /// the radius counts as at least `8 * f32::EPSILON * (largest coordinate)`, which is 1 mm at 1
    /// km. Without triangles nothing is tested and every move is free.
    pub fn sweep(&self, start: Vec3, displacement: Vec3, radius: f32) -> Option<Contact> {
        let work = SweepWork::unlimited();
        // A geometry has fewer triangles than this limit.
        self.sweep_within(start, displacement, radius, &work)
            .unwrap_or_default()
    }

    /// Like [`sweep`](Self::sweep), but an error if it would test more triangles than `work`
    /// permits.
    pub(crate) fn sweep_within(
        &self,
        start: Vec3,
        displacement: Vec3,
        radius: f32,
        work: &SweepWork,
    ) -> Result<Option<Contact>, TooManyTriangles> {
        if self.mesh.triangles.is_empty() {
            Ok(None)
        } else {
            sweep::sweep(&self.mesh, start, displacement, radius, work)
        }
    }

    /// Amount, in metres, by which a sphere at `place` may be nearer to a surface than its radius
    /// without a contact.
    pub(crate) fn slack(place: &Vec3, radius: f32) -> f32 {
        swept_sphere::slack(f64::from(radius), swept_sphere::rounding(place.amax())) as f32
    }

    /// Distance that a sphere can move along `displacement` before it touches a surface, in metres;
    /// `None` if it can move all the way. If a surface overlaps the sphere at the start, it is
    /// touched at once if the sphere moves towards it.
    ///
    /// This is a [`sweep`](Self::sweep) for rays of sight. It is faster, but rounding may make the result slightly too large to move a sphere by it.
    pub(crate) fn cast(&self, start: Vec3, displacement: Vec3, radius: f32) -> Option<f32> {
        cast::cast(&self.mesh, start, displacement, radius)
    }

    /// First contact of a sphere that moves along `displacement`, as seen: see
    /// [`cast`](Self::cast). The radius is above 0, and the displacement is not 0.
    pub(crate) fn cast_contact(
        &self,
        start: Vec3,
        displacement: Vec3,
        radius: f32,
    ) -> Option<ExactContact> {
        cast::cast_contact(&self.mesh, start, displacement, radius)
    }

    /// Signed distance of a finite position, with two-sided surfaces as neither solids nor rooms;
    /// `None` without triangles. For `guess` see [`SidedGeometry`](super::SidedGeometry).
    pub(crate) fn signed_distance(&self, place: Vec3, guess: u32) -> Option<SignedDistance> {
        signed_distance(&self.mesh, &self.surfaces.weights, place, guess)
    }

    /// The [`signed_distance`](Self::signed_distance) of a position that is nearer than `reach`, in
    /// metres, to a surface; `None` if it is not.
    pub(crate) fn signed_distance_within(&self, place: Vec3, reach: f32) -> Option<SignedDistance> {
        let nearest = self.nearest_within(place, reach)?;
        Some(signed(&self.mesh, &self.surfaces.weights, place, &nearest))
    }

    /// Offset from the nearest surface to a position, in metres; `None` if it is `reach` metres away
    /// or more.
    pub(crate) fn offset_within(&self, place: Vec3, reach: f32) -> Option<Vec3d> {
        let nearest = self.nearest_within(place, reach)?;
        Some(nearest.offset_to(place, &self.mesh))
    }

    /// The nearest triangle within a distance, in metres. The distance field, if it has been computed,
    /// makes the search shorter; the result has the same bits.
    fn nearest_within(&self, place: Vec3, reach: f32) -> Option<NearestPoint> {
        if let Some(field) = self.measured_distance_field() {
            let clearance = field.at(place.into());
            if clearance > reach {
                return None;
            }
            let near = clearance + USUAL_ERROR * field.error();
            let found = (near < reach).then(|| NearestPoint::within(place, &self.mesh, near));
            if let Some(found) = found.flatten() {
                return Some(found);
            }
        }
        NearestPoint::within(place, &self.mesh, reach)
    }

    /// True if a sphere fits here: no surface is nearer to `center` than `radius`, and `center` is
    /// not inside a [solid](GeometryReport::solids).
    ///
    /// The sphere may be inside a [room](GeometryReport::rooms). Here
    /// [two-sided](GeometryReport::two_sided) closed surfaces count as neither solid nor room;
    /// [`Flock::is_clear`](crate::Flock::is_clear) treats them as the flock does. A room hollows
    /// out the solids that contain it. Open surfaces have no inside: neither a tank without a lid
    /// nor a rock without a bottom.
    ///
    /// False if an argument is not finite or `radius` is negative. Without triangles always true.
    pub fn is_clear(&self, center: Vec3, radius: f32) -> bool {
        let field = self.measured_distance_field();
        let known = field.map(|field| (field, &field.own_inside[..]));
        self.mesh.triangles.is_empty()
            || clearance::is_clear(&self.mesh, &self.surfaces.weights, known, center, radius)
    }
}

fn kept<T: Copy>(all: &[T], is_kept: &[bool]) -> Vec<T> {
    all.iter()
        .zip(is_kept)
        .filter_map(|(item, is_kept)| is_kept.then_some(*item))
        .collect()
}

impl fmt::Debug for Geometry {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("Geometry")
            .field("triangles", &self.mesh.triangles.len())
            .field("bounds", &self.bounds())
            .finish_non_exhaustive()
    }
}
