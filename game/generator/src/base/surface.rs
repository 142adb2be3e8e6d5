//! The files of meshes, which several nodes can share.

use super::{
    mesh::Mesh,
    output::{resource_uuid, Output},
};
use fyrox::{
    asset::untyped::ResourceKind,
    core::visitor::{Visit, Visitor},
    scene::mesh::surface::{SurfaceData, SurfaceResource},
};
use std::error::Error;

/// A reference to a mesh for a node.
pub fn reference(path: &str) -> SurfaceResource {
    // Only the UUID is stored; the content is in the mesh's own file.
    SurfaceResource::new_ok(
        resource_uuid(path),
        ResourceKind::External,
        SurfaceData::default(),
    )
}

/// Writes a mesh.
pub fn write_surface(output: &mut Output, path: &str, mesh: Mesh) -> Result<(), Box<dyn Error>> {
    write_data(output, path, mesh.into_surface()?)
}

/// Writes the data of a mesh.
pub fn write_data(
    output: &mut Output,
    path: &str,
    mut surface: SurfaceData,
) -> Result<(), Box<dyn Error>> {
    let mut visitor = Visitor::new();
    surface.visit("SurfaceData", &mut visitor)?;
    output.write_visitor(path, &visitor)
}
