//! Descriptions of types: tables of fields, and the choices and structs that the fields are of.

use crate::{
    declarations::{Choice, Declarations, Declared, Field, Fields, Variant},
    markdown::{anchor, heading, paragraph, table},
    types, values, Result,
};
use std::collections::BTreeMap;
use syn::Type;

/// What is described on the pages so far.
pub struct Types<'a> {
    /// What the sources declare.
    pub declarations: &'a Declarations,
    /// The pages of the types that are described, by the names of the types.
    pages: BTreeMap<String, &'static str>,
}

/// What a table of fields shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    /// Values that users set, with default and range.
    Settings,
    /// Values that users read.
    Readings,
}

impl<'a> Types<'a> {
    /// None is described yet.
    pub fn new(declarations: &'a Declarations) -> Self {
        Self {
            declarations,
            pages: BTreeMap::new(),
        }
    }

    /// From now on this page has the description of a type, under a heading with its name.
    pub fn describe(&mut self, name: &str, page: &'static str) {
        self.pages.insert(name.to_owned(), page);
    }

    /// The descriptions of the declared types among these and in their fields that no page has yet, under headings of
    /// level 3.
    pub fn sections(&mut self, of: &[&Type], page: &'static str, shows: Shows) -> Result<String> {
        let mut text = String::new();
        for name in self.new_ones(of, page)? {
            text += &heading(3, &name);
            match self.declarations.named(&name)? {
                Some(Declared::Fields(fields)) => {
                    text += &paragraph(&fields.docs);
                    text += &self.fields(fields, page, shows)?;
                }
                Some(Declared::Choice(choice)) => {
                    text += &paragraph(&choice.docs);
                    text += &self.variants(choice, "choice", page, shows)?;
                }
                None => {}
            }
        }
        Ok(text)
    }

    /// The names of the types that no page has yet, each before those of its fields. From now on this page has them.
    fn new_ones(&mut self, of: &[&Type], page: &'static str) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for name in of.iter().flat_map(|ty| types::names(ty)) {
            let Some(declared) = self.declarations.named(&name)? else {
                continue;
            };
            if !self.pages.contains_key(&name) {
                self.describe(&name, page);
                found.push(name);
                found.extend(self.new_ones(&declared.field_types(), page)?);
            }
        }
        Ok(found)
    }

    /// The table of a struct.
    pub fn fields(&self, of: &Fields, page: &str, shows: Shows) -> Result<String> {
        let rows = of.fields.iter();
        let rows = rows.map(|field| self.row(field, of.has_derived_default, page, shows));
        let rows = rows.collect::<Result<Vec<_>>>()?;
        Ok(table(HEADS, &rows))
    }

    /// The table of a choice, and those of its variants that have values.
    pub fn variants(&self, of: &Choice, head: &str, page: &str, shows: Shows) -> Result<String> {
        let default = values::default_variant(of, self.declarations);
        let rows = of.variants.iter().map(|variant| {
            let is_default = default.as_ref() == Some(&variant.name);
            let default = if is_default { " (default)" } else { "" };
            let name = format!("`{}{}`{default}", variant.name, unnamed_values(variant));
            [name, variant.docs.clone()]
        });
        let mut text = table([head, "meaning"], &rows.collect::<Vec<_>>());
        for variant in &of.variants {
            let named = variant.fields.iter().filter(|field| !field.name.is_empty());
            let rows = named.map(|field| self.row(field, true, page, shows));
            let rows = rows.collect::<Result<Vec<_>>>()?;
            if !rows.is_empty() {
                text += &paragraph(&format!("Values of `{}`:", variant.name));
                text += &table(HEADS, &rows);
            }
        }
        Ok(text)
    }

    fn row(&self, field: &Field, is_of_type: bool, page: &str, shows: Shows) -> Result<Row> {
        let range = self.range(field)?;
        let default = match (shows, &field.default) {
            (Shows::Readings, _) => String::new(),
            (Shows::Settings, Some(value)) => values::text(value, self.declarations)?,
            (Shows::Settings, None) if is_of_type => {
                values::default_of(&field.ty, self.declarations)?.unwrap_or_default()
            }
            (Shows::Settings, None) => String::new(),
        };
        let unit = match (range.as_str(), field.unit.as_str()) {
            ("", _) | (_, "") => String::new(),
            (_, unit) => format!(" {unit}"),
        };
        let step = field.step.as_ref();
        let step = step
            .map(|step| values::text(step, self.declarations))
            .transpose()?;
        Ok([
            format!("`{}`", field.name),
            self.type_link(&field.ty, page),
            without_columns(&field.docs, &range, &default),
            default,
            range + &unit,
            step.unwrap_or_default(),
        ])
    }

    /// The range as text: `0 to 1`.
    fn range(&self, field: &Field) -> Result<String> {
        let Some((min, max)) = &field.range else {
            return Ok(String::new());
        };
        let text = |end| values::text(end, self.declarations);
        Ok(format!("{} to {}", text(min)?, text(max)?))
    }

    /// The type as code, which leads to its description.
    pub fn type_link(&self, ty: &Type, page: &str) -> String {
        let code = format!("`{}`", types::text(ty));
        let names = types::names(ty);
        let described = names
            .iter()
            .find_map(|name| Some((name, self.pages.get(name)?)));
        match described {
            Some((name, other)) if *other == page => format!("[{code}](#{})", anchor(name)),
            Some((name, other)) => format!("[{code}]({other}#{})", anchor(name)),
            None => code,
        }
    }
}

/// The types of the values of a variant that have no names: `(InfluenceId)`.
fn unnamed_values(variant: &Variant) -> String {
    let unnamed = variant.fields.iter().filter(|field| field.name.is_empty());
    let values: Vec<_> = unnamed.map(|field| types::text(&field.ty)).collect();
    if values.is_empty() {
        String::new()
    } else {
        format!("({})", values.join(", "))
    }
}

const HEADS: [&str; 6] = ["field", "type", "meaning", "default", "range", "step"];

type Row = [String; 6];

/// A description without the range and the default at its end, which have columns of their own.
fn without_columns(docs: &str, range: &str, default: &str) -> String {
    let text = docs.split("\n\n").map(|it| it.replace('\n', " "));
    let text = text.collect::<Vec<_>>().join("\n\n");
    if default.is_empty() {
        return text;
    }
    let said = [
        format!("{range}; default {default}."),
        format!("{range}, default {default}."),
        format!("Default: {default}."),
        format!("Default {default}."),
    ];
    for said in said {
        if let Some(before) = text.strip_suffix(&said) {
            if before.ends_with(' ') {
                return before.trim_end().to_owned();
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_column_is_not_said_again() {
        let left = |docs| without_columns(docs, "0 to 1", "0.5");
        assert_eq!(left("A share. 0 to\n1; default 0.5."), "A share.");
        assert_eq!(
            left("A share. 10 to 1; default 0.5."),
            "A share. 10 to 1; default 0.5."
        );
        assert_eq!(
            left("A share. 0 to 1; default 0.5, as here."),
            "A share. 0 to 1; default 0.5, as here."
        );
        assert_eq!(
            without_columns("A switch. Default: on.", "", "on"),
            "A switch."
        );
    }
}
