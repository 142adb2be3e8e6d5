//! The script of a player that walks and flies among flocks.

mod controls;
mod deeds;
mod hud;
mod motion;

pub use controls::{Deed, Held};
pub use motion::View;

use crate::{overlay::Overlay, tuning, usable};
use fyrox::{
    core::{
        algebra::Vector3, pool::Handle, reflect::prelude::*, type_traits::prelude::*,
        variable::InheritableVariable, visitor::prelude::*,
    },
    engine::GraphicsContext,
    event::{DeviceEvent, ElementState, Event, WindowEvent},
    graph::SceneGraph,
    gui::UiContainer,
    keyboard::PhysicalKey,
    plugin::error::GameResult,
    resource::model::ModelResource,
    scene::{node::Node, rigidbody::RigidBody, Scene},
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
    window::CursorGrabMode,
};
use std::{collections::VecDeque, mem::take};

/// Half the height of the player's capsule, in metres, and the distance below it within which there
/// is ground.
const HALF_HEIGHT: f32 = 0.9;
const GROUND: f32 = 0.25;

/// Height below which the player has fallen out of the level, in metres.
const ABYSS: f32 = -30.0;

/// A player: its node is a dynamic body with a capsule, which flocks avoid like every moving body.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "2f61d8b5-9c40-4e7a-b3f1-6a58e0c9d724")]
#[visit(optional)]
pub struct Player {
    /// The camera, a child node that rotates with the view. Default: none.
    pub camera: InheritableVariable<Handle<Node>>,
    /// A child node that only rotates about the vertical axis, such as that of a leader. Default:
    /// none.
    pub heading: InheritableVariable<Handle<Node>>,
    /// The stone that the player throws: a model whose root is a dynamic body. Default: none.
    pub stone: InheritableVariable<Option<ModelResource>>,
    /// Walking speed, in m/s. Default: 4.5.
    #[reflect(min_value = 0.0, max_value = 100.0, step = 0.5)]
    pub speed: InheritableVariable<f32>,
    /// Rotation for each pixel of the mouse, in radians. Default: 0.0022.
    #[reflect(min_value = 0.0, max_value = 0.1, step = 0.0005)]
    pub sensitivity: InheritableVariable<f32>,
    /// Initial rotation of the view about the vertical axis, in radians; 0 looks along +Z. Default:
    /// 0.
    pub yaw: InheritableVariable<f32>,
    /// Initial downward angle of the view, in radians below the horizon. Default: 0.
    pub pitch: InheritableVariable<f32>,

    /// The movement keys that are held down.
    #[visit(skip)]
    #[reflect(hidden)]
    pub held: Held,
    #[visit(skip)]
    #[reflect(hidden)]
    deeds: Vec<Deed>,
    #[visit(skip)]
    #[reflect(hidden)]
    view: View,
    #[visit(skip)]
    #[reflect(hidden)]
    start: Vector3<f32>,
    #[visit(skip)]
    #[reflect(hidden)]
    is_flying: bool,
    #[visit(skip)]
    #[reflect(hidden)]
    stones: VecDeque<Handle<Node>>,
    /// Number of boids that the player has hit.
    #[visit(skip)]
    #[reflect(hidden)]
    hits: u32,
    #[visit(skip)]
    #[reflect(hidden)]
    hud: Option<Overlay>,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            camera: Handle::NONE.into(),
            heading: Handle::NONE.into(),
            stone: None.into(),
            speed: 4.5.into(),
            sensitivity: 0.0022.into(),
            yaw: 0.0.into(),
            pitch: 0.0.into(),
            held: Held::default(),
            deeds: Vec::new(),
            view: View::default(),
            start: Vector3::zeros(),
            is_flying: false,
            stones: VecDeque::new(),
            hits: 0,
            hud: None,
        }
    }
}

impl Player {
    /// Queues an action for the next update, as its key does.
    pub fn act(&mut self, deed: Deed) {
        self.deeds.push(deed);
    }

    /// Sets the view.
    pub fn look(&mut self, view: View) {
        self.view = view;
    }

    /// True while the player flies.
    pub fn is_flying(&self) -> bool {
        self.is_flying
    }

    /// Number of boids that the player has hit.
    pub fn hits(&self) -> u32 {
        self.hits
    }

    pub(crate) fn close_hud(&mut self, interfaces: &mut UiContainer) {
        if let Some(hud) = self.hud.take() {
            hud.remove(interfaces);
        }
    }

    fn eye(&self, scene: &Scene, body: Handle<Node>) -> Vector3<f32> {
        let graph = &scene.graph;
        let camera = graph.try_get_node(*self.camera);
        let eye = camera.or_else(|_| graph.try_get_node(body));
        eye.map(|node| node.global_position()).unwrap_or_default()
    }

