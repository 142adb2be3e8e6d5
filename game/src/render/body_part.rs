//! A surface of a body before its copies are made.

use super::body_mesh::BodyMesh;
use fyrox::{material::Material, scene::mesh::RenderPath};

/// A part of a body before its copies are made.
#[derive(Debug)]
pub(super) struct BodyPart {
    pub mesh: BodyMesh,
    pub material: Material,
    pub render_path: RenderPath,
}
