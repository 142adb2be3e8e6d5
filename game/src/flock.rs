//! The script that puts a flock into a scene.

use crate::{
    debug::DebugDrawing,
    geometry::ObstacleSettings,
    render::{
        BakedClips, BakedClipsResource, BodyMotion, BodyShape, ClipChoice, DrawDetail, ForwardAxis,
        Sprite, Swim, Variety,
    },
    runtime::{self, AwaitedGeometry, Runtime},
    EventSettings, FlockEvents, FlockPreset, FlockPursuit, FlockRelation, PresetLook,
    StaticGeometry,
};
use flock_sim::{
    Avoidance, Body, BoidId, Boundary, Collision, Detail, EmitterId, Fear, FlockEvent, Hunting,
    InfluenceId, Motion, Neighbours, Panic, Preset, Rule, Settings, Simulation, Snapshot,
    SnapshotError, Spawn, Wander,
};
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    plugin::error::GameResult,
    resource::model::ModelResource,
    scene::{collider::InteractionGroups, graph::Graph, node::Node},
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};

/// Declares the script with the groups of settings.
macro_rules! flock_script {
    ($($(#[$meta:meta])* $group:ident: $Group:ty = $default:expr;)*) => {
        /// A flock of boids around the node that carries this script.
        ///
        /// The node's position and rotation place the flock; its scale has no effect. Positions of boids
        /// are in world space: when the node moves, its boundary moves along, and the boids follow the
        /// boundary. Disabling the node, or a node above it, pauses and hides the flock; making it
        /// invisible only hides the flock; removing it removes the flock.
        ///
        /// Every field can be changed while the game runs and takes effect on the next update. Settings
        /// that are out of range are reported in the log, and the last good ones stay in effect.
        ///
        /// The flocks of a scene go on together: the first script that the engine updates in a frame updates
        /// them all. They share the geometry of the level if they ask for the same obstacles, and those with
        /// `relations` see each other.
        ///
        /// The boids are drawn by a [`FlockRenderer`](crate::render::FlockRenderer) node that the script
        /// adds below the root of the scene. The node is not part of a scene that the editor saves. In a
        /// scene that a game saves while it runs, it is empty and removes itself after loading.
        #[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
        #[type_uuid(id = "6f7b2f3a-5a86-4e3c-8a43-52d0b0e8d7c9")]
        #[visit(optional)]
        pub struct Flock {
            $($(#[$meta])* pub $group: InheritableVariable<$Group>,)*
            /// The built-in body that the boids are drawn with if there is no model. Default: a simple fish.
            pub shape: InheritableVariable<BodyShape>,
            /// The model that every boid is drawn with, with its own surfaces, textures and scale. Empty: the
            /// built-in body of `shape`.
            pub model: InheritableVariable<Option<ModelResource>>,
            /// The axis of the model that points forward. Default: +Z, the look direction of the engine.
            pub forward_axis: InheritableVariable<ForwardAxis>,
            /// Bending of the body as it swims.
            pub swim: InheritableVariable<Swim>,
            /// Motion of fins, wings and legs. Default: that of the built-in body.
            pub body_motion: InheritableVariable<BodyMotion>,
            /// Animations of the model that the bodies play. Default: none.
            pub animation: InheritableVariable<ClipChoice>,
            /// The animations as the editor baked them into a file beside the model, so that a flock starts with them at once.
            /// Empty, or of another state of the model: they are baked in the background when the flock starts.
            pub baked_clips: InheritableVariable<Option<BakedClipsResource>>,
            /// Colours and patterns in which the bodies differ.
            pub variety: InheritableVariable<Variety>,
            /// Bodies for 2D games: a rectangle with the frames of a texture. Default: off.
            pub sprite: InheritableVariable<Sprite>,
            /// How finely and how far the bodies are drawn.
            pub draw_detail: InheritableVariable<DrawDetail>,
            /// Boids cast shadows. Default: on.
            pub cast_shadows: InheritableVariable<bool>,
            /// The part of the scene that is an obstacle to the boids.
            pub obstacles: InheritableVariable<ObstacleSettings>,
            /// Collision groups of the boids: static colliders that interact with these groups are
            /// obstacles. Default: all.
            pub collision_groups: InheritableVariable<InteractionGroups>,
            /// Other flocks that the boids see, and what they do about them. Default: none.
            pub relations: InheritableVariable<Vec<FlockRelation>>,
            /// What the flock reports to the game. Default: nothing.
            pub events: InheritableVariable<EventSettings>,
            /// Debug drawing over the scene. Default: nothing.
            pub debug: InheritableVariable<DebugDrawing>,
            #[visit(skip)]
            #[reflect(hidden)]
            pub(crate) runtime: Runtime,
        }

        impl Default for Flock {
            fn default() -> Self {
                let settings = Settings::default();
                Self {
                    $($group: settings.$group.into(),)*
                    shape: BodyShape::default().into(),
                    model: None.into(),
                    forward_axis: ForwardAxis::default().into(),
                    swim: Swim::default().into(),
                    body_motion: BodyMotion::default().into(),
                    animation: ClipChoice::default().into(),
                    baked_clips: None.into(),
                    variety: Variety::default().into(),
                    sprite: Sprite::default().into(),
                    draw_detail: DrawDetail::default().into(),
                    cast_shadows: true.into(),
                    obstacles: ObstacleSettings::default().into(),
                    collision_groups: InteractionGroups::default().into(),
                    relations: Vec::new().into(),
                    events: EventSettings::default().into(),
                    debug: DebugDrawing::default().into(),
                    runtime: Runtime::default(),
                }
            }
        }

        impl Flock {
            /// The settings of the simulation, all groups together.
            pub fn settings(&self) -> Settings {
                Settings { $($group: *self.$group,)* }
            }

            /// Replaces the settings of the simulation. In an instance of a prefab, the groups that
            /// differ no longer follow the prefab; the others still do.
            pub fn set_settings(&mut self, settings: Settings) {
                $(assign(&mut self.$group, settings.$group);)*
            }
        }
    };
}

flock_sim::settings_groups! { flock_script! {} }

impl Flock {
    /// The name of the script in the editor.
    pub const NAME: &'static str = "Flock";

    /// A flock with these settings, drawn as the built-in fish.
    pub fn new(settings: Settings) -> Self {
        let mut flock = Self::default();
        flock.set_settings(settings);
        flock
    }

    /// A flock of a preset: its settings, and its look with a built-in body.
    ///
    /// ```
    /// use fyrox_flock::{render::BodyShape, sim::Preset, Flock};
    ///
    /// let flock = Flock::of(Preset::Starlings);
    /// assert_eq!(flock.settings(), Preset::Starlings.settings());
    /// assert_eq!(*flock.shape, BodyShape::Starling);
    /// ```
    pub fn of(preset: Preset) -> Self {
        let preset = FlockPreset::of(preset);
        let mut flock = Self::new(preset.settings());
        flock.set_look(None, &preset.look);
        flock
    }

    /// Replaces how the boids are drawn: the model (`None`: the built-in body of the look), and all else from
    /// a look. In an instance of a prefab, the fields that differ no longer follow the prefab.
    pub fn set_look(&mut self, model: Option<ModelResource>, look: &PresetLook) {
        if *self.model != model {
            assign(&mut self.baked_clips, None);
        }
        assign(&mut self.model, model);
        if look.sprite.enabled {
            assign(&mut self.sprite, look.sprite.clone());
        } else if self.sprite.enabled {
            self.sprite.get_value_mut_and_mark_modified().enabled = false;
        }
        assign(&mut self.shape, look.shape);
        assign(&mut self.forward_axis, look.forward_axis);
        assign(&mut self.swim, look.swim);
        assign(&mut self.body_motion, look.body_motion);
        assign(&mut self.animation, look.animation.clone());
        assign(&mut self.variety, look.variety);
    }

    /// True if the boids of both are drawn alike.
    pub fn looks_like(&self, other: &Self) -> bool {
        let look = PresetLook::without_model;
        *self.model == *other.model && look(self) == look(other)
    }

    /// Collects the obstacles that a flock with this script at `node` meets: the triangles in world
    /// space, and what was left out, with the reason. Cost: linear in the nodes of the graph and in
    /// the triangles. The global transforms of the graph must be up to date.
    pub fn obstacles_at(&self, graph: &Graph, node: Handle<Node>) -> StaticGeometry {
        runtime::obstacles(self, graph, node)
    }

    /// The running simulation: positions, velocities, statistics. `None` before the script has
    /// started, while it waits for the [geometry of a large level](Self::awaited_geometry), and while
    /// the settings that it started with are out of range.
    pub fn running(&self) -> Option<&flock_sim::Flock> {
        self.runtime.simulation()
    }

    /// The first geometry of a level of more than 50,000 triangles, while it is built in the
    /// background: a game can show that it goes on. `None` before the script has started and once the
    /// geometry is complete.
    pub fn awaited_geometry(&self) -> Option<AwaitedGeometry> {
        self.runtime.awaited_geometry()
    }

    /// Waits until the change of the level that is being built in the background is complete, if there is
    /// one: the next frame uses it. Takes as long as the build. For a game that changes its level while
    /// nobody looks, and for tests.
    pub fn wait_for_geometry(&self) {
        self.runtime.wait_for_geometry();
    }

    /// The animations that the bodies play. `None` while they are baked, and if they cannot be: see the log.
    pub fn playing(&self) -> Option<&BakedClips> {
        self.runtime.playing()
    }

    /// How far the baking of the animations is, from 0 to 1. `None` while none are baked.
    pub fn baking(&self) -> Option<f32> {
        self.runtime.baking()
    }

    /// What happened to the boids in the last frame, of the kinds that are on in `events`. All flocks of
    /// a scene together are in the message [`FlockEvents`].
    pub fn last_events(&self) -> &[FlockEvent] {
        self.runtime.events()
    }

    /// The node of the script that is behind an influence, such as that of
    /// [`EventKind::Arrived`](flock_sim::EventKind::Arrived). `None` if the influence is not that of a
    /// script, or is gone.
    pub fn node_of(&self, influence: InfluenceId) -> Option<Handle<Node>> {
        self.runtime.node_of(influence)
    }

    /// The emitter of the script [`FlockEmitter`](crate::FlockEmitter) at a node, for
    /// [`burst`](flock_sim::Flock::burst) and [`emitted`](flock_sim::Flock::emitted) of the running
    /// simulation. `None` if the node has none that acts on this flock.
    pub fn emitter_at(&self, node: Handle<Node>) -> Option<EmitterId> {
        self.runtime.emitter_at(node)
    }

    /// What a boid does as a hunter, and whom it hunts. `None` if its flock does not hunt in attacks
    /// (`hunting.enabled` and a relation of the kind hunt), or before its first step. Takes constant time.
    pub fn pursuit(&self, boid: BoidId) -> Option<FlockPursuit> {
        self.runtime.pursuit(boid)
    }

    /// What all boids of a hunting flock do, in the order of their slots: see [`pursuit`](Self::pursuit).
    ///
    /// ```
    /// use fyrox::{core::pool::Handle, scene::{graph::Graph, node::Node}};
    /// use fyrox_flock::{sim::{BoidId, HuntPhase}, Flock};
    ///
    /// /// The boids of the flock at `prey` that are attacked by the one at `hunters`.
    /// fn attacked(graph: &Graph, hunters: Handle<Node>, prey: Handle<Node>) -> Vec<BoidId> {
    ///     let Some(script) = graph[hunters].try_get_script::<Flock>() else {
    ///         return Vec::new();
    ///     };
    ///     let pursuits = script.pursuits().into_iter().map(|(_, pursuit)| pursuit);
    ///     let attacks = pursuits.filter(|pursuit| pursuit.phase == HuntPhase::Attack);
    ///     let quarries = attacks.filter_map(|pursuit| pursuit.quarry);
    ///     quarries.filter(|(flock, _)| *flock == prey).map(|(_, boid)| boid).collect()
    /// }
    /// ```
    pub fn pursuits(&self) -> Vec<(BoidId, FlockPursuit)> {
        self.runtime.pursuits()
    }

    /// Goes on from a snapshot of the [running simulation](Self::running), as a game that is loaded does.
    /// A script that has not started, or waits for its geometry, starts from it.
    ///
    /// What the scripts and bodies of the scene have added to the flock is found again by the ids that
    /// the engine saves with nodes: in a scene that was saved with the snapshot, nothing is added twice.
    /// Settings, placement and kinds of events follow the script and its node as they are now, and the boids
    /// that are inside of geometry are carried out. Relations follow the script; hunts begin anew. A game that
    /// asks for events itself asks again.
    ///
    /// To save all flocks of a scene, with their hunts, take a [`SceneSnapshot`](crate::SceneSnapshot).
    ///
    /// # Errors
    /// Refuses a snapshot that no flock can have written; then the flock goes on as it is. Of one that is
    /// to start, the log says so, and it starts anew.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        self.runtime.restore(snapshot)
    }

    /// The running simulation, to step or change it beyond what the settings offer. Its settings
    /// follow those of the script; change them there. Tags with the highest bit set are those of scripts:
    /// give what you add others. Another simulation may be put in its place, with the same consequences as
    /// those of [`restore`](Self::restore).
    pub fn running_mut(&mut self) -> Option<&mut flock_sim::Flock> {
        self.runtime.simulation_mut()
    }
}

/// Sets a value and marks it as modified, but only if it differs.
fn assign<T: Clone + PartialEq>(variable: &mut InheritableVariable<T>, value: T) {
    if **variable != value {
        variable.set_value_and_mark_modified(value);
    }
}

impl ScriptTrait for Flock {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        // The engine warns of messages that nobody hears, and a game need not listen.
        let dispatcher = &mut context.message_dispatcher;
        dispatcher.subscribe_to::<FlockEvents>(context.handle);
        runtime::start(self, context.handle, &mut context.scene.graph);
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let happened = runtime::update(self, context.handle, context.scene, context.dt);
        if !happened.0.is_empty() {
            context.message_sender.send_global(happened);
        }
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        std::mem::take(&mut self.runtime).stop(context.scene);
        Ok(())
    }
}
