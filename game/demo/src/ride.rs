//! The script with which the player looks through another camera.

use crate::usable::Usable;
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    graph::SceneGraph,
    plugin::error::GameResult,
    scene::{camera::Camera, graph::Graph, node::Node},
    script::{ScriptContext, ScriptTrait},
};

/// Switches between the player's camera and another one, such as one that a boid carries, when the
/// player uses its node.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "90b7d3e6-4c1f-4a85-b2d9-6f0e81a5c743")]
#[visit(optional)]
pub struct Ride {
    /// The player's camera. Default: none.
    pub own: InheritableVariable<Handle<Node>>,
    /// The other camera, which is disabled at first. Default: none.
    pub other: InheritableVariable<Handle<Node>>,
    /// The action in the player's prompt. Default: empty.
    pub prompt: InheritableVariable<String>,

    #[visit(skip)]
    #[reflect(hidden)]
    is_riding: bool,
}

impl Default for Ride {
    fn default() -> Self {
        Self {
            own: Handle::NONE.into(),
            other: Handle::NONE.into(),
            prompt: String::new().into(),
            is_riding: false,
        }
    }
}

impl Usable for Ride {
    fn prompt(&self) -> &str {
        &self.prompt
    }

    fn use_it(&mut self) {
        self.is_riding = !self.is_riding;
    }
}

fn enable_camera(graph: &mut Graph, camera: Handle<Node>, is_enabled: bool) {
    let camera = graph.try_get_node_mut(camera).ok();
    if let Some(camera) = camera.and_then(|node| node.cast_mut::<Camera>()) {
        if camera.is_enabled() != is_enabled {
            camera.set_enabled(is_enabled);
        }
    }
}

impl ScriptTrait for Ride {
    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let graph = &mut context.scene.graph;
        enable_camera(graph, *self.own, !self.is_riding);
        enable_camera(graph, *self.other, self.is_riding);
        Ok(())
    }
}
