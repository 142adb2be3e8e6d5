//! Drawing of a flock: thousands of bodies with one scene node and a few draw calls, inside the
//! engine's deferred pipeline, so that they are lit and cast shadows like any mesh.
//!
//! The data of the boids reach the GPU in a texture with two texels a boid
//! ([`FlockRenderer::set_instances`]). The mesh that is drawn holds many copies of the body; each
//! vertex has the number of its copy, and each draw call the number of its first boid. The copies
//! of one draw call are a chunk. Boids come in the order of the simulation's grid, so a chunk is a
//! compact part of the flock that is culled for each camera and light.
//!
//! | file | contents |
//! |---|---|
//! | `flock_renderer` | the scene node |
//! | `instance_texture`, `chunk_bounds` | the boids: their texture, and their bounds for culling |
//! | `drawn_body`, `body_mesh`, `bound_body` | the body: its surfaces, its mesh of copies, its materials |
//! | `fish_body`, `fish_texture` | the built-in fish |
//! | `model_body`, `model_vertex`, `skinning`, `material`, `forward_axis` | a body from a model |
//! | `swim` | the bending of bodies |
//! | `shader`, `flock.shader`, `boid.glsl` | the shader and its passes; the part that all vertex shaders share |

mod body_mesh;
mod bound_body;
mod chunk_bounds;
mod drawn_body;
mod fish_body;
mod fish_texture;
mod flock_renderer;
mod forward_axis;
mod instance_texture;
mod material;
mod model_body;
mod model_vertex;
mod shader;
mod skinning;
mod swim;

pub use drawn_body::DrawnBody;
pub use flock_renderer::FlockRenderer;
pub use forward_axis::ForwardAxis;
pub use instance_texture::MAX_BOIDS;
pub use model_body::BodyError;
pub use swim::{Swim, SwimAxis};
