//! What the sources declare for users: structs of fields, and choices between variants, by macros of the crates or as
//! plain items.

pub mod defaults;
mod items;
mod macros;
mod scripts;

use crate::{
    sources::{type_name, Sources},
    Result,
};
use std::collections::BTreeMap;
use syn::{Expr, Type};

pub use macros::{fields_of_template, settings_groups, SettingsGroup};
pub use scripts::scripts;

/// The declarations of some folders, by their names.
pub struct Declarations {
    /// Where they come from.
    pub sources: Sources,
    types: BTreeMap<String, Vec<Declared>>,
}

/// A declared type.
pub enum Declared {
    /// A struct of fields.
    Fields(Fields),
    /// A choice between variants.
    Choice(Choice),
}

/// A struct of fields.
pub struct Fields {
    /// Name of the type.
    pub name: String,
    /// Its description.
    pub docs: String,
    /// Its fields, in their order.
    pub fields: Vec<Field>,
    /// Its default is that of the types of its fields.
    pub has_derived_default: bool,
}

/// A field that users see.
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its description.
    pub docs: String,
    /// Its type, without what the engine wraps around it.
    pub ty: Type,
    /// Its default, if it can be read from the sources.
    pub default: Option<Expr>,
    /// Its smallest and its largest value.
    pub range: Option<(Expr, Expr)>,
    /// The unit of its range.
    pub unit: String,
    /// The step of the inspector.
    pub step: Option<Expr>,
}

/// A choice between variants.
pub struct Choice {
    /// Name of the type.
    pub name: String,
    /// Its description.
    pub docs: String,
    /// Its variants, in their order.
    pub variants: Vec<Variant>,
}

/// A variant of a choice.
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Its description.
    pub docs: String,
    /// It is the default.
    pub is_default: bool,
    /// Its values.
    pub fields: Vec<Field>,
}

impl Declarations {
    /// The declarations of the sources.
    ///
    /// # Errors
    /// Names a declaration that cannot be parsed.
    pub fn new(sources: Sources) -> Result<Self> {
        let mut types = BTreeMap::<String, Vec<Declared>>::new();
        let found = macros::declared(&sources)?.into_iter();
        for declared in found.chain(items::declared(&sources)) {
            let name = declared.name().to_owned();
            types.entry(name).or_default().push(declared);
        }
        Ok(Self { sources, types })
    }

    /// The declared type with a name, if there is one.
    ///
    /// # Errors
    /// If several have it.
    pub fn named(&self, name: &str) -> Result<Option<&Declared>> {
        match self.types.get(name).map_or(&[][..], |types| types) {
            [] => Ok(None),
            [declared] => Ok(Some(declared)),
            _ => Err(format!("{name} is declared more than once").into()),
        }
    }

    /// The struct of fields with a name.
    ///
    /// # Errors
    /// If there is not one.
    pub fn fields(&self, name: &str) -> Result<&Fields> {
        match self.named(name)? {
            Some(Declared::Fields(fields)) => Ok(fields),
            _ => Err(format!("no struct {name} is declared").into()),
        }
    }

    /// The choice with a name.
    ///
    /// # Errors
    /// If there is not one.
    pub fn choice(&self, name: &str) -> Result<&Choice> {
        match self.named(name)? {
            Some(Declared::Choice(choice)) => Ok(choice),
            _ => Err(format!("no enum {name} is declared").into()),
        }
    }
}

impl Declared {
    /// Name of the type.
    pub fn name(&self) -> &str {
        match self {
            Self::Fields(fields) => &fields.name,
            Self::Choice(choice) => &choice.name,
        }
    }

    /// The types of all fields in it.
    pub fn field_types(&self) -> Vec<&Type> {
        let fields: Vec<&Field> = match self {
            Self::Fields(fields) => fields.fields.iter().collect(),
            Self::Choice(choice) => choice.variants.iter().flat_map(|it| &it.fields).collect(),
        };
        fields.iter().map(|field| &field.ty).collect()
    }
}

/// The type in the engine's `InheritableVariable`.
fn unwrapped(ty: Type) -> Type {
    if type_name(&ty).as_deref() != Some("InheritableVariable") {
        return ty;
    }
    crate::types::arguments(&ty).pop().unwrap_or(ty)
}
