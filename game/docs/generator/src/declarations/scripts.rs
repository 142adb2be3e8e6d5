//! The scripts of the plugin.

use super::macros::Declaration;
use crate::{
    sources::{last_segment, type_name, Sources},
    Result,
};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Expr, ExprLit, Item, Lit};

/// A script.
pub struct Script {
    /// Name of its type.
    pub name: String,
    /// Its name in the editor.
    pub title: String,
}

/// The scripts that act on flocks in the order of `effect_scripts!`, and then the others in the order of their files.
///
/// # Errors
/// If a script has no name for the editor, or a list is not as its macro has it.
pub fn scripts(sources: &Sources) -> Result<Vec<Script>> {
    let mut names = scripts_in(sources.template("effect_scripts")?);
    let added = sources.calls("effect_scripts");
    names.extend(added.flat_map(|call| scripts_in(call.tokens.clone())));
    let titles = titles_by_macro(sources)?;
    names.extend(titles.keys().cloned());
    names.extend(sources.items().filter_map(script_by_trait));
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let scripts = names.into_iter().map(|name| {
        let title = titles.get(&name).cloned();
        let title = title.or_else(|| title_by_constant(sources, &name));
        let title = title.ok_or_else(|| format!("the script {name} has no constant NAME"))?;
        Ok(Script { name, title })
    });
    scripts.collect()
}

/// The names of the scripts among tokens.
fn scripts_in(tokens: TokenStream) -> Vec<String> {
    let names = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(name) => vec![name.to_string()],
        TokenTree::Group(group) => scripts_in(group.stream()),
        _ => Vec::new(),
    });
    names.filter(|name| name.starts_with("Flock")).collect()
}

/// The names in the editor of the scripts that `effect_script!` declares, by their types.
fn titles_by_macro(sources: &Sources) -> Result<BTreeMap<String, String>> {
    let titles = sources.calls("effect_script").map(|call| {
        let script: Declaration = call.parse_body()?;
        let name = script.name.to_string();
        let title = script.title.ok_or_else(|| format!("{name} has no name"))?;
        Ok((name, title))
    });
    titles.collect()
}

/// The type for which an item implements the engine's trait of scripts.
fn script_by_trait(item: &Item) -> Option<String> {
    let Item::Impl(item) = item else {
        return None;
    };
    let (_, of, _) = item.trait_.as_ref()?;
    type_name(&item.self_ty).filter(|_| last_segment(of) == "ScriptTrait")
}

/// The constant `NAME` of a type.
fn title_by_constant(sources: &Sources, of: &str) -> Option<String> {
    match sources.constant_of(of, "NAME")? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(title),
            ..
        }) => Some(title.value()),
        _ => None,
    }
}
