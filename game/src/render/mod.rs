//! Drawing of a flock: thousands of bodies with one scene node and a few draw calls, inside the
//! engine's deferred pipeline, so that they are lit and cast shadows like any mesh.
//!
//! The data of the boids are uploaded to a texture with two texels for each boid
//! ([`FlockRenderer::set_instances`]). Bodies with more motion than a beat need a second texture
//! with one texel for each boid ([`FlockRenderer::set_motions`]). The drawn mesh holds many copies
//! of the body; each vertex stores the index of its copy, and each draw call passes the index of
//! its first boid. The boids of one draw call are a chunk. Boids are in the order of the
//! simulation's grid, so a chunk is a compact part of the flock that is culled for each camera and
//! light.
//!
//! | file | contents |
//! |---|---|
//! | `flock_renderer`, `draw_calls`, `looks` | the scene node, what an observer draws of it, and the settings of its bodies |
//! | `instance_texture`, `chunk_bounds`, `depth_order` | the boids: their texture, their bounds for culling, the order of blended bodies |
//! | `drawn_body`, `body_levels`, `body_level`, `body_part`, `body_mesh`, `bound_body` | the body: its levels of detail, its surfaces, its mesh of copies, its materials |
//! | `anatomy` | the places of its moving parts |
//! | `model_body`, `model_surface`, `model_vertex`, `normals`, `skinning`, `blend_shapes`, `material`, `forward_axis`, `body_error`, `left_out` | a body from a model |
//! | `bodies` | the built-in bodies: fish, birds and insects |
//! | `motion` | bending of bodies, and motion of fins, wings and legs |
//! | `clips` | animations of a model |
//! | `posing` | the vertices of a body in its poses, on the CPU |
//! | `variety` | differences between bodies |
//! | `levels`, `simplify`, `coarser_mesh` | levels of detail and draw distance; coarser meshes of a body |
//! | `computed_levels`, `baked_levels` | levels of detail of a model: computing them; as an asset |
//! | `baked_file`, `file_bytes`, `fingerprint` | files beside a model: loading, reading, a hash that detects changes of the model |
//! | `lod_groups` | the engine's LOD groups that name a flock |
//! | `sun` | the light that shines through wings and fins |
//! | `impostor` | the last level of a body: pictures of it, with a shader of their own |
//! | `sprite` | bodies of 2D games, with a shader of their own |
//! | `shader`, `flock.shader` | the shaders; the shader of bodies and its passes |
//! | `boid.glsl`, `looks.glsl` | shared by all vertex shaders: the boid, its cover and colours |
//! | `motion.glsl`, `clips.glsl`, `pose.glsl` | shared by the vertex shaders of bodies: motion, clips, vertices |
//! | `fade.glsl` | shared by all fragment shaders: fading by a pattern |

mod anatomy;
mod baked_file;
pub(crate) mod baked_levels;
mod blend_shapes;
mod bodies;
mod body_error;
mod body_level;
mod body_levels;
mod body_mesh;
mod body_part;
mod bound_body;
mod chunk_bounds;
pub(crate) mod clips;
mod coarser_mesh;
mod computed_levels;
mod depth_order;
mod draw_calls;
mod drawn_body;
mod file_bytes;
mod fingerprint;
mod flock_renderer;
mod forward_axis;
mod impostor;
mod instance_texture;
mod left_out;
mod levels;
mod lod_groups;
mod looks;
mod material;
mod model_body;
mod model_surface;
mod model_vertex;
mod motion;
mod normals;
mod posing;
mod shader;
mod simplify;
mod skinning;
mod sprite;
mod sun;
mod variety;

pub use baked_levels::{BakedLevels, BakedLevelsResource};
pub use bodies::BodyShape;
pub(crate) use body_error::model_name;
pub use body_error::BodyError;
pub use clips::{
    animations_of, BakedClip, BakedClips, BakedClipsResource, ClipBlend, ClipChoice, ClipError,
    Progress,
};
pub use drawn_body::DrawnBody;
pub use flock_renderer::FlockRenderer;
pub use forward_axis::ForwardAxis;
pub use instance_texture::MAX_BOIDS;
pub(crate) use left_out::left_out;
pub use levels::DrawDetail;
pub(crate) use lod_groups::find_lod_groups;
pub use motion::{BodyMotion, MotionKind, Swim, SwimAxis};
pub use sprite::{Sprite, SpriteBlend, SpriteError, SpriteTurn};
pub use sun::Sun;
pub(crate) use sun::{brightest, find_suns};
pub use variety::Variety;
