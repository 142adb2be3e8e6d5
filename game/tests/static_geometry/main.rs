//! The triangles of a scene's geometry compared with the engine's physics: the same rays hit at the
//! same distance.

mod choice;
mod colliders_2d;
mod compare;
mod degenerate;
mod meshes;
mod primitives;
mod scenes;
mod terrain;
mod tile_maps;
