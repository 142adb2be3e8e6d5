//! The triangles that boids meet against the engine's own physics: the same rays hit at the same distance.

mod choice;
mod compare;
mod degenerate;
mod flat;
mod meshes;
mod primitives;
mod scenes;
mod terrain;
mod tiles;
