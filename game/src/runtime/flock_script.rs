//! The scripts of the flocks of a scene, without their type.
//!
//! A script shows its [`RuntimeSlot`] to the engine as a component. The runtime finds the script of
//! a flock by this component, and reads the script through the trait [`FlockScript`].

use super::{fields::FlockFields, flock_runtime::Runtime};
use crate::relations::FlockRelation;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
    script::{Script, ScriptTrait},
};
use std::fmt;

/// A script whose node has a flock. Its slot must be a component of the script.
pub(crate) trait FlockScript: ScriptTrait {
    /// Copies the fields of the script that differ from the given ones.
    fn copy_fields(&self, fields: &mut FlockFields);

    /// A copy of all fields.
    fn fields(&self) -> FlockFields {
        let mut fields = FlockFields::default();
        self.copy_fields(&mut fields);
        fields
    }

    fn relations(&self) -> &[FlockRelation];

    fn set_relations(&mut self, relations: Vec<FlockRelation>);

    fn slot(&self) -> &RuntimeSlot;

    fn slot_mut(&mut self) -> &mut RuntimeSlot;
}

/// The place of the running flock in its script.
///
/// Before the script has started, it is empty or has a flock that has not started. It is also empty
/// while the world of the scene updates the flock.
pub(crate) struct RuntimeSlot {
    runtime: Option<Box<Runtime>>,
    as_flock: fn(&Script) -> Option<&dyn FlockScript>,
    as_flock_mut: fn(&mut Script) -> Option<&mut dyn FlockScript>,
}

impl Clone for RuntimeSlot {
    /// An empty slot, because a copied script starts its own flock.
    fn clone(&self) -> Self {
        Self {
            runtime: None,
            as_flock: self.as_flock,
            as_flock_mut: self.as_flock_mut,
        }
    }
}

impl fmt::Debug for RuntimeSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.runtime.fmt(f)
    }
}

impl RuntimeSlot {
    /// An empty slot of a script of type `S`.
    pub(crate) fn of<S: FlockScript>() -> Self {
        Self {
            runtime: None,
            as_flock: |script| script.cast::<S>().map(|it| it as _),
            as_flock_mut: |script| script.cast_mut::<S>().map(|it| it as _),
        }
    }

    pub(crate) fn get(&self) -> Option<&Runtime> {
        self.runtime.as_deref()
    }

    pub(crate) fn get_mut(&mut self) -> Option<&mut Runtime> {
        self.runtime.as_deref_mut()
    }

    /// The runtime; a new one that has not started if the slot is empty.
    pub(crate) fn get_or_new(&mut self) -> &mut Runtime {
        self.runtime.get_or_insert_default()
    }

    pub(crate) fn take(&mut self) -> Option<Box<Runtime>> {
        self.runtime.take()
    }

    /// Takes the runtime, if the script has started.
    pub(super) fn take_started(&mut self) -> Option<Box<Runtime>> {
        self.runtime.take_if(|runtime| runtime.has_started())
    }

    pub(super) fn put(&mut self, runtime: Box<Runtime>) {
        self.runtime = Some(runtime);
    }
}

/// The script as that of a flock; `None` for other scripts.
pub(super) fn flock_script(script: &Script) -> Option<&dyn FlockScript> {
    let slot = script.query_component_ref::<RuntimeSlot>()?;
    (slot.as_flock)(script)
}

/// Like [`flock_script`].
pub(super) fn flock_script_mut(script: &mut Script) -> Option<&mut dyn FlockScript> {
    let slot = script.query_component_ref::<RuntimeSlot>()?;
    (slot.as_flock_mut)(script)
}

/// The first script of a flock at a node.
pub(super) fn flock_at(graph: &Graph, node: Handle<Node>) -> Option<&dyn FlockScript> {
    let mut scripts = graph.try_get_node(node).ok()?.scripts();
    scripts.find_map(flock_script)
}

/// Like [`flock_at`].
pub(super) fn flock_at_mut(graph: &mut Graph, node: Handle<Node>) -> Option<&mut dyn FlockScript> {
    let mut scripts = graph.try_get_node_mut(node).ok()?.scripts_mut();
    scripts.find_map(flock_script_mut)
}

/// The script of a flock by its node and its index among the scripts there.
pub(super) fn script_mut(
    graph: &mut Graph,
    (node, index): (Handle<Node>, usize),
) -> Option<&mut dyn FlockScript> {
    let node = graph.try_get_node_mut(node).ok()?;
    flock_script_mut(node.scripts_mut().nth(index)?)
}

/// True for a node with the script of a flock, even if the script has not started. While the engine
/// updates a script, its node does not have it.
pub(super) fn has_flock(graph: &Graph, node: Handle<Node>) -> bool {
    flock_at(graph, node).is_some()
}
