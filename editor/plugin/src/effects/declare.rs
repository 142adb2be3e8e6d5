//! What the file of a script needs.

pub(super) use super::{
    pen::{Pen, DANGER, EFFECT, REACH, START},
    pivot,
    sizes::{resized, sizes_of, Size},
    EffectEditor,
};
