//! Warnings about obstacles that are not where they are seen.

use fyrox::core::log::Log;

/// The scale of a node acts on what is drawn, and on no collider.
pub(super) fn warn_of_scale(name: &str) {
    Log::warn(format!(
        "{name} or its rigid body is scaled, but its collider keeps its size, in physics and for flocks: boids may \
         swim inside of what is drawn, or keep away from it; scale the mesh instead, or set the size of the collider"
    ));
}

/// A static body whose shape cannot be swept.
pub(super) fn warn_of_moved_shape(name: &str) {
    Log::warn(format!(
        "{name} is moved by the game, and its body is static: its shape is not convex, so flocks meet it where it was \
         when the level was built last, and boids may end up behind it; make its body kinematic, or its collider a \
         Polyhedron, of which the parts are obstacles that move"
    ));
}

/// Too many parts move.
pub(super) fn warn_of_parts(name: &str, most: usize) {
    Log::warn(format!(
        "{name} is moved by the game, and its body is static: more than {most} convex parts move already, so flocks \
         meet it where it was when the level was built last, and boids may end up behind it; let fewer bodies move at \
         a time"
    ));
}
