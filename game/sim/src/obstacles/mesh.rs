//! Triangle meshes as obstacles: concave, open or closed.

use super::{
    contact::{Limits, LocalContact, Meeting},
    local_box::LocalBox,
    separation::Separation,
    shape::{check_point, LONGEST},
    sweep::ROUNDING,
};
use crate::{
    geometry::Geometry,
    math::{Vec3, Vec3d},
    settings::validation::{Check, SettingsError},
};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    sync::{
        atomic::{AtomicBool, Ordering},
        Arc, Mutex, MutexGuard, PoisonError, Weak,
    },
};

/// Path of a mesh in messages.
const FIELD: &str = "obstacle.mesh";

/// Share of its distance from the nearest surface with which a boid that moves away from it looks for
/// other surfaces.
pub(crate) const LEAVING: f64 = 0.999;

/// A triangle mesh that is an obstacle: any triangles, open or closed, in the obstacle's frame.
///
/// The triangles stop boids on both sides, like those of the static geometry. The rules for the
/// inside are the same too: a closed surface whose triangles face outward is a solid, and one whose
/// triangles face inward is a room, which keeps the boids that are in it. An open surface, such as a
/// box without a lid, has no inside. Neither has a closed surface with triangles in both windings.
///
/// Clones share the triangles, and so do meshes that are made from equal triangles.
#[derive(Clone, Serialize, Deserialize)]
#[serde(into = "Vec<[Vec3; 3]>", try_from = "Vec<[Vec3; 3]>")]
pub struct ObstacleMesh(Arc<Shared>);

/// What equal meshes share.
struct Shared {
    /// The triangles as they were given. One without an area may be the one that closes a surface.
    triangles: Vec<[Vec3; 3]>,
    geometry: Geometry,
    /// True once a thread prepares the geometry.
    is_prepared: AtomicBool,
}

impl ObstacleMesh {
    /// Largest number of triangles of a mesh.
    pub const MOST_TRIANGLES: usize = 100_000;

