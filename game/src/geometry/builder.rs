//! Building of the geometry from the solids of a scene, on background threads.

use super::{
    background::Background,
    placed_solid::PlacedSolid,
    static_geometry::{SkippedNode, StaticGeometry},
};
use flock_sim::{geometry::GeometryReport, Geometry};
use std::sync::Arc;

/// The geometry of all solids, and the nodes that were skipped.
pub(crate) struct BuiltGeometry {
    pub geometry: Arc<Geometry>,
    pub skipped: Vec<SkippedNode>,
    pub report: GeometryReport,
}

impl BuiltGeometry {
    /// Builds on the calling thread, from the triangles of all solids.
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

/// Builds one geometry at a time in the [`Background`].
pub(crate) struct GeometryBuilder(Background<BuiltGeometry>);

impl Default for GeometryBuilder {
    fn default() -> Self {
        Self(Background::of_level())
    }
}

impl GeometryBuilder {
    /// True while a build is in progress, or its result has not been taken.
    pub(crate) fn is_busy(&self) -> bool {
        self.0.is_busy()
    }

    /// Starts a build. The result of an earlier build that has not been taken is discarded.
    pub(crate) fn start(&mut self, solids: Vec<PlacedSolid>) {
        self.begin(move || BuiltGeometry::new(triangles_of(&solids)));
    }

    /// Like [`start`](Self::start), from triangles that were collected before.
    pub(crate) fn start_with(&mut self, found: StaticGeometry) {
        self.begin(move || BuiltGeometry::new(found));
    }

    pub(crate) fn begin(&mut self, build: impl FnOnce() -> BuiltGeometry + Send + 'static) {
        self.0.begin(build);
    }

    /// The result of a finished build; each result is returned once. An error if the build
    /// panicked.
    pub(crate) fn take(&mut self) -> Option<Result<BuiltGeometry, BuildError>> {
        let outcome = self.0.take()?;
        Some(outcome.map_err(|_| BuildError))
    }

    /// Waits until the build in progress is finished; returns at once if there is none.
    pub(crate) fn wait(&mut self) {
        self.0.wait();
    }

    /// Frees a geometry in the background: freeing a large one takes long.
    pub(crate) fn discard(&mut self, geometry: Arc<Geometry>) {
        self.run(move || drop(geometry));
    }

    pub(super) fn run(&mut self, work: impl FnOnce() + Send + 'static) {
        self.0.run(work);
    }

    #[cfg(test)]
    pub(super) fn without_threads() -> Self {
        Self(Background::without_threads())
    }
}

/// The geometry could not be built because of a defect in this crate.
#[derive(Debug, thiserror::Error)]
#[error(
    "the geometry of the scene could not be built; the one before, if there is one, stays in use"
)]
pub(crate) struct BuildError;

/// Collects the triangles of all solids.
pub(crate) fn triangles_of(solids: &[PlacedSolid]) -> StaticGeometry {
    let mut found = StaticGeometry::default();
    for PlacedSolid { shape, pose } in solids {
        let before = found.triangles.len();
        let error = shape.append(pose, &mut found.triangles);
        found.nodes += usize::from(found.triangles.len() > before);
        found.skipped.extend(error.map(|error| SkippedNode {
            node: shape.node,
            name: shape.name.clone(),
            reason: error.to_string(),
        }));
    }
    found
}
