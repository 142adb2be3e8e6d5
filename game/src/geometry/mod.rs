//! Static geometry of a scene, which the boids must not cross.
//!
//! Colliders on enabled static rigid bodies become world-space triangles in their pose in the
//! physics engine; sensors are ignored. Mesh nodes that the user chose become triangles as they are
//! drawn. The triangles are passed to [`flock_sim::Geometry`]. For flocks that live in the frame of a
//! node, the same is done in the coordinates of the node, with what it carries.
//!
//! Stages, in order:
//!
//! 1. `solid_tracker` finds the solids (`tracked_node`) and their changes since the last frame, on
//!    the main thread.
//! 2. `solid_node` reads one solid from the scene (`collider_3d`, `collider_2d`, `surface_cache`,
//!    `height_field`, `tile_map`) into a `solid_shape`.
//! 3. `builder` turns shapes into triangles (`primitive`, `polyhedron`) and a `Geometry`, on
//!    other threads (`background`).
//!
//! Three kinds of moving obstacles are updated in each frame: colliders on moving bodies
//! (`moving_body`), static colliders that the game moves (`moved_by_hand`), and meshes that a script
//! names (`mesh_shapes`). They are convex bodies (`convex_body`), or the meshes of a `solid_shape`.

mod background;
mod builder;
mod collect;
mod collider;
mod collider_2d;
mod collider_3d;
mod convex_body;
mod height_field;
mod mesh_shapes;
mod moved_by_hand;
mod moving_body;
mod placed_solid;
mod polyhedron;
mod primitive;
mod refusal;
mod shape_data;
mod solid_error;
mod solid_node;
mod solid_query;
mod solid_settings;
mod solid_shape;
mod solid_tracker;
#[cfg(test)]
mod solid_tracker_tests;
mod static_geometry;
mod surface_cache;
mod tile_map;
mod tracked_node;
mod triangle;

pub(crate) use background::Background;
pub(crate) use builder::{triangles_of, BuildError, BuiltGeometry, GeometryBuilder};
pub use collect::collect_static_geometry;
pub(crate) use mesh_shapes::{Asker, MeshShapes};
pub(crate) use moved_by_hand::Frame;
pub(crate) use moving_body::{MovingBodies, MovingBody};
pub use solid_query::SolidQuery;
pub(crate) use solid_query::{OwnedQuery, Selection};
pub use solid_settings::{SolidSettings, SolidSource};
pub(crate) use solid_tracker::SolidTracker;
pub use static_geometry::{SkippedNode, StaticGeometry};
