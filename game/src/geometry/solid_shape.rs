//! The shape of a solid in its own frame, and its triangles.

use super::{
    background::Background,
    convex_body,
    refusal::{check_count, Refusal},
    shape_data::ShapeData,
    solid_error::SolidError,
    triangle::{transform, Corners},
};
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleMesh, ObstacleShape},
    Placement,
};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    scene::node::Node,
};
use std::sync::{Arc, OnceLock};

/// The shape of a solid in its own frame. Reading it from the scene is fast; computing its
/// triangles can be slow and does not need the scene.
pub(super) struct SolidShape {
    pub node: Handle<Node>,
    /// Name of the node.
    pub name: String,
    data: Result<ShapeData, SolidError>,
    /// An error in a part of the shape, which is left out.
    partial_error: Option<SolidError>,
    /// Cache of the computed triangles, one list for each convex part of a Polyhedron. A movement
    /// of the solid does not invalidate it.
    pieces: OnceLock<Result<Vec<Vec<Corners>>, SolidError>>,
    /// Cache of the bodies that represent the shape while the game moves it: without meshes, and
    /// with them.
    parts: [OnceLock<Result<MovingParts, Refusal>>; 2],
}

/// The bodies that represent a shape while it moves, in its own frame.
pub(super) type MovingParts = Arc<[Arc<ObstacleShape>]>;

impl SolidShape {
    pub(super) fn new(
        node: Handle<Node>,
        name: &str,
        data: Result<ShapeData, SolidError>,
        partial_error: Option<SolidError>,
    ) -> Self {
        Self {
            node,
            name: name.to_owned(),
            data,
            partial_error,
            pieces: OnceLock::new(),
            parts: [OnceLock::new(), OnceLock::new()],
        }
    }

    /// Appends the triangles, transformed by `pose`. Returns an error if triangles are missing.
    pub(super) fn append(
        &self,
        pose: &Matrix4<f32>,
        triangles: &mut Vec<Corners>,
    ) -> Option<SolidError> {
        let begin = triangles.len();
        if let Err(error) = self.append_all(pose, triangles) {
            return Some(error);
        }
        if triangles[begin..].iter().any(has_area) {
            return self.partial_error.clone();
        }
        triangles.truncate(begin);
        Some(self.partial_error.clone().unwrap_or(SolidError::NoArea))
    }

    /// The convex bodies that represent the shape while it moves, in its own frame, and whether one
    /// of them is the hull of a shape that is not convex.
    pub(super) fn convex_bodies(&self) -> Result<(Vec<ObstacleShape>, bool), SolidError> {
        convex_body::of_shape(self.data()?, || self.pieces())
    }

    /// The triangles of a shape that is not convex, as an obstacle in its own frame; `None` for a
    /// shape of convex parts. The obstacle is prepared in the background.
    pub(super) fn mesh(&self) -> Option<Result<ObstacleShape, SolidError>> {
        let is_mesh = matches!(
            self.data,
            Ok(ShapeData::Meshes(_) | ShapeData::HeightField(_))
        );
        is_mesh.then(|| {
            let mut triangles = Vec::new();
            self.append_all(&Matrix4::identity(), &mut triangles)?;
            let mesh = ObstacleMesh::new(&triangles).map_err(SolidError::Mesh)?;
            let prepared = mesh.clone();
            Background::<()>::default().run(move || prepared.prepare());
            Ok(ObstacleShape::Mesh(mesh))
        })
    }

    /// The bodies that represent the shape while the game moves its static body, computed once; an
    /// error if it cannot move. If `is_concave`, meshes can. `None` while they are not known: the
    /// parts of a Polyhedron are computed with the triangles, in the background.
    pub(super) fn parts(&self, is_concave: bool) -> Option<&Result<MovingParts, Refusal>> {
        let is_awaited = matches!(self.data, Ok(ShapeData::Polyhedron(_)));
        if is_awaited && self.pieces.get().is_none() {
            return None;
        }
        let parts = &self.parts[usize::from(is_concave)];
        Some(parts.get_or_init(|| self.compute_parts(is_concave)))
    }

