//! How an influence leads each boid to its place in a formation, and lets the rules rest there.

use super::{
    rounded_box::{RoundedBox, Surface},
    set::InfluenceId,
    terms::{InfluenceTerms, Lead, Strength, Term, TermKind, TermVolumes},
    volume::Shape,
    wish::{LaneBoids, Wish},
    FallOff, InfluenceKind,
};
use crate::math::{
    frame::{Frame, Placement},
    lanes::Lanes,
    Vec3,
};
use nalgebra::Matrix3;
use std::sync::Arc;

/// The place of each slot's boid in the formation's own axes, in metres, and 1; zeros for a boid
/// without a place.
pub(crate) type BoidPlaces = Vec<[f32; 4]>;

/// Distance of a boid without a place from its place. Products with 0 are 0.
const FARTHEST: f32 = f32::MAX;

/// Rules rest within so many lengths of slowing or spacing around the place.
const CALM_REACH: f32 = 2.0;

/// The places of the boids in the formations of a flock.
#[derive(Default)]
pub(crate) struct PlacesOfInfluences {
    pub(crate) places: Vec<ActingPlaces>,
    /// Number of changes.
    pub(crate) changes: u64,
}

/// The places to which a formation leads boids.
#[derive(Clone, Debug)]
pub(crate) struct ActingPlaces {
    id: InfluenceId,
    pub(crate) by_slot: Arc<BoidPlaces>,
    /// Distance of the farthest place from the position of the formation at full size, in metres.
    radius: f32,
    /// Size of the formation, as a share of its full size.
    pub(crate) size: f32,
    /// Differs for different places of a flock.
    #[cfg(feature = "gpu")]
    pub(crate) revision: u64,
}

impl ActingPlaces {
    /// `revision` is the number of changes of the places of a flock when these begin to act.
    pub(crate) fn new(
        id: InfluenceId,
        by_slot: Arc<BoidPlaces>,
        size: f32,
        #[cfg_attr(not(feature = "gpu"), expect(unused_variables))] revision: u64,
    ) -> Self {
        let squared = by_slot.iter().map(|[x, y, z, _]| x * x + y * y + z * z);
        let radius = squared.fold(0.0, f32::max).sqrt();
        Self {
            id,
            by_slot,
            radius,
            size,
            #[cfg(feature = "gpu")]
            revision,
        }
    }

    /// True if they are the places of a formation.
    pub(crate) fn are_of(&self, id: InfluenceId) -> bool {
        self.id == id
    }
}

impl PlacesOfInfluences {
    pub(super) fn of(&self, id: InfluenceId) -> Option<&ActingPlaces> {
        self.places.iter().find(|it| it.are_of(id))
    }
}

/// The places of a term.
#[derive(Clone, Debug)]
pub(crate) struct TermPlaces {
    pub(crate) acting: ActingPlaces,
    /// Position of the formation, in metres.
    pub(crate) origin: Vec3,
    /// Axes of the formation, as long as its size.
    pub(crate) axes: Matrix3<f32>,
}

impl TermPlaces {
    pub(super) fn new(acting: &ActingPlaces, frame: &Frame) -> Self {
        Self {
            acting: acting.clone(),
            origin: frame.origin,
            axes: frame.to_world * acting.size,
        }
    }
}

impl InfluenceKind {
    /// Position and axes of a formation; `None` for other kinds.
    pub(crate) fn formation_frame(&self) -> Option<Frame> {
        let Self::Formation {
            position, rotation, ..
        } = self
        else {
            return None;
        };
        Some(Frame::new(&Placement {
            origin: *position,
            rotation: *rotation,
        }))
    }
}

/// Lets the wishes of the rules rest near the place.
#[derive(Clone, Debug)]
pub(crate) struct Calm {
    /// Share of the wishes that rests at the place.
    pub(crate) strictness: f32,
}

/// What the terms of a formation have in common with those of no other kind.
pub(super) struct FormationTerms {
    pub(super) places: TermPlaces,
    pub(super) spacing: f32,
    pub(super) slowing: f32,
    pub(super) strictness: f32,
}

impl InfluenceTerms {
    pub(super) fn add_formation(&mut self, common: Term, formation: FormationTerms) {
        let FormationTerms {
            places,
            spacing,
            slowing,
            strictness,
        } = formation;
        let around = Shape::Box(RoundedBox {
            center: places.origin,
            radius: places.acting.radius * places.acting.size,
            ..RoundedBox::default()
        });
        let lead = Lead {
            velocity: [0.0; 3],
            inset: 0.0,
            per_slowing: (1.0 / slowing).min(f32::MAX),
            bends: false,
        };
        let common = Term {
            volumes: TermVolumes {
                places: Some(places),
                ..common.volumes
            },
            ..common
        };
        if strictness > 0.0 {
            let strength = Strength {
                fall_off: FallOff::Linear.polynomial(),
                per_reach: 1.0 / (CALM_REACH * slowing.max(spacing)),
                ..common.strength
            };
            let kind = TermKind::Calm(Calm { strictness });
            let calm = Term {
                kind,
                strength,
                ..common.clone()
            };
            self.push_term(calm, [around.clone()]);
        }
        let kind = TermKind::Lead(lead);
        self.push_term(Term { kind, ..common }, [around]);
    }
}

impl Wish for Calm {
    #[inline(always)]
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        let surface = boids.surface(terms, &term.volumes);
        let strength = term.strength.within_reach(&surface.distance)?;
        let mut wish = boids.sum;
        for axis in &mut wish {
            for lane in 0..LANES {
                axis[lane] *= -self.strictness * strength[lane];
            }
        }
        Some(wish)
    }
}

impl<const LANES: usize> LaneBoids<'_, LANES> {
    /// The places of the boids, as surfaces of points. Not inlined: most terms have no places.
    #[inline(never)]
    pub(super) fn surface_of_places(&self, places: &TermPlaces) -> Surface<LANES> {
        let mut surface = Surface {
            distance: [FARTHEST; LANES],
            normal: [[0.0; LANES]; 3],
        };
        for lane in 0..LANES {
            let slot = self.slot[lane] as usize;
            let Some([x, y, z, 1.0]) = places.acting.by_slot.get(slot).copied() else {
                continue;
            };
            let place = places.origin + places.axes * Vec3::new(x, y, z);
            let position = [0, 1, 2].map(|axis| self.position[axis][lane]);
            let from = Vec3::from(position) - place;
            let distance = from.norm();
            surface.distance[lane] = distance;
            let per_distance = if distance > 0.0 { 1.0 / distance } else { 0.0 };
            for axis in 0..3 {
                surface.normal[axis][lane] = from[axis] * per_distance;
            }
        }
        surface
    }
}
