//! Volumes that are closed triangle meshes.

use super::{
    known_meshes,
    mesh::{Lattice, Samples},
};
use crate::{
    geometry::{NoEnclosure, SidedGeometry},
    math::Vec3,
};
use serde::{Deserialize, Deserializer, Serialize};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// Largest coordinate of a mesh, in metres.
const FARTHEST: f32 = 10_000.0;

/// Largest number of triangles of a mesh.
const MOST_TRIANGLES: usize = 1_000_000;

/// The volume inside of a closed triangle mesh, in the flock's frame.
///
/// Boids see its signed distance by trilinear interpolation between at most 65,536 samples, with
/// the same result on the CPU and the GPU. Near edges the distance is off by at most 0.87 times
/// [`cell`](Self::cell); beside flat parts it is exact. Parts that are thinner than this may not be
/// seen at all. A boid outside of the bounding box of the mesh sees the surface that is nearest to
/// the nearest point of the box. The distance is then too large, by at most the distance of that
/// surface from the box.
///
/// Snapshots and logs store the triangles, 36 bytes each in a binary format. Reading them does not
/// compute anything: the first use checks that the triangles enclose a volume and computes the
/// samples. [`Influence::validate`](crate::influences::Influence::validate) names a mesh that is
/// not a volume. All volumes of the same triangles in a process share one mesh and its samples.
#[derive(Clone, Serialize)]
#[serde(into = "Vec<[Vec3; 3]>")]
pub struct MeshVolume(Arc<Mesh>);

/// The triangles, and their samples once they have been used.
pub(super) struct Mesh {
    triangles: Vec<[Vec3; 3]>,
    samples: OnceLock<Result<Arc<Samples>, MeshError>>,
}

/// Why triangles are not a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// The mesh is open: some edges belong to an odd number of triangles.
    ///
    /// Fill the holes, and give corners that should be the same exactly the same coordinates.
    #[error(
        "the mesh is open: {edges} of its edges belong to an odd number of triangles; fill the holes, or join the corners \
         that should be the same"
    )]
    Open {
        /// Number of open edges.
        edges: usize,
    },
    /// The mesh intersects itself: some triangles run through others, or touch others without a
    /// common corner.
    #[error(
        "the mesh intersects itself: {triangles} of its triangles run through others; join its parts, or make them \
         volumes of their own"
    )]
    SelfIntersecting {
        /// Number of the triangles that do so.
        triangles: usize,
    },
    /// There are no triangles, or they enclose no volume.
    #[error(
        "the mesh encloses no volume; it needs at least four different triangles with an area"
    )]
    Empty,
    /// Some corners are not finite or too far from the origin of the flock's frame.
    #[error("{corners} corners of the mesh are out of range; allowed: -10000 to 10000 m in every component")]
    OutOfRange {
        /// Number of such corners.
        corners: usize,
    },
    /// The mesh has too many triangles. Use a simpler mesh: a volume shows no detail smaller than a
    /// fortieth of its size.
    #[error("the mesh has {triangles} triangles; allowed: up to 1000000")]
    TooManyTriangles {
        /// Number of triangles of the mesh.
        triangles: usize,
    },
}

impl MeshVolume {
    /// The volume of a closed mesh, with any winding of its triangles.
    ///
    /// For 10,000 triangles this takes some tenths of a second on all threads, so call it where a
    /// hitch does no harm. It takes almost no time if a volume of the same triangles is in use.
    ///
    /// # Errors
    /// Refuses meshes that are open, intersect themselves, enclose nothing, are out of range, or
    /// have more than 1,000,000 triangles.
    ///
    /// ```
    /// use flock_sim::{
    ///     geometry::shapes,
    ///     influences::{Influence, InfluenceKind, InfluenceVolume, MeshError, MeshVolume},
    /// };
    ///
    /// let ball = shapes::ball(3.0, 3);
    /// assert_eq!(MeshVolume::new(&ball[1..]).unwrap_err(), MeshError::Open { edges: 3 });
    /// let volumes = vec![InfluenceVolume::Mesh(MeshVolume::new(&ball)?)];
    /// let pen = Influence::new(InfluenceKind::Pen { volumes });
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn new(triangles: &[[Vec3; 3]]) -> Result<Self, MeshError> {
        let volume = Self::new_while(triangles, || true)?;
        volume.ok_or(MeshError::Empty)
    }

