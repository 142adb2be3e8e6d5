//! The level around a flock: its geometry, kept up to date.

use super::{
    troubles::{self, Trouble, Troubles},
    walls::Walls,
};
use crate::{
    geometry::{Builder, Built, ObstacleQuery, ObstacleSource, Watch},
    Flock,
};
use flock_sim::{Geometry, Placement};
use fyrox::{
    core::{log::Log, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::{collections::HashSet, sync::Arc};

/// The geometry of the level that a flock is in.
///
/// The first one is there at once. After that, what changes in the scene is built anew beside the game, and the old
/// geometry serves until the new one is there. While something moves without a pause, one is built after the other.
#[derive(Default)]
pub(super) struct Level {
    /// None before the first look.
    watch: Option<Watch>,
    builder: Builder,
    /// Whether the scene has changed since what is being built was begun.
    is_outdated: bool,
    geometry: Arc<Geometry>,
    /// The one before, until the flock has let go of it.
    replaced: Option<Arc<Geometry>>,
    walls: Walls,
    /// What cannot be an obstacle, as the log knows it.
    losses: HashSet<String>,
    troubles: Troubles,
}

impl Level {
    pub(super) fn geometry(&self) -> Arc<Geometry> {
        self.geometry.clone()
    }

    /// Looks for changes in the scene, and tells whether there is a new geometry.
    pub(super) fn follow(
        &mut self,
        script: &Flock,
        placement: &Placement,
        graph: &mut Graph,
        owner: Handle<Node>,
    ) -> bool {
        // By now the flock has let go of it, so that freeing it is left to the builder.
        if let Some(old) = self.replaced.take().filter(|old| old.triangle_count() > 0) {
            self.builder.discard(old);
        }
        let query = ObstacleQuery {
            source: script.obstacles.source,
            mesh_nodes: &script.obstacles.mesh_nodes,
            groups: *script.collision_groups,
            walls: self.walls.around(script, placement),
        };
        let is_first = self.watch.is_none();
        let watch = self.watch.get_or_insert_with(|| Watch::subscribe(graph));
        self.is_outdated |= watch.look(graph, &query);
        let parts = is_first.then(|| watch.parts());
        self.report_mesh_nodes(&query, graph, owner);
        if let Some(parts) = parts {
            self.is_outdated = false;
            let built = Built::new(&parts);
            self.replace(built, graph, owner);
            return true;
        }
        let is_new = self.take(graph, owner);
        self.build();
        is_new
    }

    /// Begins to build if there is something to build and nothing being built.
    fn build(&mut self) {
        if let (true, false, Some(watch)) = (self.is_outdated, self.builder.is_busy(), &self.watch)
        {
            self.is_outdated = false;
            self.builder.start(watch.parts());
        }
    }

    /// Takes what has been built, if it is there.
    fn take(&mut self, graph: &Graph, owner: Handle<Node>) -> bool {
        match self.builder.take() {
            Some(Ok(built)) => {
                self.replace(built, graph, owner);
                true
            }
            Some(Err(error)) => {
                self.troubles
                    .report(Trouble::Building, graph, owner, &error.to_string());
                false
            }
            None => false,
        }
    }

    fn replace(&mut self, built: Built, graph: &Graph, owner: Handle<Node>) {
        self.troubles.over(Trouble::Building);
        self.report_losses(&built, graph, owner);
        self.replaced = Some(std::mem::replace(&mut self.geometry, built.geometry));
    }

    /// Tells of each node once that it is no obstacle, or only in part, as long as that is so.
    fn report_losses(&mut self, built: &Built, graph: &Graph, owner: Handle<Node>) {
        let skipped = built.skipped.iter();
        let skipped =
            skipped.map(|it| format!("{} is no obstacle, or only in part: {}", it.name, it.reason));
        let mut losses: HashSet<_> = skipped.collect();
        if built.report.dropped() > 0 {
            losses.insert(format!(
                "{} triangles without area or too far out are no obstacles",
                built.report.dropped()
            ));
        }
        for loss in losses.difference(&self.losses) {
            Log::err(format!("{}: {loss}", troubles::name(graph, owner)));
        }
        self.losses = losses;
    }

    fn report_mesh_nodes(&mut self, query: &ObstacleQuery, graph: &Graph, owner: Handle<Node>) {
        // An empty row of the inspector is none that went missing.
        let mut chosen = query.mesh_nodes.iter().filter(|node| node.is_some());
        let is_missing = |node: &Handle<Node>| graph.try_get_node(*node).is_err();
        if query.source != ObstacleSource::Colliders && chosen.any(is_missing) {
            let message =
                "a node in obstacles.mesh_nodes does not exist; choose another or take it out";
            self.troubles
                .report(Trouble::MeshNodes, graph, owner, message);
        } else {
            self.troubles.over(Trouble::MeshNodes);
        }
    }
}
