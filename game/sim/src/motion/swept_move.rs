//! Parameters of the swept moves of one step, and the counts of what happens in them.

use super::{arrival::Arrival, moving_obstacles::MovingObstacles, touched_slots::TouchedSlots};
use crate::{
    boundary::Containment,
    geometry::SidedGeometry,
    math::{frame::Frame, simd::SimdWidth, Vec3},
    settings::{CollisionResponse, Settings},
};

/// Parameters of the moves of one step.
pub(crate) struct SweptMove<'a> {
    pub(super) geometry: &'a SidedGeometry,
    /// Radius of the body plus skin, in metres; `None` if collisions are disabled or there is no
    /// geometry.
    pub(crate) radius: Option<f32>,
    /// Radius of the body alone, in metres.
    pub(crate) body_radius: f32,
    pub(crate) response: CollisionResponse,
    /// True if the crossing check tests every move.
    pub(crate) is_checked: bool,
    pub(crate) containment: Option<Containment>,
    /// Unit normal of the plane of a planar flock, in the world; zero for other flocks.
    pub(crate) flat: Vec3,
    pub(crate) dt: f32,
    pub(super) vectors: SimdWidth,
    /// Receives the slots of boids that meet geometry; `None` if nothing needs them.
    touched: Option<&'a TouchedSlots>,
    /// Moving obstacles; `None` if there are none.
    pub(crate) moving: Option<MovingObstacles<'a>>,
}

/// Counts of the moves of some boids.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveCounts {
    /// Number of moves that met geometry.
    pub(crate) contacts: u64,
    /// Number of moves that crossed geometry, as found by the crossing check.
    pub(crate) crossings: u64,
    /// Number of moves that stopped short because too many triangles were near.
    pub(crate) stopped_short: u64,
}

impl<'a> SweptMove<'a> {
    pub(crate) fn new(
        settings: &Settings,
        frame: Frame,
        containment: Option<Containment>,
        geometry: &'a SidedGeometry,
        vectors: SimdWidth,
    ) -> Self {
        let collision = &settings.collision;
        let collides = collision.acts_on(geometry.triangle_count());
        Self {
            geometry,
            radius: collides.then_some(collision.body_radius + collision.skin),
            body_radius: collision.body_radius,
            response: collision.response,
            is_checked: collision.check_crossings,
            containment,
            flat: settings.motion.plane.normal(frame),
            dt: settings.simulation.time_step,
            vectors,
            touched: None,
            moving: None,
        }
    }

    /// The same, but notes the boids that meet geometry.
    pub(crate) fn noting(self, touched: Option<&'a TouchedSlots>) -> Self {
        Self { touched, ..self }
    }

    /// The same with moving obstacles.
    pub(crate) fn among(self, moving: Option<MovingObstacles<'a>>) -> Self {
        Self { moving, ..self }
    }

    /// The parameters for loose bodies. They always slide along geometry, and may leave the
    /// boundary and the plane of the flock.
    pub(crate) fn of_loose_bodies(
        settings: &Settings,
        frame: Frame,
        geometry: &'a SidedGeometry,
        vectors: SimdWidth,
    ) -> Self {
        Self {
            response: CollisionResponse::Slide,
            flat: Vec3::zeros(),
            ..Self::new(settings, frame, None, geometry, vectors)
        }
    }

    #[inline]
    pub(super) fn note(&self, slot: u32, arrival: &Arrival) {
        if let (true, Some(touched)) = (arrival.contact, self.touched) {
            touched.insert(slot);
        }
    }
}
