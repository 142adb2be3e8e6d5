//! Values in the sources as text for users.

use crate::{
    declarations::{defaults, Choice, Declarations, Declared},
    sources::{last_segment, type_name},
    Result,
};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprCall, ExprPath, ExprStruct, Lit, Member, Type, UnOp};

/// A value as text: numbers with commas, switches as on and off, variants by their names. Nothing of a call of a function
/// that the sources do not have; the rest as it is written.
pub fn text(value: &Expr, of: &Declarations) -> Result<String> {
    Ok(match defaults::without_into(value) {
        Expr::Lit(literal) => literal_text(&literal.lit),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            format!("-{}", text(&unary.expr, of)?)
        }
        Expr::Binary(binary) if matches!(binary.op, BinOp::Div(_)) => {
            format!("{}/{}", text(&binary.left, of)?, text(&binary.right, of)?)
        }
        Expr::Path(path) => path_text(path, of)?,
        Expr::Call(call) => call_text(call, of)?,
        Expr::Struct(value) => struct_text(value, of)?,
        other => code(other),
    })
}

/// The default value of a type as text, if it is one of the language, of the engine's vectors, or a choice.
pub fn default_of(ty: &Type, of: &Declarations) -> Result<Option<String>> {
    let name = type_name(ty).unwrap_or_default();
    Ok(Some(match name.as_str() {
        "bool" => "off".to_owned(),
        "f32" | "f64" | "u32" | "u64" | "usize" => "0".to_owned(),
        "String" => "empty".to_owned(),
        "Option" | "Vec" | "Handle" => "none".to_owned(),
        "Vec3" => "(0, 0, 0)".to_owned(),
        name => return variant_by_default(name, of),
    }))
}

/// Code as it is written, without spaces.
pub fn code(tokens: &impl ToTokens) -> String {
    format!(
        "`{}`",
        tokens.to_token_stream().to_string().replace(' ', "")
    )
}

/// A number with commas between thousands and without a useless fraction.
pub fn number(digits: &str) -> String {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let mut result = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            result.push(',');
        }
        result.push(digit);
    }
    if !fraction.is_empty() {
        result = format!("{result}.{fraction}");
    }
    result
}

fn literal_text(literal: &Lit) -> String {
    match literal {
        Lit::Bool(switch) if switch.value => "on".to_owned(),
        Lit::Bool(_) => "off".to_owned(),
        Lit::Int(digits) => number(digits.base10_digits()),
        Lit::Float(digits) => number(digits.base10_digits()),
        Lit::Str(text) if text.value().is_empty() => "empty".to_owned(),
        Lit::Str(text) => format!("`{}`", text.value()),
        other => code(other),
    }
}

/// A variant, a constant, or nothing.
fn path_text(path: &ExprPath, of: &Declarations) -> Result<String> {
    let name = last_segment(&path.path);
    if matches!(name.as_str(), "None" | "NONE") {
        return Ok("none".to_owned());
    }
    let owner = owner(path);
    if let Some(Declared::Choice(_)) = of.named(&owner)? {
        return Ok(format!("`{name}`"));
    }
    let constant = match owner.as_str() {
        "" => of.sources.constant(&name),
        owner => {
            let associated = of.sources.constant_of(owner, &name);
            let is_module = owner.starts_with(char::is_lowercase);
            associated.or_else(|| of.sources.constant(&name).filter(|_| is_module))
        }
    };
    constant.map_or_else(|| Ok(code(path)), |value| text(value, of))
}

/// The type or module that a path leads through last: `Steering` of `Steering::Velocity`.
fn owner(path: &ExprPath) -> String {
    let segments = &path.path.segments;
    let owner = segments
        .len()
        .checked_sub(2)
        .and_then(|index| segments.get(index));
    owner.map_or_else(String::new, |segment| segment.ident.to_string())
}

/// A vector, a default, or a call with the names of its parameters.
fn call_text(call: &ExprCall, of: &Declarations) -> Result<String> {
    let Expr::Path(path) = &*call.func else {
        return Ok(code(call));
    };
    let arguments = call.args.iter().map(|argument| text(argument, of));
    let arguments: Vec<String> = arguments.collect::<Result<_>>()?;
    let (owner, name) = (owner(path), last_segment(&path.path));
    Ok(match (owner.as_str(), name.as_str(), &arguments[..]) {
        ("Vec", "new", []) => "none".to_owned(),
        ("Vec3", "zeros", []) => "(0, 0, 0)".to_owned(),
        ("Vec3", "repeat", [each]) => format!("({each}, {each}, {each})"),
        ("Vec3", "new", _) => format!("({})", arguments.join(", ")),
        ("String", "new", []) => "empty".to_owned(),
        (owner, "default", []) => match of.named(owner)? {
            Some(Declared::Choice(_)) => {
                variant_by_default(owner, of)?.unwrap_or_else(|| code(call))
            }
            Some(Declared::Fields(_)) => "its defaults".to_owned(),
            None => String::new(),
        },
        (owner, name, _) => match of.sources.method(owner, name) {
            Some(function) => named_arguments(path, &function.sig, &arguments),
            None => String::new(),
        },
    })
}

/// `Type::function` with parameters and arguments; the parameters and arguments alone of `new`.
fn named_arguments(
    function: &ExprPath,
    signature: &syn::Signature,
    arguments: &[String],
) -> String {
    let parameters = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(parameter) => Some(parameter.pat.to_token_stream().to_string()),
        syn::FnArg::Receiver(_) => None,
    });
    let named = parameters.zip(arguments);
    let named: Vec<String> = named
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let named = named.join(", ");
    match last_segment(&function.path).as_str() {
        "new" => named,
        _ => format!("{}: {named}", code(function)),
    }
}

/// `field value, field value`.
fn struct_text(value: &ExprStruct, of: &Declarations) -> Result<String> {
    let fields = value.fields.iter().map(|field| {
        let name = match &field.member {
            Member::Named(name) => name.to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        Ok(format!("{name} {}", text(&field.expr, of)?))
    });
    let fields = fields.collect::<Result<Vec<_>>>()?.join(", ");
    let name = last_segment(&value.path);
    Ok(match of.named(&name)? {
        Some(Declared::Fields(_)) => format!("its defaults, but {fields}"),
        _ => format!("`{name}`: {fields}"),
    })
}

/// The variant that the choice with a name has by default, as code.
fn variant_by_default(name: &str, of: &Declarations) -> Result<Option<String>> {
    let Some(Declared::Choice(choice)) = of.named(name)? else {
        return Ok(None);
    };
    Ok(default_variant(choice, of).map(|name| format!("`{name}`")))
}

/// The name of the variant that a choice has by default: marked as such, or named in an implementation.
pub fn default_variant(choice: &Choice, of: &Declarations) -> Option<String> {
    let mut marked = choice.variants.iter().filter(|variant| variant.is_default);
    let written = || match defaults::value(&of.sources, &choice.name)? {
        Expr::Struct(value) => Some(last_segment(&value.path)),
        Expr::Path(value) => Some(last_segment(&value.path)),
        _ => None,
    };
    let variant = marked.next().map(|variant| variant.name.clone());
    variant.or_else(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_between_thousands() {
        assert_eq!(number("10000000.0"), "10,000,000");
        assert_eq!(number("0.0001"), "0.0001");
        assert_eq!(number("140"), "140");
        assert_eq!(number("1000"), "1,000");
    }
}
