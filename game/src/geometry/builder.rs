//! Building of the geometry from the obstacles, on threads of its own.

use super::{
    obstacle_query::{SkippedObstacle, StaticGeometry},
    obstacle_tracker::PlacedObstacle,
};
use flock_sim::{Geometry, GeometryReport};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    panic::{catch_unwind, AssertUnwindSafe},
    sync::{
        mpsc::{channel, Receiver, TryRecvError},
        Arc,
    },
    thread::available_parallelism,
};

/// The geometry of all obstacles, and what could not become part of it.
pub(crate) struct BuiltGeometry {
    pub geometry: Arc<Geometry>,
    pub skipped: Vec<SkippedObstacle>,
    pub report: GeometryReport,
}

impl BuiltGeometry {
    /// Builds on the calling thread, from the triangles of all obstacles.
    pub(crate) fn new(found: StaticGeometry) -> Self {
        let (geometry, report) = Geometry::new(&found.triangles);
        geometry.prepare();
        Self {
            geometry: Arc::new(geometry),
            skipped: found.skipped,
            report,
        }
    }
}

/// Builds one geometry at a time in the background. Its threads are not those of the simulation: a
/// step would have to wait for them. On platforms without threads, such as the web, it builds at
/// once.
///
/// Dropping it does not wait for a build in progress; the result of that build is discarded.
#[derive(Default)]
pub(crate) struct GeometryBuilder {
    threads: Threads,
    /// The result of the build in progress. Disconnected if the build panicked.
    pending: Option<Receiver<BuiltGeometry>>,
}

#[derive(Default)]
enum Threads {
    #[default]
    NotStarted,
    Started(ThreadPool),
    /// The platform has no threads.
    Unavailable,
}

impl GeometryBuilder {
    /// True while a build is in progress, or finished and not taken yet.
    pub(crate) fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Starts a build. The result of an earlier build that has not been taken is discarded.
    pub(crate) fn start(&mut self, obstacles: Vec<PlacedObstacle>) {
        self.begin(move || BuiltGeometry::new(triangles_of(&obstacles)));
    }

    /// Starts a build from triangles that have been collected, like [`start`](Self::start).
    pub(crate) fn start_with(&mut self, found: StaticGeometry) {
        self.begin(move || BuiltGeometry::new(found));
    }

    pub(super) fn begin(&mut self, build: impl FnOnce() -> BuiltGeometry + Send + 'static) {
        let (sender, pending) = channel();
        self.pending = Some(pending);
        self.run(move || {
            // The receiver is gone if the flock has been removed.
            let _ = sender.send(build());
        });
    }

    /// The result of a finished build, once. An error if the build panicked.
    pub(crate) fn take(&mut self) -> Option<Result<BuiltGeometry, BuildError>> {
        let outcome = match self.pending.as_ref()?.try_recv() {
            Ok(built) => Ok(built),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(BuildError),
        };
        self.pending = None;
        Some(outcome)
    }

    /// Frees a geometry, which may be large, in the background.
    pub(crate) fn discard(&mut self, geometry: Arc<Geometry>) {
        self.run(move || drop(geometry));
    }

    pub(super) fn run(&mut self, work: impl FnOnce() + Send + 'static) {
        if let Threads::NotStarted = self.threads {
            self.threads = start_threads().map_or(Threads::Unavailable, Threads::Started);
        }
        // A panic must not end the game.
        let work = || _ = catch_unwind(AssertUnwindSafe(work));
        match &self.threads {
            Threads::Started(threads) => threads.spawn(work),
            Threads::NotStarted | Threads::Unavailable => work(),
        }
    }

    #[cfg(test)]
    pub(super) fn without_threads() -> Self {
        Self {
            threads: Threads::Unavailable,
            pending: None,
        }
    }
}

/// The geometry could not be built because of a defect of this crate.
#[derive(Debug, thiserror::Error)]
#[error("the geometry of the scene's obstacles could not be built; the one before, if there is one, stays in use")]
pub(crate) struct BuildError;

/// A pool of at most half of the cores: the game needs the others.
fn start_threads() -> Option<ThreadPool> {
    let cores = available_parallelism().map_or(1, usize::from);
    let builder = ThreadPoolBuilder::new().num_threads((cores / 2).max(1));
    builder
        .thread_name(|_| "flock geometry".into())
        .build()
        .ok()
}

/// Collects the triangles of all obstacles.
pub(crate) fn triangles_of(obstacles: &[PlacedObstacle]) -> StaticGeometry {
    let mut found = StaticGeometry::default();
    for PlacedObstacle { shape, pose } in obstacles {
        let before = found.triangles.len();
        let error = shape.append(pose, &mut found.triangles);
        found.obstacles += usize::from(found.triangles.len() > before);
        found.skipped.extend(error.map(|error| SkippedObstacle {
            node: shape.node,
            name: shape.name.clone(),
            reason: error.to_string(),
        }));
    }
    found
}
