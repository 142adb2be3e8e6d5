//! Defaults of fields that stand in implementations of `Default`.

use crate::sources::{last_segment, Sources};
use syn::{Block, Expr, ExprStruct, Local, Member, Pat, Stmt};

/// The value of a field in the default of its struct.
pub fn of_field<'a>(sources: &'a Sources, of: &str, field: &str) -> Option<&'a Expr> {
    let block = body(sources, of)?;
    let value = without_into(in_struct(returned(block)?, field)?);
    match taken_from(block, value) {
        Some((other, field)) => of_field(sources, &other, &field),
        None => Some(value),
    }
}

/// The default of a type.
pub fn value<'a>(sources: &'a Sources, of: &str) -> Option<&'a Expr> {
    returned(body(sources, of)?)
}

/// The value at the end of a block.
pub fn returned(block: &Block) -> Option<&Expr> {
    match block.stmts.last()? {
        Stmt::Expr(value, None) => Some(value),
        _ => None,
    }
}

/// A value without a conversion of its type.
pub fn without_into(value: &Expr) -> &Expr {
    match value {
        Expr::MethodCall(call) if call.method == "into" => &call.receiver,
        value => value,
    }
}

/// The body of `Default::default` of a type.
fn body<'a>(sources: &'a Sources, of: &str) -> Option<&'a Block> {
    let implementations = sources.implementations(Some("Default"), of);
    let mut functions = implementations
        .first()?
        .items
        .iter()
        .filter_map(|item| match item {
            syn::ImplItem::Fn(function) => Some(&function.block),
            _ => None,
        });
    functions.next()
}

/// The value of a field in `Self { field: value }`.
fn in_struct<'a>(value: &'a Expr, field: &str) -> Option<&'a Expr> {
    let Expr::Struct(ExprStruct { fields, .. }) = value else {
        return None;
    };
    let mut named = fields.iter().filter(|it| match &it.member {
        Member::Named(name) => name == field,
        Member::Unnamed(_) => false,
    });
    named.next().map(|it| &it.expr)
}

/// The type and the field that a variable is of, after `let Type { variable, .. } = Type::default();`.
fn taken_from(block: &Block, value: &Expr) -> Option<(String, String)> {
    let Expr::Path(path) = value else {
        return None;
    };
    let variable = path.path.get_ident()?;
    let mut patterns = block.stmts.iter().filter_map(|statement| match statement {
        Stmt::Local(Local {
            pat: Pat::Struct(pattern),
            ..
        }) => Some(pattern),
        _ => None,
    });
    let holds = |it: &&syn::PatStruct| {
        let mut members = it.fields.iter().map(|field| &field.member);
        members.any(|member| matches!(member, Member::Named(name) if name == variable))
    };
    let pattern = patterns.find(holds)?;
    Some((last_segment(&pattern.path), variable.to_string()))
}
