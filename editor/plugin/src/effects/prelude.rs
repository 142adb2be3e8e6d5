//! Common imports of the files of the scripts.

pub(super) use super::{
    pen::{Pen, DANGER, EFFECT, REACH, START},
    pivot,
    sizes::{resized, sizes_of, Size},
    EffectEditor,
};
