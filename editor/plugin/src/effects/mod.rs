//! The scripts that affect flocks, in the editor: the menu item, the outline of the selected
//! script, and the sizes and positions that can be dragged. Each script has a file; [`EffectKind`] lists them.

mod altitude_band;
mod any_effect;
mod effect_editor;
mod effect_kind;
mod emitter;
mod follower;
mod formation;
mod guide;
mod leader;
mod mesh_edges;
mod obstacle;
mod outlines;
mod path;
mod pen;
mod perches;
mod pivot;
mod predator;
mod prelude;
mod reef;
mod sizes;
mod sound;
mod target;
mod volume;
mod wind;

pub(crate) use any_effect::AnyEffect;
pub use effect_kind::EffectKind;
pub(crate) use effect_kind::{dragged, dragged_mut};
pub(crate) use outlines::EffectOutlines;
pub(crate) use pivot::pivot;
pub(crate) use sizes::Size;
