//! Flocks of fish, birds and insects for the Fyrox game engine.
//!
//! A game registers the plugin's types once. Then a [`Flock`] script can be added to any node, in
//! the editor or in code. The simulation runs with the game, the boids avoid and never cross the
//! static colliders of the scene, and one node draws all of them in the engine's own pipeline.
//!
//! ```
//! use fyrox::{
//!     core::{pool::Handle, reflect::prelude::*, visitor::prelude::*},
//!     gui::inspector::editors::PropertyEditorDefinitionContainer,
//!     plugin::{error::GameResult, Plugin, PluginRegistrationContext},
//!     scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder, Scene},
//! };
//! use fyrox_flock::{
//!     sim::{threats::Scare, Preset, Vec3},
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
//! | module or type | contents |
//! |---|---|
//! | [`Flock`] | the script: the fields of the inspector, and the running simulation |
//! | [`scripts`] | scripts that act on the flocks of their scene, follow boids or play sounds |
//! | [`events`] | the message [`FlockEvents`] with the events of a frame, and their selection |
//! | [`relations`] | how the boids of a flock react to another flock, and who hunts whom |
//! | [`presets`] | settings as an asset, in `.flock` files |
//! | [`saving`] | all flocks of a scene, to save and restore, and to compare |
//! | [`geometry`] | the static geometry of a scene as triangles |
//! | [`reef`] | builds the rocks or caves of the script [`FlockReef`](reef::FlockReef) in an editor |
//! | [`render`] | the scene node that draws a flock, and the bodies |
//! | [`debug`] | debug lines that show what a boid sees |
//! | [`sim`] | the simulation, the crate flock-sim: settings, presets, queries; knows no engine |
//! | [`terrain`] | surfaces of marching cubes over noise, the crate flock-terrain |
//! | [`FlockPlugin`] | registers the flock for a game in a library that is hot-reloaded |
//! | [`FlockHost`] | runs the flocks of a scene in an editor, where scripts do not run |
//! | `effects` (private) | the scripts of [`scripts`] and what they do to a flock |
//! | `runtime` (private) | the frame of a scene: its world, geometry, relations, effects, simulation, drawing |
//!
//! # Features
//!
//! | feature | effect | default |
//! |---|---|---|
//! | `gpu` | flocks can run on the GPU, by compute shaders over Vulkan, Metal or Direct3D 12; not on the web | on |
//! | `static-dxc` | the shader compiler DXC, linked, for players on Windows without Vulkan; the build downloads a binary, MSVC only | off |
//! | `dylib-engine` | the engine is a dynamic library, for hot reloading of the game's code | off |
//!
//! The default features also enable the engine's default features. A game that selects the
//! engine's features itself sets `default-features = false`.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod announced;
mod asset_file;
pub mod debug;
mod declare;
mod effect_id;
mod effects;
pub mod events;
mod flock;
mod flock_look;
pub mod geometry;
#[cfg(doctest)]
mod handbook_tests;
mod node_frame;
mod placement;
mod plugin;
mod preset;
mod pursuit;
pub mod reef;
mod register;
mod relation;
pub mod render;
mod runtime;
mod switched_group;

pub use events::FlockEvents;
pub use flock::Flock;
pub use flock_sim as sim;
pub use flock_terrain as terrain;
pub use plugin::FlockPlugin;
pub use preset::FlockPreset;
pub use register::{register, register_property_editors};
pub use runtime::{shift_origin, AwaitedGeometry, FlockHost, ShiftError, TransferError};

/// The types that every game with a flock uses: `use fyrox_flock::prelude::*;`.
pub mod prelude {
    pub use crate::{
        scripts::{
            FlockEmitter, FlockFormation, FlockLeader, FlockObstacle, FlockPath, FlockPerches,
            FlockPredator,
        },
        sim::{
            events::{EventKind, FlockEvent},
            threats::Scare,
            BoidId, Preset, Settings, Vec3,
        },
        Flock, FlockEvents, FlockPlugin,
    };
}

/// Scripts that act on the flocks of their scene, follow boids, play sounds or build reefs.
pub mod scripts {
    pub use crate::{
        effects::{
            acts_on_flocks, EffectShape, FlockAltitudeBand, FlockEmitter, FlockFollower,
            FlockFormation, FlockGuide, FlockLeader, FlockObstacle, FlockPath, FlockPerches,
            FlockPredator, FlockSound, FlockTarget, FlockVolume, FlockWind, FormationForm,
            Strength, VolumeRole,
        },
        reef::FlockReef,
    };
}

/// How flocks react to each other.
pub mod relations {
    pub use crate::{pursuit::FlockPursuit, relation::FlockRelation};
}

/// Settings and looks of flocks as assets, in `.flock` files.
pub mod presets {
    pub use crate::preset::{FlockPreset, FlockPresetError, PresetLook, PresetLookError};
}

/// Snapshots and hashes of all flocks of a scene, to save, restore and compare them.
pub mod saving {
    pub use crate::runtime::{scene_state_hash, SceneSnapshot, SceneSnapshotError};
}
