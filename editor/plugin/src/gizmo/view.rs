//! The scene view, and the mouse position in it.

use fyrox::{
    core::{algebra::Vector2, pool::Handle},
    engine::Engine,
    scene::{
        camera::{Camera, Projection},
        Scene,
    },
};
use fyrox_flock::sim::Vec3;
use fyroxed_base::scene::{controller::SceneController, GameScene};

/// Half the size of a handle, as a fraction of its distance from the camera.
const SIZE: f32 = 0.012;

/// Distance from the camera at which handles are drawn, in metres: only nearer objects hide them.
const DRAWN_AT: f32 = 1.0;

/// Position of the mouse in the scene view, for example at a click beside all handles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointer {
    /// Position in the scene view, in pixels.
    pub(super) mouse: Vector2<f32>,
    /// Size of the scene view, in pixels.
    pub(super) size: Vector2<f32>,
}

impl Pointer {
    /// The item whose position is nearest on the screen, within `reach` pixels.
    pub(crate) fn nearest<T>(
        &self,
        items: impl Iterator<Item = T>,
        position: impl Fn(&T) -> Vec3,
        camera: &Camera,
        reach: f32,
    ) -> Option<T> {
        let near = items.filter_map(|item| {
            let on_screen = on_screen(position(&item), camera, self.size)?;
            let distance = (on_screen - self.mouse).norm();
            (distance < reach).then_some((distance, item))
        });
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, item)| item)
    }
}

/// The scene, and the position of the mouse in its view.
pub(super) struct View<'a> {
    pub(super) scene: &'a Scene,
    camera: Handle<Camera>,
    pub(super) pointer: Pointer,
}

impl<'a> View<'a> {
    pub(super) fn new(
        controller: &dyn SceneController,
        engine: &'a Engine,
        mouse: Vector2<f32>,
        size: Vector2<f32>,
    ) -> Option<Self> {
        let game_scene = controller.downcast_ref::<GameScene>()?;
        Some(Self {
            scene: &engine.scenes[game_scene.scene],
            camera: game_scene.camera_controller.camera,
            pointer: Pointer { mouse, size },
        })
    }

    pub(super) fn camera(&self) -> &'a Camera {
        &self.scene.graph[self.camera]
    }
}

/// The pixel of a world position; `None` behind the camera. The engine's own projection fails for
/// the nearer half of an orthographic camera's view.
pub(crate) fn on_screen(
    position: Vec3,
    camera: &Camera,
    size: Vector2<f32>,
) -> Option<Vector2<f32>> {
    let is_ahead = (position - camera.global_position()).dot(&camera.look_vector()) > 0.0;
    let clip = camera.view_projection_matrix() * position.push(1.0);
    let viewport = camera.viewport_pixels(size);
    let (x, y) = (viewport.position.x as f32, viewport.position.y as f32);
    let (width, height) = (viewport.size.x as f32, viewport.size.y as f32);
    let [across, up] = [clip.x, clip.y].map(|it| it / clip.w * 0.5 + 0.5);
    (is_ahead && clip.w > 0.0).then(|| Vector2::new(x + width * across, height - (y + height * up)))
}

/// A position with the same pixel that nothing behind [`DRAWN_AT`] hides, and half the size of a
/// handle there. `None` behind the camera.
pub(super) fn before_everything(position: Vec3, camera: &Camera) -> Option<(Vec3, f32)> {
    let eye = camera.global_position();
    let ahead = camera.look_vector().try_normalize(0.0)?;
    let to_handle = position - eye;
    let depth = to_handle.dot(&ahead);
    if depth <= camera.projection().z_near() {
        return None;
    }
    let drawn_at = DRAWN_AT.min(depth);
    match camera.projection() {
        Projection::Perspective(_) => {
            let to_drawn = to_handle * (drawn_at / depth);
            Some((eye + to_drawn, SIZE * to_drawn.norm()))
        }
        Projection::Orthographic(orthographic) => {
            let nearer = ahead * (depth - drawn_at);
            Some((position - nearer, SIZE * orthographic.vertical_size))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, OrthographicProjection, PerspectiveProjection},
    };

    #[test]
    fn handles_are_drawn_where_they_are_seen() {
        let size = Vector2::new(1600.0, 900.0);
        let far = Vec3::new(3.0, -2.0, 40.0);
        for projection in [
            Projection::Perspective(PerspectiveProjection::default()),
            Projection::Orthographic(OrthographicProjection::default()),
        ] {
            let mut scene = Scene::new();
            let camera = CameraBuilder::new(BaseBuilder::new())
                .with_projection(projection)
                .build(&mut scene.graph);
            scene.graph[camera].calculate_matrices(size);
            let camera = &scene.graph[camera];
            let (drawn, _) = before_everything(far, camera).unwrap();
            let seen = |position| on_screen(position, camera, size).unwrap();
            let difference = seen(drawn) - seen(far);
            assert!(difference.norm() < 0.1, "{difference}");
            assert!((drawn.z - DRAWN_AT).abs() < 1e-5);
            assert!(before_everything(-far, camera).is_none());
            assert_eq!(on_screen(-far, camera, size), None);
            if camera.projection().is_perspective() {
                assert!((seen(far) - camera.project(far, size).unwrap()).norm() < 1e-3);
            }
        }
    }
}
