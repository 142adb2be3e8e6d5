//! Doc comments as Markdown of the handbook.

use syn::{Attribute, Expr, Lit, Meta};

/// The text of the doc comments: without the space before each line, and with the names of items in place of the links to
/// them, which lead somewhere in the documentation of the code alone.
pub fn docs(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        match &pair.value {
            Expr::Lit(literal) if pair.path.is_ident("doc") => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        }
    });
    let lines: Vec<String> = lines
        .map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned())
        .collect();
    without_item_links(lines.join("\n").trim())
}

/// The text with `` [`Item`](path) ``, `[words](Item)` and `` [`Item`] `` replaced by what is between the brackets.
/// Links to pages of the web stay.
fn without_item_links(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        result.push_str(before);
        let Some((label, tail)) = after.split_once(']') else {
            result.push('[');
            rest = after;
            continue;
        };
        let target = tail.strip_prefix('(').and_then(|it| it.split_once(')'));
        let is_code = label.starts_with('`') && label.ends_with('`');
        match target {
            Some((target, tail)) if !target.contains("://") => {
                result.push_str(label);
                rest = tail;
            }
            None if is_code => {
                result.push_str(label);
                rest = tail;
            }
            _ => {
                result.push('[');
                rest = after;
            }
        }
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_items_become_their_names() {
        let item: syn::ItemStruct = syn::parse_quote! {
            /// See [`Rule`](crate::Rule), [the rule](Self::rule), [`Fear`] and
            /// [a page](https://example.org) [default: 5].
            struct Item;
        };
        assert_eq!(
            docs(&item.attrs),
            "See `Rule`, the rule, `Fear` and\n[a page](https://example.org) [default: 5]."
        );
    }
}
