//! The mouse pointer, and the point of a scene under it.

use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        math::plane::Plane,
    },
    engine::GraphicsContext,
    event::{ElementState, Event, MouseButton, WindowEvent},
    scene::{camera::Camera, Scene},
    script::ScriptContext,
};

/// What the mouse does.
pub enum Pointer {
    /// It moves to a position, in pixels.
    Moves(Vector2<f32>),
    /// Its left button is pressed.
    Clicks,
}

impl Pointer {
    /// What an event says about the mouse.
    pub fn of(event: &Event<()>) -> Option<Self> {
        let Event::WindowEvent { event, .. } = event else {
            return None;
        };
        match event {
            WindowEvent::CursorMoved { position, .. } => Some(Self::Moves(Vector2::new(
                position.x as f32,
                position.y as f32,
            ))),
            WindowEvent::MouseInput {
                state: ElementState::Pressed,
                button: MouseButton::Left,
                ..
            } => Some(Self::Clicks),
            _ => None,
        }
    }
}

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
