//! A coarser mesh of a body: some of the vertices of its finest one, with triangles of its own.

use super::{body_part::BodyPart, levels::CoarserLevel};

/// The mesh of a coarser level of detail, as triangles between the vertices of the finest level.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CoarserMesh {
    pub level: CoarserLevel,
    /// The surfaces that have not vanished.
    pub surfaces: Vec<SurfaceTriangles>,
}

/// The triangles of a surface.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SurfaceTriangles {
    /// The number of the surface in the finest level.
    pub surface: usize,
    pub triangles: Vec<[u32; 3]>,
}

impl CoarserMesh {
    pub fn triangle_count(&self) -> usize {
        let counts = self.surfaces.iter().map(|it| it.triangles.len());
        counts.sum()
    }

    /// The parts of the level. `None` if it is not a level of this body.
    pub fn parts(&self, finest: &[BodyPart]) -> Option<Vec<BodyPart>> {
        let parts = self.surfaces.iter().map(|it| it.part(finest));
        parts.collect()
    }
}

impl SurfaceTriangles {
    fn part(&self, finest: &[BodyPart]) -> Option<BodyPart> {
        let part = finest.get(self.surface)?;
        let count = part.mesh.vertices.len();
        let mut indices = self.triangles.as_flattened().iter();
        indices
            .all(|&index| (index as usize) < count)
            .then(|| BodyPart {
                mesh: part.mesh.with_triangles(&self.triangles),
                material: part.material.clone(),
                render_path: part.render_path,
            })
    }
}
