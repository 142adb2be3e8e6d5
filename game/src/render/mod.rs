//! Draws a flock: thousands of bodies with one scene node and a few draw calls, inside the engine's deferred pipeline,
//! so that they are lit and cast shadows like any mesh.
//!
//! The data of the boids travel to the graphics card in a texture, two texels a boid ([`FlockRenderer::set_instances`]).
//! The mesh that is drawn holds many copies of the body, each vertex marked with its copy's number; a draw call says
//! which boid its first copy is. The copies of one draw call are a chunk, and since boids lie in the order of the
//! simulation's grid, a chunk is a compact piece of the flock that can be culled for each camera and light.

mod axis;
mod body;
mod chunks;
mod fish;
mod fish_texture;
mod instances;
mod material;
mod mesh;
mod model;
mod node;
mod shader;
mod skin;
mod swim;

pub use axis::ForwardAxis;
pub use body::Body;
pub use instances::MAX_BOIDS;
pub use model::BodyError;
pub use node::FlockRenderer;
pub use swim::{Swim, SwimAxis};
