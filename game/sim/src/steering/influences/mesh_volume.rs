//! Closed meshes as volumes.

use super::{
    mesh::{Lattice, Samples},
    rounded_box::Surface,
};
use crate::{
    geometry::{NoEnclosure, SidedGeometry},
    math::{
        lanes::{vector_at, Lanes},
        Vec3,
    },
};
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};

/// Largest coordinate of a mesh, in metres.
const FARTHEST: f32 = 10_000.0;

/// The volume inside of a closed triangle mesh, in the world. Clones share it.
///
/// Boids see its signed distance by trilinear interpolation between at most 65,536 samples, the
/// same on the CPU and the GPU. The distance is off by no more than 0.87 times
/// [`cell`](Self::cell), at edges; beside flat parts it is exact. Parts thinner than that may not
/// be seen at all. From outside of the box around the mesh, boids see the part of the surface that
/// is nearest to the nearest point of the box: the distance is too large by no more than that part
/// is away from the box.
///
/// It is stored, in snapshots and logs, as its triangles, 36 bytes each in a binary format; reading
/// it computes the samples anew.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<[Vec3; 3]>", into = "Vec<[Vec3; 3]>")]
pub struct MeshVolume(Arc<Samples>);

/// Triangles that are no volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// Some edges belong to one triangle, or to three. Fill the holes, and give corners that are
    /// the same the same coordinates.
    #[error(
        "the mesh is open: {edges} of its edges belong to an odd number of triangles; fill the holes, or join the corners \
         that should be the same"
    )]
    Open {
        /// Number of open edges.
        edges: usize,
    },
    /// Some triangles run through others, or touch them where they share no corner.
    #[error(
        "the mesh intersects itself: {triangles} of its triangles run through others; unite its parts, or make them \
         volumes of their own"
    )]
    SelfIntersecting {
        /// Number of such triangles.
        triangles: usize,
    },
    /// There are no triangles, or none that enclose a volume.
    #[error("the mesh encloses no volume; it needs four triangles at least, each of them once and with an area")]
    Empty,
    /// Corners are not finite or too far away.
    #[error("{corners} corners of the mesh are out of range; allowed: -10000 to 10000 m in every component")]
    OutOfRange {
        /// Number of such corners.
        corners: usize,
    },
}

impl MeshVolume {
    /// The volume of a closed mesh, whichever way its triangles are wound. Takes some tenths of a
    /// second of all threads for 10,000 triangles, so call it where a hitch does no harm.
    ///
    /// # Errors
    /// Refuses meshes that are open, intersect themselves, enclose nothing, or are out of range.
    ///
    /// ```
    /// use flock_sim::{shapes, Influence, InfluenceKind, InfluenceVolume, MeshError, MeshVolume};
    ///
    /// let ball = shapes::ball(3.0, 3);
    /// assert_eq!(MeshVolume::new(&ball[1..]).unwrap_err(), MeshError::Open { edges: 3 });
    /// let volumes = vec![InfluenceVolume::Mesh(MeshVolume::new(&ball)?)];
    /// let pen = Influence::new(InfluenceKind::Pen { volumes });
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn new(triangles: &[[Vec3; 3]]) -> Result<Self, MeshError> {
        let corners = triangles.iter().flatten();
        let is_out = |corner: &&Vec3| !corner.iter().all(|x| x.abs() <= FARTHEST);
        let corners = corners.filter(is_out).count();
        if corners > 0 {
            return Err(MeshError::OutOfRange { corners });
        }
        let solid = SidedGeometry::enclosed_by(triangles).map_err(|reason| match reason {
            NoEnclosure::Open(edges) => MeshError::Open { edges },
            NoEnclosure::Intersecting(triangles) => MeshError::SelfIntersecting { triangles },
            NoEnclosure::Empty => MeshError::Empty,
        })?;
        let (min, max) = solid.bounds().ok_or(MeshError::Empty)?;
        let lattice = Lattice::around(min, max);
        Ok(Self(Arc::new(Samples {
            triangles: triangles.to_vec(),
            distances: lattice.distances(&solid),
            lattice,
        })))
    }

    /// The triangles, as they were given.
    pub fn triangles(&self) -> &[[Vec3; 3]] {
        &self.0.triangles
    }

