//! Triangle meshes whose surface or inside a formation fills.

use crate::{geometry::open_edges, math::Vec3};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// Largest coordinate of a mesh, in metres.
const FARTHEST: f32 = 10_000.0;

/// Largest number of triangles of a mesh.
const MOST_TRIANGLES: usize = 1_000_000;

/// The triangles of a mesh, open or closed, with any winding, in the frame of the formation.
///
/// Copies share the triangles. Files store the triangles, 36 bytes each in a binary format. Reading
/// them does not check them; [`Form::validate`](super::Form::validate) does.
#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "Vec<[Vec3; 3]>", into = "Vec<[Vec3; 3]>")]
pub struct FormMesh(Arc<Mesh>);

struct Mesh {
    triangles: Vec<[Vec3; 3]>,
    /// Whether the triangles can be used, once it has been asked for.
    checked: OnceLock<Result<(), FormMeshError>>,
    /// Number of edges that belong to an odd number of triangles, once it has been asked for.
    open_edges: OnceLock<usize>,
}

/// Why triangles cannot be filled with places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormMeshError {
    /// There are no triangles, or none has an area.
    #[error("the mesh has no triangle with an area; it needs at least one")]
    Empty,
    /// Some corners are not finite or too far from the origin of the formation.
    #[error("{corners} corners of the mesh are out of range; allowed: -10000 to 10000 m in every component")]
    OutOfRange {
        /// Number of such corners.
        corners: usize,
    },
    /// The mesh has too many triangles. Use a simpler mesh.
    #[error(
        "the mesh has {triangles} triangles; allowed: up to 1000000; use a simpler mesh: a formation shows no detail \
         smaller than the distance between boids"
    )]
    TooManyTriangles {
        /// Number of triangles of the mesh.
        triangles: usize,
    },
    /// The mesh is open, so it has no inside: some edges belong to an odd number of triangles.
    ///
    /// Fill the holes, give corners that should be the same exactly the same coordinates, or use
    /// [`Form::Surface`](super::Form::Surface).
    #[error(
        "the mesh is open: {edges} of its edges belong to an odd number of triangles; fill the holes, join the corners \
         that should be the same, or use Surface"
    )]
    Open {
        /// Number of open edges.
        edges: usize,
    },
}

impl FormMesh {
    /// A mesh of these triangles, in metres.
    ///
    /// # Errors
    /// Refuses meshes without a triangle that has an area, with more than 1,000,000 triangles, or
    /// with corners beyond ±10,000 m.
    ///
    /// ```
    /// use flock_sim::{
    ///     formations::{Form, FormMesh, FormMeshError},
    ///     geometry::shapes,
    ///     settings::Plane,
    /// };
    ///
    /// let ball = FormMesh::new(&shapes::ball(5.0, 3))?;
    /// assert_eq!(Form::Surface(ball).places(200, 1.0, Plane::All).len(), 200);
    /// assert_eq!(FormMesh::new(&[]), Err(FormMeshError::Empty));
    /// # Ok::<(), FormMeshError>(())
    /// ```
    pub fn new(triangles: &[[Vec3; 3]]) -> Result<Self, FormMeshError> {
        check(triangles)?;
        Ok(Self::with(triangles.to_vec(), Ok(()).into()))
    }

    fn with(triangles: Vec<[Vec3; 3]>, checked: OnceLock<Result<(), FormMeshError>>) -> Self {
        Self(Arc::new(Mesh {
            triangles,
            checked,
            open_edges: OnceLock::new(),
        }))
    }

    /// The triangles as they were given.
    pub fn triangles(&self) -> &[[Vec3; 3]] {
        &self.0.triangles
    }

    /// True if both are copies of one mesh.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Checks the triangles, as [`new`](Self::new) does: those of a file may be wrong.
    pub(super) fn check(&self) -> Result<(), FormMeshError> {
        *self.0.checked.get_or_init(|| check(self.triangles()))
    }

    /// Checks the triangles and that the mesh is closed.
    pub(super) fn check_closed(&self) -> Result<(), FormMeshError> {
        self.check()?;
        let count = || open_edges(self.triangles());
        match *self.0.open_edges.get_or_init(count) {
            0 => Ok(()),
            edges => Err(FormMeshError::Open { edges }),
        }
    }
}

fn check(triangles: &[[Vec3; 3]]) -> Result<(), FormMeshError> {
    if triangles.len() > MOST_TRIANGLES {
        let triangles = triangles.len();
        return Err(FormMeshError::TooManyTriangles { triangles });
    }
    let corners = triangles.iter().flatten();
    let is_out = |corner: &&Vec3| !corner.iter().all(|x| x.abs() <= FARTHEST);
    match corners.filter(is_out).count() {
        0 if triangles.iter().any(|it| area(it) > 0.0) => Ok(()),
        0 => Err(FormMeshError::Empty),
        corners => Err(FormMeshError::OutOfRange { corners }),
    }
}

/// Area of a triangle, in m².
pub(super) fn area(triangle: &[Vec3; 3]) -> f64 {
    let [a, b, c] = triangle.map(|corner| corner.cast::<f64>());
    0.5 * (b - a).cross(&(c - a)).norm()
}

impl From<Vec<[Vec3; 3]>> for FormMesh {
    /// The triangles are not checked.
    fn from(triangles: Vec<[Vec3; 3]>) -> Self {
        Self::with(triangles, OnceLock::new())
    }
}

impl From<FormMesh> for Vec<[Vec3; 3]> {
    fn from(mesh: FormMesh) -> Self {
        mesh.0.triangles.clone()
    }
}

impl PartialEq for FormMesh {
    fn eq(&self, other: &Self) -> bool {
        self.is_shared_with(other) || self.triangles() == other.triangles()
    }
}

impl fmt::Debug for FormMesh {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("FormMesh")
            .field("triangles", &self.triangles().len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    #[test]
    fn bad_meshes_are_refused_with_the_reason() {
        let refusal = |triangles: &[[Vec3; 3]]| FormMesh::new(triangles).unwrap_err().to_string();
        let point = [Vec3::zeros(); 3];
        let empty = "the mesh has no triangle with an area; it needs at least one";
        assert_eq!(refusal(&[point]), empty);
        let far = [Vec3::zeros(), Vec3::x() * 20_000.0, Vec3::repeat(f32::NAN)];
        assert_eq!(
            refusal(&[far]),
            "2 corners of the mesh are out of range; allowed: -10000 to 10000 m in every component"
        );
        let count = MOST_TRIANGLES + 1;
        assert!(refusal(&vec![point; count]).starts_with("the mesh has 1000001 triangles"));
        let open = FormMesh::new(&shapes::ball(1.0, 1)[1..]).unwrap();
        assert_eq!(open.check_closed(), Err(FormMeshError::Open { edges: 3 }));
    }

    #[test]
    fn equal_triangles_are_equal_meshes() {
        let [one, other] = [1.0, 2.0].map(|it| FormMesh::new(&shapes::ball(it, 1)).unwrap());
        assert_eq!(one, FormMesh::new(one.triangles()).unwrap());
        assert_ne!(one, other);
        assert!(one.is_shared_with(&one.clone()) && !one.is_shared_with(&other));
    }
}
