//! Registration of the plugin's types with the engine and the editor.

use crate::{
    debug::DebugDrawing,
    effects,
    events::EventSettings,
    geometry::{SolidSettings, SolidSource},
    preset::{self, PresetLook},
    relations::FlockRelation,
    render::{
        baked_levels, clips, BakedClipsResource, BakedLevelsResource, BodyMotion, BodyShape,
        ClipBlend, ClipChoice, DrawDetail, FlockRenderer, ForwardAxis, MotionKind, Sprite,
        SpriteBlend, SpriteTurn, Swim, SwimAxis, Variety,
    },
    scripts::{EffectShape, FlockReef, FormationForm, Strength, VolumeRole},
    switched_group::{SwitchedGroup, Switches},
    Flock,
};
use flock_sim::{
    influences::FallOff,
    settings::{
        AlignTo, Avoidance, AvoidanceSteering, Backend, Body, Boundary, BoundaryMode, Catch,
        Collision, CollisionResponse, Detail, Facing, Fear, Growth, Hunting, Manoeuvre, Motion,
        Neighbours, Normalization, Panic, Plane, Region, Rule, Simulation, Spawn, Steering, Wander,
        WayFinding,
    },
    wind::{Gusts, Turbulence},
    world::RelationKind,
};
use fyrox::{
    core::TypeUuidProvider,
    gui::inspector::editors::{
        collection::VecCollectionPropertyEditorDefinition as Rows,
        enumeration::EnumPropertyEditorDefinition as Choice,
        inherit::InheritablePropertyEditorDefinition as Inherited,
        inspectable::InspectablePropertyEditorDefinition as Fields,
        PropertyEditorDefinitionContainer,
    },
    plugin::PluginRegistrationContext,
};

/// Registers the [`Flock`] script, the scripts that affect flocks, the renderer node, and presets
/// as assets. Call it in `Plugin::register`. Does nothing if another plugin has called it.
///
/// A game in a hot-reloaded library must not call it: after a reload, the engine would call code of
/// the old library, which was unloaded. Its programs use [`FlockPlugin`](crate::FlockPlugin).
pub fn register(context: &PluginRegistrationContext) {
    let scripts = &context.serialization_context.script_constructors;
    if scripts.map().contains_key(&Flock::type_uuid()) {
        return;
    }
    scripts.add::<Flock>(Flock::NAME);
    effects::register(scripts);
    scripts.add::<FlockReef>(FlockReef::NAME);
    let nodes = &context.serialization_context.node_constructors;
    nodes.add::<FlockRenderer>();
    preset::register(context.resource_manager);
    clips::register(context.resource_manager);
    baked_levels::register(context.resource_manager);
}

/// Registers the inspector editors of the flock's settings. Call it in
/// `Plugin::register_property_editors`.
pub fn register_property_editors(editors: &PropertyEditorDefinitionContainer) {
    macro_rules! register {
        (groups: $($group:ty)*; choices: $($choice:ty)*) => {
            $(register_group::<$group>(editors);)*
            $(editors.insert(Choice::<$choice>::new());)*
        };
    }
    macro_rules! register_settings {
        ($($(#[$meta:meta])* $group:ident: $Group:ty = $default:expr;)*) => {
            $(register_group::<$Group>(editors);)*
        };
    }
    flock_sim::settings_groups! { register_settings! {} }
    register! {
        groups: Swim BodyMotion ClipChoice Variety Sprite DrawDetail SolidSettings DebugDrawing PresetLook EventSettings
            Strength Gusts Turbulence;
        choices: Region Normalization AlignTo Steering Plane BoundaryMode AvoidanceSteering Growth
            CollisionResponse Catch Manoeuvre SolidSource Facing Backend SwimAxis ForwardAxis
            BodyShape MotionKind ClipBlend SpriteTurn SpriteBlend RelationKind FallOff EffectShape VolumeRole
            FormationForm
    }
    editors.insert(Inherited::<ForwardAxis>::new());
    editors.insert(Inherited::<BodyShape>::new());
    editors.insert(Inherited::<Option<BakedClipsResource>>::new());
    editors.insert(Inherited::<Option<BakedLevelsResource>>::new());
    editors.insert(Inherited::<EffectShape>::new());
    editors.insert(Inherited::<VolumeRole>::new());
    editors.insert(Inherited::<FormationForm>::new());
    editors.insert(Rows::<FlockRelation>::new());
    editors.insert(Inherited::<Vec<FlockRelation>>::new());
    editors.insert(Fields::<FlockRelation>::new());
}

/// Registers an editor for a group of fields. An instance of a prefab inherits a group as a whole.
fn register_group<T: Switches>(editors: &PropertyEditorDefinitionContainer) {
    editors.insert(Inherited::<T>::new());
    editors.insert(SwitchedGroup::<T>::new());
}