    /// Distance between samples, in metres: about a fortieth of the size of a mesh that is as long
    /// as wide and high.
    pub fn cell(&self) -> f32 {
        self.0.lattice.cell
    }

    #[cfg(feature = "gpu")]
    pub(crate) fn lattice(&self) -> &Lattice {
        &self.0.lattice
    }

    #[cfg(feature = "gpu")]
    pub(crate) fn distances(&self) -> &[f32] {
        &self.0.distances
    }

    /// True for clones of each other.
    #[cfg(feature = "gpu")]
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The smallest box around it: its smallest and its largest corner.
    pub(super) fn bounds(&self) -> [Vec3; 2] {
        let Lattice { low, cell, size } = self.0.lattice;
        [
            low,
            low + Vec3::from(size.map(|count| (count - 1) as f32)) * cell,
        ]
    }

    /// The surface near each of some points. Outside of the lattice, the surface near the nearest
    /// point of it is taken.
    #[inline(always)]
    pub(super) fn surface<const LANES: usize>(&self, points: &Lanes<LANES>) -> Surface<LANES> {
        let mut surface = Surface::NONE;
        for lane in 0..LANES {
            let (distance, normal) = self.0.surface(vector_at(points, lane));
            surface.distance[lane] = distance;
            for axis in 0..3 {
                surface.normal[axis][lane] = normal[axis];
            }
        }
        surface
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
            .field("lattice", &self.0.lattice)
            .finish()
    }
}

impl TryFrom<Vec<[Vec3; 3]>> for MeshVolume {
    type Error = MeshError;

    fn try_from(triangles: Vec<[Vec3; 3]>) -> Result<Self, MeshError> {
        Self::new(&triangles)
    }
}

impl From<MeshVolume> for Vec<[Vec3; 3]> {
    fn from(mesh: MeshVolume) -> Self {
        mesh.0.triangles.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::mesh::MOST_SAMPLES, *};
    use crate::{geometry::shapes, math::vector::length};

    /// Asserts that the distances are within the documented error of the exact ones. Returns the
    /// mean error as a share of a cell.
    fn check(triangles: &[[Vec3; 3]], reach: f32) -> f32 {
        let mesh = MeshVolume::new(triangles).unwrap();
        let solid = SidedGeometry::enclosed_by(triangles).unwrap();
        let most = 0.87 * mesh.cell();
        let (mut sum, mut count) = (0.0, 0.0);
        for index in 1..3000 {
            let place = [0.618_034, 0.754_878, 0.569_84]
                .map(|it: f32| reach * (2.0 * (index as f32 * it).fract() - 1.0));
            let (distance, normal) = mesh.0.surface(place);
            let exact = solid.signed_distance(place.into(), 0).unwrap();
            let [min, max] = mesh.bounds();
            let held = Vec3::from(place).sup(&min).inf(&max);
            let beyond = match held == Vec3::from(place) {
                true => 0.0,
                false => solid.signed_distance(held, 0).unwrap().distance,
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
        sum / count / mesh.cell()
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
        for (place, distance, normal) in [
            ([1.7, 0.3, -0.2], -0.3, [1.0, 0.0, 0.0]),
            ([0.1, -2.05, 0.4], 0.05, [0.0, -1.0, 0.0]),
            ([0.1, 0.2, 30.0], 28.0, [0.0, 0.0, 1.0]),
        ] {
            let (found, found_normal) = mesh.0.surface(place);
            assert!((found - distance).abs() < 1e-5, "{found}");
            assert!((Vec3::from(found_normal) - Vec3::from(normal)).norm() < 1e-5);
        }
    }

    #[test]
    fn strange_places_and_sizes_have_a_distance() {
        let mesh = MeshVolume::new(&shapes::ball(2.0, 2)).unwrap();
        for place in [
            [f32::NAN, 0.0, 0.0],
            [f32::INFINITY, 0.0, 1.0],
            [1e30, -1e30, 0.0],
        ] {
            mesh.0.surface(place);
        }
        let needle = shapes::cuboid(Vec3::new(5000.0, 1e-3, 1e-3));
        assert!(MeshVolume::new(&needle).unwrap().0.distances.len() <= MOST_SAMPLES as usize);
    }
}
