//! What the scene view shows of the level of the selected flock or script.

use crate::{
    geometry_view::GeometryView, perch_view::PerchView, preview::Preview, way_view::WayView,
};
use fyrox::{core::pool::Handle, scene::node::Node};
use fyrox_flock::sim::BoidId;
use fyroxed_base::Editor;

/// The geometry, the spots of perches, and the ways.
#[derive(Debug, Default)]
pub(crate) struct LevelViews {
    pub(crate) geometry: GeometryView,
    pub(crate) perches: PerchView,
    pub(crate) ways: WayView,
}

impl LevelViews {
    /// Draws all that are on. The editor removes all lines at the next frame.
    ///
    /// `watched`: the boid whose perception is drawn, and the node of its flock.
    pub(crate) fn draw(
        &mut self,
        preview: &Preview,
        watched: Option<(Handle<Node>, BoidId)>,
        editor: &mut Editor,
    ) {
        self.geometry.draw(editor);
        self.perches.draw(preview, editor);
        self.ways.draw(preview, watched, editor);
    }
}
