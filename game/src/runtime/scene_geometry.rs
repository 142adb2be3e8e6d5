//! The geometry of the scene around the flocks, updated in the background.

use super::reported_errors::{log_name, ErrorKind, ReportedErrors};
use crate::{
    geometry::{
        triangles_of, BuildError, BuiltGeometry, Frame, GeometryBuilder, MovingBodies, OwnedQuery,
        Selection, SolidQuery, SolidSource, SolidTracker,
    },
    node_frame::{NodeFrame, NodeSide},
};
use flock_sim::Geometry;
use fyrox::{
    core::{algebra::Vector3, instant::Instant, log::Log, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::{collections::HashSet, sync::Arc};

/// Largest number of triangles for which the first geometry is built at once: it takes less than a
/// second. Larger ones are built in the background.
const MOST_AT_ONCE: usize = 50_000;

/// Largest number of consecutive builds that are discarded because a collider has started to move.
const MOST_DISCARDED: u32 = 2;

/// The first geometry of a large level while it is built. The flock starts when it is complete.
#[derive(Clone, Copy, Debug)]
pub struct AwaitedGeometry {
    /// Number of triangles of the level.
    pub triangles: usize,
    since: Instant,
    has_failed: bool,
}

impl AwaitedGeometry {
    fn new(triangles: usize) -> Self {
        Self {
            triangles,
            since: Instant::now(),
            has_failed: false,
        }
    }

    /// Seconds since the build began.
    pub fn seconds(&self) -> f32 {
        self.since.elapsed().as_secs_f32()
    }

    /// True if the geometry could not be built, which was logged. The flock starts if the level
    /// changes so that it can be built.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }
}

/// The static geometry of a scene, shared by all flocks that select the same solids.
///
/// The first geometry is built at once, unless it is large. Changes of the scene are built in the
/// background, and the old geometry stays in use until the new one is complete. While solids keep
/// changing, builds follow each other without a pause.
#[derive(Default)]
pub(super) struct SceneGeometry {
    query: OwnedQuery,
    /// The frame of the last update.
    frame: u64,
    /// The coordinates of the geometry, as of the last update.
    within: NodeFrame,
    /// The frame in which the moving bodies were last updated.
    moving_frame: u64,
    /// Largest number of obstacles of a flock, without moving colliders, and the frame in which it
    /// was counted.
    obstacles: usize,
    counted_frame: u64,
    /// `None` before the first update.
    tracker: Option<SolidTracker>,
    builder: GeometryBuilder,
    awaited: Option<AwaitedGeometry>,
    /// True if the scene has changed since the last build was started.
    is_outdated: bool,
    /// Number of consecutive builds that were discarded.
    discarded: u32,
    geometry: Arc<Geometry>,
    /// The previous geometry, until the flocks have released it.
    replaced: Option<Arc<Geometry>>,
    errors: ReportedErrors,
    /// The skipped nodes that were logged.
    losses: HashSet<String>,
}

impl SceneGeometry {
    /// The geometry in use.
    pub(super) fn geometry(&self) -> Arc<Geometry> {
        self.geometry.clone()
    }

    /// The moving bodies among the solids, as of this frame.
    pub(super) fn moving_bodies(&mut self, frame: u64, graph: &Graph) -> Option<&MovingBodies> {
        let is_new = std::mem::replace(&mut self.moving_frame, frame) != frame;
        let tracker = self.tracker.as_mut()?;
        if is_new {
            let (query, frame) = (&self.query.as_query(), &self.within);
            tracker.update_moving_bodies(graph, Selection { query, frame });
        }
        Some(tracker.moving_bodies())
    }

    /// The first geometry while it is being built.
    pub(super) fn awaited(&self) -> Option<AwaitedGeometry> {
        self.awaited
    }

    /// True if it has the solids of a query, in these coordinates.
    pub(super) fn is_of(&self, query: &SolidQuery, within: &NodeFrame) -> bool {
        self.query.is(query) && self.within.id() == within.id()
    }

    /// Selects other solids from the next update on.
    pub(super) fn set_query(&mut self, query: OwnedQuery, within: &NodeFrame) {
        (self.query, self.within) = (query, *within);
    }

    /// Counts the obstacles of a flock, without moving colliders. To be called before the update of
    /// the frame.
    pub(super) fn count_obstacles(&mut self, frame: u64, obstacles: usize) {
        let is_new = std::mem::replace(&mut self.counted_frame, frame) != frame;
        let others = if is_new { 0 } else { self.obstacles };
        self.obstacles = others.max(obstacles);
    }

    /// Takes a shift of the whole scene into account.
    pub(super) fn shift(&mut self, by: &Vector3<f64>) {
        let before = self.within.pose().origin;
        if self.within.is_world() {
            self.within = NodeFrame::world_from(before + by);
        }
        if let Some(tracker) = &mut self.tracker {
            let after = self.within.pose().origin;
            tracker.shift((before.amax() + after.amax() + by.amax()) as f32);
        }
    }

    /// Compares the scene with the last update, once a frame. `seconds`: the time since then;
    /// `None` if it is not known, while a flock starts. `within`: its coordinates. Log messages name
    /// the node of one of the flocks.
    pub(super) fn update(
        &mut self,
        (frame, seconds): (u64, Option<f32>),
        within: &NodeFrame,
        graph: &mut Graph,
        owner: Handle<Node>,
    ) {
        if std::mem::replace(&mut self.frame, frame) == frame {
            return;
        }
        self.within = *within;
        self.free_replaced();
        let query = self.query.as_query();
        let missing = missing_mesh_node(&query, within, graph);
        self.errors
            .update(ErrorKind::MeshNodes, graph, owner, missing);
        let Some(tracker) = &mut self.tracker else {
            return self.begin(graph, owner);
        };
        let Some(seconds) = seconds else {
            return;
        };
        let obstacles = self.obstacles;
        let selection = Selection {
            query: &query,
            frame: within,
        };
        self.is_outdated |= tracker.update(graph, selection, &Frame { seconds, obstacles });
        let result = self.take_build();
        self.start_build();
        if let Some(result) = result {
            self.use_build(result, graph, owner);
        }
    }

    /// Waits until the build in progress is finished; returns at once if there is none. The next
    /// update uses its result.
    pub(super) fn wait(&mut self) {
        self.builder.wait();
    }

    /// By now the flocks have released the previous geometry, so the builder's thread drops the
    /// last reference and frees it.
    fn free_replaced(&mut self) {
        if let Some(old) = self.replaced.take().filter(|old| old.triangle_count() > 0) {
            self.builder.discard(old);
        }
    }

    fn begin(&mut self, graph: &mut Graph, owner: Handle<Node>) {
        let tracker = self.tracker.insert(SolidTracker::subscribe(graph));
        let selection = Selection {
            query: &self.query.as_query(),
            frame: &self.within,
        };
        tracker.update(graph, selection, &Frame::default());
        let found = triangles_of(&tracker.solids());
        tracker.build_begins();
        let triangles = found.triangles.len();
        if triangles <= MOST_AT_ONCE {
            tracker.build_ends();
            return self.replace(BuiltGeometry::new(found), graph, owner);
        }
        Log::info(format!(
            "{}: the flock starts when the geometry of the level's {triangles} triangles is built",
            log_name(graph, owner)
        ));
        self.awaited = Some(AwaitedGeometry::new(triangles));
        self.builder.start_with(found);
    }

    /// The result of a finished build. A build that has a moving collider at its old place is
    /// discarded, and the next one is awaited. It is used nevertheless after too many discarded
    /// builds in a row, and if it is the first geometry.
    fn take_build(&mut self) -> Option<Result<BuiltGeometry, BuildError>> {
        let result = self.builder.take()?;
        let tracker = self.tracker.as_mut()?;
        let may_wait = self.awaited.is_none() && self.discarded < MOST_DISCARDED;
        match result {
            Ok(built) if may_wait && tracker.is_build_stale() => {
                self.discarded += 1;
                self.is_outdated = true;
                self.builder.discard(built.geometry);
                None
            }
            result => {
                self.discarded = 0;
                if result.is_ok() {
                    tracker.build_ends();
                }
                Some(result)
            }
        }
    }

    /// Starts a build if the level has changed and no build is in progress.
    fn start_build(&mut self) {
        let Some(tracker) = self.tracker.as_mut().filter(|_| self.is_outdated) else {
            return;
        };
        if !self.builder.is_busy() {
            self.is_outdated = false;
            tracker.build_begins();
            self.builder.start(tracker.solids());
        }
    }

    fn use_build(
        &mut self,
        result: Result<BuiltGeometry, BuildError>,
        graph: &Graph,
        owner: Handle<Node>,
    ) {
        let error = result.as_ref().err().map(ToString::to_string);
        self.errors
            .update(ErrorKind::GeometryBuild, graph, owner, error);
        let Ok(built) = result else {
            if let Some(awaited) = &mut self.awaited {
                awaited.has_failed = true;
            }
            return;
        };
        self.replace(built, graph, owner);
        if let Some(awaited) = self.awaited.take() {
            let (name, seconds) = (log_name(graph, owner), awaited.seconds());
            Log::info(format!("{name}: the geometry was built in {seconds:.1} s"));
        }
    }

    fn replace(&mut self, built: BuiltGeometry, graph: &Graph, owner: Handle<Node>) {
        self.log_losses(&built, graph, owner);
        self.replaced = Some(std::mem::replace(&mut self.geometry, built.geometry));
    }

    /// Logs each skipped node once, for as long as it is skipped.
    fn log_losses(&mut self, built: &BuiltGeometry, graph: &Graph, owner: Handle<Node>) {
        let skipped = built.skipped.iter();
        let skipped = skipped.map(|it| {
            format!(
                "{} is no part of the geometry, or only in part: {}",
                it.name, it.reason
            )
        });
        let mut losses: HashSet<_> = skipped.collect();
        if built.report.dropped() > 0 {
            losses.insert(format!(
                "{} triangles without area or too far out are not in the geometry",
                built.report.dropped()
            ));
        }
        for loss in losses.difference(&self.losses) {
            Log::err(format!("{}: {loss}", log_name(graph, owner)));
        }
        self.losses = losses;
    }
}

/// An error if a node chosen in the inspector does not exist, or is not in the frame of the flock.
/// An empty row is ignored.
fn missing_mesh_node(query: &SolidQuery, within: &NodeFrame, graph: &Graph) -> Option<String> {
    if query.source == SolidSource::Colliders {
        return None;
    }
    let mut chosen = query.mesh_nodes.iter().filter(|node| node.is_some());
    if chosen.clone().any(|node| !graph.is_valid_handle(*node)) {
        let error = "a node in solids.mesh_nodes does not exist; choose another or take it out";
        return Some(error.into());
    }
    let is_outside = |node: &Handle<Node>| within.side_of(graph, *node) == NodeSide::Outside;
    let error =
        "a node in solids.mesh_nodes is not below the node in `frame` and is not seen; choose \
                 one below it";
    chosen.any(is_outside).then(|| error.into())
}

#[cfg(test)]
mod tests;
