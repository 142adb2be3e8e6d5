//! The fields of a script that are applied to its flock.

use super::extrusion::Extrusion;
use crate::{
    debug::DebugDrawing,
    geometry::{collect_static_geometry, SolidQuery, SolidSettings, StaticGeometry},
    node_frame::NodeFrame,
    relations::FlockRelation,
    render::{
        BakedClipsResource, BakedLevelsResource, BodyMotion, BodyShape, ClipChoice, DrawDetail,
        ForwardAxis, Sprite, Swim, Variety,
    },
};
use flock_sim::{events::EventMask, Settings};
use fyrox::{
    core::pool::Handle,
    resource::model::ModelResource,
    scene::{collider::InteractionGroups, graph::Graph, node::Node},
};

/// The fields of a script at the beginning of a frame. An update changes the graph that owns the
/// script, so the flock reads this copy.
/// [`FlockScript::copy_fields`](super::FlockScript::copy_fields) clones only the fields that differ,
/// so a frame without changes allocates nothing on the heap.
#[derive(Default)]
pub(crate) struct FlockFields {
    pub(crate) settings: Settings,
    pub(crate) shape: BodyShape,
    pub(crate) model: Option<ModelResource>,
    pub(crate) second_model: Option<ModelResource>,
    pub(crate) third_model: Option<ModelResource>,
    pub(crate) forward_axis: ForwardAxis,
    pub(crate) swim: Swim,
    pub(crate) body_motion: BodyMotion,
    pub(crate) animation: ClipChoice,
    pub(crate) baked_clips: Option<BakedClipsResource>,
    pub(crate) baked_levels: Option<BakedLevelsResource>,
    pub(crate) variety: Variety,
    pub(crate) sprite: Sprite,
    pub(crate) draw_detail: DrawDetail,
    pub(crate) cast_shadows: bool,
    pub(crate) budget: f32,
    pub(crate) solids: SolidSettings,
    pub(crate) collision_groups: InteractionGroups,
    pub(crate) relations: Vec<FlockRelation>,
    pub(crate) events: EventMask,
    pub(crate) debug: DebugDrawing,
    pub(crate) frame: Handle<Node>,
    pub(crate) frame_jump: f32,
}

impl FlockFields {
    /// Collects the static geometry of a flock at a node.
    pub(crate) fn geometry_at(&self, graph: &Graph, node: Handle<Node>) -> StaticGeometry {
        let frame = NodeFrame::of(graph, self.frame);
        let placement = frame.placement_of(graph, node);
        let extrusion = Extrusion::default().update(&self.settings, &placement);
        let mut found = collect_static_geometry(graph, &self.query(extrusion, &frame));
        for corner in found.triangles.iter_mut().flatten() {
            *corner = frame.pose().point_to_world(*corner);
        }
        found
    }

    /// The solids of the flock. `extrusion`: the range along Z over which 2D colliders are
    /// extruded.
    pub(super) fn query(&self, extrusion: Option<[f32; 2]>, frame: &NodeFrame) -> SolidQuery<'_> {
        SolidQuery {
            source: self.solids.source,
            mesh_nodes: &self.solids.mesh_nodes,
            groups: self.collision_groups,
            extrusion,
            moving_bodies: self.solids.moving_bodies,
            concave_bodies: self.solids.concave_bodies,
            frame: frame.node(),
        }
    }

    /// True if the flock has a level of detail by distance.
    pub(super) fn needs_viewers(&self) -> bool {
        self.settings.detail.enabled || self.draw_detail.has_limit()
    }
}
