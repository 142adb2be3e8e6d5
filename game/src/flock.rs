//! The script that puts a flock into a scene.

use crate::{
    debug::DebugDrawing,
    geometry::Obstacles,
    render::{ForwardAxis, Swim},
    runtime::Runtime,
};
use flock_sim::{
    Avoidance, Body, Boundary, Collision, Motion, Neighbours, Rule, Settings, Simulation, Spawn,
    Wander,
};
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
    /// How many boids there are and where they start.
    pub spawn: InheritableVariable<Spawn>,
    /// Draws a boid towards the mean position of its neighbours.
    pub cohesion: InheritableVariable<Rule>,
    /// Pushes a boid away from neighbours that are too close.
    pub separation: InheritableVariable<Rule>,
    /// Turns a boid to where its neighbours go.
    pub alignment: InheritableVariable<Rule>,
    /// Which neighbours count, and for how much.
    pub neighbours: InheritableVariable<Neighbours>,
    /// Roaming at random. Default: off.
    pub wander: InheritableVariable<Wander>,
    /// Steering and its limits.
    pub motion: InheritableVariable<Motion>,
    /// The volume that the boids stay in.
    pub boundary: InheritableVariable<Boundary>,
    /// How boids see the level's static geometry ahead and steer clear of it.
    pub avoidance: InheritableVariable<Avoidance>,
    /// How the boids meet the level's static geometry.
    pub collision: InheritableVariable<Collision>,
    /// Size, turning and tail beat of the drawn bodies.
    pub body: InheritableVariable<Body>,
    /// Time step and threads.
    pub simulation: InheritableVariable<Simulation>,
    /// The model that every boid is drawn with, with its own surfaces, textures and scale. Empty: a built-in fish.
    pub model: InheritableVariable<Option<ModelResource>>,
    /// The axis of the model that points forward. Default: +Z, the engine's look direction.
    pub forward_axis: InheritableVariable<ForwardAxis>,
    /// How the body bends as it swims.
    pub swim: InheritableVariable<Swim>,
    /// Whether the boids cast shadows. Default: on.
    pub cast_shadows: InheritableVariable<bool>,
    /// What of the level the boids meet.
    pub obstacles: InheritableVariable<Obstacles>,
    /// The static colliders that the boids meet: those whose collision groups interact with these. Default: all.
    pub collision_groups: InheritableVariable<InteractionGroups>,
    /// What is drawn over the scene for the one who makes it. Default: nothing.
    pub debug: InheritableVariable<DebugDrawing>,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(crate) runtime: Runtime,
}

impl Default for Flock {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            spawn: settings.spawn.into(),
            cohesion: settings.cohesion.into(),
            separation: settings.separation.into(),
            alignment: settings.alignment.into(),
            neighbours: settings.neighbours.into(),
            wander: settings.wander.into(),
            motion: settings.motion.into(),
            boundary: settings.boundary.into(),
            avoidance: settings.avoidance.into(),
            collision: settings.collision.into(),
            body: settings.body.into(),
            simulation: settings.simulation.into(),
            model: None.into(),
            forward_axis: ForwardAxis::default().into(),
            swim: Swim::default().into(),
            cast_shadows: true.into(),
            obstacles: Obstacles::default().into(),
            collision_groups: InteractionGroups::default().into(),
            debug: DebugDrawing::default().into(),
            runtime: Runtime::default(),
        }
    }
}

impl Flock {
    /// A flock with these settings, drawn as the built-in fish.
    pub fn new(settings: Settings) -> Self {
        let mut flock = Self::default();
        flock.set_settings(settings);
        flock
    }

    /// The settings of the simulation, all groups together.
    pub fn settings(&self) -> Settings {
        Settings {
            spawn: *self.spawn,
            cohesion: *self.cohesion,
            separation: *self.separation,
            alignment: *self.alignment,
            neighbours: *self.neighbours,
            wander: *self.wander,
            motion: *self.motion,
            boundary: *self.boundary,
            avoidance: *self.avoidance,
            collision: *self.collision,
            body: *self.body,
            simulation: *self.simulation,
        }
    }

    /// Replaces the settings of the simulation. In an instance of a prefab the groups that differ no longer follow the
    /// prefab; the others still do.
    pub fn set_settings(&mut self, settings: Settings) {
        assign(&mut self.spawn, settings.spawn);
        assign(&mut self.cohesion, settings.cohesion);
        assign(&mut self.separation, settings.separation);
        assign(&mut self.alignment, settings.alignment);
        assign(&mut self.neighbours, settings.neighbours);
        assign(&mut self.wander, settings.wander);
        assign(&mut self.motion, settings.motion);
        assign(&mut self.boundary, settings.boundary);
        assign(&mut self.avoidance, settings.avoidance);
        assign(&mut self.collision, settings.collision);
        assign(&mut self.body, settings.body);
        assign(&mut self.simulation, settings.simulation);
    }

    /// The running simulation: positions, velocities, statistics. `None` before the script has started and while the
    /// settings that it started with are out of range.
    pub fn running(&self) -> Option<&flock_sim::Flock> {
        self.runtime.simulation()
    }

    /// The running simulation, to step or change it beyond what the settings offer. Its settings follow those of the
    /// script; change them there.
    pub fn running_mut(&mut self) -> Option<&mut flock_sim::Flock> {
        self.runtime.simulation_mut()
    }
}

/// Changes a value, and marks it as the user's own, only where it differs.
fn assign<T: Clone + PartialEq>(variable: &mut InheritableVariable<T>, value: T) {
    if **variable != value {
        variable.set_value_and_mark_modified(value);
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
        std::mem::take(&mut self.runtime).stop(context.scene);
        Ok(())
    }
}
