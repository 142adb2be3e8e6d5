//! Structs and enums that are declared without a macro.

use super::{defaults, unwrapped, Choice, Declared, Field, Fields, Variant};
use crate::sources::{docs, is_public, Attributes, Sources};
use syn::{Expr, ExprLit, ItemEnum, ItemStruct, Lit};

/// Those of the sources.
pub(super) fn declared(sources: &Sources) -> Vec<Declared> {
    let structs = sources.structs();
    let structs = structs.map(|item| Declared::Fields(fields(item, sources)));
    let choices = sources.enums();
    let choices = choices.map(|item| Declared::Choice(choice(item, sources)));
    structs.chain(choices).collect()
}

/// The fields of a struct that users see: public ones that the inspector does not hide.
pub(super) fn fields(item: &ItemStruct, sources: &Sources) -> Fields {
    let name = item.ident.to_string();
    let seen = item.fields.iter().filter(|field| {
        is_public(&field.vis) && !Attributes(&field.attrs).has("reflect", "hidden")
    });
    let fields = seen.map(|field| {
        let of_name = |field: &syn::Ident| defaults::of_field(sources, &name, &field.to_string());
        let default = field.ident.as_ref().and_then(of_name);
        self::field(field, default.cloned())
    });
    Fields {
        docs: docs(&item.attrs),
        fields: fields.collect(),
        has_derived_default: Attributes(&item.attrs).has("derive", "Default"),
        name,
    }
}

/// The variants of an enum.
pub(super) fn choice(item: &ItemEnum, sources: &Sources) -> Choice {
    let name = item.ident.to_string();
    let variants = item.variants.iter().map(|variant| {
        let fields = variant.fields.iter();
        let fields =
            fields.map(|field| self::field(field, default_of_value(field, &name, sources)));
        Variant {
            name: variant.ident.to_string(),
            docs: docs(&variant.attrs),
            is_default: variant.attrs.iter().any(|it| it.path().is_ident("default")),
            fields: fields.collect(),
        }
    });
    Choice {
        docs: docs(&item.attrs),
        variants: variants.collect(),
        name,
    }
}

/// The default of a value of a variant: what the function returns that an attribute names, in the file of the enum.
fn default_of_value(field: &syn::Field, of: &str, sources: &Sources) -> Option<Expr> {
    let attributes = Attributes(&field.attrs);
    let function = attributes.value("strum", "default_with");
    let function = function.or_else(|| attributes.value("serde", "default"))?;
    let Expr::Lit(ExprLit {
        lit: Lit::Str(function),
        ..
    }) = function
    else {
        return None;
    };
    let function = sources.function_beside(of, &function.value())?;
    defaults::returned(&function.block).cloned()
}

/// A field with the range that the inspector has for it.
fn field(field: &syn::Field, default: Option<Expr>) -> Field {
    let attributes = Attributes(&field.attrs);
    let number = |name| attributes.value("reflect", name);
    Field {
        name: field
            .ident
            .as_ref()
            .map_or_else(String::new, |it| it.to_string()),
        docs: docs(&field.attrs),
        ty: unwrapped(field.ty.clone()),
        default,
        range: number("min_value").zip(number("max_value")),
        unit: String::new(),
        step: number("step"),
    }
}
