//! Pivot nodes.

use fyrox::scene::{base::BaseBuilder, transform::TransformBuilder};
use fyrox_flock::sim::Vec3;

/// A node that is not built yet.
pub(crate) fn pivot(name: &str, position: Vec3) -> BaseBuilder {
    let transform = TransformBuilder::new().with_local_position(position);
    BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build())
}
