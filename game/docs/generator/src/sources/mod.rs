//! The sources as syntax: the items of all files below some folders, and how one of them is found.

mod attributes;
mod docs;
mod files;
mod template;

pub use attributes::Attributes;
pub use docs::docs;
pub use files::rust_files;

use crate::Result;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
use syn::{Expr, File, ImplItem, Item, ItemEnum, ItemImpl, ItemStruct, Macro, Type};

/// The items of some folders.
pub struct Sources {
    items: Vec<SourceItem>,
    /// Where the implementations are among the items.
    implementations: BTreeMap<Implementation, Vec<usize>>,
}

/// The name of a trait, if it is one of a trait, and that of the type.
type Implementation = (Option<String>, String);

/// An item and the file that it stands in.
struct SourceItem {
    file: PathBuf,
    item: Item,
}

impl Sources {
    /// Reads all files of the language below the folders, without modules of tests.
    ///
    /// # Errors
    /// Names the file or folder that cannot be read or parsed.
    pub fn read(folders: &[PathBuf]) -> Result<Self> {
        let mut items = Vec::new();
        for folder in folders {
            for file in rust_files(folder)? {
                collect(&file, parse(&file)?.items, &mut items);
            }
        }
        Ok(Self::new(items))
    }

    /// Items that stand in no file.
    pub fn of(items: Vec<Item>) -> Self {
        let mut collected = Vec::new();
        collect(Path::new(""), items, &mut collected);
        Self::new(collected)
    }

    fn new(items: Vec<SourceItem>) -> Self {
        let mut implementations = BTreeMap::<_, Vec<usize>>::new();
        for (index, it) in items.iter().enumerate() {
            if let Some(key) = implementation(&it.item) {
                implementations.entry(key).or_default().push(index);
            }
        }
        Self {
            items,
            implementations,
        }
    }

    /// All items, in the order of the names of the files.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().map(|it| &it.item)
    }

    /// The calls of a macro outside of functions.
    pub fn calls<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Macro> {
        self.items().filter_map(move |item| match item {
            Item::Macro(item) if item.ident.is_none() && item.mac.path.is_ident(name) => {
                Some(&item.mac)
            }
            _ => None,
        })
    }

    /// What a declared macro writes, without its repetitions: see [`template::without_repetitions`].
    ///
    /// # Errors
    /// If there is no such macro, or if it has several rules.
    pub fn template(&self, name: &str) -> Result<proc_macro2::TokenStream> {
        let found = self.items().find_map(|item| match item {
            Item::Macro(item) if item.ident.as_ref().is_some_and(|it| it == name) => Some(item),
            _ => None,
        });
        let declared = found.ok_or_else(|| format!("no macro {name} is declared"))?;
        template::without_repetitions(declared.mac.tokens.clone())
    }

    /// The public structs that are not declared by a macro.
    pub fn structs(&self) -> impl Iterator<Item = &ItemStruct> {
        self.items().filter_map(|item| match item {
            Item::Struct(item) if is_public(&item.vis) => Some(item),
            _ => None,
        })
    }

    /// The public enums that are not declared by a macro.
    pub fn enums(&self) -> impl Iterator<Item = &ItemEnum> {
        self.items().filter_map(|item| match item {
            Item::Enum(item) if is_public(&item.vis) => Some(item),
            _ => None,
        })
    }

    /// The implementations for a type; those of a trait, or those of the type itself.
    pub fn implementations(&self, of: Option<&str>, for_type: &str) -> Vec<&ItemImpl> {
        let key = (of.map(str::to_owned), for_type.to_owned());
        let found = self.implementations.get(&key).into_iter().flatten();
        let items = found.filter_map(|index| match &self.items[*index].item {
            Item::Impl(item) => Some(item),
            _ => None,
        });
        items.collect()
    }

    /// The function of a type, by its name.
    pub fn method(&self, of: &str, name: &str) -> Option<&syn::ImplItemFn> {
        let implementations = self.implementations(None, of).into_iter();
        let items = implementations.flat_map(|it| &it.items);
        let mut functions = items.filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        });
        functions.find(|function| function.sig.ident == name)
    }

    /// The function outside of types in the file of a struct or an enum.
    pub fn function_beside(&self, type_name: &str, name: &str) -> Option<&syn::ItemFn> {
        let mut items = self.items.iter();
        let home = items.find(|it| declared_type(&it.item).is_some_and(|it| it == type_name))?;
        let beside = self.items.iter().filter(|it| it.file == home.file);
        let mut functions = beside.filter_map(|it| match &it.item {
            Item::Fn(function) => Some(function),
            _ => None,
        });
        functions.find(|function| function.sig.ident == name)
    }

    /// The value of a constant of a type.
    pub fn constant_of(&self, of: &str, name: &str) -> Option<&Expr> {
        let implementations = self.implementations(None, of).into_iter();
        let items = implementations.flat_map(|it| &it.items);
        let mut constants = items.filter_map(|item| match item {
            ImplItem::Const(constant) if constant.ident == name => Some(&constant.expr),
            _ => None,
        });
        constants.next()
    }

    /// The value of a constant outside of types, if there is one with this name alone.
    pub fn constant(&self, name: &str) -> Option<&Expr> {
        let mut constants = self.items().filter_map(|item| match item {
            Item::Const(constant) if constant.ident == name => Some(&*constant.expr),
            _ => None,
        });
        let first = constants.next();
        first.filter(|_| constants.next().is_none())
    }
}

/// The syntax of a file.
///
/// # Errors
/// Names the file.
pub fn parse(file: &Path) -> Result<File> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let syntax = syn::parse_file(&text);
    Ok(syntax.map_err(|error| format!("{}: {error}", file.display()))?)
}

/// What an item implements, if it does.
fn implementation(item: &Item) -> Option<Implementation> {
    let Item::Impl(item) = item else {
        return None;
    };
    let of = item.trait_.as_ref().map(|(_, path, _)| last_segment(path));
    Some((of, type_name(&item.self_ty)?))
}

/// The name of the struct or enum that an item declares.
fn declared_type(item: &Item) -> Option<&syn::Ident> {
    match item {
        Item::Struct(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        _ => None,
    }
}

/// The name at the end of a path.
pub fn last_segment(path: &syn::Path) -> String {
    let segment = path.segments.last();
    segment.map_or_else(String::new, |segment| segment.ident.to_string())
}

/// The name of a type that is a path.
pub fn type_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => Some(last_segment(&path.path)),
        _ => None,
    }
}

/// True for what is visible outside of its crate.
pub fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

/// Adds items and those of the modules among them, but for modules of tests.
fn collect(file: &Path, items: Vec<Item>, into: &mut Vec<SourceItem>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                let is_test = Attributes(&module.attrs).has("cfg", "test");
                let items = module.content.map(|(_, items)| items);
                collect(file, items.filter(|_| !is_test).unwrap_or_default(), into);
            }
            item => into.push(SourceItem {
                file: file.to_owned(),
                item,
            }),
        }
    }
}
