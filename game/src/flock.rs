//! The script that puts a flock into a scene.

use crate::{
    debug::DebugDrawing,
    events::EventSettings,
    geometry::{SolidSettings, StaticGeometry},
    relations::{FlockPursuit, FlockRelation},
    render::{
        BakedClips, BakedClipsResource, BakedLevels, BakedLevelsResource, BodyMotion, BodyShape,
        ClipChoice, DrawDetail, ForwardAxis, Sprite, Swim, Variety,
    },
    runtime::{self, AwaitedGeometry, FlockFields, FlockScript, RuntimeSlot},
    FlockEvents, TransferError,
};
use flock_sim::{
    emitters::EmitterId,
    events::FlockEvent,
    influences::InfluenceId,
    perches::PerchId,
    saving::{Snapshot, SnapshotError},
    settings::{
        Avoidance, Body, Boundary, Collision, Detail, Fear, Hunting, Motion, Neighbours, Panic,
        Rule, Simulation, Spawn, Wander, WayFinding,
    },
    BoidId, Settings,
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
        /// The node's position and rotation place the flock; its scale has no effect. Positions of
        /// boids are in world space: when the node moves, its boundary moves with it, and the boids
        /// follow the boundary. With `frame`, the boids themselves are carried by a node that moves.
        /// Disabling the node or an ancestor pauses and hides the flock;
        /// making it invisible only hides the flock; removing it removes the flock.
        ///
        /// Every field can be changed while the game runs and takes effect on the next update.
        /// Invalid settings are logged, and the last valid ones stay in effect.
        ///
        /// The flocks of a scene share one clock: the first script that the engine updates in a
        /// frame updates all flocks. They share the geometry of the level if they select the same
        /// solids, and flocks with `relations` see each other.
        ///
        /// The boids are drawn by a [`FlockRenderer`](crate::render::FlockRenderer) node that the
        /// script adds below the root of the scene. The node is not part of a scene that the editor
        /// saves. In a scene that a game saves while it runs, it is empty and removes itself after
        /// loading.
        #[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
        #[type_uuid(id = "6f7b2f3a-5a86-4e3c-8a43-52d0b0e8d7c9")]
        #[visit(optional)]
        pub struct Flock {
            $($(#[$meta])* pub $group: InheritableVariable<$Group>,)*
            /// The built-in body that the boids are drawn with if there is no model. Default: a
            /// simple fish.
            pub shape: InheritableVariable<BodyShape>,
            /// The model that every boid is drawn with, with its own surfaces, textures and scale.
            /// Empty: the built-in body of `shape`.
            pub model: InheritableVariable<Option<ModelResource>>,
            /// A model of the same size and shape with fewer triangles, the second level of detail
            /// of `model`. `draw_detail.second_mesh` sets where it is drawn. Empty: `model` is
            /// simplified. It has no effect on bodies that play animations.
            pub second_model: InheritableVariable<Option<ModelResource>>,
            /// The same for the third level of detail, and `draw_detail.third_mesh`.
            pub third_model: InheritableVariable<Option<ModelResource>>,
            /// The axis of the model that points forward. Default: +Z, the look direction of the
            /// engine.
            pub forward_axis: InheritableVariable<ForwardAxis>,
            /// Bending of the swimming body.
            pub swim: InheritableVariable<Swim>,
            /// Motion of fins, wings and legs. Default: the motion of the built-in body.
            pub body_motion: InheritableVariable<BodyMotion>,
            /// Animations of the model that the bodies play. Default: none.
            pub animation: InheritableVariable<ClipChoice>,
            /// The baked animations of the model: a file that the editor writes beside the model,
            /// so that the animations play at once. If it is empty or does not match the model, the
            /// flock bakes them in the background when it starts.
            pub baked_clips: InheritableVariable<Option<BakedClipsResource>>,
            /// The simplified meshes and the impostor of the model: a file that the editor writes
            /// beside the model, so that all levels of detail are there at once. If it is empty or
            /// does not match the model, the flock computes them in the background when it starts.
            pub baked_levels: InheritableVariable<Option<BakedLevelsResource>>,
            /// Differences between the bodies in colour and pattern.
            pub variety: InheritableVariable<Variety>,
            /// Sprites for 2D games: rectangles with the frames of a texture. Default: off.
            pub sprite: InheritableVariable<Sprite>,
            /// Level of detail and draw distance of the bodies.
            pub draw_detail: InheritableVariable<DrawDetail>,
            /// Boids cast shadows. Default: on.
            pub cast_shadows: InheritableVariable<bool>,
            /// The parts of the scene that boids do not cross.
            pub solids: InheritableVariable<SolidSettings>,
            /// Collision groups of the boids: static colliders that interact with them are
            /// geometry. Default: all.
            pub collision_groups: InheritableVariable<InteractionGroups>,
            /// The node in whose frame the flock lives: a ship, a train, a lift, a tank on a cart. Its
            /// boids, its boundary and what affects it move with the node; `motion.inertia` sets how
            /// much the boids feel its motion. The solids are the colliders and the chosen meshes at
            /// or below the node, and the colliders of its body; bodies below it that move in it, and
            /// moving bodies elsewhere, are moving obstacles. Static colliders elsewhere are not
            /// seen. Another node starts the flock anew. Default: none, for the world.
            pub frame: InheritableVariable<Handle<Node>>,
            /// Distance, in metres: a frame node that moves farther between two frames of the game,
            /// and faster than 100 m/s, was teleported, and the boids go with it without inertia. So
            /// was one that turns by more than 60 degrees. 0 to 1,000; default 5.
            #[reflect(min_value = 0.0, max_value = 1000.0, step = 0.5)]
            pub frame_jump: InheritableVariable<f32>,
            /// Other flocks that the boids see, and how they react to them. Default: none.
            pub relations: InheritableVariable<Vec<FlockRelation>>,
            /// The events that the flock reports to the game. Default: none.
            pub events: InheritableVariable<EventSettings>,
            /// Time that the steps of a frame may take, in milliseconds. If they take longer, the
            /// distances of `detail` shrink, if it is on. If that is not enough, a frame makes at
            /// most one step, and the flock moves in slow motion. 0: no limit; otherwise 0.01 to
            /// 1,000; default 0.
            #[reflect(min_value = 0.0, max_value = 1000.0, step = 0.1)]
            pub budget: InheritableVariable<f32>,
            /// Debug drawing over the scene. Default: nothing.
            pub debug: InheritableVariable<DebugDrawing>,
            #[visit(skip)]
            #[reflect(hidden)]
            #[component(include)]
            pub(crate) runtime: RuntimeSlot,
        }

        impl Default for Flock {
            fn default() -> Self {
                let settings = Settings::default();
                Self {
                    $($group: settings.$group.into(),)*
                    shape: BodyShape::default().into(),
                    model: None.into(),
                    second_model: None.into(),
                    third_model: None.into(),
                    forward_axis: ForwardAxis::default().into(),
                    swim: Swim::default().into(),
                    body_motion: BodyMotion::default().into(),
                    animation: ClipChoice::default().into(),
                    baked_clips: None.into(),
                    baked_levels: None.into(),
                    variety: Variety::default().into(),
                    sprite: Sprite::default().into(),
                    draw_detail: DrawDetail::default().into(),
                    cast_shadows: true.into(),
                    solids: SolidSettings::default().into(),
                    collision_groups: InteractionGroups::default().into(),
                    frame: Handle::NONE.into(),
                    frame_jump: 5.0.into(),
                    relations: Vec::new().into(),
                    events: EventSettings::default().into(),
                    budget: 0.0.into(),
                    debug: DebugDrawing::default().into(),
                    runtime: RuntimeSlot::of::<Flock>(),
                }
            }
        }

        impl Flock {
            /// The settings of the simulation.
            pub fn settings(&self) -> Settings {
                Settings { $($group: *self.$group,)* }
            }

            /// Replaces the settings of the simulation. In an instance of a prefab, the groups that
            /// change no longer inherit from the prefab.
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

    /// A flock with these settings, drawn with the built-in fish.
    pub fn new(settings: Settings) -> Self {
        let mut flock = Self::default();
        flock.set_settings(settings);
        flock
    }

    /// Collects the static geometry of a flock with this script at `node`: the triangles in world
    /// space, and the nodes that were skipped, with the reasons. Cost: linear in the nodes of the
    /// graph and in the triangles. The global transforms of the graph must be up to date.
    pub fn geometry_at(&self, graph: &Graph, node: Handle<Node>) -> StaticGeometry {
        self.fields().geometry_at(graph, node)
    }

    /// The running simulation: positions, velocities, statistics. `None` before the script has
    /// started, while it waits for the [geometry of a large level](Self::awaited_geometry) or for a
    /// [GPU](Self::awaited_gpu), and if its initial settings are out of range.
    pub fn running(&self) -> Option<&flock_sim::Flock> {
        self.runtime.get()?.simulation()
    }

    /// The first geometry of a level of more than 50,000 triangles while it is built in the
    /// background; a game can show the progress. `None` before the script has started and once the
    /// geometry is complete.
    pub fn awaited_geometry(&self) -> Option<AwaitedGeometry> {
        self.runtime.get()?.awaited_geometry()
    }

    /// Seconds for which the flock has been waiting for a GPU before it starts. A thread opens the
    /// GPU and compiles the shaders, which can take some seconds the first time; a game can show
    /// this. `None` if the flock does not wait for a GPU.
    pub fn awaited_gpu(&self) -> Option<f32> {
        self.runtime.get()?.awaited_gpu()
    }

    /// Waits for what is being built in the background: the geometry, or else the GPU, and the
    /// body's levels of detail. The next frame uses them. Returns at once if nothing is being built. A
    /// GPU is prepared once the first geometry is complete, from the next frame on. Use it when the
    /// level changes out of sight, and in tests.
    pub fn wait_until_ready(&self) {
        if let Some(runtime) = self.runtime.get() {
            runtime.wait_until_ready();
        }
    }

    /// The animations that the bodies play. `None` while they are baked, and if baking failed (see
    /// the log).
    pub fn playing(&self) -> Option<&BakedClips> {
        self.runtime.get()?.playing()
    }

    /// Progress of the baking of the animations, from 0 to 1. `None` if no baking is in progress.
    pub fn baking(&self) -> Option<f32> {
        self.runtime.get()?.baking()
    }

    /// The levels of detail of the model, once they are computed or read from a file. `None` without a
    /// model.
    pub fn levels(&self) -> Option<&BakedLevels> {
        self.runtime.get()?.levels()
    }

    /// What is wrong with the flock now, or was left out, such as a part of the model that cannot be
    /// drawn: the messages that the log has once, each with a remedy, in alphabetical order. Empty
    /// before the script has started.
    pub fn problems(&self) -> Vec<String> {
        let runtime = self.runtime.get();
        runtime.map_or_else(Vec::new, |runtime| runtime.problems())
    }

    /// The events of the last frame, of the kinds that `events` selects. The message
    /// [`FlockEvents`] has the events of all flocks of a scene.
    pub fn last_events(&self) -> &[FlockEvent] {
        self.runtime.get().map_or(&[], |runtime| runtime.events())
    }

    /// The node whose script made an influence, such as the influence in
    /// [`EventKind::Arrived`](flock_sim::events::EventKind::Arrived). `None` if no script made the
    /// influence, or if it was removed.
    pub fn node_of(&self, influence: InfluenceId) -> Option<Handle<Node>> {
        self.runtime.get()?.node_of(influence)
    }

    /// The emitter that the script [`FlockEmitter`](crate::scripts::FlockEmitter) at `node` added
    /// to this flock. [`burst`](flock_sim::Flock::burst) and [`emitted`](flock_sim::Flock::emitted)
    /// of the running simulation need it. `None` if the node has no emitter that affects this
    /// flock.
    pub fn emitter_at(&self, node: Handle<Node>) -> Option<EmitterId> {
        self.runtime.get()?.emitter_at(node)
    }

    /// The perch that the script [`FlockPerches`](crate::scripts::FlockPerches) at `node` added to
    /// this flock. [`take_off`](flock_sim::Flock::take_off) and
    /// [`perch_use`](flock_sim::Flock::perch_use) of the running simulation need it. `None` if the
    /// node has no perches on which boids of this flock can stand. On a body that moves and has
    /// several obstacles, this is the first of [`perches_at`](Self::perches_at).
    pub fn perch_at(&self, node: Handle<Node>) -> Option<PerchId> {
        self.perches_at(node).next()
    }

    /// All perches that the script [`FlockPerches`](crate::scripts::FlockPerches) at `node` added to
    /// this flock: one on the level, or one on each obstacle of a body that moves.
    pub fn perches_at(&self, node: Handle<Node>) -> impl Iterator<Item = PerchId> + '_ {
        let runtime = self.runtime.get().into_iter();
        runtime.flat_map(move |runtime| runtime.perches_at(node))
    }

    /// The hunting state of a boid and its prey. `None` if the flock does not hunt in attacks
    /// (`hunting.enabled` and a relation of the kind hunt), and before its first step. Cost:
    /// constant.
    pub fn pursuit(&self, boid: BoidId) -> Option<FlockPursuit> {
        self.runtime.get()?.pursuit(boid)
    }

    /// The hunting state of all boids, in the order of their slots: see [`pursuit`](Self::pursuit).
    ///
    /// ```
    /// use fyrox::{core::pool::Handle, scene::{graph::Graph, node::Node}};
    /// use fyrox_flock::{sim::{BoidId, world::HuntPhase}, Flock};
    ///
    /// /// The boids of the flock at `prey` that are attacked by the one at `hunters`.
    /// fn attacked(graph: &Graph, hunters: Handle<Node>, prey: Handle<Node>) -> Vec<BoidId> {
    ///     let Some(script) = graph[hunters].try_get_script::<Flock>() else {
    ///         return Vec::new();
    ///     };
    ///     let pursuits = script.pursuits().into_iter().map(|(_, pursuit)| pursuit);
    ///     let attacks = pursuits.filter(|pursuit| pursuit.phase == HuntPhase::Attack);
    ///     let attacked = attacks.filter_map(|pursuit| pursuit.prey);
    ///     attacked.filter(|(flock, _)| *flock == prey).map(|(_, boid)| boid).collect()
    /// }
    /// ```
    pub fn pursuits(&self) -> Vec<(BoidId, FlockPursuit)> {
        let runtime = self.runtime.get();
        runtime.map_or_else(Vec::new, |runtime| runtime.pursuits())
    }

    /// Moves a flying boid from the flock of one node to that of another: from a train, in whose
    /// frame it lives, to the meadow. Returns its new id. The boid keeps its place, its velocity and
    /// its looks in the world; see [`flock_sim::Flock::transfer`]. Call it for any event of your
    /// game.
    ///
    /// ```
    /// use fyrox::{core::pool::Handle, scene::{graph::Graph, node::Node}};
    /// use fyrox_flock::{Flock, TransferError};
    ///
    /// /// Lets the first bee of a train out.
    /// fn let_out(
    ///     graph: &mut Graph,
    ///     train: Handle<Node>,
    ///     meadow: Handle<Node>,
    /// ) -> Result<(), TransferError> {
    ///     let flock = graph[train].try_get_script::<Flock>().and_then(Flock::running);
    ///     if let Some(bee) = flock.and_then(|flock| flock.boids().next()) {
    ///         Flock::transfer(graph, bee.id, train, meadow)?;
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// If one of the nodes has no running flock, if the boid does not fly, or if the other flock
    /// has no room for it there. The boid then stays in its flock.
    pub fn transfer(
        graph: &mut Graph,
        boid: BoidId,
        from: Handle<Node>,
        to: Handle<Node>,
    ) -> Result<BoidId, TransferError> {
        runtime::transfer(graph, boid, [from, to])
    }

    /// Replaces the state of the [running simulation](Self::running) by a snapshot, such as that of
    /// a saved game. A script that has not started, or waits for its geometry or for a GPU, starts
    /// from the snapshot.
    ///
    /// Items that scripts and bodies of the scene added to the flock are matched by the ids that
    /// the engine saves with nodes. In a scene that was saved with the snapshot, nothing is added
    /// twice. Settings, placement and event kinds are those of the script and its node as they are
    /// now, and boids inside geometry are carried out. Relations are those of the script; hunts
    /// start anew. A game that subscribed to events itself must subscribe again.
    ///
    /// To save all flocks of a scene with their hunts, take a
    /// [`SceneSnapshot`](crate::saving::SceneSnapshot).
    ///
    /// # Errors
    /// If no flock can have written the snapshot; the flock is then unchanged. If the flock has not
    /// started, the error is logged and the flock starts without the snapshot.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        self.runtime.get_or_new().restore(snapshot)
    }

    /// The running simulation, for steps and changes that the settings do not offer. Its settings
    /// are overwritten by those of the script, so change them in the script. Tags with the highest
    /// bit set are reserved for scripts. Assigning another simulation has the same consequences as
    /// [`restore`](Self::restore).
    pub fn running_mut(&mut self) -> Option<&mut flock_sim::Flock> {
        self.runtime.get_mut()?.simulation_mut()
    }
}

/// Sets a value and marks it as modified, if it differs.
pub(crate) fn assign<T: Clone + PartialEq>(variable: &mut InheritableVariable<T>, value: T) {
    if **variable != value {
        variable.set_value_and_mark_modified(value);
    }
}

/// Copies the settings and the events, and clones the named fields that differ. The names of the
/// other fields of [`FlockFields`] must be complete.
macro_rules! copy_fields {
    ($script:ident to $fields:ident: $($field:ident)*) => {
        let FlockFields { settings, events, $($field,)* } = $fields;
        *settings = $script.settings();
        *events = $script.events.mask();
        $(if *$field != *$script.$field {
            $field.clone_from(&$script.$field);
        })*
    };
}

impl FlockScript for Flock {
    fn copy_fields(&self, fields: &mut FlockFields) {
        copy_fields! {
            self to fields:
            shape model second_model third_model forward_axis swim body_motion animation
            baked_clips baked_levels variety sprite draw_detail cast_shadows solids collision_groups relations
            budget debug frame frame_jump
        }
    }

    fn relations(&self) -> &[FlockRelation] {
        &self.relations
    }

    fn set_relations(&mut self, relations: Vec<FlockRelation>) {
        self.relations.set_value_and_mark_modified(relations);
    }

    fn slot(&self) -> &RuntimeSlot {
        &self.runtime
    }

    fn slot_mut(&mut self) -> &mut RuntimeSlot {
        &mut self.runtime
    }
}

impl ScriptTrait for Flock {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        // The engine warns of messages without subscribers, and a game need not subscribe.
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
        if let Some(runtime) = self.runtime.take() {
            runtime.stop(context.scene);
        }
        Ok(())
    }
}
