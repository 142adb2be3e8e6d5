//! Flocks of fish, birds and insects for the Fyrox game engine.
//!
//! A game registers the plugin's types once. Then a [`Flock`] script can be added to any node, in
//! the editor or in code: the simulation runs with the game, the boids avoid and never cross the
//! static colliders of the scene, and one node draws them all in the engine's own pipeline.
//!
//! ```
//! use fyrox::{
//!     core::{pool::Handle, reflect::prelude::*, visitor::prelude::*},
//!     gui::inspector::editors::PropertyEditorDefinitionContainer,
//!     plugin::{error::GameResult, Plugin, PluginRegistrationContext},
//!     scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder, Scene},
//! };
//! use fyrox_flock::{
//!     sim::{Preset, Scare, Vec3},
//!     Flock,
//! };
//! use std::sync::Arc;
//!
//! #[derive(Default, Debug, Visit, Reflect)]
//! #[reflect(non_cloneable)]
//! struct Game;
//!
//! impl Plugin for Game {
//!     fn register(&self, context: PluginRegistrationContext) -> GameResult {
//!         fyrox_flock::register(&context);
//!         Ok(())
//!     }
//!
//!     fn register_property_editors(&self, editors: Arc<PropertyEditorDefinitionContainer>) {
//!         fyrox_flock::register_property_editors(&editors);
//!     }
//! }
//!
//! fn add_starlings(scene: &mut Scene) -> Handle<Node> {
//!     let flock = Flock::new(Preset::Starlings.settings());
//!     let base = BaseBuilder::new().with_name("Starlings").with_script(flock);
//!     PivotBuilder::new(base).build(&mut scene.graph).to_base()
//! }
//!
//! /// While the game runs: the boids within 5 m flee.
//! fn bang(scene: &mut Scene, flock: Handle<Node>, point: Vec3) -> Option<()> {
//!     let script = scene.graph[flock].try_get_script_mut::<Flock>()?;
//!     let (radius, strength, decay) = (5.0, 30.0, 0.5);
//!     let scare = Scare { point, radius, strength, decay };
//!     script.running_mut()?.scare(scare).ok()
//! }
//! # let mut scene = Scene::new();
//! # let flock = add_starlings(&mut scene);
//! # assert!(bang(&mut scene, flock, Vec3::zeros()).is_none(), "it does not run yet");
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`Flock`] | the script: the fields of the inspector, and the running simulation |
//! | [`FlockTarget`], [`FlockLeader`], [`FlockGuide`], [`FlockVolume`], [`FlockAltitudeBand`], [`FlockPath`], [`FlockWind`], [`FlockObstacle`], [`FlockEmitter`], [`FlockHunter`], [`FlockPerches`] | scripts that act on the flocks of their scene |
//! | [`FlockFollower`] | the script of a node that stays with a boid |
//! | [`FlockSound`] | the script of what is heard of flocks |
//! | [`FlockReef`] | the script of rocks or a cave from noise; [`ReefBuild`] builds them in an editor |
//! | [`FlockEvents`] | the message with what happened to boids in a frame |
//! | [`sim`] | the simulation, the crate flock-sim: settings, presets, queries; knows no engine |
//! | [`render`] | the scene node that draws a flock, and the bodies |
//! | [`FlockRelation`] | what the boids of another flock mean to those of a flock |
//! | [`FlockPursuit`] | what a boid of a hunting flock does, and whom it hunts |
//! | [`SceneSnapshot`], [`scene_state_hash`] | all flocks of a scene, to save and restore, and to compare |
//! | [`FlockPreset`] | settings as an asset, in `.flock` files |
//! | [`FlockPlugin`] | registers the flock where the game is a library that is reloaded |
//! | [`FlockHost`] | runs the flocks of a scene in an editor, where scripts do not run |
//! | [`collect_static_geometry`] | the obstacles of a scene as triangles |
//! | `runtime` (private) | the frame of a scene: its one world, geometry, relations, what acts on flocks, simulation, drawing |
//! | [`sight_lines`] | debug lines that show what a boid sees |
//!
//! # Features
//!
//! | feature | effect | default |
//! |---|---|---|
//! | `gpu` | flocks can run on the GPU, by compute shaders over Vulkan, Metal or Direct3D 12; not on the web | on |
//! | `dylib-engine` | the engine is a dynamic library, for hot reloading of the game's code | off |
//!
//! The default features also turn on those of the engine; a game that selects the engine's features
//! itself sets `default-features = false`.

mod asset_file;
mod debug;
mod declare;
mod effects;
mod events;
mod flock;
mod geometry;
#[cfg(doctest)]
mod handbook_tests;
mod plugin;
mod preset;
mod pursuit;
mod reef;
mod register;
mod relation;
pub mod render;
mod runtime;
mod switched_group;

pub use debug::{sight_lines, DebugDrawing};
pub use effects::*;
pub use events::{EventSettings, FlockEvents};
pub use flock::Flock;
pub use flock_sim as sim;
pub use flock_terrain as terrain;
pub use geometry::{
    collect_static_geometry, ObstacleQuery, ObstacleSettings, ObstacleSource, SkippedObstacle,
    StaticGeometry,
};
pub use plugin::FlockPlugin;
pub use preset::{FlockPreset, FlockPresetError, PresetLook, PresetLookError};
pub use pursuit::FlockPursuit;
pub use reef::{textured_surface, FlockReef, ReefBuild};
pub use register::{register, register_property_editors};
pub use relation::FlockRelation;
pub use runtime::{
    scene_state_hash, AwaitedGeometry, FlockHost, SceneSnapshot, SceneSnapshotError,
};
