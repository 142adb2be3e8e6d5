//! From obstacles to geometry, beside the game.

use super::{
    obstacles::{SkippedObstacle, StaticGeometry},
    watch::Part,
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

/// Geometry that boids can meet, and what was lost on the way.
pub(crate) struct Built {
    pub geometry: Arc<Geometry>,
    pub skipped: Vec<SkippedObstacle>,
    pub report: GeometryReport,
}

impl Built {
    /// Builds on this thread.
    pub(crate) fn new(parts: &[Part]) -> Self {
        let found = collect(parts);
        let (geometry, report) = Geometry::new(&found.triangles);
        geometry.prepare();
        Self {
            geometry: Arc::new(geometry),
            skipped: found.skipped,
            report,
        }
    }
}

/// Builds geometry on threads of its own, one after the other. They are not those of the simulation, which would make
/// a step wait for them. Where there are no threads, as on the web, it builds at once.
///
/// Dropped while it builds, it does not wait: what is built is thrown away when it is done.
#[derive(Default)]
pub(crate) struct Builder {
    threads: Threads,
    /// Disconnected if building failed.
    pending: Option<Receiver<Built>>,
}

#[derive(Default)]
enum Threads {
    #[default]
    NotStarted,
    Started(ThreadPool),
    /// The platform has none.
    Missing,
}

impl Builder {
    /// Whether something is being built or waits to be taken.
    pub(crate) fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Begins to build. What was begun before and not taken is lost.
    pub(crate) fn start(&mut self, parts: Vec<Part>) {
        self.begin(move || Built::new(&parts));
    }

    pub(super) fn begin(&mut self, build: impl FnOnce() -> Built + Send + 'static) {
        let (sender, pending) = channel();
        self.pending = Some(pending);
        self.run(move || {
            // Nobody receives it if the flock is gone.
            let _ = sender.send(build());
        });
    }

    /// What has been built, once; an error if that failed.
    pub(crate) fn take(&mut self) -> Option<Result<Built, BuildError>> {
        let outcome = match self.pending.as_ref()?.try_recv() {
            Ok(built) => Ok(built),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(BuildError),
        };
        self.pending = None;
        Some(outcome)
    }

    /// Frees what may be large beside the game.
    pub(crate) fn discard(&mut self, geometry: Arc<Geometry>) {
        self.run(move || drop(geometry));
    }

    pub(super) fn run(&mut self, work: impl FnOnce() + Send + 'static) {
        if let Threads::NotStarted = self.threads {
            self.threads = threads().map_or(Threads::Missing, Threads::Started);
        }
        // A panic must not end the game.
        let work = || _ = catch_unwind(AssertUnwindSafe(work));
        match &self.threads {
            Threads::Started(threads) => threads.spawn(work),
            Threads::NotStarted | Threads::Missing => work(),
        }
    }

    #[cfg(test)]
    pub(super) fn without_threads() -> Self {
        Self {
            threads: Threads::Missing,
            pending: None,
        }
    }
}

/// Building the geometry failed, which it never should.
#[derive(Debug, thiserror::Error)]
#[error("the level's geometry could not be built anew; boids go on with the old one")]
pub(crate) struct BuildError;

/// At most half of the cores: the game needs the others meanwhile.
fn threads() -> Option<ThreadPool> {
    let cores = available_parallelism().map_or(1, usize::from);
    let builder = ThreadPoolBuilder::new().num_threads((cores / 2).max(1));
    builder
        .thread_name(|_| "flock geometry".into())
        .build()
        .ok()
}

/// The triangles of all obstacles.
pub(super) fn collect(parts: &[Part]) -> StaticGeometry {
    let mut found = StaticGeometry::default();
    for Part { solid, pose } in parts {
        let before = found.triangles.len();
        let problem = solid.append(pose, &mut found.triangles);
        found.obstacles += usize::from(found.triangles.len() > before);
        found.skipped.extend(problem.map(|problem| SkippedObstacle {
            node: solid.node,
            name: solid.name.clone(),
            reason: problem.to_string(),
        }));
    }
    found
}
