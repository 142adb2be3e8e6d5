//! The values that an option takes, as attributes and types of its field say.

use crate::{
    declarations::Declarations,
    sources::{docs, last_segment, Attributes},
    types, values, Result,
};
use quote::ToTokens;
use syn::{Expr, Field, ItemEnum, Lit};

/// The words that may be given, with what they mean.
pub fn possible_values(field: &Field, program: &Declarations) -> Vec<String> {
    let names = types::names(&field.ty);
    let mut enums = program.sources.items().filter_map(|item| match item {
        syn::Item::Enum(item) if Attributes(&item.attrs).has("derive", "ValueEnum") => Some(item),
        _ => None,
    });
    if let Some(choice) = enums.find(|item| names.contains(&item.ident.to_string())) {
        return words(choice);
    }
    let Some(Expr::Call(parser)) = Attributes(&field.attrs).value("arg", "value_parser") else {
        return Vec::new();
    };
    let Some(Expr::Path(path)) = parser.args.first() else {
        return Vec::new();
    };
    let constant = program.sources.constant(&last_segment(&path.path));
    let Some(Expr::Array(list)) = constant else {
        return Vec::new();
    };
    let names = list
        .elems
        .iter()
        .map(|name| format!("`{}`", plain_text(name)));
    vec![format!("One of {}.", names.collect::<Vec<_>>().join(", "))]
}

/// The variants of an enum as `clap` names them.
fn words(choice: &ItemEnum) -> Vec<String> {
    let words = choice.variants.iter().map(|variant| {
        let word = kebab_case(&variant.ident.to_string());
        match docs(&variant.attrs).replace('\n', " ") {
            docs if docs.is_empty() => format!("`{word}`"),
            docs => format!("`{word}`: {docs}"),
        }
    });
    words.collect()
}

/// `FineHills` as `fine-hills`.
fn kebab_case(name: &str) -> String {
    let mut result = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !result.is_empty() {
            result.push('-');
        }
        result.extend(letter.to_lowercase());
    }
    result
}

/// The default as it is given on the command line.
pub fn default(attributes: Attributes, program: &Declarations) -> Result<String> {
    let names = ["default_value", "default_value_t", "default_values_t"];
    let value = names.iter().find_map(|name| attributes.value("arg", name));
    Ok(match value {
        None => String::new(),
        Some(Expr::Path(variant)) => format!("`{}`", kebab_case(&last_segment(&variant.path))),
        Some(Expr::Index(index)) => indexed(&index, program),
        Some(Expr::Array(list)) => {
            let each = list.elems.iter().map(|value| values::text(value, program));
            each.collect::<Result<Vec<_>>>()?.join(" ")
        }
        Some(value) => values::text(&value, program)?,
    })
}

/// An element of a constant list.
fn indexed(index: &syn::ExprIndex, program: &Declarations) -> String {
    let element = || {
        let Expr::Path(path) = &*index.expr else {
            return None;
        };
        let Expr::Array(list) = program.sources.constant(&last_segment(&path.path))? else {
            return None;
        };
        let position: usize = index.index.to_token_stream().to_string().parse().ok()?;
        list.elems.get(position).map(plain_text)
    };
    let code = || index.to_token_stream().to_string().replace(' ', "");
    format!("`{}`", element().unwrap_or_else(code))
}

/// The range in `clap::value_parser!(u32).range(1..=16)`: `1 to 16`.
pub fn range(attributes: Attributes) -> String {
    let Some(Expr::MethodCall(call)) = attributes.value("arg", "value_parser") else {
        return String::new();
    };
    let Some(Expr::Range(range)) = call.args.first().filter(|_| call.method == "range") else {
        return String::new();
    };
    let end = |end: &Option<Box<Expr>>| {
        let number = end.as_ref().map(|end| end.to_token_stream().to_string());
        number.map(|digits| values::number(&digits.replace('_', "")))
    };
    match (end(&range.start), end(&range.end)) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => String::new(),
    }
}

/// The text of a literal.
pub fn plain_text(value: &Expr) -> String {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => text.value(),
            other => other.to_token_stream().to_string(),
        },
        other => other.to_token_stream().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_clap() {
        let choice: ItemEnum = syn::parse_quote! {
            enum Level {
                /// Hills.
                FineHills,
                Wall,
            }
        };
        assert_eq!(words(&choice), ["`fine-hills`: Hills.", "`wall`"]);
    }
}
