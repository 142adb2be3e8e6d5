//! What an obstacle consists of, read from the scene once, and its triangles.

use super::{heights::Heights, mesh::Placed, polyhedron, primitive, problem::Problem, Triangle};
use flock_sim::{shapes, Vec3};
use fyrox::{
    core::{
        algebra::{Matrix4, Point3},
        pool::Handle,
    },
    scene::{collider::ColliderShape, node::Node},
};
use std::sync::OnceLock;

/// What an obstacle consists of, in its own frame. Reading it is cheap and needs the scene; making its triangles may
/// take long and does not.
pub(super) struct Solid {
    pub node: Handle<Node>,
    /// Name of the node.
    pub name: String,
    pub form: Form,
    /// What could not be read, besides what could.
    pub flaw: Option<Problem>,
    /// Triangles that take time to make. Kept, since an obstacle that moves keeps its form.
    made: OnceLock<Result<Vec<Triangle>, Problem>>,
}

/// The form of an obstacle.
pub(super) enum Form {
    Nothing,
    /// Anything but a Trimesh, a Heightfield or a Polyhedron.
    Primitive(ColliderShape),
    /// The triangles as they are.
    Meshes(Vec<Placed>),
    /// The convex parts of a mesh.
    Polyhedron(Vec<Placed>),
    Heights(Heights),
    /// Flat outlines, drawn out along Z from the first height to the second; one with two corners is a sheet.
    Flat(Vec<Vec<[f32; 2]>>, [f32; 2]),
}

impl Solid {
    pub(super) fn new(
        node: Handle<Node>,
        name: &str,
        form: Result<Form, Problem>,
        flaw: Option<Problem>,
    ) -> Self {
        let (form, problem) = match form {
            Ok(form) => (form, None),
            Err(problem) => (Form::Nothing, Some(problem)),
        };
        Self {
            node,
            name: name.to_owned(),
            form,
            flaw: problem.or(flaw),
            made: OnceLock::new(),
        }
    }

    /// Appends the triangles where `pose` puts them, and tells what is wrong with them.
    pub(super) fn append(
        &self,
        pose: &Matrix4<f32>,
        triangles: &mut Vec<Triangle>,
    ) -> Option<Problem> {
        let begin = triangles.len();
        let is_read = match &self.form {
            Form::Nothing => return self.flaw.clone(),
            Form::Meshes(meshes) => {
                for mesh in meshes {
                    mesh.append(pose, triangles);
                }
                Ok(())
            }
            form => self.append_made(form, pose, triangles),
        };
        if let Err(problem) = is_read {
            return Some(problem);
        }
        if !triangles[begin..].iter().any(has_area) {
            triangles.truncate(begin);
            return Some(self.flaw.clone().unwrap_or(Problem::NoArea));
        }
        self.flaw.clone()
    }

    fn append_made(
        &self,
        form: &Form,
        pose: &Matrix4<f32>,
        triangles: &mut Vec<Triangle>,
    ) -> Result<(), Problem> {
        let made = self.made.get_or_init(|| make(form));
        let made = made.as_ref().map_err(Clone::clone)?;
        let placed = |triangle: &Triangle| triangle.map(|corner| transform(pose, corner));
        triangles.extend(made.iter().map(placed));
        Ok(())
    }
}

fn make(form: &Form) -> Result<Vec<Triangle>, Problem> {
    match form {
        Form::Primitive(shape) => primitive::triangles(shape),
        Form::Polyhedron(meshes) => polyhedron::convex_parts(meshes),
        Form::Heights(heights) => Ok(heights.triangles()),
        Form::Flat(outlines, heights) => {
            let walls = outlines.iter().map(|outline| wall(outline, *heights));
            Ok(walls.flatten().collect())
        }
        Form::Meshes(_) | Form::Nothing => Ok(Vec::new()),
    }
}

/// What a flat outline is to boids that fly in its plane.
fn wall(outline: &[[f32; 2]], [low, high]: [f32; 2]) -> Vec<Triangle> {
    let &[[ax, ay], [bx, by]] = outline else {
        return shapes::prism(outline, [low, high]);
    };
    let corners = [(ax, ay, low), (bx, by, low), (bx, by, high), (ax, ay, high)];
    let [a, b, c, d] = corners.map(|(x, y, z)| Vec3::new(x, y, z));
    vec![[a, b, c], [a, c, d]]
}

pub(super) fn transform(pose: &Matrix4<f32>, point: Vec3) -> Vec3 {
    pose.transform_point(&Point3::from(point)).coords
}

/// Whether a triangle is more than what rounding makes of a line or a point. False for a NaN as well.
fn has_area(triangle: &Triangle) -> bool {
    let [a, b, c] = triangle.map(|corner| corner.cast::<f64>());
    let sides = [b - a, c - b, a - c];
    let longest = sides
        .map(|side| side.norm())
        .into_iter()
        .fold(0.0, f64::max);
    let height = sides[0].cross(&sides[1]).norm() / longest;
    let farthest = [a, b, c]
        .map(|corner| corner.amax())
        .into_iter()
        .fold(0.0, f64::max);
    let rounding = f64::from(f32::EPSILON) * (longest + farthest);
    height > 4.0 * rounding && height.is_finite()
}
