//! The configuration of a flock: settings, placement and geometry.

use crate::{
    boundary::{Containment, PeriodicBox},
    geometry::{Geometry, SidedGeometry},
    math::{
        frame::{Frame, Placement},
        simd::SimdWidth,
        Vec3,
    },
    motion::{depenetration::FreeSpace, spawn::Spawner},
    neighbours::criteria::Criteria,
    obstacles::ObstacleSet,
    settings::{
        validation::{describe, Check, SettingsError},
        Backend, BoundaryMode, Settings,
    },
    steering::fear::{threat::Chooser, FearParams},
};
use std::sync::Arc;

/// Settings, placement and geometry of a flock.
pub(crate) struct Configuration {
    pub(crate) settings: Settings,
    pub(crate) placement: Placement,
    /// Static geometry. Its two-sided surfaces are rooms if the flock starts inside them, and
    /// solids otherwise.
    pub(crate) geometry: SidedGeometry,
    pub(crate) vectors: SimdWidth,
}

impl Configuration {
    pub(crate) fn new(settings: Settings, placement: Placement, geometry: Arc<Geometry>) -> Self {
        let start = center(&settings, &placement);
        Self {
            settings,
            placement,
            geometry: SidedGeometry::new(geometry, start),
            vectors: SimdWidth::widest(),
        }
    }

    pub(crate) fn set_geometry(&mut self, geometry: Arc<Geometry>) {
        let start = center(&self.settings, &self.placement);
        self.geometry = SidedGeometry::new(geometry, start);
    }

    /// Decides which two-sided surfaces are rooms and which are solids.
    pub(crate) fn decide_sides(&mut self) {
        let start = center(&self.settings, &self.placement);
        self.geometry.decide_roles(start);
    }

    pub(crate) fn frame(&self) -> Frame {
        Frame::new(&self.placement)
    }

    pub(crate) fn backend(&self) -> Backend {
        self.settings.simulation.backend
    }

    /// Length of a step, in seconds.
    pub(crate) fn dt(&self) -> f32 {
        self.settings.simulation.time_step
    }

    pub(crate) fn containment(&self) -> Option<Containment> {
        Containment::new(&self.settings, self.frame())
    }

    /// The periodic box of the boundary; `None` if the boundary does not wrap or is no box.
    pub(crate) fn periodic_box(&self) -> Option<PeriodicBox> {
        let wraps = self.settings.boundary.mode == BoundaryMode::Wrap;
        wraps
            .then(|| PeriodicBox::new(&self.settings, self.frame()))
            .flatten()
    }

    /// The criteria of the neighbour search for the rules of the settings.
    pub(crate) fn criteria(&self) -> Criteria {
        Criteria::new(&self.settings, self.frame())
    }

    /// Parameters of fear; `None` if neither fear nor panic is on.
    pub(crate) fn fear_params(&self) -> Option<FearParams> {
        FearParams::new(&self.settings, self.frame())
    }

    /// How boids flee; `None` if `fear.enabled` is off.
    pub(crate) fn chooser(&self) -> Option<Chooser> {
        let is_on = self.settings.fear.enabled;
        is_on.then(|| Chooser::new(&self.settings, self.frame()))
    }

    /// True if a sphere at a position in the flock's frame overlaps neither geometry nor obstacles.
    pub(crate) fn is_clear(&self, center: Vec3, radius: f32, obstacles: &ObstacleSet) -> bool {
        self.geometry.is_clear(center, radius) && obstacles.is_clear(center, radius)
    }

    /// Refuses a position where a body of the given radius, in metres, would not be clear of
    /// geometry and obstacles.
    pub(crate) fn check_clear(
        &self,
        position: &Vec3,
        radius: f32,
        obstacles: &ObstacleSet,
    ) -> Result<(), SettingsError> {
        let collision = &self.settings.collision;
        let is_clear = !collision.enabled || self.is_clear(*position, radius, obstacles);
        let mut check = Check::default();
        if !is_clear {
            let body_radius = collision.body_radius;
            let allowed =
                format!("a place with {body_radius} m of collision.body_radius clear of geometry");
            check.refuse("position", describe(position), allowed);
        }
        check.finish()
    }

    /// Searches positions where boids start.
    pub(crate) fn spawner<'a>(&'a self, obstacles: &'a ObstacleSet) -> Spawner<'a> {
        Spawner::new(&self.settings, &self.placement, &self.geometry).among(obstacles)
    }

    /// Searches free positions for bodies that are inside something.
    pub(crate) fn free_space<'a>(&'a self, obstacles: &'a ObstacleSet) -> FreeSpace<'a> {
        FreeSpace::new(&self.settings, &self.placement, &self.geometry).among(obstacles)
    }
}

/// The centre of the spawn region, in the flock's frame.
fn center(settings: &Settings, placement: &Placement) -> Vec3 {
    Frame::new(placement).point_to_world(settings.spawn.region.center())
}
