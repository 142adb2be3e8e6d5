//! Triangles of Mesh nodes, read once for each surface.

use super::{
    solid_error::SolidError,
    triangle::{transform, Corners},
};
use flock_sim::Vec3;
use fyrox::{
    core::algebra::Matrix4,
    scene::mesh::{
        buffer::{VertexAttributeUsage, VertexReadTrait},
        surface::{SurfaceData, SurfaceResource},
        Mesh,
    },
};
use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
    sync::{Arc, Weak},
};

/// A surface of a mesh, and its transform to the frame of the solid.
pub(super) struct PlacedSurface {
    pub surface: Arc<SurfaceTriangles>,
    pub to_local: Matrix4<f32>,
}

impl PlacedSurface {
    /// Appends the triangles, transformed by `pose`. Triangles of a mirrored mesh keep their
    /// winding as seen from outside.
    pub(super) fn append(&self, pose: &Matrix4<f32>, triangles: &mut Vec<Corners>) {
        let pose = pose * self.to_local;
        let vertices = self.surface.vertices.iter();
        let vertices: Vec<_> = vertices.map(|vertex| transform(&pose, *vertex)).collect();
        let is_mirrored = pose.fixed_view::<3, 3>(0, 0).determinant() < 0.0;
        triangles.extend(self.surface.triangles.iter().map(|&[a, b, c]| {
            let indices = if is_mirrored { [a, c, b] } else { [a, b, c] };
            indices.map(|index| vertices[index as usize])
        }));
    }
}

/// The vertices and triangles of a surface.
pub(super) struct SurfaceTriangles {
    pub vertices: Vec<Vec3>,
    /// Indices into `vertices`, all of them valid.
    pub triangles: Vec<[u32; 3]>,
    /// Keeps the surface alive: the key of a dropped surface could be reused.
    _resource: SurfaceResource,
    modifications: [u64; 2],
}

/// The surfaces in use, by key: nodes with the same surface share one copy.
#[derive(Default)]
pub(super) struct SurfaceCache(HashMap<u64, Weak<SurfaceTriangles>>);

impl SurfaceCache {
    /// Reads the loaded surfaces of a mesh.
    pub(super) fn read(
        &mut self,
        mesh: &Mesh,
        to_local: Matrix4<f32>,
    ) -> Result<Vec<PlacedSurface>, SolidError> {
        let surfaces = mesh.surfaces().iter().map(|surface| surface.data_ref());
        let loaded = surfaces.filter(|surface| surface.is_ok());
        let placed = loaded.map(|surface| {
            let surface = self.triangles(surface)?;
            Ok(PlacedSurface { surface, to_local })
        });
        placed.collect()
    }

    fn triangles(
        &mut self,
        surface: &SurfaceResource,
    ) -> Result<Arc<SurfaceTriangles>, SolidError> {
        let key = surface.key();
        let data = surface.data_ref();
        let modifications = modifications(&data);
        let known = self.0.get(&key).and_then(Weak::upgrade);
        if let Some(known) = known.filter(|known| known.modifications == modifications) {
            return Ok(known);
        }
        let read = Arc::new(SurfaceTriangles {
            vertices: positions(&data)?,
            triangles: indices(&data)?,
            _resource: surface.clone(),
            modifications,
        });
        self.0.retain(|_, known| known.strong_count() > 0);
        self.0.insert(key, Arc::downgrade(&read));
        Ok(read)
    }
}

/// Hashes everything that changes with the triangles of the mesh.
pub(super) fn hash_mesh(mesh: &Mesh, hasher: &mut impl Hasher) {
    for surface in mesh.surfaces() {
        let surface = surface.data_ref();
        surface.key().hash(hasher);
        if surface.is_ok() {
            modifications(&surface.data_ref()).hash(hasher);
        }
    }
}

fn modifications(data: &SurfaceData) -> [u64; 2] {
    let vertices = data.vertex_buffer.modifications_count();
    [vertices, data.geometry_buffer.modifications_count()]
}

fn positions(data: &SurfaceData) -> Result<Vec<Vec3>, SolidError> {
    let vertices = data.vertex_buffer.iter();
    let positions = vertices.map(|vertex| vertex.read_3_f32(VertexAttributeUsage::Position));
    positions
        .collect::<Result<_, _>>()
        .map_err(|_| SolidError::UnreadableMesh)
}

fn indices(data: &SurfaceData) -> Result<Vec<[u32; 3]>, SolidError> {
    let count = data.vertex_buffer.vertex_count();
    let triangles = data.geometry_buffer.triangles_ref();
    let exists = triangles
        .iter()
        .all(|it| it.0.iter().all(|&index| index < count));
    if !exists {
        return Err(SolidError::UnreadableMesh);
    }
    Ok(triangles.iter().map(|triangle| triangle.0).collect())
}
