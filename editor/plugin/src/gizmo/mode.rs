//! The interaction mode in which volumes are dragged.

use super::{
    handles::{handles, VolumeHandle},
    view::{before_everything, Pointer, View},
};
use crate::{
    scene_flocks::{frame, script, script_mut},
    script_command::ReplaceScript,
};
use fyrox::{
    core::{
        algebra::Vector2,
        color::Color,
        math::{ray::Ray, round_to_step},
        pool::Handle,
        type_traits::prelude::*,
    },
    engine::Engine,
    gui::{button::Button, BuildContext},
    scene::{node::Node, Scene},
};
use fyrox_flock::{sim::Vec3, Flock};
use fyroxed_base::{
    interaction::{make_interaction_mode_button, InteractionMode},
    message::MessageSender,
    scene::{controller::SceneController, GameScene, Selection},
    settings::Settings,
};

/// Distance in pixels from a handle within which the mouse takes it.
const REACH: f32 = 12.0;

/// Corners of each of the three outlines of a handle: together they are an octahedron.
const CORNERS: usize = 4;

const COLOR: Color = Color::opaque(255, 255, 255);
const HOVERED: Color = Color::opaque(255, 150, 40);

/// Drags the sides of the spawn region, the boundary and its margin of one flock.
#[derive(TypeUuidProvider)]
#[type_uuid(id = "5f0a4d3c-6a53-4a06-9a4e-0d7f2a6f1c10")]
pub(super) struct VolumeMode {
    node: Handle<Node>,
    sender: MessageSender,
    hovered: Option<VolumeHandle>,
    drag: Option<Drag>,
    click: Option<Pointer>,
}

/// A handle that is being dragged.
struct Drag {
    handle: VolumeHandle,
    /// The script before.
    original: Flock,
    /// Difference between the handle's distance and the one that the mouse points at.
    offset: f32,
}

impl VolumeMode {
    pub(super) fn new(node: Handle<Node>, sender: MessageSender) -> Self {
        Self {
            node,
            sender,
            hovered: None,
            drag: None,
            click: None,
        }
    }

    pub(super) fn take_click(&mut self) -> Option<Pointer> {
        self.click.take()
    }

    /// The node of the flock.
    pub(super) fn node(&self) -> Handle<Node> {
        self.node
    }

    /// Takes a drag back that has not ended.
    pub(super) fn cancel(&mut self, scene: &mut Scene) {
        if let (Some(drag), Some(script)) =
            (self.drag.take(), script_mut(&mut scene.graph, self.node))
        {
            *script = drag.original;
        }
    }

    /// The handle at a position on the screen.
    fn handle_at(&self, view: &View) -> Option<VolumeHandle> {
        let script = script(&view.scene.graph, self.node)?;
        let frame = frame(&view.scene.graph, self.node);
        let position = |handle: &VolumeHandle| {
            let position = handle.position(script);
            frame.transform_point(&position.into()).coords
        };
        let handles = handles(script).into_iter();
        view.pointer
            .nearest(handles, position, view.camera(), REACH)
    }

    /// The distance of a handle at which the mouse points. None if its line is seen end on.
    fn pointed_at(&self, handle: &VolumeHandle, view: &View) -> Option<f32> {
        let script = script(&view.scene.graph, self.node)?;
        let frame = frame(&view.scene.graph, self.node);
        let center = frame.transform_point(&handle.center(script).into()).coords;
        let direction = frame.transform_vector(&handle.direction());
        nearest_on_line(
            center,
            direction,
            &view
                .camera()
                .make_ray(view.pointer.mouse, view.pointer.size),
        )
    }
}

impl InteractionMode for VolumeMode {
    fn on_left_mouse_button_down(
        &mut self,
        _: &Selection,
        controller: &mut dyn SceneController,
        engine: &mut Engine,
        mouse: Vector2<f32>,
        size: Vector2<f32>,
        _: &Settings,
    ) {
        let Some(view) = View::new(controller, engine, mouse, size) else {
            return;
        };
        let grabbed = self.handle_at(&view).and_then(|handle| {
            let pointed_at = self.pointed_at(&handle, &view)?;
            let original = script(&view.scene.graph, self.node)?.clone();
            let offset = handle.distance(&original) - pointed_at;
            Some(Drag {
                handle,
                original,
                offset,
            })
        });
        self.drag = grabbed;
        self.click = self.drag.is_none().then_some(view.pointer);
    }

    fn on_left_mouse_button_up(
        &mut self,
        _: &Selection,
        controller: &mut dyn SceneController,
        engine: &mut Engine,
        _: Vector2<f32>,
        _: Vector2<f32>,
        _: &Settings,
    ) {
        let Some(game_scene) = controller.downcast_ref::<GameScene>() else {
            return;
        };
        let scene = &mut engine.scenes[game_scene.scene];
        let (Some(drag), Some(script)) =
            (self.drag.take(), script_mut(&mut scene.graph, self.node))
        else {
            return;
        };
        // As it was, so that the command makes the change, and can undo it.
        let changed = std::mem::replace(script, drag.original);
        if changed.settings() != script.settings() {
            let name = format!("Drag {:?}", drag.handle.volume).to_lowercase();
            let command = ReplaceScript::new(name, self.node, changed);
            self.sender.do_command(command);
        }
    }

