//! The script that puts a flock into a scene.

use flock_sim::Settings;
use fyrox::{
    core::{
        reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    resource::model::ModelResource,
    scene::collider::InteractionGroups,
    script::ScriptTrait,
};

/// A flock of boids around the node that carries this script. The node's position and rotation place the flock; its
/// scale has no effect.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "6f7b2f3a-5a86-4e3c-8a43-52d0b0e8d7c9")]
#[visit(optional)]
pub struct Flock {
    /// How the boids start, move, steer, meet obstacles and look.
    pub settings: InheritableVariable<Settings>,
    /// The model that every boid is drawn with, with its own surfaces, textures and scale. Empty: a built-in fish.
    pub model: InheritableVariable<Option<ModelResource>>,
    /// Whether the boids cast shadows.
    pub cast_shadows: InheritableVariable<bool>,
    /// The static colliders that the boids meet: those whose collision groups interact with these. Default: all.
    pub collision_groups: InheritableVariable<InteractionGroups>,
}

impl Default for Flock {
    fn default() -> Self {
        Self {
            settings: Settings::default().into(),
            model: None.into(),
            cast_shadows: true.into(),
            collision_groups: InteractionGroups::default().into(),
        }
    }
}

impl ScriptTrait for Flock {}
