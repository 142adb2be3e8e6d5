//! The interaction mode for dragging handles.

use super::{
    dragged::{DragLine, Dragged},
    view::{before_everything, Pointer, View},
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
use fyrox_flock::sim::Vec3;
use fyroxed_base::{
    interaction::{make_interaction_mode_button, InteractionMode},
    message::MessageSender,
    scene::{controller::SceneController, GameScene, Selection},
    settings::Settings,
};

/// Distance in pixels within which the mouse hits a handle.
const REACH: f32 = 12.0;

/// Number of corners of each of the three outlines of a handle, which form an octahedron.
const CORNERS: usize = 4;

const COLOR: Color = Color::opaque(255, 255, 255);
const HOVERED: Color = Color::opaque(255, 150, 40);

/// Drags the handles of one node.
pub(super) struct HandleMode<T: Dragged> {
    node: Handle<Node>,
    sender: MessageSender,
    hovered: Option<T::Handle>,
    drag: Option<Drag<T>>,
    click: Option<Pointer>,
}

/// A handle that is being dragged.
struct Drag<T: Dragged> {
    handle: T::Handle,
    original: T::Original,
    /// Difference between the handle's position and the position under the mouse.
    offset: Vec3,
}

impl<T: Dragged> TypeUuidProvider for HandleMode<T> {
    fn type_uuid() -> Uuid {
        T::MODE
    }
}

impl<T: Dragged> HandleMode<T> {
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

    /// The node whose handles are dragged.
    pub(super) fn node(&self) -> Handle<Node> {
        self.node
    }

    /// Cancels a drag that has not ended.
    pub(super) fn cancel(&mut self, scene: &mut Scene) {
        if let Some(drag) = self.drag.take() {
            T::restore(&mut scene.graph, self.node, &drag.handle, drag.original);
        }
    }

    /// The handle at a position on the screen.
    fn handle_at(&self, view: &View) -> Option<T::Handle> {
        let graph = &view.scene.graph;
        let handles = T::handles(graph, self.node).into_iter();
        let placed = handles.filter_map(|it| Some((T::position(graph, self.node, &it)?, it)));
        let nearest = view
            .pointer
            .nearest(placed, |(position, _)| *position, view.camera(), REACH);
        nearest.map(|(_, handle)| handle)
    }

    /// The position of a handle under the mouse. `None` if its line is parallel to the view.
    fn pointed_at(&self, handle: &T::Handle, view: &View) -> Option<Vec3> {
        let graph = &view.scene.graph;
        let camera = view.camera();
        let ray = camera.make_ray(view.pointer.mouse, view.pointer.size);
        match T::line(graph, self.node, handle) {
            Some(line) => {
                let distance = nearest_on_line(line.center, line.direction, &ray)?;
                Some(line.center + line.direction * distance)
            }
            None => {
                let position = T::position(graph, self.node, handle)?;
                on_plane(position, camera.look_vector(), &ray)
            }
        }
    }
}

impl<T: Dragged> InteractionMode for HandleMode<T> {
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
        let graph = &view.scene.graph;
        let grabbed = self.handle_at(&view).and_then(|handle| {
            let pointed_at = self.pointed_at(&handle, &view)?;
            let position = T::position(graph, self.node, &handle)?;
            Some(Drag {
                handle,
                original: T::original(graph, self.node, &handle)?,
                offset: position - pointed_at,
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
        let graph = &mut engine.scenes[game_scene.scene].graph;
        if let Some(drag) = self.drag.take() {
            T::finish(graph, self.node, &drag.handle, drag.original, &self.sender);
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
        let line = T::line(&view.scene.graph, self.node, &handle);
        let position = on_grid(pointed_at + drag.offset, line, settings);
        let Some(game_scene) = controller.downcast_ref::<GameScene>() else {
            return;
        };
        let graph = &mut engine.scenes[game_scene.scene].graph;
        T::move_to(graph, self.node, &handle, position);
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
        let graph = &scene.graph;
        let camera = &graph[game_scene.camera_controller.camera];
        let active = self.drag.as_ref().map(|drag| drag.handle).or(self.hovered);
        for handle in T::handles(graph, self.node) {
            let is_active = active == Some(handle);
            let color = if is_active { HOVERED } else { COLOR };
            let position = T::position(graph, self.node, &handle);
            // Inside a school, fish would hide it.
            let drawn = position.and_then(|position| before_everything(position, camera));
            if let Some((position, size)) = drawn {
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
        make_interaction_mode_button(ctx, include_bytes!("volumes.png"), T::TOOLTIP, selected)
    }

    fn uuid(&self) -> Uuid {
        T::MODE
    }
}

/// A position on the editor's grid, if snapping is on.
fn on_grid(position: Vec3, line: Option<DragLine>, settings: &Settings) -> Vec3 {
    match line {
        Some(line) => {
            let distance = (position - line.center).dot(&line.direction);
            line.center + line.direction * snapped(distance, line.axis, settings)
        }
        None => {
            let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
            Vec3::from(axes.map(|axis| snapped(position.dot(&axis), axis, settings)))
        }
    }
}

/// The intersection of a ray and a plane. `None` if they are almost parallel.
fn on_plane(point: Vec3, normal: Vec3, ray: &Ray) -> Option<Vec3> {
    let along = ray.dir.try_normalize(0.0)?;
    let normal = normal.try_normalize(0.0)?;
    let cosine = along.dot(&normal);
    let distance = (point - ray.origin).dot(&normal) / cosine;
    (cosine.abs() > 1e-3 && distance.is_finite()).then(|| ray.origin + along * distance)
}

/// A distance on the editor's grid, if snapping is on.
fn snapped(distance: f32, direction: Vec3, settings: &Settings) -> f32 {
    let grid = &settings.move_mode_settings;
    let steps = Vec3::new(grid.x_snap_step, grid.y_snap_step, grid.z_snap_step);
    let step = steps.dot(&direction).abs();
    if grid.grid_snapping && step > 0.0 {
        round_to_step(distance, step)
    } else {
        distance
    }
}

/// Distance, along a line from its center, of the point nearest to a ray. `None` if they are almost
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
    fn the_mouse_points_at_a_place_of_a_plane() {
        let ray = Ray {
            origin: Vec3::new(3.0, 5.0, 1.0),
            dir: Vec3::new(0.0, -2.0, 0.0),
        };
        let meet = |normal| on_plane(Vec3::new(0.0, 2.0, 0.0), normal, &ray);
        assert_eq!(meet(Vec3::y() * 3.0), Some(Vec3::new(3.0, 2.0, 1.0)));
        assert_eq!(meet(Vec3::x()), None);
        assert_eq!(meet(Vec3::zeros()), None);
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