    /// A mesh of triangles. Corners are in metres, in the frame of the obstacle, within ±1,000 in
    /// every component.
    ///
    /// Duplicates and triangles without an area stop nobody. 20,000 triangles take about a
    /// hundredth of a second.
    ///
    /// # Errors
    /// Refuses a corner that is out of range, more than
    /// [`MOST_TRIANGLES`](Self::MOST_TRIANGLES), and a mesh in which no triangle has an area.
    ///
    /// ```
    /// use flock_sim::{geometry::shapes, obstacles::ObstacleMesh, Vec3};
    ///
    /// let mut open_box = shapes::cuboid(Vec3::new(1.0, 0.5, 1.0));
    /// open_box.retain(|corners| corners.iter().any(|corner| corner.y < 0.0));
    /// assert_eq!(ObstacleMesh::new(&open_box)?.triangles().len(), 10);
    ///
    /// let error = ObstacleMesh::new(&[]).unwrap_err();
    /// assert!(error.to_string().starts_with("obstacle.mesh is a list of 0 triangles"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(triangles: &[[Vec3; 3]]) -> Result<Self, SettingsError> {
        let mut check = Check::default();
        check_triangles(&mut check, triangles);
        check.finish()?;
        if let Some(known) = known(&mut lock(), triangles) {
            return Ok(Self(known));
        }
        let geometry = Geometry::new(triangles).0;
        if geometry.triangle_count() == 0 {
            let mut check = Check::default();
            let value = format!("a list of {} triangles without an area", triangles.len());
            check.refuse(FIELD, value, "triangles with an area");
            check.finish()?;
        }
        Ok(Self(keep(Shared {
            triangles: triangles.to_vec(),
            geometry,
            is_prepared: AtomicBool::new(false),
        })))
    }

    /// Prepares the mesh for faster queries, on all threads: some tenths of a second of one core for
    /// 20,000 triangles.
    ///
    /// It may be called on a background thread, also while a flock uses the mesh. Results do not
    /// depend on it. Only the first call for equal meshes does anything.
    pub fn prepare(&self) {
        if !self.0.is_prepared.swap(true, Ordering::Relaxed) {
            self.0.geometry.prepare();
        }
    }

    /// The triangles as they were given.
    pub fn triangles(&self) -> &[[Vec3; 3]] {
        &self.0.triangles
    }

    /// The triangles in use, with the queries on them.
    pub(crate) fn geometry(&self) -> &Geometry {
        &self.0.geometry
    }

    /// True if both share their triangles.
    #[cfg(feature = "gpu")]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Distance of the farthest corner from the origin of the frame, in metres.
    pub(super) fn reach(&self) -> f64 {
        let corners = self.geometry().triangles().iter().flatten();
        corners
            .map(|it| it.cast::<f64>().norm())
            .fold(0.0, f64::max)
    }

    /// Bounding box in the frame of the obstacle.
    pub(super) fn local_box(&self) -> LocalBox {
        let (low, high) = self.geometry().bounds().unwrap_or_default();
        LocalBox::between(low, high)
    }

    /// Half of the length of the mesh's bounding box along a unit vector, in metres.
    pub(super) fn half_length(&self, along: &Vec3) -> f32 {
        let bounds = self.geometry().bounds();
        bounds.map_or(0.0, |(low, high)| 0.5 * (high - low).dot(&along.abs()))
    }

    /// Signed distance of a position from the surfaces, negative inside a solid. If it is not below
    /// `most`, in metres, the result is `most` with any direction.
    pub(super) fn separation(&self, place: &Vec3d, most: f64) -> Separation {
        let place = place.cast::<f32>();
        let far = Separation {
            distance: most,
            outward: Vec3d::y(),
        };
        if most < f64::from(f32::MAX) && self.geometry().is_clear(place, most.max(0.0) as f32) {
            return far;
        }
        // Only a position deep in a solid is not within this distance.
        let near = self
            .geometry()
            .signed_distance_within(place, most.clamp(0.0, f64::from(f32::MAX)) as f32);
        let found = near.or_else(|| self.geometry().signed_distance(place, 0));
        found.map_or(far, |found| Separation {
            distance: f64::from(found.distance),
            outward: found
                .outward
                .cast()
                .try_normalize(0.0)
                .unwrap_or(far.outward),
        })
    }

    /// First contact of a boid that moves in the frame of the mesh.
    pub(super) fn contact(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        limits: &Limits,
    ) -> Option<LocalContact> {
        if self.is_far(start, displacement.norm() + limits.stop) {
            return None;
        }
        // The distance from a mesh has no sign, so that it must be above the rounding.
        let slack = limits.stop - limits.least;
        let stop = limits.stop.max(2.0 * slack);
        let distances = [stop, stop - slack];
        let contact = self
            .geometry()
            .exact_sweep(start, displacement, distances)?;
        let separation = Separation::outside(contact.offset);
        Some(LocalContact {
            center: start + displacement * contact.time,
            normal: separation.outward,
            distance: separation.distance,
        })
    }

    /// The first time at which a boid that moves in the frame of the mesh is within `radius`
    /// metres.
    ///
    /// A boid that is nearer and moves away from the nearest surface meets the first surface that
    /// it would come nearer to.
    pub(super) fn meeting(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        radius: f64,
    ) -> Option<Meeting> {
        let place = start.cast();
        let mut stop = radius as f32;
        // On either side of a surface: a boid in a solid sees it from inside, until it is carried out.
        if let Some(offset) = self.geometry().offset_within(place, stop) {
            if offset.dot(displacement) < 0.0 {
                let outward = offset.try_normalize(0.0)?;
                return Some(Meeting { time: 0.0, outward });
            }
            stop = (LEAVING * offset.norm()) as f32;
        }
        let displacement = displacement.cast();
        if stop <= 0.0 || displacement == Vec3::zeros() {
            return None;
        }
        let contact = self.geometry().cast_contact(place, displacement, stop)?;
        Some(Meeting {
            time: contact.time,
            outward: contact.offset.try_normalize(0.0)?,
        })
    }

    /// True if a straight path in the frame of the mesh touches a surface.
    pub(super) fn crosses(&self, from: &Vec3d, to: &Vec3d) -> bool {
        self.geometry().crosses(from.cast(), to.cast())
    }

    /// True if all surfaces are certainly farther away than a distance, in metres.
    fn is_far(&self, place: &Vec3d, distance: f64) -> bool {
        let clearance = self.geometry().known_clearance(place.cast());
        let rounding = ROUNDING * place.amax();
        clearance.is_some_and(|clearance| f64::from(clearance) > distance + rounding)
    }
}

fn check_triangles(check: &mut Check, triangles: &[[Vec3; 3]]) {
    let count = triangles.len();
    if !(1..=ObstacleMesh::MOST_TRIANGLES).contains(&count) {
        let allowed = format!("1 to {}", ObstacleMesh::MOST_TRIANGLES);
        return check.refuse(FIELD, format!("a list of {count} triangles"), allowed);
    }
    let is_bad = |corner: &Vec3| !corner.iter().all(|x| x.abs() <= LONGEST);
    let bad = (0..).zip(triangles).find(|(_, it)| it.iter().any(is_bad));
    if let Some((index, corners)) = bad {
        for (corner, point) in (0..).zip(corners) {
            check_point(check, &format!("{FIELD}[{index}][{corner}]"), point);
        }
    }
}

/// All meshes of the process, to share equal ones.
static KNOWN: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