    fn perform(&mut self, deed: Deed, scene: &mut Scene, body: Handle<Node>) {
        let (eye, direction) = (self.eye(scene, body), self.view.direction());
        match deed {
            Deed::Jump => self.jump(scene, body),
            Deed::Fly => self.is_flying = !self.is_flying,
            Deed::Shoot => self.hits += u32::from(deeds::shoot(scene, body, eye, direction)),
            Deed::Throw => {
                // An error of loading was already logged.
                if let Some(stone) = self.stone.as_ref().filter(|it| it.is_ok()) {
                    deeds::throw(scene, stone, &mut self.stones, eye, direction);
                }
            }
            Deed::Clap => deeds::clap(scene, eye),
            Deed::Use => {
                if let Some(node) = usable::nearest(&scene.graph, eye) {
                    usable::use_all(&mut scene.graph, node);
                }
            }
            Deed::Restore => deeds::restore(scene),
            Deed::Turn(knob) => tuning::turn_nearest(&mut scene.graph, eye, knob),
        }
    }

    fn jump(&mut self, scene: &mut Scene, body: Handle<Node>) {
        let Ok(position) = scene
            .graph
            .try_get_node(body)
            .map(|it| it.global_position())
        else {
            return;
        };
        let down = Vector3::y() * -(HALF_HEIGHT + GROUND);
        let stands = deeds::free_way(scene, body, position, down) < down.norm();
        if let (Some(body), true) = (rigid_body(scene, body), stands && !self.is_flying) {
            body.set_lin_vel_y(motion::JUMP);
        }
    }

    fn go(&self, scene: &mut Scene, body: Handle<Node>, seconds: f32) {
        let (held, view, start) = (self.held, self.view, self.start);
        let (speed, is_flying) = (*self.speed, self.is_flying);
        let Some(body) = rigid_body(scene, body) else {
            return;
        };
        body.set_gravity_scale(if is_flying { 0.0 } else { 1.0 });
        let now = body.lin_vel();
        body.set_lin_vel(motion::velocity(now, held, view, speed, is_flying, seconds));
        if body.global_position().y < ABYSS {
            body.local_transform_mut().set_position(start);
            body.set_lin_vel(Vector3::zeros());
        }
    }

    fn turn_nodes(&self, scene: &mut Scene) {
        for (node, turn) in [
            (*self.camera, self.view.rotation()),
            (*self.heading, self.view.heading()),
        ] {
            if let Ok(node) = scene.graph.try_get_node_mut(node) {
                node.local_transform_mut().set_rotation(turn);
            }
        }
    }

    fn refresh_hud(&mut self, context: &mut ScriptContext) {
        let eye = self.eye(context.scene, context.handle);
        let graph = &context.scene.graph;
        let nearest = usable::nearest(graph, eye);
        let prompt = nearest.and_then(|node| usable::prompt(graph, node));
        let prompt = prompt.map(|prompt| format!("E: {prompt}"));
        let lines: Vec<String> = prompt
            .into_iter()
            .chain(tuning::nearest_status(graph, eye))
            .collect();
        if let Some(hud) = &mut self.hud {
            hud.show(context.user_interfaces, &lines.join("\n"));
        }
    }
}

fn rigid_body(scene: &mut Scene, node: Handle<Node>) -> Option<&mut RigidBody> {
    let node = scene.graph.try_get_node_mut(node).ok()?;
    node.cast_mut::<RigidBody>()
}

/// Keeps the pointer in the window while the player looks around.
pub(crate) fn grab(context: &GraphicsContext, is_grabbed: bool) {
    let GraphicsContext::Initialized(graphics) = context else {
        return;
    };
    let window = &graphics.window;
    let modes = if is_grabbed {
        &[CursorGrabMode::Locked, CursorGrabMode::Confined][..]
    } else {
        &[CursorGrabMode::None]
    };
    // Some systems have only one of the modes, or none; the mouse turns the view without them too.
    let _ = modes
        .iter()
        .any(|mode| window.set_cursor_grab(*mode).is_ok());
    window.set_cursor_visible(!is_grabbed);
}

impl ScriptTrait for Player {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        self.view = View {
            yaw: *self.yaw,
            pitch: *self.pitch,
        };
        let body = context.scene.graph.try_get_node(context.handle)?;
        self.start = body.global_position();
        self.hud = Some(hud::hud(context.user_interfaces));
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, context: &mut ScriptContext) -> GameResult {
        match event {
            Event::WindowEvent { event, .. } => match event {
                WindowEvent::KeyboardInput { event, .. } => {
                    let PhysicalKey::Code(key) = event.physical_key else {
                        return Ok(());
                    };
                    let is_pressed = event.state == ElementState::Pressed;
                    self.held.set(key, is_pressed);
                    if is_pressed && !event.repeat {
                        self.deeds.extend(Deed::of_key(key));
                    }
                }
                WindowEvent::MouseInput {
                    state: ElementState::Pressed,
                    button,
                    ..
                } => {
                    grab(context.graphics_context, true);
                    self.deeds.extend(Deed::of_button(*button));
                }
                WindowEvent::Focused(false) => {
                    self.held = Held::default();
                    grab(context.graphics_context, false);
                }
                _ => (),
            },
            Event::DeviceEvent {
                event: DeviceEvent::MouseMotion { delta },
                ..
            } => self.view.turn(*delta, *self.sensitivity),
            _ => (),
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        for deed in take(&mut self.deeds) {
            self.perform(deed, context.scene, context.handle);
        }
        self.go(context.scene, context.handle, context.dt);
        self.turn_nodes(context.scene);
        self.refresh_hud(context);
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        self.close_hud(context.user_interfaces);
        Ok(())
    }
}
