//! The page of the scripts.

use super::{
    settings,
    types::{Shows, Types},
};
use crate::{
    declarations::{fields_of_template, scripts, Fields},
    markdown::{heading, link, paragraph},
    Result,
};

/// Its file.
pub const NAME: &str = "scripts.md";

/// The script that has the settings, and the macro that declares it.
const FLOCK: (&str, &str) = ("Flock", "flock_script");

const INTRODUCTION: &str = "\
The scripts of the plugin with the fields that the inspector shows. In code, each script is a struct of `fyrox_flock` with
public fields. [Scripts](../design/scripts.md) explains their use.";

/// The flock's own script, and then the others.
pub fn text(types: &mut Types) -> Result<String> {
    let declarations = types.declarations;
    let (flock, by_macro) = FLOCK;
    let mut scripts = scripts(&declarations.sources)?;
    // First; the others stay in their order.
    scripts.sort_by_key(|script| script.name != flock);
    let links = scripts.iter().map(|script| link(&script.title));
    let links = links.collect::<Vec<_>>().join(", ");

    let mut text = heading(1, "Scripts and their fields") + &paragraph(INTRODUCTION);
    text += &paragraph(&format!("Scripts: {links}."));
    for script in &scripts {
        text += &heading(2, &script.title);
        text += &if script.name == flock {
            let fields = fields_of_template(&declarations.sources, by_macro)?;
            let groups = format!("Besides the groups of the [settings]({}):", settings::NAME);
            description(&fields, &groups, types)?
        } else {
            description(declarations.fields(&script.name)?, "", types)?
        };
    }
    Ok(text)
}

fn description(fields: &Fields, before_table: &str, types: &mut Types) -> Result<String> {
    let of: Vec<_> = fields.fields.iter().map(|field| &field.ty).collect();
    let sections = types.sections(&of, NAME, Shows::Settings)?;
    let module = match fields.name.as_str() {
        "Flock" => "",
        _ => "scripts::",
    };
    let in_code = format!("In code `fyrox_flock::{module}{}`.", fields.name);
    Ok(paragraph(&fields.docs)
        + &paragraph(&in_code)
        + &paragraph(before_table)
        + &types.fields(fields, NAME, Shows::Settings)?
        + &sections)
}
