//! The triangles of meshes that are moving obstacles, behind those of the static geometry.

use super::{
    device::Gpu,
    error::GpuError,
    geometry::{GpuNode, GpuTriangle, Trees},
    geometry_buffers::GpuGeometry,
};
use crate::obstacles::{ObstacleMesh, ObstacleSet};
use std::sync::Arc;
use wgpu::Buffer;

/// The tree of the static geometry, and a tree for each mesh of a flock's moving obstacles. Equal
/// meshes share a tree.
pub(crate) struct ObstacleTrees {
    nodes: Buffer,
    triangles: Buffer,
    /// The static geometry whose tree is the first one.
    first: Option<Arc<GpuGeometry>>,
    /// The meshes in the buffers, with the roots of their trees.
    meshes: Vec<(ObstacleMesh, u32)>,
}

impl ObstacleTrees {
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            nodes: gpu.buffer::<GpuNode>("BVH of meshes", 0)?,
            triangles: gpu.buffer::<GpuTriangle>("triangles of meshes", 0)?,
            first: None,
            meshes: Vec::new(),
        })
    }

    /// Writes the trees if a mesh or the geometry is new. Without meshes nothing is written.
    ///
    /// # Errors
    /// Fails if there is no memory for them.
    pub(super) fn write(
        &mut self,
        gpu: &Gpu,
        set: &ObstacleSet,
        geometry: &Arc<GpuGeometry>,
    ) -> Result<(), GpuError> {
        let is_first = self
            .first
            .as_ref()
            .is_some_and(|it| Arc::ptr_eq(it, geometry));
        let is_known = |mesh: &ObstacleMesh| self.root(mesh).is_some();
        if !set.has_meshes() {
            self.clear();
            return Ok(());
        }
        if is_first && set.meshes().all(is_known) {
            return Ok(());
        }
        self.first = Some(geometry.clone());
        self.meshes.clear();
        let mut trees = Trees::default();
        match &geometry.source {
            Some(source) if geometry.has_triangles => {
                trees.add(source.pieces(), source.weights());
            }
            _ => trees.add_empty(),
        }
        for mesh in set.meshes() {
            if self.root(mesh).is_none() {
                let geometry = mesh.geometry();
                let root = trees.add(geometry.pieces(), geometry.weights());
                self.meshes.push((mesh.clone(), root));
            }
        }
        gpu.write_all("BVH of meshes", &mut self.nodes, &trees.nodes)?;
        gpu.write_all("triangles of meshes", &mut self.triangles, &trees.triangles)
    }

    /// Forgets all trees.
    pub(super) fn clear(&mut self) {
        self.first = None;
        self.meshes.clear();
    }

    /// Index of the root of a mesh's tree, if it has been written.
    pub(super) fn root(&self, mesh: &ObstacleMesh) -> Option<u32> {
        let mut all = self.meshes.iter();
        let found = all.find(|(known, _)| known.is_same(mesh));
        found.map(|(_, root)| *root)
    }

    /// The nodes of all trees: [`GpuNode`].
    pub(crate) fn nodes<'a>(&'a self, geometry: &'a GpuGeometry) -> &'a Buffer {
        match self.first {
            Some(_) => &self.nodes,
            None => &geometry.nodes,
        }
    }

    /// The triangles of all trees: [`GpuTriangle`].
    pub(crate) fn triangles<'a>(&'a self, geometry: &'a GpuGeometry) -> &'a Buffer {
        match self.first {
            Some(_) => &self.triangles,
            None => &geometry.triangles,
        }
    }
}
