//! Errors of a running flock, each logged once.

use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::{collections::HashMap, hash::Hash};

/// The errors that were logged and still hold, by their kind. An error is logged once, however long
/// it lasts, even if an invalid value keeps changing. A different error of the same kind is logged.
pub(crate) struct Reported<K>(HashMap<K, Message>);

/// The text of an error as it was logged, and without the numbers in it.
struct Message {
    logged: String,
    words: String,
}

impl<K> Default for Reported<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash> Reported<K> {
    /// Updates the current error of a kind. A new error is logged with a name; `None` clears the
    /// last one.
    pub(crate) fn update(&mut self, kind: K, name: impl FnOnce() -> String, error: Option<String>) {
        if let Some(message) = self.replace(kind, error) {
            Log::err(format!("{}: {message}", name()));
        }
    }

    /// Sets the current error of a kind, and returns it if it has to be logged.
    fn replace(&mut self, kind: K, error: Option<String>) -> Option<&str> {
        let Some(logged) = error else {
            self.0.remove(&kind);
            return None;
        };
        let is_text = |c: &char| !(c.is_ascii_digit() || matches!(c, '.' | '-'));
        let words: String = logged.chars().filter(is_text).collect();
        let is_known = |it: &Message| it.words == words;
        if self.0.get(&kind).is_some_and(is_known) {
            return None;
        }
        let message = Message { logged, words };
        Some(&self.0.entry(kind).insert_entry(message).into_mut().logged)
    }
}

impl<K> Reported<K> {
    /// Drops the errors of subjects that no longer exist.
    pub(super) fn forget(&mut self, is_gone: impl Fn(&K) -> bool) {
        self.0.retain(|kind, _| !is_gone(kind));
    }
}

/// The errors of a flock.
#[derive(Default)]
pub(super) struct ReportedErrors(Reported<ErrorKind>);

/// The subject of an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ErrorKind {
    Settings,
    Placement,
    /// The node in whose frame the flock lives.
    Frame,
    Budget,
    Spawn,
    Gpu,
    GeometryBuild,
    MeshNodes,
    Body,
    /// The model is loading for long.
    Loading,
    /// Parts of the model that are left out.
    LeftOut,
    BodySize,
    CoarserModels,
    Levels,
    /// The file of the levels is not used.
    LevelsFile,
    Clips,
    /// The relation in this row.
    Relation(usize),
    Effects,
    Winds,
    Perches,
    /// Influences that find no ways.
    Ways,
}

impl ErrorKind {
    /// True if the flock is as the user wants it, but perhaps not as the user expects.
    fn is_warning(self) -> bool {
        matches!(
            self,
            Self::Loading | Self::LeftOut | Self::BodySize | Self::LevelsFile
        )
    }
}

impl ReportedErrors {
    /// The messages that were logged and still hold, in alphabetical order.
    pub(super) fn messages(&self) -> Vec<String> {
        let messages = self.0 .0.values().map(|message| message.logged.clone());
        let mut messages: Vec<String> = messages.collect();
        messages.sort();
        messages
    }

    /// True while an error of this kind was logged and still holds.
    pub(super) fn is_reported(&self, kind: ErrorKind) -> bool {
        self.0 .0.contains_key(&kind)
    }

    /// Drops the errors of relations from a row on.
    pub(super) fn forget_relations(&mut self, from: usize) {
        let is_gone = |kind: &ErrorKind| matches!(kind, ErrorKind::Relation(row) if *row >= from);
        self.0.forget(is_gone);
    }

    /// Updates the current error of a kind. A new error is logged with the name of the flock's
    /// node; `None` clears the last one.
    pub(super) fn update(
        &mut self,
        kind: ErrorKind,
        graph: &Graph,
        owner: Handle<Node>,
        error: Option<String>,
    ) {
        if let Some(message) = self.0.replace(kind, error) {
            let log = if kind.is_warning() {
                Log::warn
            } else {
                Log::err
            };
            log(format!("{}: {message}", log_name(graph, owner)));
        }
    }
}

/// The name of a node's flock in the log.
pub(super) fn log_name(graph: &Graph, owner: Handle<Node>) -> String {
    format!("Flock of node {}", node_name(graph, owner))
}

pub(super) fn node_name(graph: &Graph, node: Handle<Node>) -> &str {
    graph.try_get_node(node).map_or("?", |node| node.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn another_error_of_a_kind_is_logged_and_changing_numbers_are_not() {
        let logged = Cell::new(0);
        let mut reported = Reported::default();
        let mut update = |error: Option<&str>| {
            let name = || {
                logged.set(logged.get() + 1);
                String::new()
            };
            reported.update(0, name, error.map(Into::into));
            logged.get()
        };
        assert_eq!(update(Some("the point is (10001.5, 0, -3)")), 1);
        assert_eq!(update(Some("the point is (10002.25, 0, -33)")), 1);
        assert_eq!(update(Some("the weight is NaN")), 2);
        assert_eq!(update(None), 2);
        assert_eq!(update(Some("the weight is NaN")), 3);
    }
}