    fn on_mouse_move(
        &mut self,
        _: Vector2<f32>,
        mouse: Vector2<f32>,
        _: &Selection,
        controller: &mut dyn SceneController,
        engine: &mut Engine,
        size: Vector2<f32>,
        settings: &Settings,
    ) {
        let Some(view) = View::new(controller, engine, mouse, size) else {
            return;
        };
        let Some(drag) = &self.drag else {
            self.hovered = self.handle_at(&view);
            return;
        };
        let handle = drag.handle;
        let Some(pointed_at) = self.pointed_at(&handle, &view) else {
            return;
        };
        let distance = snapped(pointed_at + drag.offset, handle.direction(), settings);
        let Some(game_scene) = controller.downcast_ref::<GameScene>() else {
            return;
        };
        let scene = &mut engine.scenes[game_scene.scene];
        if let Some(script) = script_mut(&mut scene.graph, self.node) {
            handle.set_distance(script, distance);
        }
    }

    fn on_mouse_leave(
        &mut self,
        _: Vector2<f32>,
        _: &Selection,
        _: &mut dyn SceneController,
        _: &mut Engine,
        _: Vector2<f32>,
        _: &Settings,
    ) {
        self.hovered = None;
    }

    fn update(
        &mut self,
        _: &Selection,
        controller: &mut dyn SceneController,
        engine: &mut Engine,
        _: &Settings,
    ) {
        let Some(game_scene) = controller.downcast_ref::<GameScene>() else {
            return;
        };
        let scene = &mut engine.scenes[game_scene.scene];
        let camera = &scene.graph[game_scene.camera_controller.camera];
        let Some(script) = script(&scene.graph, self.node) else {
            return;
        };
        let frame = frame(&scene.graph, self.node);
        let active = self.drag.as_ref().map(|drag| drag.handle).or(self.hovered);
        for handle in handles(script) {
            let position = frame.transform_point(&handle.position(script).into());
            let is_active = active == Some(handle);
            let color = if is_active { HOVERED } else { COLOR };
            // In the middle of a school, fish would hide it.
            if let Some((position, size)) = before_everything(position.coords, camera) {
                let context = &mut scene.drawing_context;
                context.draw_wire_sphere(position, size, CORNERS, color);
            }
        }
    }

    fn deactivate(&mut self, controller: &dyn SceneController, engine: &mut Engine) {
        if let Some(game_scene) = controller.downcast_ref::<GameScene>() {
            self.cancel(&mut engine.scenes[game_scene.scene]);
        }
        self.hovered = None;
    }

    fn make_button(&mut self, ctx: &mut BuildContext, selected: bool) -> Handle<Button> {
        make_interaction_mode_button(
            ctx,
            include_bytes!("volumes.png"),
            "Edit the spawn region, boundary and margin of the flock; click a boid to watch it",
            selected,
        )
    }

    fn uuid(&self) -> Uuid {
        Self::type_uuid()
    }
}

/// A distance on the grid of the editor, if the user has switched snapping on.
fn snapped(distance: f32, direction: Vec3, settings: &Settings) -> f32 {
    let grid = &settings.move_mode_settings;
    let steps = Vec3::new(grid.x_snap_step, grid.y_snap_step, grid.z_snap_step);
    let step = steps.dot(&direction).abs();
    match grid.grid_snapping && step > 0.0 {
        true => round_to_step(distance, step),
        false => distance,
    }
}

/// Distance along a line, from its center, of the point nearest to a ray. None if they are almost
/// parallel.
fn nearest_on_line(center: Vec3, direction: Vec3, ray: &Ray) -> Option<f32> {
    let along = ray.dir.try_normalize(0.0)?;
    let (between, cosine) = (center - ray.origin, direction.dot(&along));
    let sine_squared = 1.0 - cosine * cosine;
    let distance = (cosine * along.dot(&between) - direction.dot(&between)) / sine_squared;
    (sine_squared > 1e-4 && distance.is_finite()).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mouse_points_at_the_nearest_place_of_a_line() {
        let ray = Ray {
            origin: Vec3::new(3.0, 5.0, 1.0),
            dir: Vec3::new(0.0, -2.0, 0.0),
        };
        let nearest = |direction| nearest_on_line(Vec3::new(1.0, 0.0, 0.0), direction, &ray);
        assert_eq!(nearest(Vec3::x()), Some(2.0));
        assert_eq!(nearest(-Vec3::x()), Some(-2.0));
        assert_eq!(nearest(Vec3::z()), Some(1.0));
        assert_eq!(nearest(Vec3::y()), None);
    }

    #[test]
    fn distances_snap_to_the_editors_grid() {
        let mut settings = Settings::default();
        assert_eq!(snapped(1.02, Vec3::x(), &settings), 1.02);
        settings.move_mode_settings.grid_snapping = true;
        settings.move_mode_settings.y_snap_step = 0.5;
        assert!((snapped(1.02, Vec3::x(), &settings) - 1.0).abs() < 1e-6);
        assert_eq!(snapped(1.3, -Vec3::y(), &settings), 1.5);
    }
}
