//! Terms: the influences of one step, as parameters of their wishes.

use super::{
    culling::{Bounds, TermBounds},
    formation::{Calm, PlacesOfInfluences, TermPlaces},
    mesh::Samples,
    motion::InfluenceMotion,
    rounded_box::RoundedBox,
    set::InfluenceSet,
    turning_circle::TurningCircle,
    volume::Shape,
    way::{TermWays, WaysOfInfluences},
};
use crate::settings::{Motion, Steering};
use std::{ops::Range, sync::Arc};

/// Largest number of terms: a leader and a formation have two, every other kind has one.
#[cfg(feature = "gpu")]
pub(crate) const MOST_TERMS: usize = 2 * super::set::MOST_INFLUENCES;

/// What a term does.
#[derive(Clone, Debug)]
pub(crate) enum TermKind {
    /// Lets the wishes of the rules rest.
    Calm(Calm),
    /// Pushes along the normal of the nearest volume.
    Push(Push),
    /// Leads to a point, or into a volume.
    Lead(Lead),
    /// Leads in a direction.
    Guide(Guide),
    /// Leads along a path.
    Path(PathFollowing),
}

impl TermKind {
    /// Sort key: terms of one kind follow each other.
    fn order(&self) -> u8 {
        match self {
            // First, because it acts on the wishes of the rules only.
            Self::Calm(_) => 0,
            Self::Push(_) => 1,
            Self::Lead(_) => 2,
            Self::Guide(_) => 3,
            Self::Path(_) => 4,
        }
    }
}

/// A push along the normal of the nearest volume.
#[derive(Clone, Debug)]
pub(crate) struct Push {
    /// 1 for a push along the normal of the surface, -1 for a push against it. In a volume with
    /// -1, boids move along with a surface that moves away from them.
    pub(crate) side: f32,
}

impl Push {
    pub(super) const AWAY: Self = Self { side: 1.0 };
    pub(super) const TOWARDS: Self = Self { side: -1.0 };
}

/// Steering to a point, or into a volume.
#[derive(Clone, Debug)]
pub(crate) struct Lead {
    /// Velocity, in m/s, of the place to which the term leads, relative to the influence.
    pub(crate) velocity: [f32; 3],
    /// Depth inside of the volume at which boids rest, in metres.
    pub(crate) inset: f32,
    /// 1 / the distance within which boids slow down, per metre; the largest number if they do
    /// not.
    pub(crate) per_slowing: f32,
    /// True if boids with a limited turn rate approach the place by [`TurningCircle`].
    pub(crate) bends: bool,
}

/// Steering in a direction.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    /// Velocity in which the term leads, in m/s.
    pub(crate) velocity: [f32; 3],
}

/// Steering along a path.
#[derive(Clone, Debug)]
pub(crate) struct PathFollowing {
    /// Range of [`InfluenceTerms::corners`].
    pub(crate) corners: Range<usize>,
    /// Radius of the tube, in metres.
    pub(crate) radius: f32,
    /// Time that boids look ahead, in seconds.
    pub(crate) look_ahead: f32,
    pub(crate) is_loop: bool,
}

/// The shape of the volumes of a term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TermShape {
    /// One sphere, or a point.
    Ball,
    /// One rounded box that is not a sphere.
    Box,
    /// Several volumes, meshes, the places of a formation, or a volume at a height above the ground.
    #[default]
    Any,
}

/// The volumes of a term; a path has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct TermVolumes {
    pub(crate) shape: TermShape,
    /// Range of [`InfluenceTerms::volumes`].
    pub(crate) boxes: Range<usize>,
    /// Range of [`InfluenceTerms::meshes`].
    pub(crate) meshes: Range<usize>,
    /// True if heights are those above the ground.
    pub(crate) is_above_ground: bool,
    /// The places of a formation. The only box is a sphere around them.
    pub(crate) places: Option<TermPlaces>,
}

/// How strong a term is at a distance from its volume, or from the tube of its path.
#[derive(Clone, Debug)]
pub(crate) struct Strength {
    /// [`FallOff::polynomial`](super::FallOff::polynomial).
    pub(crate) fall_off: [f32; 4],
    /// 1 / reach.
    pub(crate) per_reach: f32,
    /// 1 if the strength falls off with the distance from the volume, -1 if with the depth inside.
    pub(crate) side: f32,
    /// The term acts only farther from the volume than this; negative inside.
    pub(crate) beyond: f32,
}

/// One wish of an influence.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) kind: TermKind,
    pub(crate) volumes: TermVolumes,
    /// The ways along which the term leads; `None` if it leads straight.
    pub(crate) ways: Option<TermWays>,
    /// `None` for an influence at rest.
    pub(crate) motion: Option<InfluenceMotion>,
    pub(crate) strength: Strength,
    /// Largest length of the wish, in m/s² or m/s.
    pub(crate) weight: f32,
    /// Factor from a difference of velocities, in m/s, to the wish at full strength.
    pub(crate) response: f32,
    /// Largest hash of the slot of a boid that the term concerns.
    pub(crate) share: u32,
    /// No boid outside of these bounds is influenced.
    pub(crate) reach: Bounds,
}

