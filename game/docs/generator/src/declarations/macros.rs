//! What the crates declare by their macros: `group!`, `choice!`, `effect_script!`, `settings_groups!`.

use super::{items, unwrapped, Choice, Declared, Field, Fields};
use crate::{
    sources::{docs, Attributes, Sources},
    Result,
};
use proc_macro2::TokenStream;
use syn::{
    braced, parenthesized,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
    Attribute, Expr, Ident, ItemEnum, LitStr, Token, Type, Visibility,
};

/// A group of the settings: a field of `Settings`.
pub struct SettingsGroup {
    /// Name of the field.
    pub name: String,
    /// Its description.
    pub docs: String,
    /// Its type.
    pub ty: Type,
    /// Its default.
    pub default: Expr,
}

/// The groups of the settings, in their order.
///
/// # Errors
/// If the list is not as `settings_groups!` has it.
pub fn settings_groups(sources: &Sources) -> Result<Vec<SettingsGroup>> {
    let list: syn::Macro = syn::parse2(sources.template("settings_groups")?)?;
    Ok(list.parse_body_with(until_the_end)?)
}

/// Everything that the macros declare.
pub(super) fn declared(sources: &Sources) -> Result<Vec<Declared>> {
    let mut types = Vec::new();
    for call in sources.calls("group") {
        let group: Declaration = call.parse_body()?;
        types.push(Declared::Fields(group.fields()));
    }
    for call in sources.calls("effect_script") {
        let script: Declaration = call.parse_body()?;
        let mut script = script.fields();
        let common = fields_of_template(sources, "effect_script")?;
        script.fields.extend(common.fields);
        types.push(Declared::Fields(script));
    }
    for call in sources.calls("choice") {
        types.push(Declared::Choice(choice(call.tokens.clone(), sources)?));
    }
    Ok(types)
}

/// The struct that a macro by example declares, without the fields that it repeats.
///
/// # Errors
/// If there is no such macro, or if it declares no struct.
pub fn fields_of_template(sources: &Sources, name: &str) -> Result<Fields> {
    let written: syn::File = syn::parse2(sources.template(name)?)?;
    let written = Sources::of(written.items);
    let declared = written.structs().next();
    let declared = declared.ok_or_else(|| format!("{name} declares no struct"))?;
    Ok(items::fields(declared, &written))
}

/// `pub enum Name("type id") { ... }`.
fn choice(tokens: TokenStream, sources: &Sources) -> Result<Choice> {
    let without_id = |input: ParseStream| {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis: Visibility = input.parse()?;
        let enum_token: Token![enum] = input.parse()?;
        let ident: Ident = input.parse()?;
        type_id(input)?;
        let variants: TokenStream = input.parse()?;
        let item: ItemEnum = syn::parse2(quote::quote! { #vis #enum_token #ident #variants })?;
        Ok(ItemEnum { attrs, ..item })
    };
    let item = without_id.parse2(tokens)?;
    Ok(items::choice(&item, sources))
}

/// `pub struct Name("type id") { fields }`.
pub(super) struct Declaration {
    attributes: Vec<Attribute>,
    pub(super) name: Ident,
    /// The name of a script in the editor.
    pub(super) title: Option<String>,
    fields: Vec<DeclaredField>,
}

/// `pub field: Type = default, min..=max, "unit", step of the inspector;`.
struct DeclaredField {
    attributes: Vec<Attribute>,
    name: Ident,
    ty: Type,
    default: Expr,
    range: Option<(Expr, Expr)>,
    unit: String,
    step: Option<Expr>,
}

impl Declaration {
    fn fields(self) -> Fields {
        let fields = self.fields.into_iter();
        let seen = fields.filter(|it| !Attributes(&it.attributes).has("reflect", "hidden"));
        Fields {
            name: self.name.to_string(),
            docs: docs(&self.attributes),
            fields: seen.map(DeclaredField::field).collect(),
            has_derived_default: false,
        }
    }
}

impl DeclaredField {
    fn field(self) -> Field {
        Field {
            name: self.name.to_string(),
            docs: docs(&self.attributes),
            ty: unwrapped(self.ty),
            default: Some(self.default),
            range: self.range,
            unit: self.unit,
            step: self.step,
        }
    }
}

impl Parse for Declaration {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        input.parse::<Token![struct]>()?;
        let name = input.parse()?;
        let title = type_id(input)?;
        let fields;
        braced!(fields in input);
        Ok(Self {
            attributes,
            name,
            title,
            fields: until_the_end(&fields)?,
        })
    }
}

impl Parse for DeclaredField {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        let default = input.parse()?;
        let mut field = Self {
            attributes,
            name,
            ty,
            default,
            range: None,
            unit: String::new(),
            step: None,
        };
        while input.parse::<Option<Token![,]>>()?.is_some() {
            if input.peek(LitStr) {
                field.unit = input.parse::<LitStr>()?.value();
            } else if input.peek(Ident) {
                input.parse::<Ident>()?;
                field.step = Some(input.parse()?);
            } else {
                field.range = Some(range(input)?);
            }
        }
        input.parse::<Token![;]>()?;
        Ok(field)
    }
}

impl Parse for SettingsGroup {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let name: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        let default = input.parse()?;
        input.parse::<Token![;]>()?;
        Ok(Self {
            name: name.to_string(),
            docs: docs(&attributes),
            ty,
            default,
        })
    }
}

/// `("type id")` or `("type id", "title")`: the title.
fn type_id(input: ParseStream) -> syn::Result<Option<String>> {
    let id;
    parenthesized!(id in input);
    let texts = Punctuated::<LitStr, Token![,]>::parse_terminated(&id)?;
    Ok(texts.get(1).map(LitStr::value))
}

/// `min..=max`.
fn range(input: ParseStream) -> syn::Result<(Expr, Expr)> {
    match input.parse()? {
        Expr::Range(syn::ExprRange {
            start: Some(start),
            end: Some(end),
            ..
        }) => Ok((*start, *end)),
        _ => Err(input.error("a range has two ends")),
    }
}

/// One after another, without anything between them.
pub(super) fn until_the_end<T: Parse>(input: ParseStream) -> syn::Result<Vec<T>> {
    let mut parsed = Vec::new();
    while !input.is_empty() {
        parsed.push(input.parse()?);
    }
    Ok(parsed)
}
