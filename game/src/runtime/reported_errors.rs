//! Errors of a running flock, each logged once.

use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::collections::HashSet;

/// The errors that are in the log and have not been resolved since: however long an error lasts, it
/// is logged once.
#[derive(Default)]
pub(super) struct ReportedErrors(HashSet<ErrorKind>);

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
}

impl ReportedErrors {
    /// True while an error of this kind is in the log and has not been resolved.
    pub(super) fn is_reported(&self, kind: ErrorKind) -> bool {
        self.0.contains(&kind)
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
        match error {
            Some(message) if self.0.insert(kind) => {
                Log::err(format!("{}: {message}", log_name(graph, owner)));
            }
            Some(_) => (),
            None => _ = self.0.remove(&kind),
        }
    }
}

/// The name of a node's flock in the log.
pub(super) fn log_name(graph: &Graph, owner: Handle<Node>) -> String {
    let name = graph.try_get_node(owner).map_or("?", |node| node.name());
    format!("Flock of node {name}")
}
