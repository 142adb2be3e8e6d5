//! What is known of the ways to one goal.

use fyrox_flock::sim::{
    influences::{FoundWays, InfluenceId},
    ways::Way,
    Flock, Vec3,
};

/// The ways to one goal.
pub(super) struct Shown {
    /// Name of the node whose script leads there.
    pub(super) name: String,
    pub(super) found: FoundWays,
    /// The way of the boid; `None` if there is none.
    pub(super) way: Option<Way>,
    /// Share of the boids that have no way; `None` before ways were found.
    pub(super) without: Option<f32>,
}

impl Shown {
    pub(super) fn of(
        flock: &Flock,
        id: InfluenceId,
        name: String,
        start: Option<Vec3>,
    ) -> Option<Self> {
        Some(Self {
            name,
            found: flock.ways(id)?,
            way: start.and_then(|start| flock.way_from(id, start)),
            without: flock.share_without_way(id),
        })
    }
}