    /// Like [`new`](Self::new), but can be cancelled: returns `None` soon after `is_wanted` returns
    /// false.
    ///
    /// Several threads call `is_wanted` often.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn new_while(
        triangles: &[[Vec3; 3]],
        is_wanted: impl Fn() -> bool + Sync,
    ) -> Result<Option<Self>, MeshError> {
        // Before the copy, so that a mesh with too many triangles is not copied.
        check_count(triangles)?;
        let volume = Self(known_meshes::shared(triangles.to_vec()));
        match volume.0.samples_while(&is_wanted) {
            Some(samples) => samples.map(|_| Some(volume)),
            None => Ok(None),
        }
    }

    /// The triangles as they were given.
    pub fn triangles(&self) -> &[[Vec3; 3]] {
        &self.0.triangles
    }

    /// Distance between samples, in metres; 0 for triangles from a file that are not a volume.
    ///
    /// For a mesh that is as long as wide and high, it is about a fortieth of the size.
    pub fn cell(&self) -> f32 {
        self.samples().map_or(0.0, |samples| samples.lattice.cell)
    }

    /// The samples of the mesh. They are computed if they have not been used yet.
    pub(super) fn samples(&self) -> Result<Arc<Samples>, MeshError> {
        let samples = self.0.samples_while(&|| true);
        samples.unwrap_or(Err(MeshError::Empty))
    }

    /// Identity of the mesh: equal for two volumes in use only if they share a mesh.
    pub(super) fn mesh(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    #[cfg(test)]
    pub(super) fn is_sampled(&self) -> bool {
        self.0.samples.get().is_some()
    }
}

impl Mesh {
    pub(super) fn new(triangles: Vec<[Vec3; 3]>) -> Self {
        Self {
            triangles,
            samples: OnceLock::new(),
        }
    }

    pub(super) fn triangles(&self) -> &[[Vec3; 3]] {
        &self.triangles
    }

    /// The samples, computed if they have not been used yet; `None` if they are no longer wanted.
    fn samples_while(
        &self,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Option<Result<Arc<Samples>, MeshError>> {
        if let Some(known) = self.samples.get() {
            return Some(known.clone());
        }
        // No thread waits for another thread that computes the same samples. While it waits for its
        // pool, that thread could begin other work that needs these samples, and would then wait
        // for itself. If two threads compute the samples at the same time, both results have the
        // same bits.
        let new = sampled(&self.triangles, is_wanted).transpose()?;
        Some(self.samples.get_or_init(|| new.map(Arc::new)).clone())
    }
}

fn check_count(triangles: &[[Vec3; 3]]) -> Result<(), MeshError> {
    let triangles = triangles.len();
    if triangles > MOST_TRIANGLES {
        Err(MeshError::TooManyTriangles { triangles })
    } else {
        Ok(())
    }
}

fn sampled(
    triangles: &[[Vec3; 3]],
    is_wanted: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Samples>, MeshError> {
    check_count(triangles)?;
    let corners = triangles.iter().flatten();
    let is_out = |corner: &&Vec3| !corner.iter().all(|x| x.abs() <= FARTHEST);
    let corners = corners.filter(is_out).count();
    if corners > 0 {
        return Err(MeshError::OutOfRange { corners });
    }
    if !is_wanted() {
        return Ok(None);
    }
    let solid = SidedGeometry::enclosed_by(triangles).map_err(|reason| match reason {
        NoEnclosure::Open(edges) => MeshError::Open { edges },
        NoEnclosure::Intersecting(triangles) => MeshError::SelfIntersecting { triangles },
        NoEnclosure::Empty => MeshError::Empty,
    })?;
    let (min, max) = solid.bounds().ok_or(MeshError::Empty)?;
    let lattice = Lattice::around(min, max);
    let distances = lattice.distances(&solid, is_wanted);
    Ok(distances.map(|distances| Samples::new(lattice, distances)))
}

impl<'de> Deserialize<'de> for MeshVolume {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let triangles = Vec::deserialize(deserializer)?;
        Ok(Self(known_meshes::shared(triangles)))
    }
}

impl PartialEq for MeshVolume {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.triangles == other.0.triangles
    }
}

impl fmt::Debug for MeshVolume {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("MeshVolume")
            .field("triangles", &self.0.triangles.len())
            .finish_non_exhaustive()
    }
}

impl TryFrom<Vec<[Vec3; 3]>> for MeshVolume {
    type Error = MeshError;

    fn try_from(triangles: Vec<[Vec3; 3]>) -> Result<Self, MeshError> {
        Self::new(&triangles)
    }
}

