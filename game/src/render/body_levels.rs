//! The meshes of a body at its levels of detail.

use super::{
    body_mesh::BodyMesh, body_part::BodyPart, levels::CoarserLevel, motion::MotionKind,
    posing::Posing, simplify::simplified,
};
use fyrox::{
    material::Material,
    scene::mesh::{surface::SurfaceResource, RenderPath},
};

/// Largest number of copies of a body in one mesh, and so of boids in one draw call.
const MAX_COPIES: usize = 256;

/// Largest number of vertices of all copies in a mesh: 14 MB of GPU memory. A body with many
/// vertices gets fewer copies.
const MAX_CHUNK_VERTICES: usize = 1 << 18;

/// A simplified level with more than this fraction of the triangles of the level before it is left
/// out.
const WORTHWHILE: f32 = 0.7;

/// Largest number of triangles of a mesh that the pictures of an impostor show: about a thousand
/// pictures are drawn.
const MAX_PICTURED: usize = 20_000;

/// A mesh of copies, and a material that each renderer clones.
#[derive(Clone, Debug)]
pub(super) struct BodySurface {
    pub data: SurfaceResource,
    pub triangles_per_copy: usize,
    pub material: Material,
    pub render_path: RenderPath,
}

impl BodySurface {
    fn of(part: BodyPart, copies: usize) -> Self {
        Self {
            data: part.mesh.replicate(copies),
            triangles_per_copy: part.mesh.triangles.len(),
            material: part.material,
            render_path: part.render_path,
        }
    }

    /// The part before it was copied.
    fn part(&self, copies: usize) -> BodyPart {
        BodyPart {
            mesh: BodyMesh::of_copies(&self.data.data_ref(), copies),
            material: self.material.clone(),
            render_path: self.render_path,
        }
    }
}

/// The surfaces of a body at each level of detail. Clones share their meshes.
#[derive(Clone, Debug)]
pub(super) struct BodyLevels {
    finest: Vec<BodySurface>,
    /// The other levels, from fine to coarse.
    coarser: Vec<(CoarserLevel, Vec<BodySurface>)>,
    /// The motion that the impostor shows.
    impostor_motion: MotionKind,
    copies: usize,
}

impl BodyLevels {
    /// One level of detail.
    pub fn of(finest: Vec<BodyPart>) -> Self {
        let vertices = finest.iter().map(|part| part.mesh.vertices.len()).sum();
        let copies = copies_for(vertices);
        let surfaces = finest.into_iter().map(|it| BodySurface::of(it, copies));
        Self {
            finest: surfaces.collect(),
            coarser: Vec::new(),
            impostor_motion: MotionKind::OfBody,
            copies,
        }
    }

    /// Number of copies in a mesh.
    pub fn copies(&self) -> usize {
        self.copies
    }

    /// Number of vertices of one body at the finest level.
    pub fn vertex_count(&self) -> usize {
        let count = |surface: &BodySurface| surface.data.data_ref().vertex_buffer.vertex_count();
        let all: usize = self.finest.iter().map(|it| count(it) as usize).sum();
        all / self.copies
    }

    /// The surfaces at each level of detail, the finest first.
    pub fn surfaces(&self) -> impl ExactSizeIterator<Item = &[BodySurface]> {
        (0..1 + self.coarser.len()).map(|level| match level {
            0 => self.finest.as_slice(),
            _ => &self.coarser[level - 1].1,
        })
    }

