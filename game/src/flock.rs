//! The script that puts a flock into a scene.

use crate::{
    render::{ForwardAxis, Swim},
    runtime::Runtime,
};
use flock_sim::Settings;
use fyrox::{
    core::{
        reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    plugin::error::GameResult,
    resource::model::ModelResource,
    scene::collider::InteractionGroups,
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};

/// A flock of boids around the node that carries this script.
///
/// The node's position and rotation place the flock; its scale has no effect. The boids live in the world: they do not
/// move along when the node moves, but the boundary does, and they follow it. Disabling the node pauses and hides the
/// flock; removing it removes the flock.
///
/// Every field can be changed while the game runs and takes effect on the next update. Settings that are out of range
/// are reported in the log, and the last good ones stay in effect.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "6f7b2f3a-5a86-4e3c-8a43-52d0b0e8d7c9")]
#[visit(optional)]
pub struct Flock {
    /// How the boids start, move, steer and meet obstacles.
    pub settings: InheritableVariable<Settings>,
    /// The model that every boid is drawn with, with its own surfaces, textures and scale. Empty: a built-in fish.
    pub model: InheritableVariable<Option<ModelResource>>,
    /// The axis of the model that points forward. Default: +Z, the engine's look direction.
    pub forward_axis: InheritableVariable<ForwardAxis>,
    /// How the body bends as it swims.
    pub swim: InheritableVariable<Swim>,
    /// Whether the boids cast shadows. Default: on.
    pub cast_shadows: InheritableVariable<bool>,
    /// The static colliders that the boids meet: those whose collision groups interact with these. Default: all.
    pub collision_groups: InheritableVariable<InteractionGroups>,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(crate) runtime: Runtime,
}

impl Default for Flock {
    fn default() -> Self {
        Self {
            settings: Settings::default().into(),
            model: None.into(),
            forward_axis: ForwardAxis::default().into(),
            swim: Swim::default().into(),
            cast_shadows: true.into(),
            collision_groups: InteractionGroups::default().into(),
            runtime: Runtime::default(),
        }
    }
}

impl Flock {
    /// A flock with these settings, drawn as the built-in fish.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings: settings.into(),
            ..Self::default()
        }
    }

    /// The running simulation: positions, statistics, nearest boids. `None` before the script has started and while the
    /// settings that it started with are out of range.
    pub fn simulation(&self) -> Option<&flock_sim::Flock> {
        self.runtime.simulation()
    }

    /// The running simulation, to step or change it beyond what the settings offer. Its settings follow
    /// [`Flock::settings`]; change them there.
    pub fn simulation_mut(&mut self) -> Option<&mut flock_sim::Flock> {
        self.runtime.simulation_mut()
    }
}

impl ScriptTrait for Flock {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        let mut runtime = Runtime::default();
        runtime.start(self, context);
        self.runtime = runtime;
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let mut runtime = std::mem::take(&mut self.runtime);
        runtime.update(self, context);
        self.runtime = runtime;
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        std::mem::take(&mut self.runtime).stop(&mut context.scene.graph);
        Ok(())
    }
}
