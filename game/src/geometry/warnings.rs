//! Warnings about obstacles that are not where they are seen.

use fyrox::core::log::Log;

/// The scale of a node acts on what is drawn, and on no collider.
pub(super) fn warn_of_scale(name: &str) {
    Log::warn(format!(
        "{name} or its rigid body is scaled, but its collider keeps its size, in physics and for flocks: boids may \
         swim inside of what is drawn, or keep away from it; scale the mesh instead, or set the size of the collider"
    ));
}
