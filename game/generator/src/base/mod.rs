//! What every scene is made with: files, pictures, meshes, materials and nodes. It knows nothing of what
//! the scenes show.

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
