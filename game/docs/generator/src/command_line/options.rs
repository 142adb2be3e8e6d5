//! The options of a program.

use super::values::{default, plain_text, possible_values, range};
use crate::{
    declarations::{defaults, Declarations},
    sources::{docs, last_segment, type_name, Attributes, Sources},
    Result,
};
use syn::{Expr, Field, ItemStruct, Macro};

/// An option, or a value without a name.
pub struct CommandOption {
    /// How it is given: `-o, --override-scene <PATH>`.
    pub usage: String,
    /// What it does, with its values and the options that it excludes or needs.
    pub docs: String,
    /// Its default.
    pub default: String,
    /// The allowed numbers.
    pub range: String,
}

/// The options that a struct declares, those of the structs in it too.
///
/// # Errors
/// If a struct in it is not among the sources.
pub fn options(of: &ItemStruct, program: &Declarations) -> Result<Vec<CommandOption>> {
    let mut found = Vec::new();
    for field in &of.fields {
        if Attributes(&field.attrs).has("command", "flatten") {
            found.extend(options(inner(&field.ty, &program.sources)?, program)?);
        } else {
            found.push(option(field, program)?);
        }
    }
    Ok(found)
}

/// The struct of options with the name of a type.
fn inner<'a>(ty: &syn::Type, sources: &'a Sources) -> Result<&'a ItemStruct> {
    let name = type_name(ty).unwrap_or_default();
    let mut structs = sources.items().filter_map(|item| match item {
        syn::Item::Struct(item) if item.ident == name => Some(item),
        _ => None,
    });
    let found = structs.next();
    Ok(found.ok_or_else(|| format!("no struct {name} of options"))?)
}

fn option(field: &Field, program: &Declarations) -> Result<CommandOption> {
    let attributes = Attributes(&field.attrs);
    let choices = possible_values(field, program);
    let alone = attributes.value("arg", "default_missing_value");
    let alone = alone.map(|value| format!("Without a value: `{}`.", plain_text(&value)));
    let parts = [
        help(field, program),
        choices.join("<br>"),
        alone.unwrap_or_default(),
        relations(attributes),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Ok(CommandOption {
        usage: usage(field),
        docs: parts.join("\n\n"),
        default: default(attributes, program)?,
        range: range(attributes),
    })
}

/// The names of an option, and its values, as `--help` shows them.
fn usage(field: &Field) -> String {
    let attributes = Attributes(&field.attrs);
    let name = field.ident.as_ref();
    let name = name.map_or_else(String::new, |it| it.to_string());
    let value = attributes.value("arg", "value_name");
    let value = value.map_or_else(|| name.to_uppercase(), |name| plain_text(&name));
    if !attributes.has("arg", "long") {
        return format!("`{}`", in_brackets(&value, is_optional(field)));
    }
    let short = attributes.has("arg", "short");
    let short = short.then(|| format!("-{}, ", &name[..1]));
    let long = format!("--{}", name.replace('_', "-"));
    let names = short.unwrap_or_default() + &long;
    let number = attributes.value("arg", "num_args");
    match number.map(|number| plain_text(&number).parse::<usize>()) {
        _ if is_switch(field) => format!("`{names}`"),
        None => format!("`{names} <{value}>`"),
        Some(Ok(number)) => format!("`{names}{}`", format!(" <{value}>").repeat(number)),
        // A range that begins with none.
        Some(Err(_)) => format!("`{names} [<{value}>]`"),
    }
}

fn in_brackets(value: &str, is_optional: bool) -> String {
    if is_optional {
        format!("[{value}]")
    } else {
        format!("<{value}>")
    }
}

/// True for a value that may be left out.
fn is_optional(field: &Field) -> bool {
    let default = Attributes(&field.attrs).value("arg", "default_value");
    default.is_some() || type_name(&field.ty).as_deref() == Some("Option")
}

fn is_switch(field: &Field) -> bool {
    type_name(&field.ty).as_deref() == Some("bool")
}

/// The doc comment, or the text that the attribute names. What the program puts into that text stays open.
fn help(field: &Field, program: &Declarations) -> String {
    let Some(Expr::Call(call)) = Attributes(&field.attrs).value("arg", "help") else {
        return docs(&field.attrs);
    };
    let Expr::Path(path) = &*call.func else {
        return String::new();
    };
    let mut functions = program.sources.items().filter_map(|item| match item {
        syn::Item::Fn(function) if function.sig.ident == last_segment(&path.path) => {
            defaults::returned(&function.block)
        }
        _ => None,
    });
    match functions.next() {
        Some(Expr::Macro(written)) => format_text(&written.mac).replace("{}", "…") + ".",
        _ => String::new(),
    }
}

/// The first text in a call of `format!`.
fn format_text(call: &Macro) -> String {
    let arguments =
        call.parse_body_with(syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated);
    let first = arguments.ok().and_then(|it| it.into_iter().next());
    first.map_or_else(String::new, |text| plain_text(&text))
}

/// The options that it excludes or needs.
fn relations(attributes: Attributes) -> String {
    let named = |argument: &str| -> Vec<String> {
        let names = match attributes.value("arg", argument) {
            Some(Expr::Array(list)) => list.elems.iter().map(plain_text).collect(),
            Some(name) => vec![plain_text(&name)],
            None => Vec::new(),
        };
        names
            .iter()
            .map(|name| format!("`--{}`", name.replace('_', "-")))
            .collect()
    };
    let excluded = [named("conflicts_with"), named("conflicts_with_all")].concat();
    let needed = named("requires");
    let excluded = (!excluded.is_empty()).then(|| format!("Not with {}.", excluded.join(", ")));
    let needed = (!needed.is_empty()).then(|| format!("Needs {}.", needed.join(", ")));
    let both: Vec<_> = needed.into_iter().chain(excluded).collect();
    both.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(item: ItemStruct) -> CommandOption {
        let sources = Sources::of(Vec::new());
        let declarations = Declarations::new(sources).expect("nothing is declared");
        let mut found = options(&item, &declarations).expect("nothing is missing");
        assert_eq!(found.len(), 1);
        found.remove(0)
    }

    #[test]
    fn an_option_has_names_value_default_and_range() {
        let found = only(syn::parse_quote! {
            struct Options {
                /// How many.
                #[arg(short, long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=9000))]
                most_boids: u32,
            }
        });
        assert_eq!(found.usage, "`-m, --most-boids <MOST_BOIDS>`");
        assert_eq!(found.default, "1,000");
        assert_eq!(found.range, "1 to 9,000");
        assert_eq!(found.docs, "How many.");
    }

    #[test]
    fn a_switch_names_the_options_that_it_excludes() {
        let found = only(syn::parse_quote! {
            struct Options {
                /// Draws nothing.
                #[arg(long, conflicts_with_all = ["picture", "far_away"], requires = "frames")]
                without_flock: bool,
            }
        });
        assert_eq!(found.usage, "`--without-flock`");
        let expected = "Draws nothing.\n\nNeeds `--frames`. Not with `--picture`, `--far-away`.";
        assert_eq!(found.docs, expected);
    }
}
