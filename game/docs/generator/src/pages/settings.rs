//! The page of the settings.

use super::types::{Shows, Types};
use crate::{
    declarations::{settings_groups, SettingsGroup},
    markdown::{heading, link, paragraph},
    sources::type_name,
    values, Result,
};

/// Its file.
pub const NAME: &str = "settings.md";

const INTRODUCTION: &str = "\
The settings of a flock by their groups, as the inspector, presets and `flock_sim::Settings` have them. The inspector
shows `max_speed` as *Max Speed*. Units are metres, seconds and m/s. A preset or a scene that leaves out a field has its
default.";

/// The groups in their order, each with the types that it is the first to have.
pub fn text(types: &mut Types) -> Result<String> {
    let groups = settings_groups(&types.declarations.sources)?;
    let mut text = heading(1, "Settings") + &paragraph(INTRODUCTION);
    let names = groups.iter().map(|group| link(&group.name));
    text += &paragraph(&format!(
        "Groups: {}.",
        names.collect::<Vec<_>>().join(", ")
    ));
    for group in &groups {
        text += &heading(2, &group.name);
        text += &self::group(group, &groups, types)?;
    }
    Ok(text)
}

/// A group with its fields, or with a link to them if several groups have the same.
fn group(group: &SettingsGroup, all: &[SettingsGroup], types: &mut Types) -> Result<String> {
    let name = type_name(&group.ty).unwrap_or_default();
    let fields = types.declarations.fields(&name)?;
    let in_code = format!("In code `Settings::{}`, of the type `{name}`.", group.name);
    let alike = all
        .iter()
        .filter(|it| type_name(&it.ty).as_deref() == Some(&name));
    if alike.count() > 1 {
        let sections = types.sections(&[&group.ty], NAME, Shows::Settings)?;
        let default = values::text(&group.default, types.declarations)?;
        let fields = types.type_link(&group.ty, NAME);
        let fields =
            format!("{in_code} Its fields are those of {fields}, with the defaults {default}.");
        return Ok(paragraph(&group.docs) + &paragraph(&fields) + &sections);
    }
    let sections = {
        let of: Vec<_> = fields.fields.iter().map(|field| &field.ty).collect();
        types.sections(&of, NAME, Shows::Settings)?
    };
    let table = types.fields(fields, NAME, Shows::Settings)?;
    Ok(paragraph(&fields.docs) + &paragraph(&in_code) + &table + &sections)
}
