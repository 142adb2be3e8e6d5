//! The arguments of attributes.

use proc_macro2::TokenStream;
use syn::{
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    Attribute, Expr, Meta, Token,
};

/// The attributes of an item.
#[derive(Clone, Copy)]
pub struct Attributes<'a>(pub &'a [Attribute]);

impl Attributes<'_> {
    /// True if an attribute has this word among its arguments: `has("derive", "Default")`.
    pub fn has(self, attribute: &str, word: &str) -> bool {
        self.arguments(attribute)
            .iter()
            .any(|argument| argument.name == word)
    }

    /// The value of an argument: `value("reflect", "step")` of `#[reflect(step = 0.1)]`.
    pub fn value(self, attribute: &str, argument: &str) -> Option<Expr> {
        let arguments = self.arguments(attribute);
        let mut named = arguments.into_iter().filter(|it| it.name == argument);
        named.find_map(|argument| argument.value)
    }

    /// All arguments of the attributes with this name, those under a condition too.
    pub fn arguments(self, attribute: &str) -> Vec<Argument> {
        let lists = self.0.iter().filter_map(|it| match &it.meta {
            Meta::List(list) => Some((list.path.get_ident()?.to_string(), list.tokens.clone())),
            _ => None,
        });
        lists
            .flat_map(|(name, tokens)| arguments_in(attribute, &name, tokens))
            .collect()
    }
}

/// An argument of an attribute: a word, `word = value`, or `word(arguments)`.
pub struct Argument {
    /// The word.
    pub name: String,
    /// The value.
    pub value: Option<Expr>,
    /// The arguments in parentheses.
    pub arguments: TokenStream,
}

/// The arguments of the wanted attribute in an attribute, which may be one with a condition around it.
fn arguments_in(wanted: &str, name: &str, tokens: TokenStream) -> Vec<Argument> {
    let arguments = parsed(tokens);
    match name {
        _ if name == wanted => arguments,
        "cfg_attr" => {
            let inner = arguments.into_iter().skip(1);
            inner
                .flat_map(|it| arguments_in(wanted, &it.name, it.arguments))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Arguments with commas between them; none if the tokens are something else.
fn parsed(tokens: TokenStream) -> Vec<Argument> {
    let arguments = Punctuated::<Argument, Token![,]>::parse_terminated.parse2(tokens);
    arguments.into_iter().flatten().collect()
}

impl syn::parse::Parse for Argument {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let path = syn::Path::parse_mod_style(input)?;
        let mut argument = Self {
            name: super::last_segment(&path),
            value: None,
            arguments: TokenStream::new(),
        };
        if input.parse::<Option<Token![=]>>()?.is_some() {
            argument.value = Some(input.parse()?);
        } else if input.peek(syn::token::Paren) {
            argument.arguments = input.parse::<proc_macro2::Group>()?.stream();
        }
        Ok(argument)
    }
}
