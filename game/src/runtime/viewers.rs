//! The cameras of a scene as viewers of the flocks.

use flock_sim::{boids::Viewer, Vec3};
use fyrox::scene::{
    camera::{Camera, Projection},
    graph::Graph,
};

/// Largest aspect ratio of a picture: the size of the window is not known here.
const WIDEST: f32 = 2.4;

/// Largest number of viewers of a flock.
const MOST: usize = 64;

/// The enabled cameras. Cost: linear in the nodes of the graph.
pub(super) fn viewers(graph: &Graph) -> Vec<Viewer> {
    let cameras = graph.linear_iter().filter_map(|node| node.cast::<Camera>());
    let enabled = cameras.filter(|camera| camera.is_enabled() && camera.is_globally_enabled());
    enabled.take(MOST).map(viewer).collect()
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
