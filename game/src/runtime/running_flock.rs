//! A flock while its world updates it.

use super::{
    flock_runtime::Runtime,
    flock_script::{script_mut, FlockScript},
};
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};

/// A flock while its world updates it. Its script stays in the scene, with an empty slot.
pub(crate) struct RunningFlock {
    pub(super) node: Handle<Node>,
    pub(super) runtime: Box<Runtime>,
    /// Index of the script at its node; `None` for the script that the engine is updating, and for
    /// a flock without a slot.
    pub(super) index: Option<usize>,
}

impl RunningFlock {
    pub(super) fn new(node: Handle<Node>, runtime: Box<Runtime>) -> Self {
        Self {
            node,
            runtime,
            index: None,
        }
    }

    /// Takes the runtime out of the slot of a script and copies the script's fields, if the script
    /// has started.
    pub(super) fn take(
        node: Handle<Node>,
        script: &mut dyn FlockScript,
        index: Option<usize>,
    ) -> Option<Self> {
        let mut runtime = script.slot_mut().take_started()?;
        script.copy_fields(&mut runtime.fields);
        Some(Self {
            node,
            runtime,
            index,
        })
    }

    /// Returns the runtime to the slot of a script in the scene.
    pub(super) fn return_to(self, graph: &mut Graph) {
        let place = self.index.map(|index| (self.node, index));
        if let Some(script) = place.and_then(|place| script_mut(graph, place)) {
            script.slot_mut().put(self.runtime);
        }
    }
}
