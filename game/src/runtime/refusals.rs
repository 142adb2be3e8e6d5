//! Effects that could not be applied to a flock, and their messages.

use super::reported_errors::{node_name, ErrorKind, ReportedErrors};
use flock_sim::SettingsError;
use fyrox::{
    core::pool::Handle,
    scene::{graph::Graph, node::Node},
};

/// Effects that could not be applied to a flock.
#[derive(Default)]
pub(super) struct Refusals {
    /// The first error of the simulation.
    pub(super) error: Option<SettingsError>,
    /// True if there is more than one wind.
    pub(super) has_winds: bool,
    /// A node with perches on which no boid of the flock can stand.
    pub(super) bare_perches: Option<BarePerches>,
}

/// Perches on which no boid of a flock can stand.
pub(super) enum BarePerches {
    /// On the level or on a body that moves.
    WithoutSpots(Handle<Node>),
    /// On a body that moves and has no obstacle for the flock.
    WithoutObstacles(Handle<Node>),
}

impl Refusals {
    /// Notes the error of an effect.
    pub(super) fn note(&mut self, result: Result<(), SettingsError>) {
        self.error = self.error.take().or(result.err());
    }

    /// Reports each kind of error once.
    pub(super) fn report(self, errors: &mut ReportedErrors, graph: &Graph, owner: Handle<Node>) {
        let error = self
            .error
            .map(|error| format!("something does not act on it: {error}"));
        errors.update(ErrorKind::Effects, graph, owner, error);
        let winds =
            "there is more than one Flock Wind for it: that of the first node counts; name \
                     other flocks in the others";
        let winds = self.has_winds.then(|| winds.into());
        errors.update(ErrorKind::Winds, graph, owner, winds);
        let bare = self.bare_perches.map(|bare| bare_perches(&bare, graph));
        errors.update(ErrorKind::Perches, graph, owner, bare);
    }
}

/// The error about perches on which no boid can stand.
fn bare_perches(bare: &BarePerches, graph: &Graph) -> String {
    let (node, remedy) = match bare {
        BarePerches::WithoutSpots(node) => (
            node,
            "move it to surfaces that face up, or raise `half_extents` or `steepest`, or lower \
             `head_room` or `wing_room`",
        ),
        BarePerches::WithoutObstacles(node) => (
            node,
            "the body that carries it has no collider that is a moving obstacle for the flock; give \
             it one that is no sensor and whose collision groups meet those of the flock, and switch \
             `solids.moving_bodies` on",
        ),
    };
    format!(
        "its boids cannot stand anywhere in the Flock Perches of node {}: {remedy}",
        node_name(graph, *node)
    )
}
