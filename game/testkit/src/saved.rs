//! Saved states: through a file and back, and changed by value.

use serde::{de::DeserializeOwned, Serialize};
use serde_value::{to_value, DeserializerError, Value};

/// What is read from the file that something was written to.
#[track_caller]
pub fn copy<T: Serialize + DeserializeOwned>(saved: &T) -> T {
    ron::from_str(&ron::to_string(saved).unwrap()).unwrap()
}

/// A saved state as a tree of values. A value in it is named by field names, variants and indices
/// on the way to it, such as `predators/entries/0/predator/threat`. A tree keeps no order of
/// fields.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedTree(Value);

impl SavedTree {
    pub fn new(saved: &impl Serialize) -> Self {
        Self(to_value(saved).unwrap())
    }

    /// The same with another value at a path.
    #[track_caller]
    pub fn with(&self, path: &str, value: impl Serialize) -> Self {
        let mut changed = self.clone();
        *changed.at(path) = to_value(value).unwrap();
        assert!(changed != *self, "{path} has that value already");
        changed
    }

    /// The same with one more value at the begin of the list at a path.
    #[track_caller]
    pub fn with_first(&self, path: &str, value: impl Serialize) -> Self {
        let mut changed = self.clone();
        match changed.at(path) {
            Value::Seq(items) => items.insert(0, to_value(value).unwrap()),
            other => panic!("{path} is no list but {other:?}"),
        }
        changed
    }

    /// The saved state, as it would be read from a file.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, DeserializerError> {
        self.0.clone().deserialize_into()
    }

    #[track_caller]
    fn at(&mut self, path: &str) -> &mut Value {
        path.split('/').fold(&mut self.0, |value, key| {
            let keys = keys(value);
            inner(value, key).unwrap_or_else(|| panic!("{path}: no {key} among {keys:?}"))
        })
    }
}

/// The names below a value, for the message about a wrong path.
fn keys(value: &Value) -> Vec<String> {
    match value {
        Value::Newtype(inner) | Value::Option(Some(inner)) => keys(inner),
        Value::Map(fields) => fields.keys().map(|key| format!("{key:?}")).collect(),
        Value::Seq(items) => vec![format!("{} items", items.len())],
        other => vec![format!("{other:?}")],
    }
}

fn inner<'a>(value: &'a mut Value, key: &str) -> Option<&'a mut Value> {
    match value {
        Value::Newtype(value) | Value::Option(Some(value)) => inner(value, key),
        Value::Map(fields) => fields.get_mut(&Value::String(key.to_string())),
        Value::Seq(items) => items.get_mut(key.parse::<usize>().ok()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flock_sim::{
        influences::{Influence, InfluenceKind},
        Vec3,
    };

    fn target() -> Influence {
        Influence::new(InfluenceKind::Target {
            point: Vec3::new(1.0, 2.0, 3.0),
            slowing: 0.5,
        })
    }

    #[test]
    fn a_value_is_changed_where_its_path_leads() {
        let tree = SavedTree::new(&target());
        assert_eq!(tree.read::<Influence>().unwrap(), target());
        let moved = tree.with("kind/Target/point/1", 7.0_f32);
        let expected = InfluenceKind::Target {
            point: Vec3::new(1.0, 7.0, 3.0),
            slowing: 0.5,
        };
        assert_eq!(moved.read::<Influence>().unwrap().kind, expected);
        let lists = [vec![2, 3], Vec::new()];
        let longer = SavedTree::new(&lists).with_first("0", 1);
        assert_eq!(longer.read::<Vec<Vec<i32>>>().unwrap()[0], [1, 2, 3]);
    }

    #[test]
    #[should_panic(expected = "no place among")]
    fn a_path_that_leads_nowhere_is_told_with_the_names_there() {
        let _ = SavedTree::new(&target()).with("kind/Target/place", 7.0_f32);
    }

    #[test]
    #[should_panic(expected = "weight has that value already")]
    fn a_change_must_change_something() {
        let _ = SavedTree::new(&target()).with("weight", target().weight);
    }
}
