//! What a game calls to make the flock available, in the game and in the editor.

use crate::{
    debug::DebugDrawing,
    geometry::{ObstacleSource, Obstacles},
    render::{FlockRenderer, ForwardAxis, Swim, SwimAxis},
    Flock,
};
use flock_sim::{
    AlignTo, Avoidance, AvoidanceResponse, Body, Boundary, BoundaryResponse, Collision,
    CollisionResponse, Driver, Facing, Growth, Motion, Neighbours, Plane, Region, Response, Rule,
    Simulation, Spawn, Steering, Wander,
};
use fyrox::{
    core::reflect::{FieldValue, Reflect},
    gui::inspector::editors::{
        enumeration::EnumPropertyEditorDefinition as Choice,
        inherit::InheritablePropertyEditorDefinition as Inherited,
        inspectable::InspectablePropertyEditorDefinition as Group,
        PropertyEditorDefinitionContainer,
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
    register_group::<Spawn>(editors);
    register_group::<Rule>(editors);
    register_group::<Neighbours>(editors);
    register_group::<Wander>(editors);
    register_group::<Motion>(editors);
    register_group::<Boundary>(editors);
    register_group::<Avoidance>(editors);
    register_group::<Collision>(editors);
    register_group::<Body>(editors);
    register_group::<Simulation>(editors);
    register_group::<Swim>(editors);
    register_group::<Obstacles>(editors);
    register_group::<DebugDrawing>(editors);
    editors.insert(Choice::<Region>::new());
    editors.insert(Choice::<Response>::new());
    editors.insert(Choice::<AlignTo>::new());
    editors.insert(Choice::<Steering>::new());
    editors.insert(Choice::<Plane>::new());
    editors.insert(Choice::<BoundaryResponse>::new());
    editors.insert(Choice::<AvoidanceResponse>::new());
    editors.insert(Choice::<Growth>::new());
    editors.insert(Choice::<CollisionResponse>::new());
    editors.insert(Choice::<ObstacleSource>::new());
    editors.insert(Choice::<Facing>::new());
    editors.insert(Choice::<Driver>::new());
    editors.insert(Choice::<SwimAxis>::new());
    editors.insert(Choice::<ForwardAxis>::new());
    editors.insert(Inherited::<ForwardAxis>::new());
}

/// A struct of fields that a prefab's instance inherits as a whole.
fn register_group<T: Reflect + FieldValue>(editors: &PropertyEditorDefinitionContainer) {
    editors.insert(Inherited::<T>::new());
    editors.insert(Group::<T>::new());
}
