//! Errors of a running flock, each logged once.

use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::{collections::HashSet, hash::Hash};

/// The errors that are in the log and have not been resolved since: however long an error lasts, it
/// is logged once.
pub(super) struct Reported<K>(HashSet<K>);

impl<K> Default for Reported<K> {
    fn default() -> Self {
        Self(HashSet::new())
    }
}

impl<K: Eq + Hash> Reported<K> {
    /// Takes the present error of a kind. A new one is logged with a name; `None` resolves the last
    /// one.
    pub(super) fn update(&mut self, kind: K, name: impl FnOnce() -> String, error: Option<String>) {
        let Some(message) = error else {
            self.0.remove(&kind);
            return;
        };
        if self.0.insert(kind) {
            Log::err(format!("{}: {message}", name()));
        }
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
    Spawn,
    Gpu,
    GeometryBuild,
    MeshNodes,
    Body,
    /// The relation in this row.
    Relation(usize),
    Effects,
    Winds,
}

impl ReportedErrors {
    /// True while an error of this kind is in the log and has not been resolved.
    pub(super) fn is_reported(&self, kind: ErrorKind) -> bool {
        self.0 .0.contains(&kind)
    }

    /// Takes the present error of a kind. A new one is logged with the name of the flock's node;
    /// `None` resolves the last one.
    pub(super) fn update(
        &mut self,
        kind: ErrorKind,
        graph: &Graph,
        owner: Handle<Node>,
        error: Option<String>,
    ) {
        self.0.update(kind, || log_name(graph, owner), error);
    }
}

/// The name of a node's flock in the log.
pub(super) fn log_name(graph: &Graph, owner: Handle<Node>) -> String {
    let name = graph.try_get_node(owner).map_or("?", |node| node.name());
    format!("Flock of node {name}")
}
