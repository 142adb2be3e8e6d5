//! The point of a scene under the mouse pointer.

use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        math::plane::Plane,
    },
    engine::GraphicsContext,
    scene::{camera::Camera, Scene},
    script::ScriptContext,
};

/// The point under the pointer, given in pixels, in the plane perpendicular to the Z axis at `z`.
/// `None` without a window or an enabled camera, or if the camera looks along the plane.
pub fn under_pointer(
    context: &ScriptContext,
    pointer: Vector2<f32>,
    z: f32,
) -> Option<Vector3<f32>> {
    let GraphicsContext::Initialized(graphics) = &*context.graphics_context else {
        return None;
    };
    let size = graphics.window.inner_size();
    let size = Vector2::new(size.width as f32, size.height as f32);
    under_pixel(context.scene, pointer, size, z)
}

fn under_pixel(
    scene: &Scene,
    pointer: Vector2<f32>,
    size: Vector2<f32>,
    z: f32,
) -> Option<Vector3<f32>> {
    let nodes = scene.graph.linear_iter();
    let enabled = |node: &&Camera| node.is_enabled() && node.is_globally_enabled();
    let camera = nodes
        .filter_map(|node| node.cast::<Camera>())
        .find(enabled)?;
    let ray = camera.make_ray(pointer, size);
    let plane = Plane::from_normal_and_point(&Vector3::z(), &Vector3::new(0.0, 0.0, z))?;
    ray.plane_intersection_point(&plane)
}
