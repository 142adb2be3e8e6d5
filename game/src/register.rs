//! What a game calls to make the flock available, in the game and in the editor.

use crate::{
    render::{FlockRenderer, ForwardAxis, Swim, SwimAxis},
    Flock,
};
use flock_sim::{
    Body, Boundary, Collision, Driver, Motion, Plane, Rule, Simulation, Spawn, Region,
};
use fyrox::{
    gui::inspector::editors::{
        enumeration::EnumPropertyEditorDefinition, inherit::InheritablePropertyEditorDefinition,
        inspectable::InspectablePropertyEditorDefinition, PropertyEditorDefinitionContainer,
    },
    plugin::PluginRegistrationContext,
};

/// Makes the [`Flock`] script and the node that draws it known. Call it once, in `Plugin::register`; the engine panics on a second registration
/// of the same type.
pub fn register(context: &PluginRegistrationContext) {
    let scripts = &context.serialization_context.script_constructors;
    scripts.add::<Flock>("Flock");
    let nodes = &context.serialization_context.node_constructors;
    nodes.add::<FlockRenderer>();
}

/// Makes the flock's settings editable in the inspector. Call it in `Plugin::register_property_editors`.
pub fn register_property_editors(editors: &PropertyEditorDefinitionContainer) {
    editors.insert(InheritablePropertyEditorDefinition::<Spawn>::new());
    editors.insert(InheritablePropertyEditorDefinition::<Rule>::new());
    editors.insert(InheritablePropertyEditorDefinition::<Motion>::new());
    editors.insert(InheritablePropertyEditorDefinition::<Boundary>::new());
    editors.insert(InheritablePropertyEditorDefinition::<Collision>::new());
    editors.insert(InheritablePropertyEditorDefinition::<Body>::new());
    editors.insert(InheritablePropertyEditorDefinition::<Simulation>::new());
    editors.insert(InheritablePropertyEditorDefinition::<ForwardAxis>::new());
    editors.insert(InheritablePropertyEditorDefinition::<Swim>::new());
    editors.insert(InspectablePropertyEditorDefinition::<Spawn>::new());
    editors.insert(InspectablePropertyEditorDefinition::<Rule>::new());
    editors.insert(InspectablePropertyEditorDefinition::<Motion>::new());
    editors.insert(InspectablePropertyEditorDefinition::<Boundary>::new());
    editors.insert(InspectablePropertyEditorDefinition::<Collision>::new());
    editors.insert(InspectablePropertyEditorDefinition::<Body>::new());
    editors.insert(InspectablePropertyEditorDefinition::<Simulation>::new());
    editors.insert(InspectablePropertyEditorDefinition::<Swim>::new());
    editors.insert(EnumPropertyEditorDefinition::<SwimAxis>::new());
    editors.insert(EnumPropertyEditorDefinition::<ForwardAxis>::new());
    editors.insert(EnumPropertyEditorDefinition::<Region>::new());
    editors.insert(EnumPropertyEditorDefinition::<Plane>::new());
    editors.insert(EnumPropertyEditorDefinition::<Driver>::new());
}
