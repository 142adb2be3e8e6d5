//! Convex hull of a small set of points, built incrementally: the farthest point outside is
//! inserted until all points are inside.

use crate::math::{Vec3, Vec3d};

/// Largest number of triangles of a hull.
pub(crate) const MOST_TRIANGLES: usize = 64;

/// Distance from a face below which points count as on the face, as a share of the hull's size.
const ON_FACE: f64 = 1e-6;

/// Why points have no usable convex hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HullError {
    /// The points lie in a plane, up to rounding.
    Flat,
    /// The hull has more triangles than [`MOST_TRIANGLES`].
    TooManyTriangles,
}

/// A convex polyhedron.
#[derive(Clone, Debug)]
pub(crate) struct Hull {
    /// The faces, whose corners run counter-clockwise seen from outside.
    pub(crate) triangles: Vec<[Vec3; 3]>,
    /// The planes of the faces, in the order of the triangles.
    pub(super) planes: Vec<Plane>,
}

/// The plane of a face. The hull lies behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// Unit normal that points out of the hull.
    pub(super) normal: Vec3d,
    offset: f64,
}

impl Plane {
    fn through(corners: [Vec3d; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
        let offset = normal.dot(&a);
        Some(Self { normal, offset })
    }

    /// Signed distance of a point from the plane, in metres; negative behind the plane.
    pub(super) fn height(&self, point: &Vec3d) -> f64 {
        self.normal.dot(point) - self.offset
    }
}

impl Hull {
    pub(super) fn new(points: &[Vec3]) -> Result<Self, HullError> {
        let points: Vec<Vec3d> = points.iter().map(|point| point.cast()).collect();
        let mut faces = Faces::tetrahedron(&points)?;
        while let Some(farthest) = faces.farthest() {
            faces.add(farthest)?;
        }
        let corners = |face: &Face| face.corners.map(|corner| points[corner].cast());
        Ok(Self {
            triangles: faces.faces.iter().map(corners).collect(),
            planes: faces.faces.iter().map(|face| face.plane).collect(),
        })
    }
}

#[derive(Clone, Copy)]
struct Face {
    corners: [usize; 3],
    plane: Plane,
}

impl Face {
    fn edges(&self) -> [[usize; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }
}

/// The faces of the hull of the points that have been inserted.
struct Faces<'a> {
    points: &'a [Vec3d],
    faces: Vec<Face>,
    tolerance: f64,
}

impl<'a> Faces<'a> {
    /// A large tetrahedron to start from: each corner is the point farthest from the corners before
    /// it.
    fn tetrahedron(points: &'a [Vec3d]) -> Result<Self, HullError> {
        let a = *points.first().ok_or(HullError::Flat)?;
        let farthest_by = |measure: &dyn Fn(&Vec3d) -> f64| {
            let all = points.iter().map(measure).enumerate();
            all.max_by(|x, y| x.1.total_cmp(&y.1))
                .map_or((0, 0.0), |found| found)
        };
        let (b, size) = farthest_by(&|p| (p - a).norm());
        let along = points[b] - a;
        let tolerance = ON_FACE * size;
        let (c, area) = farthest_by(&|p| along.cross(&(p - a)).norm());
        let normal = along.cross(&(points[c] - a));
        let (d, volume) = farthest_by(&|p| normal.dot(&(p - a)).abs());
        if area <= tolerance * size || volume <= tolerance * area {
            return Err(HullError::Flat);
        }
        let (b, c) = if normal.dot(&(points[d] - a)) > 0.0 {
            (c, b)
        } else {
            (b, c)
        };
        let mut faces = Self {
            points,
            faces: Vec::new(),
            tolerance,
        };
        for corners in [[0, b, c], [0, c, d], [0, d, b], [b, d, c]] {
            faces.push(corners)?;
        }
        Ok(faces)
    }

    fn push(&mut self, corners: [usize; 3]) -> Result<(), HullError> {
        let plane = Plane::through(corners.map(|corner| self.points[corner]));
        let plane = plane.ok_or(HullError::Flat)?;
        self.faces.push(Face { corners, plane });
        Ok(())
    }

