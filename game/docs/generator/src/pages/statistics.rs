//! The page of the statistics and measures.

use super::types::{Shows, Types};
use crate::{
    markdown::{heading, paragraph},
    Result,
};

/// Its file.
pub const NAME: &str = "statistics.md";

/// The structs that a flock gives.
const STRUCTS: [&str; 2] = ["Statistics", "Measures"];

const INTRODUCTION: &str = "\
What a flock counts and measures, as the panel of the editor shows it. In code both are structs of
`flock_sim::statistics`.";

/// The structs, each with those that its fields are of.
pub fn text(types: &mut Types) -> Result<String> {
    let mut text = heading(1, "Statistics and measures") + &paragraph(INTRODUCTION);
    for name in STRUCTS {
        let fields = types.declarations.fields(name)?;
        let of: Vec<_> = fields.fields.iter().map(|field| &field.ty).collect();
        let sections = types.sections(&of, NAME, Shows::Readings)?;
        text += &heading(2, name);
        text += &paragraph(&fields.docs);
        text += &types.fields(fields, NAME, Shows::Readings)?;
        text += &sections;
    }
    Ok(text)
}