    fn compute_parts(&self, is_concave: bool) -> Result<MovingParts, Refusal> {
        if let Some(mesh) = is_concave.then(|| self.mesh()).flatten() {
            return Ok([Arc::new(mesh?)].into());
        }
        let count = match self.data()? {
            ShapeData::Meshes(_) | ShapeData::HeightField(_) => return Err(Refusal::NotConvex),
            ShapeData::Primitive(_) => 1,
            ShapeData::Polyhedron(_) => self.pieces()?.len(),
            ShapeData::Extruded(outlines, _) => outlines.len(),
        };
        check_count(count, 0)?;
        let (shapes, _) = self.convex_bodies()?;
        let checked = shapes.into_iter().map(|shape| {
            let placement = Placement::default();
            let obstacle = MovingObstacle { shape, placement };
            obstacle.validate()?;
            Ok(Arc::new(obstacle.shape))
        });
        checked.collect()
    }

    fn data(&self) -> Result<&ShapeData, SolidError> {
        self.data.as_ref().map_err(Clone::clone)
    }

    fn pieces(&self) -> Result<&[Vec<Corners>], SolidError> {
        let data = self.data()?;
        let pieces = self.pieces.get_or_init(|| data.pieces()).as_ref();
        pieces.map(Vec::as_slice).map_err(Clone::clone)
    }

    fn append_all(
        &self,
        pose: &Matrix4<f32>,
        triangles: &mut Vec<Corners>,
    ) -> Result<(), SolidError> {
        if let ShapeData::Meshes(surfaces) = self.data()? {
            surfaces.iter().for_each(|it| it.append(pose, triangles));
            return Ok(());
        }
        let local = self.pieces()?.iter().flatten();
        let placed = |corners: &Corners| corners.map(|corner| transform(pose, corner));
        triangles.extend(local.map(placed));
        Ok(())
    }
}

/// True if the area of a triangle exceeds the rounding error of a line or a point. False for NaN.
fn has_area(triangle: &Corners) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::surface_cache::{PlacedSurface, SurfaceCache};
    use fyrox::scene::{
        base::BaseBuilder,
        graph::Graph,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
    };

    fn shape(data: ShapeData) -> SolidShape {
        SolidShape::new(Handle::NONE, "shape", Ok(data), None)
    }

    fn cube() -> Vec<PlacedSurface> {
        let mut graph = Graph::new();
        let data = SurfaceData::make_cube(Matrix4::identity());
        let surface = SurfaceBuilder::new(SurfaceResource::new_embedded(data));
        let mesh = MeshBuilder::new(BaseBuilder::new()).with_surfaces(vec![surface.build()]);
        let mesh = mesh.build(&mut graph);
        let read = SurfaceCache::default().read(&graph[mesh], Matrix4::identity());
        read.unwrap()
    }

    #[test]
    fn what_moves_is_known_without_a_decomposition_in_the_frame() {
        let polyhedron = shape(ShapeData::Polyhedron(cube()));
        assert!(polyhedron.parts(true).is_none());
        // The builder does the same.
        polyhedron.append(&Matrix4::identity(), &mut Vec::new());
        let parts = || polyhedron.parts(true).unwrap().as_ref().unwrap();
        assert!(!parts().is_empty() && Arc::ptr_eq(parts(), parts()));
    }

    #[test]
    fn no_hull_is_computed_of_a_shape_that_is_not_convex() {
        // It has no triangles, which would be another error.
        let mesh = shape(ShapeData::Meshes(Vec::new()));
        assert_eq!(mesh.parts(false), Some(&Err(Refusal::NotConvex)));
        let cube = shape(ShapeData::Meshes(cube()));
        assert_eq!(cube.parts(false), Some(&Err(Refusal::NotConvex)));
        let parts = cube.parts(true).unwrap().as_ref().unwrap();
        let [part] = &**parts else {
            panic!("{} parts", parts.len())
        };
        assert!(matches!(&**part, ObstacleShape::Mesh(mesh) if mesh.triangles().len() == 12));
    }
}
