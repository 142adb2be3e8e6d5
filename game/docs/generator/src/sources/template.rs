//! What a macro by example writes besides what it repeats.

use crate::Result;
use proc_macro2::{Group, TokenStream, TokenTree};

/// The body of a macro by example that has one rule, without its repetitions, and with the names of its variables in
/// place of the variables: `pub struct $Name { $(pub $field: f32,)* pub flocks: Vec<u32> }` becomes `pub struct Name { pub
/// flocks: Vec<u32> }`.
///
/// # Errors
/// If there is not one rule.
pub fn without_repetitions(rules: TokenStream) -> Result<TokenStream> {
    let groups = rules.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group),
        _ => None,
    });
    // The pattern and the body of a rule.
    match &groups.collect::<Vec<_>>()[..] {
        [_, body] => Ok(without(body.stream())),
        _ => Err("a macro by example has not one rule".into()),
    }
}

fn without(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut kept = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(dollar) if dollar.as_char() == '$' => {
                if tokens.next_if(is_group).is_some() {
                    // A separator may stand before the sign of the repetition.
                    tokens.by_ref().find(is_repetition_sign);
                }
            }
            TokenTree::Group(group) => {
                let inner = without(group.stream());
                kept.push(Group::new(group.delimiter(), inner).into());
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

fn is_group(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(_))
}

fn is_repetition_sign(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if ['*', '+', '?'].contains(&sign.as_char()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_go_and_variables_keep_their_names() {
        let rules: TokenStream = "($Name:ident $($field:ident),*) => {
            struct $Name { $($field: u32,)* $($(#[$meta])* $other),+ last: Vec<$Name>, }
        };"
        .parse()
        .expect("these are tokens");
        let expected: TokenStream = "struct Name { last: Vec<Name>, }"
            .parse()
            .expect("as above");
        let left = without_repetitions(rules).expect("there is one rule");
        // The spaces around signs are not the same.
        let text = |tokens: TokenStream| tokens.to_string().replace(' ', "");
        assert_eq!(text(left), text(expected));
    }

    #[test]
    fn several_rules_are_refused() {
        let rules: TokenStream = "(a) => { b }; (c) => { d };".parse().expect("tokens");
        assert!(without_repetitions(rules).is_err());
    }
}