    /// The kinds of the levels after the finest.
    pub fn coarser(&self) -> impl ExactSizeIterator<Item = CoarserLevel> + '_ {
        self.coarser.iter().map(|(kind, _)| *kind)
    }

    /// The motion that the impostor shows; `None` without an impostor.
    pub fn impostor_motion(&self) -> Option<MotionKind> {
        self.has(CoarserLevel::Impostor)
            .then_some(self.impostor_motion)
    }

    fn has(&self, kind: CoarserLevel) -> bool {
        self.surfaces_of(kind).is_some()
    }

    /// The parts of the finest level before they were copied.
    pub fn finest_parts(&self) -> Vec<BodyPart> {
        parts(&self.finest, self.copies)
    }

    /// The parts that the pictures of an impostor show: the second level, since the pictures are
    /// small, or another one if it has too many triangles. `None` if all of them have too many.
    pub fn pictured_parts(&self) -> Option<Vec<BodyPart>> {
        let (second, third) = (CoarserLevel::Second, CoarserLevel::Third);
        let levels = [
            self.surfaces_of(second),
            Some(&self.finest),
            self.surfaces_of(third),
        ];
        let few = |surfaces: &&Vec<BodySurface>| triangles(surfaces) <= MAX_PICTURED;
        let pictured = levels.into_iter().flatten().find(few)?;
        Some(parts(pictured, self.copies))
    }

    fn surfaces_of(&self, kind: CoarserLevel) -> Option<&Vec<BodySurface>> {
        let level = self.coarser.iter().find(|(other, _)| *other == kind);
        level.map(|(_, surfaces)| surfaces)
    }

    /// Sets a level.
    pub fn set(&mut self, kind: CoarserLevel, level: Vec<BodyPart>) {
        self.coarser.retain(|(other, _)| *other != kind);
        let place = self.coarser.partition_point(|(other, _)| *other < kind);
        let copied = level.into_iter().map(|it| BodySurface::of(it, self.copies));
        self.coarser.insert(place, (kind, copied.collect()));
    }

    /// Sets the impostor, and the motion that it shows.
    pub fn set_impostor(&mut self, impostor: BodyPart, motion: MotionKind) {
        self.set(CoarserLevel::Impostor, vec![impostor]);
        self.impostor_motion = motion;
    }

    /// Adds simplified meshes for the levels that the body does not have. `radius` is that of the
    /// body, in metres.
    pub fn simplify(&mut self, posing: &Posing, radius: f32) {
        let mut missing = CoarserLevel::MESHES.to_vec();
        missing.retain(|kind| !self.has(*kind));
        if missing.is_empty() {
            return;
        }
        let finest = self.finest_parts();
        for kind in missing {
            let parts = simplified(&finest, kind, posing, radius);
            let count: usize = parts.iter().map(|part| part.mesh.triangles.len()).sum();
            let finer = self.coarser.iter().rev().find(|(other, _)| *other < kind);
            let finer = triangles(finer.map_or(&self.finest, |(_, surfaces)| surfaces));
            if count > 0 && count as f32 <= WORTHWHILE * finer as f32 {
                self.set(kind, parts);
            }
        }
    }
}

fn parts(surfaces: &[BodySurface], copies: usize) -> Vec<BodyPart> {
    surfaces
        .iter()
        .map(|surface| surface.part(copies))
        .collect()
}

/// Number of triangles of one body.
pub(super) fn triangles(surfaces: &[BodySurface]) -> usize {
    let counts = surfaces.iter().map(|surface| surface.triangles_per_copy);
    counts.sum()
}

fn copies_for(vertices: usize) -> usize {
    (MAX_CHUNK_VERTICES / vertices.max(1)).clamp(1, MAX_COPIES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{BodyShape, DrawnBody};
    use fyrox::scene::mesh::buffer::{VertexAttributeUsage, VertexReadTrait};

    #[test]
    fn heavy_bodies_get_fewer_copies() {
        assert_eq!(copies_for(0), 256);
        assert_eq!(copies_for(1024), 256);
        assert_eq!(copies_for(10_000), 26);
        assert_eq!(copies_for(10_000_000), 1);
    }

    #[test]
    fn every_triangle_of_a_copy_uses_vertices_of_that_copy() {
        let body = DrawnBody::fish();
        for surface in body.levels().surfaces().flatten() {
            let data = surface.data.data_ref();
            let triangles = data.geometry_buffer.triangles_ref();
            assert_eq!(
                triangles.len(),
                surface.triangles_per_copy * body.boids_per_draw()
            );
            let copies = data
                .vertex_buffer
                .attribute_view::<f32>(VertexAttributeUsage::Custom0)
                .unwrap();
            for (number, triangle) in triangles.iter().enumerate() {
                let copy = (number / surface.triangles_per_copy) as f32;
                for index in triangle.0 {
                    assert_eq!(copies.get(index as usize), Some(&copy));
                }
            }
            let last = data.vertex_buffer.vertex_count() as usize - 1;
            let view = data.vertex_buffer.get(last).unwrap();
            assert!(view.read_3_f32(VertexAttributeUsage::Normal).is_ok());
        }
    }

    #[test]
    fn parts_are_those_that_were_copied() {
        let parts = BodyShape::Crow.levels();
        let mesh = parts[0].mesh.clone();
        let levels = BodyLevels::of(parts);
        let again = &levels.finest_parts()[0].mesh;
        assert_eq!(again.triangles, mesh.triangles);
        assert_eq!(again.vertices, mesh.vertices);
    }

    #[test]
    fn levels_are_in_order_whatever_is_set_first() {
        let part = || BodyShape::Gnat.levels().remove(2);
        let mut levels = BodyLevels::of(vec![part()]);
        assert_eq!(levels.impostor_motion(), None);
        levels.set_impostor(part(), MotionKind::Fish);
        levels.set(CoarserLevel::Third, vec![part(), part()]);
        levels.set(CoarserLevel::Second, vec![part()]);
        levels.set(CoarserLevel::Third, vec![part()]);
        let kinds: Vec<_> = levels.coarser().collect();
        use CoarserLevel::*;
        assert_eq!(kinds, [Second, Third, Impostor]);
        assert_eq!(levels.surfaces().len(), 4);
        assert_eq!(levels.impostor_motion(), Some(MotionKind::Fish));
    }
}
