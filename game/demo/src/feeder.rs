//! The script of a feeder: a click drops food, to which fish swim.

use crate::{
    night::enable,
    pointer::{under_pointer, Pointer},
};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        pool::Handle,
        reflect::prelude::*,
        type_traits::prelude::*,
        variable::InheritableVariable,
        visitor::prelude::*,
    },
    event::Event,
    graph::SceneGraph,
    plugin::error::GameResult,
    scene::node::Node,
    script::{ScriptContext, ScriptTrait},
};

/// Speed at which food sinks, in m/s.
const SINKS: f32 = 0.07;

/// Shows and hides food: a node that attracts fish.
///
/// A click puts the node under the pointer, in the plane perpendicular to the Z axis through this
/// script's node. The food sinks within the box around this node, and is hidden when it is eaten.
/// The node of the food has no parent.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "7c1e94a8-20db-4f6e-b3c9-5a8d61f7e042")]
#[visit(optional)]
pub struct Feeder {
    /// The node that attracts fish. It is disabled without food. Default: none.
    pub food: InheritableVariable<Handle<Node>>,
    /// Half extents of the box that food does not leave, in metres. Default: 1 each.
    pub half_extents: InheritableVariable<Vector3<f32>>,
    /// Time until the food is eaten, in seconds. 0 to 1,000; default 12.
    #[reflect(min_value = 0.0, max_value = 1000.0, step = 1.0)]
    pub lasts: InheritableVariable<f32>,

    /// Position of the pointer, in pixels.
    #[visit(skip)]
    #[reflect(hidden)]
    pointer: Vector2<f32>,
    /// Where food will be dropped.
    #[visit(skip)]
    #[reflect(hidden)]
    wanted: Option<Vector3<f32>>,
    /// Time until the food is eaten, in seconds.
    #[visit(skip)]
    #[reflect(hidden)]
    left: f32,
}

impl Default for Feeder {
    fn default() -> Self {
        Self {
            food: Handle::NONE.into(),
            half_extents: Vector3::repeat(1.0).into(),
            lasts: 12.0.into(),
            pointer: Vector2::zeros(),
            wanted: None,
            left: 0.0,
        }
    }
}

impl Feeder {
    /// Drops food at a point of the world, or at the nearest point of the box, in the next update.
    pub fn feed(&mut self, at: Vector3<f32>) {
        self.wanted = Some(at);
    }

    /// The point of the box that is nearest to `at`.
    fn in_box(&self, middle: Vector3<f32>, at: Vector3<f32>) -> Vector3<f32> {
        let half = self.half_extents.abs();
        // Half extents that are no numbers do not limit it, where `clamp` would panic.
        middle + (at - middle).zip_map(&half, |way, half| way.max(-half).min(half))
    }
}

impl ScriptTrait for Feeder {
    fn on_os_event(&mut self, event: &Event<()>, context: &mut ScriptContext) -> GameResult {
        match Pointer::of(event) {
            Some(Pointer::Moves(to)) => self.pointer = to,
            Some(Pointer::Clicks) => {
                let z = context.scene.graph[context.handle].global_position().z;
                if let Some(at) = under_pointer(context, self.pointer, z) {
                    self.feed(at);
                }
            }
            None => (),
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let graph = &mut context.scene.graph;
        let middle = graph[context.handle].global_position();
        let Ok(food) = graph.try_get_node_mut(*self.food) else {
            return Ok(());
        };
        if let Some(at) = self.wanted.take() {
            let at = self.in_box(middle, at);
            food.local_transform_mut().set_position(at);
            self.left = *self.lasts;
        }
        self.left -= context.dt;
        let is_left = self.left > 0.0;
        if is_left {
            let sinks = Vector3::y() * (SINKS * context.dt);
            let at = **food.local_transform().position() - sinks;
            food.local_transform_mut()
                .set_position(self.in_box(middle, at));
        }
        enable(graph, &[*self.food], is_left);
        Ok(())
    }
}
