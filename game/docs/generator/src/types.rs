//! Types as text.

use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

/// A type as it is written, without spaces.
pub fn text(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

/// The names in a type, from the outer to the inner ones: `Vec` and `Rule` of `Vec<Rule>`.
pub fn names(ty: &Type) -> Vec<String> {
    let own = crate::sources::type_name(ty);
    let inner = arguments(ty);
    let inner = inner.iter().flat_map(names);
    own.into_iter().chain(inner).collect()
}

/// The types in the angle brackets of a type.
pub fn arguments(ty: &Type) -> Vec<Type> {
    let Type::Path(path) = ty else {
        return Vec::new();
    };
    let last = path.path.segments.last();
    let Some(PathArguments::AngleBracketed(arguments)) = last.map(|it| &it.arguments) else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    });
    types.collect()
}
