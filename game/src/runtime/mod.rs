//! The running flocks: their simulations, the geometry around them, and the nodes that draw them.
//!
//! The runtime knows the script of a flock by the trait [`FlockScript`] only. In each frame, the
//! world of the scene copies the fields that have changed and advances all flocks. The scripts stay
//! in the graph and are not used meanwhile.
//!
//! A script owns its [`Runtime`](flock_runtime::Runtime), in a box. For an update, the
//! [`SceneWorld`](world::SceneWorld) takes the boxes out of the [slots](RuntimeSlot) of the scripts
//! and puts them back, which moves one pointer for each flock. Between the frames the world does not
//! own them, for two reasons. A flock is dropped with its script. And `Flock::running` and
//! `Flock::last_events` return plain references: from a world behind a lock they would return
//! guards, and a game that holds the guard of one call could wait for ever in the next.

mod applied;
mod applied_effects;
mod applied_perches;
mod background_body;
mod body_choice;
mod carried_perches;
mod clips;
mod drawing;
mod effect_name;
mod extrusion;
mod fields;
mod flock_runtime;
mod flock_script;
mod followers;
mod frame;
mod gpu_start;
mod host;
mod hunts;
mod last_seen;
mod living_frame;
mod model_warnings;
mod motion;
mod motions;
mod node_list;
mod refusals;
mod relations;
mod reported_errors;
mod reports;
mod restored;
mod running_flock;
mod saved_nodes;
mod scene_effect;
mod scene_effects;
mod scene_geometry;
mod scene_now;
mod scene_snapshot;
mod scene_snapshot_error;
mod script_calls;
mod shared_geometry;
mod shared_work;
mod shift;
mod shift_origin;
mod sounds;
mod startles;
mod transfer;
mod version;
mod viewers;
mod world;
mod worlds;

pub(crate) use fields::FlockFields;
pub(crate) use flock_script::{FlockScript, RuntimeSlot};
pub use host::FlockHost;
pub(crate) use reported_errors::Reported;
pub use scene_geometry::AwaitedGeometry;
pub use scene_snapshot::{scene_state_hash, SceneSnapshot};
pub use scene_snapshot_error::SceneSnapshotError;
pub(crate) use script_calls::{announce, start, update};
pub use shift_origin::{shift_origin, ShiftError};
pub(crate) use transfer::transfer;
pub use transfer::TransferError;