    /// Index of the point that is farthest outside of the faces; `None` if all points are inside.
    /// The point is a corner of the hull of all points.
    fn farthest(&self) -> Option<usize> {
        let heights = self.points.iter().map(|point| {
            let heights = self.faces.iter().map(|face| face.plane.height(point));
            heights.fold(f64::NEG_INFINITY, f64::max)
        });
        let (farthest, height) = heights.enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        (height > self.tolerance).then_some(farthest)
    }

    /// Inserts a point: removes the faces that are visible from it, and joins it to the edges of
    /// the hole.
    fn add(&mut self, point: usize) -> Result<(), HullError> {
        let place = self.points[point];
        let sees = |face: &Face| face.plane.height(&place) > 0.5 * self.tolerance;
        let (seen, kept): (Vec<Face>, Vec<Face>) = self.faces.iter().partition(|face| sees(face));
        let edges: Vec<[usize; 2]> = seen.iter().flat_map(Face::edges).collect();
        self.faces = kept;
        for [a, b] in &edges {
            if !edges.contains(&[*b, *a]) {
                self.push([*a, *b, point])?;
            }
        }
        // Every inserted point is a corner of the final hull, so the number of faces only grows.
        if self.faces.len() > MOST_TRIANGLES {
            Err(HullError::TooManyTriangles)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cube() -> Vec<Vec3> {
        let numbers = || (-2..=2).map(|x| x as f32);
        numbers()
            .flat_map(|x| numbers().flat_map(move |y| numbers().map(move |z| Vec3::new(x, y, z))))
            .collect()
    }

    #[test]
    fn points_on_faces_and_edges_are_no_corners() {
        let hull = Hull::new(&cube()).unwrap();
        assert_eq!(hull.triangles.len(), 12);
        let corners = hull.triangles.iter().flatten();
        assert!({ corners }.all(|corner| corner.iter().all(|x| x.abs() == 2.0)));
    }

    #[test]
    fn points_in_a_plane_and_too_many_corners_are_refused() {
        let flat: Vec<Vec3> = cube().iter().map(|p| Vec3::new(p.x, p.y, 1.0)).collect();
        for points in [&flat[..], &flat[..1], &[], &[Vec3::x(); 9]] {
            assert_eq!(Hull::new(points).unwrap_err(), HullError::Flat);
        }
        let ball: Vec<Vec3> = crate::geometry::shapes::ball(1.0, 3)
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(Hull::new(&ball).unwrap_err(), HullError::TooManyTriangles);
    }

    proptest! {
        #![proptest_config(crate::cases::config(500))]

        /// All points lie behind all faces, each edge belongs to two faces, and each corner is one
        /// of the points.
        #[test]
        fn the_hull_is_closed_and_convex(points in prop::collection::vec([-4..=4_i8, -4..=4_i8, -4..=4_i8], 4..20)) {
            let points: Vec<Vec3> = points.iter().map(|p| Vec3::from(p.map(f32::from))).collect();
            let Ok(hull) = Hull::new(&points) else {
                let all = || points.iter().map(|point| point - points[0]);
                let volume = |a: Vec3, b: Vec3| all().map(move |c| a.cross(&b).dot(&c));
                let mut volumes = all().flat_map(|a| all().flat_map(move |b| volume(a, b)));
                prop_assert!(volumes.all(|volume| volume == 0.0));
                return Ok(());
            };
            for point in &points {
                prop_assert!(hull.planes.iter().all(|plane| plane.height(&point.cast()) < 1e-4));
            }
            let edges: Vec<[Vec3; 2]> = hull.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]).collect();
            for [a, b] in &edges {
                prop_assert_eq!(edges.iter().filter(|it| **it == [*b, *a]).count(), 1);
            }
            prop_assert!(hull.triangles.iter().flatten().all(|corner| points.contains(corner)));
        }
    }
}
