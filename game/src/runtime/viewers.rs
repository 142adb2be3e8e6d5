//! The cameras of a scene as viewers of the flocks.

use crate::node_frame::NodeFrame;
use flock_sim::{boids::Viewer, Vec3};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{
        camera::{Camera, Projection},
        graph::Graph,
        node::Node,
    },
};
use std::borrow::Cow;

/// Largest aspect ratio of a picture: the size of the window is not known here.
const WIDEST: f32 = 2.4;

/// Largest number of viewers of a flock.
const MOST: usize = 64;

/// The enabled cameras: first the cameras below `host`, such as that of an editor, and last the cameras
/// that draw into a texture. Cost: linear in the nodes of the graph.
pub(super) fn viewers(graph: &Graph, host: Handle<Node>) -> Vec<Viewer> {
    let nodes = graph.pair_iter();
    let cameras = nodes.filter_map(|(handle, node)| Some((handle, node.cast::<Camera>()?)));
    let enabled = cameras.filter(|(_, it)| it.is_enabled() && it.is_globally_enabled());
    let mut enabled: Vec<_> = enabled.collect();
    enabled.sort_by_key(|(handle, camera)| {
        let has_target = camera.render_target().is_some();
        (has_target, !is_below(graph, *handle, host))
    });
    let viewers = enabled.into_iter().take(MOST);
    viewers.map(|(_, camera)| viewer(camera)).collect()
}

/// The viewers in the frame of a flock.
pub(super) fn viewers_in<'a>(frame: &NodeFrame, viewers: &'a [Viewer]) -> Cow<'a, [Viewer]> {
    if frame.is_scene() {
        return viewers.into();
    }
    let frame = frame.pose();
    let seen_from = |viewer: &Viewer| Viewer {
        point: frame.point_to_frame(viewer.point),
        direction: frame.vector_to_frame(viewer.direction),
        ..*viewer
    };
    viewers.iter().map(seen_from).collect()
}

fn is_below(graph: &Graph, mut node: Handle<Node>, above: Handle<Node>) -> bool {
    while let Ok(here) = graph.try_get_node(node) {
        if node == above {
            return true;
        }
        node = here.parent();
    }
    false
}

fn viewer(camera: &Camera) -> Viewer {
    let point = camera.global_position();
    let direction = camera.look_vector().try_normalize(0.0);
    match (camera.projection(), direction) {
        (Projection::Perspective(perspective), Some(direction)) => {
            let to_edge = (0.5 * perspective.fov).tan();
            let to_corner = to_edge * (1.0 + WIDEST * WIDEST).sqrt();
            let degrees = 2.0 * to_corner.atan().to_degrees();
            Viewer {
                point,
                direction,
                field_of_view: degrees.clamp(0.0, 360.0),
            }
        }
        _ => Viewer::all_around(Vec3::from(point)),
    }
}