/// All terms of a step.
#[derive(Debug, Default)]
pub(crate) struct InfluenceTerms {
    pub(crate) terms: Vec<Term>,
    pub(super) bounds: TermBounds,
    pub(crate) volumes: Vec<RoundedBox>,
    pub(crate) meshes: Vec<Arc<Samples>>,
    /// Corners of all paths, each with its distance along its path.
    pub(crate) corners: Vec<[f32; 4]>,
    /// True if a term needs heights above the ground.
    pub(crate) needs_ground: bool,
    /// True if a term concerns only a share of the boids.
    pub(super) is_partial: bool,
    /// Largest speed of the boids, in m/s.
    pub(crate) max_speed: f32,
    /// Share of the boid's velocity that is subtracted from the velocity that a term asks for: 0
    /// with velocity steering, 1 otherwise.
    pub(crate) inertia: f32,
    /// Turning circles of the boids; `None` if the turn rate is not limited.
    pub(crate) turning_circle: Option<TurningCircle>,
    /// Time step, in seconds.
    pub(super) dt: f32,
    /// Number that differs whenever the terms differ.
    pub(crate) version: u64,
    /// Revisions of the influences, of their ways and of their places, and the settings from which
    /// the terms were made.
    made_from: Option<([u64; 3], Motion)>,
}

impl InfluenceTerms {
    /// Prepares the terms for a step of `dt` seconds, unless nothing has changed since the last
    /// step.
    pub(crate) fn prepare(
        &mut self,
        set: &InfluenceSet,
        ways: &WaysOfInfluences,
        places: &PlacesOfInfluences,
        motion: &Motion,
        dt: f32,
    ) {
        let made_from = Some(([set.revision(), ways.changes, places.changes], *motion));
        if self.made_from == made_from && self.dt == dt {
            return;
        }
        self.made_from = made_from;
        self.version += 1;
        self.terms.clear();
        self.volumes.clear();
        self.meshes.clear();
        self.corners.clear();
        (self.max_speed, self.dt) = (motion.max_speed, dt);
        self.turning_circle = TurningCircle::new(motion);
        self.inertia = match motion.steering {
            Steering::Velocity => 0.0,
            Steering::Acceleration => 1.0,
        };
        for (id, influence) in set.entries() {
            if influence.acts() {
                let first = self.terms.len();
                self.add(influence, places.of(*id));
                if let Some(ways) = ways.of(*id).filter(|_| influence.finds_way) {
                    self.lead_by_ways(first, influence, ways, motion.max_wish());
                }
            }
        }
        // Terms that take the same branches follow each other.
        self.terms.sort_by_key(|term| term.kind.order());
        self.bounds.set(self.terms.iter().map(|term| &term.reach));
        self.needs_ground = self.terms.iter().any(|term| term.volumes.is_above_ground);
        self.is_partial = self.terms.iter().any(|term| term.share < u32::MAX);
    }

    /// True if a term leads along ways.
    pub(crate) fn have_ways(&self) -> bool {
        self.terms.iter().any(|term| term.ways.is_some())
    }

    /// Adds a term around volumes, with the bounds that follow from its reach.
    pub(super) fn push_term(&mut self, term: Term, shapes: impl IntoIterator<Item = Shape>) {
        let (first, first_mesh) = (self.volumes.len(), self.meshes.len());
        for shape in shapes {
            match shape {
                Shape::Box(volume) => self.volumes.push(volume),
                Shape::Mesh(mesh) => self.meshes.push(mesh),
            }
        }
        let boxes = &self.volumes[first..];
        let radius = boxes.iter().map(|it| it.radius).fold(0.0, f32::max);
        let of_boxes = boxes.iter().map(RoundedBox::core_bounds);
        let of_meshes = self.meshes[first_mesh..].iter().map(|it| it.bounds());
        let bounds = of_boxes
            .chain(of_meshes)
            .reduce(|a, b| [a[0].inf(&b[0]), a[1].sup(&b[1])]);
        let is_above_ground = term.volumes.is_above_ground;
        let shape = match &self.volumes[first..] {
            _ if is_above_ground || self.meshes.len() > first_mesh => TermShape::Any,
            _ if term.volumes.places.is_some() => TermShape::Any,
            [volume] if volume.is_ball() => TermShape::Ball,
            [_] => TermShape::Box,
            _ => TermShape::Any,
        };
        let reach = radius + 1.0 / term.strength.per_reach;
        self.terms.push(Term {
            volumes: TermVolumes {
                shape,
                boxes: first..self.volumes.len(),
                meshes: first_mesh..self.meshes.len(),
                ..term.volumes
            },
            reach: Bounds::around(bounds.unwrap_or_default(), reach),
            ..term
        });
    }

    /// Adds a term that keeps boids inside of volumes. It reaches boids at any distance.
    pub(super) fn push_pen(&mut self, common: Term, volumes: impl IntoIterator<Item = Shape>) {
        self.push_term(
            Term {
                kind: TermKind::Push(Push::TOWARDS),
                strength: Strength {
                    side: -1.0,
                    ..common.strength
                },
                ..common
            },
            volumes,
        );
        if let Some(term) = self.terms.last_mut() {
            term.reach = Bounds::ALL;
        }
    }
}
