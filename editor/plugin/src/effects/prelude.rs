//! Common imports of the files of the scripts.

pub(super) use super::{
    effect_editor::EffectEditor,
    pen::{Pen, DANGER, EFFECT, REACH, START},
    pivot::pivot,
    sizes::{resized, sizes_of, Size},
};