impl From<MeshVolume> for Vec<[Vec3; 3]> {
    fn from(volume: MeshVolume) -> Self {
        volume.0.triangles.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::mesh::MOST_SAMPLES, *};
    use crate::{geometry::shapes, math::vector::length};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// Asserts that the distances are within the documented error of the exact distances. Returns
    /// the mean error as a share of a cell.
    fn check(triangles: &[[Vec3; 3]], reach: f32) -> f32 {
        let mesh = MeshVolume::new(triangles).unwrap().samples().unwrap();
        let solid = SidedGeometry::enclosed_by(triangles).unwrap();
        let most = 0.87 * mesh.lattice.cell;
        let (mut sum, mut count) = (0.0, 0.0);
        for index in 1..3000 {
            let place = [0.618_034, 0.754_878, 0.569_84]
                .map(|it: f32| reach * (2.0 * (index as f32 * it).fract() - 1.0));
            let (distance, normal) = mesh.surface(place);
            let exact = solid.signed_distance(place.into(), 0).unwrap();
            let [min, max] = mesh.bounds();
            let held = Vec3::from(place).sup(&min).inf(&max);
            let beyond = if held == Vec3::from(place) {
                0.0
            } else {
                solid.signed_distance(held, 0).unwrap().distance
            };
            let error = distance - exact.distance;
            assert!(
                (-most..=most + beyond).contains(&error),
                "{distance} instead of {} at {place:?}",
                exact.distance
            );
            let error = error.abs();
            assert!((length(normal) - 1.0).abs() < 1e-4);
            (sum, count) = (sum + error, count + 1.0);
        }
        sum / count / mesh.lattice.cell
    }

    #[test]
    fn distances_are_within_the_documented_error() {
        let ball = shapes::ball(2.0, 4);
        assert!(check(&ball, 2.0) < 0.05);
        check(&ball, 20.0);
        let plate = shapes::cuboid(Vec3::new(3.0, 0.2, 1.0));
        assert!(check(&plate, 3.0) < 0.1);
        check(&plate, 20.0);
        let far = Vec3::new(3.0, -2.0, 5.0);
        let cone: Vec<_> = shapes::cone(1.0, 2.0, 12)
            .into_iter()
            .map(|it| it.map(|v| v + far))
            .collect();
        check(&cone, 8.0);
    }

    #[test]
    fn beside_flat_parts_the_distance_is_exact() {
        let mesh = MeshVolume::new(&shapes::cuboid(Vec3::repeat(2.0))).unwrap();
        let mesh = mesh.samples().unwrap();
        for (place, distance, normal) in [
            ([1.7, 0.3, -0.2], -0.3, [1.0, 0.0, 0.0]),
            ([0.1, -2.05, 0.4], 0.05, [0.0, -1.0, 0.0]),
            ([0.1, 0.2, 30.0], 28.0, [0.0, 0.0, 1.0]),
        ] {
            let (found, found_normal) = mesh.surface(place);
            assert!((found - distance).abs() < 1e-5, "{found}");
            assert!((Vec3::from(found_normal) - Vec3::from(normal)).norm() < 1e-5);
        }
    }

    #[test]
    fn strange_places_and_sizes_have_a_distance() {
        let mesh = MeshVolume::new(&shapes::ball(2.0, 2)).unwrap();
        let mesh = mesh.samples().unwrap();
        for place in [
            [f32::NAN, 0.0, 0.0],
            [f32::INFINITY, 0.0, 1.0],
            [1e30, -1e30, 0.0],
        ] {
            mesh.surface(place);
        }
        let needle = shapes::cuboid(Vec3::new(5000.0, 1e-3, 1e-3));
        let needle = MeshVolume::new(&needle).unwrap().samples().unwrap();
        assert!(needle.distances.len() <= MOST_SAMPLES as usize);
    }

    #[test]
    fn a_build_is_given_up_soon() {
        let ball = shapes::ball(1.618, 3);
        let asked = AtomicU32::new(0);
        let build_until = |last: u32| {
            asked.store(0, Relaxed);
            MeshVolume::new_while(&ball, || asked.fetch_add(1, Relaxed) < last)
        };
        for last in [0, 1, 100] {
            assert_eq!(build_until(last), Ok(None));
            let more = asked.load(Relaxed) - last;
            assert!(more as usize <= rayon::current_num_threads(), "{more}");
        }
        let built = build_until(u32::MAX).unwrap().unwrap();
        let rows = built.samples().unwrap().distances.len() as u32 / 50;
        assert!(asked.load(Relaxed) > rows.min(1000));
        // The samples of equal triangles exist already.
        assert_eq!(build_until(0).unwrap().unwrap().mesh(), built.mesh());
        assert_eq!(asked.load(Relaxed), 0);
    }

    #[test]
    fn too_many_triangles_are_refused_before_they_are_looked_at() {
        let triangles = vec![[Vec3::repeat(f32::NAN); 3]; MOST_TRIANGLES + 1];
        let error = MeshVolume::new(&triangles).unwrap_err();
        let expected = "the mesh has 1000001 triangles; allowed: up to 1000000";
        assert_eq!(error.to_string(), expected);
    }
}