fn lock() -> MutexGuard<'static, Vec<Weak<Shared>>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The mesh with these triangles, bit for bit, if there is one.
fn known(all: &mut Vec<Weak<Shared>>, triangles: &[[Vec3; 3]]) -> Option<Arc<Shared>> {
    all.retain(|it| it.strong_count() > 0);
    let mut all = all.iter().filter_map(Weak::upgrade);
    all.find(|it| are_same(&it.triangles, triangles))
}

fn are_same(a: &[[Vec3; 3]], b: &[[Vec3; 3]]) -> bool {
    let bits = |triangle: &[Vec3; 3]| triangle.map(|corner| corner.map(f32::to_bits));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| bits(a) == bits(b))
}

/// Keeps a new mesh, unless another thread has kept an equal one in the meantime.
fn keep(mesh: Shared) -> Arc<Shared> {
    let mut all = lock();
    known(&mut all, &mesh.triangles).unwrap_or_else(|| {
        let mesh = Arc::new(mesh);
        all.push(Arc::downgrade(&mesh));
        mesh
    })
}

/// Compares the triangles, bit for bit.
impl PartialEq for ObstacleMesh {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || are_same(self.triangles(), other.triangles())
    }
}

impl fmt::Debug for ObstacleMesh {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.geometry().fmt(formatter)
    }
}

impl From<ObstacleMesh> for Vec<[Vec3; 3]> {
    fn from(mesh: ObstacleMesh) -> Self {
        mesh.triangles().to_vec()
    }
}

impl TryFrom<Vec<[Vec3; 3]>> for ObstacleMesh {
    type Error = SettingsError;

    fn try_from(triangles: Vec<[Vec3; 3]>) -> Result<Self, SettingsError> {
        Self::new(&triangles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    #[test]
    fn equal_meshes_share_their_triangles() {
        let ball = |radius| ObstacleMesh::new(&shapes::ball(radius, 2)).unwrap();
        let (first, second, other) = (ball(1.25), ball(1.25), ball(1.5));
        assert!(Arc::ptr_eq(&first.0, &second.0) && first == second);
        assert!(first != other);
        let text = ron::to_string(&first).unwrap();
        let read: ObstacleMesh = ron::from_str(&text).unwrap();
        assert!(Arc::ptr_eq(&first.0, &read.0));
    }

    /// A triangle without an area may close a surface. It is kept for files, so that a mesh that is
    /// read has the same inside.
    #[test]
    fn a_mesh_that_is_read_has_the_same_inside() {
        let [a, b, c, d] =
            [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
        let top = Vec3::new(1.0, 1.0, 1.5);
        let middle = (a + b) / 2.0;
        // The side over the edge from a to b has two halves, and the base does not.
        let closed = [
            [a, c, b],
            [a, d, c],
            [a, middle, top],
            [middle, b, top],
            [b, c, top],
            [c, d, top],
            [d, a, top],
            [a, b, middle],
        ];
        let place = Vec3d::new(1.0, 1.0, 0.4);
        let inside = |mesh: &ObstacleMesh| mesh.separation(&place, f64::INFINITY).distance < 0.0;
        let mesh = ObstacleMesh::new(&closed).unwrap();
        let text = ron::to_string(&mesh).unwrap();
        assert!(inside(&mesh));
        drop(mesh);
        assert!(inside(&ron::from_str(&text).unwrap()));
    }

    /// Queries give the same with the distance field and without.
    #[test]
    fn a_prepared_mesh_gives_the_same() {
        let half = Vec3::new(0.5, 0.2, 0.33);
        let [plain, prepared] = [0, 1].map(|_| {
            let triangles = shapes::cuboid(half);
            let geometry = Geometry::new(&triangles).0;
            ObstacleMesh(Arc::new(Shared {
                triangles,
                geometry,
                is_prepared: AtomicBool::new(false),
            }))
        });
        prepared.prepare();
        let limits = Limits::new(0.05, 1e-5);
        let mut contacts = 0;
        for number in 0..500 {
            let part = |irrational: f64| (f64::from(number) * irrational).fract() - 0.5;
            let place = Vec3d::new(part(0.618_034), part(0.414_214), part(0.324_718)) * 2.0;
            let way = Vec3d::new(part(0.754_878), part(0.569_840), part(0.881_271));
            let [a, b] = [&plain, &prepared].map(|mesh| {
                let separation = mesh.separation(&place, 0.1);
                let contact = mesh.contact(&place, &way, &limits);
                let meeting = mesh.meeting(&place, &way, 0.1).map(|it| it.time);
                let contact = contact.map(|it| it.center);
                (separation.distance, separation.outward, contact, meeting)
            });
            assert_eq!(a, b);
            contacts += u32::from(a.2.is_some());
        }
        assert!(contacts > 30, "{contacts}");
    }
}
