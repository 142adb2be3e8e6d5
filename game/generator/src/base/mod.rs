//! Building blocks of all scenes: files, images, meshes, materials and nodes. They do not depend on
//! any scene.

pub mod camera;
pub mod colliders;
pub mod flocks;
pub mod image;
pub mod material;
pub mod mesh;
pub mod nodes;
pub mod output;
pub mod pattern;
pub mod solid;
pub mod surface;
pub mod text;
