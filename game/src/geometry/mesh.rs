//! Triangles of meshes.

use super::{problem::Problem, solid::transform, Triangle};
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

/// A surface of a mesh, and where it lies in the frame of the obstacle.
pub(super) struct Placed {
    pub corners: Arc<Corners>,
    pub to_local: Matrix4<f32>,
}

impl Placed {
    pub(super) fn append(&self, pose: &Matrix4<f32>, triangles: &mut Vec<Triangle>) {
        let pose = pose * self.to_local;
        let vertices = self.corners.vertices.iter();
        let vertices: Vec<_> = vertices.map(|vertex| transform(&pose, *vertex)).collect();
        let corners = self.corners.triangles.iter();
        triangles.extend(corners.map(|corners| corners.map(|index| vertices[index as usize])));
    }
}

/// Vertices and triangles of a surface.
pub(super) struct Corners {
    pub vertices: Vec<Vec3>,
    /// Indices of the vertices. All of them exist.
    pub triangles: Vec<[u32; 3]>,
    /// Kept, so that no other surface can get the same key.
    _surface: SurfaceResource,
    modifications: [u64; 2],
}

/// Surfaces that have been read, so that many nodes with the same surface share one copy.
#[derive(Default)]
pub(super) struct Surfaces(HashMap<u64, Weak<Corners>>);

impl Surfaces {
    /// Reads the surfaces of a mesh that have been loaded.
    pub(super) fn read(
        &mut self,
        mesh: &Mesh,
        to_local: Matrix4<f32>,
    ) -> Result<Vec<Placed>, Problem> {
        let surfaces = mesh.surfaces().iter().map(|surface| surface.data_ref());
        let loaded = surfaces.filter(|surface| surface.is_ok());
        let placed = loaded.map(|surface| {
            let corners = self.corners(surface)?;
            Ok(Placed { corners, to_local })
        });
        placed.collect()
    }

    fn corners(&mut self, surface: &SurfaceResource) -> Result<Arc<Corners>, Problem> {
        let key = surface.key();
        let data = surface.data_ref();
        let modifications = modifications(&data);
        let known = self.0.get(&key).and_then(Weak::upgrade);
        let known = known.filter(|corners| corners.modifications == modifications);
        if let Some(corners) = known {
            return Ok(corners);
        }
        let corners = Arc::new(Corners {
            vertices: positions(&data)?,
            triangles: indices(&data)?,
            _surface: surface.clone(),
            modifications,
        });
        self.0.retain(|_, corners| corners.strong_count() > 0);
        self.0.insert(key, Arc::downgrade(&corners));
        Ok(corners)
    }
}

/// What tells that a mesh has other triangles than before.
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

fn positions(data: &SurfaceData) -> Result<Vec<Vec3>, Problem> {
    let vertices = data.vertex_buffer.iter();
    let positions = vertices.map(|vertex| vertex.read_3_f32(VertexAttributeUsage::Position));
    positions
        .collect::<Result<_, _>>()
        .map_err(|_| Problem::UnreadableMesh)
}

fn indices(data: &SurfaceData) -> Result<Vec<[u32; 3]>, Problem> {
    let count = data.vertex_buffer.vertex_count();
    let triangles = data.geometry_buffer.triangles_ref();
    let exists = triangles
        .iter()
        .all(|it| it.0.iter().all(|&index| index < count));
    if !exists {
        return Err(Problem::UnreadableMesh);
    }
    Ok(triangles.iter().map(|triangle| triangle.0).collect())
}
