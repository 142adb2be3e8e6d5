//! Static geometry of a scene, which the boids must not cross.
//!
//! Colliders on enabled static rigid bodies become world-space triangles in their pose in the
//! physics engine; sensors are ignored. Mesh nodes that the user chose become triangles as they are
//! drawn. The triangles are passed to [`flock_sim::Geometry`].
//!
//! Stages, in order:
//!
//! 1. `obstacle_tracker` finds the obstacles (`tracked_node`) and their changes since the last
//!    frame, on the main thread.
//! 2. `obstacle_node` reads one obstacle from the scene (`collider_3d`, `collider_2d`,
//!    `surface_cache`, `height_field`, `tile_map`) into an `obstacle_shape`.
//! 3. `builder` turns shapes into triangles (`primitive`, `polyhedron`) and a `Geometry`, on
//!    other threads (`background`).
//!
//! Three kinds of obstacles become convex bodies (`convex_body`) that are updated in each frame:
//! colliders on moving bodies (`moving_body`), static colliders that the game moves
//! (`moved_by_hand`), and meshes that a script names (`mesh_shapes`).

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
mod obstacle_error;
mod obstacle_node;
mod obstacle_query;
mod obstacle_settings;
mod obstacle_shape;
mod obstacle_tracker;
#[cfg(test)]
mod obstacle_tracker_tests;
mod placed_obstacle;
mod polyhedron;
mod primitive;
mod refusal;
mod shape_data;
mod static_geometry;
mod surface_cache;
mod tile_map;
mod tracked_node;
mod triangle;

pub(crate) use background::Background;
pub(crate) use builder::{triangles_of, BuildError, BuiltGeometry, GeometryBuilder};
pub use collect::collect_static_geometry;
pub(crate) use mesh_shapes::MeshShapes;
pub(crate) use moved_by_hand::Frame;
pub(crate) use moving_body::MovingBodies;
pub use obstacle_query::ObstacleQuery;
pub(crate) use obstacle_query::OwnedQuery;
pub use obstacle_settings::{ObstacleSettings, ObstacleSource};
pub(crate) use obstacle_tracker::ObstacleTracker;
pub use static_geometry::{SkippedObstacle, StaticGeometry};
