//! The influences of one step, as parameters of the wishes that they make.

use super::{
    culling::TermBounds, mesh::MeshVolume, rounded_box::RoundedBox, set::InfluenceSet, spline,
    volume::Shape, AltitudeAbove, FallOff, Influence, InfluenceKind, InfluenceVolume,
};
use crate::{
    math::Vec3,
    settings::{Motion, Steering},
};
use std::ops::Range;

/// Largest number of terms: a leader has two, all others one.
pub(crate) const MOST_TERMS: usize = 2 * super::set::MOST_INFLUENCES;

/// Half the size of volumes that reach everywhere, in metres.
const EVERYWHERE: f32 = 1e6;

/// The largest strength of a term that leads is reached at this share of the largest speed.
const RESPONSE: f32 = 0.25;

/// What a term does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TermKind {
    /// Pushes along the normal of the nearest volume.
    Push,
    /// Leads to a point.
    Lead,
    /// Leads in a direction.
    Guide,
    /// Leads along a path.
    Path,
}

/// One wish of an influence.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) kind: TermKind,
    /// [`FallOff::polynomial`].
    pub(crate) fall_off: [f32; 4],
    /// Largest length of the wish.
    pub(crate) weight: f32,
    /// 1 / reach.
    pub(crate) per_reach: f32,
    /// Boids whose hash is not above it are concerned.
    pub(crate) share: u32,
    /// 1 if the strength falls off with the distance from the volume, -1 if with the depth inside.
    pub(crate) side: f32,
    /// It acts only farther from the volume than this; negative inside.
    pub(crate) beyond: f32,
    /// 1 for pushes along the normal, -1 for those against it.
    pub(crate) push: f32,
    /// Depth inside of the volume at which those that it leads rest, in metres.
    pub(crate) inset: f32,
    /// Velocity of the place to which it leads, or the one in which it leads.
    pub(crate) velocity: [f32; 3],
    /// 1 / the distance from which on boids slow down; the largest number if they do not.
    pub(crate) per_slowing: f32,
    /// Factor from a difference of velocities to the wish at full strength.
    pub(crate) response: f32,
    /// Radius of the tube of a path.
    pub(crate) radius: f32,
    pub(crate) look_ahead: f32,
    pub(crate) is_loop: bool,
    pub(crate) volumes: Range<usize>,
    pub(crate) meshes: Range<usize>,
    /// True if heights are those above the ground.
    pub(crate) is_above_ground: bool,
    pub(crate) corners: Range<usize>,
    /// Nothing outside of this box is influenced: its smallest and its largest corner.
    pub(crate) bounds: [Vec3; 2],
}

/// All terms of a step.
#[derive(Debug, Default)]
pub(crate) struct InfluenceTerms {
    pub(crate) terms: Vec<Term>,
    pub(super) bounds: TermBounds,
    pub(crate) volumes: Vec<RoundedBox>,
    pub(crate) meshes: Vec<MeshVolume>,
    /// Corners of all paths, each with its distance along its path.
    pub(crate) corners: Vec<[f32; 4]>,
    /// True if the height of a term is that above the ground.
    pub(crate) needs_ground: bool,
    /// True if a term concerns a share of the boids only.
    pub(super) is_partial: bool,
    /// Largest speed of the boids, in m/s.
    pub(crate) max_speed: f32,
    /// Share of the velocity that counts in what leads: 0 with velocity steering, else 1.
    pub(crate) inertia: f32,
    /// Time step, in seconds.
    dt: f32,
    /// Another number for other terms.
    pub(crate) version: u64,
    /// What they were made from.
    made_from: Option<(u64, Motion)>,
}

impl InfluenceTerms {
    /// Prepares a step of `dt` seconds, unless nothing has changed since the last one.
    pub(crate) fn prepare(&mut self, set: &InfluenceSet, motion: &Motion, dt: f32) {
        let made_from = Some((set.revision(), *motion));
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
        self.inertia = match motion.steering {
            Steering::Velocity => 0.0,
            Steering::Acceleration => 1.0,
        };
        for (_, influence) in set.entries() {
            if influence.enabled && influence.weight > 0.0 && influence.share > 0.0 {
                self.add(influence);
            }
        }
        // Those that take the same branches follow each other.
        self.terms.sort_by_key(|term| term.kind);
        self.bounds.set(&self.terms);
        self.needs_ground = self.terms.iter().any(|term| term.is_above_ground);
        self.is_partial = self.terms.iter().any(|term| term.share < u32::MAX);
    }

    fn add(&mut self, influence: &Influence) {
        let common = self.common(influence, influence.weight);
        match &influence.kind {
            InfluenceKind::Target { point, slowing } => {
                let per_slowing = (1.0 / slowing).min(f32::MAX);
                self.push_term(
                    Term {
                        kind: TermKind::Lead,
                        per_slowing,
                        ..common
                    },
                    [at(*point)],
                );
            }
            InfluenceKind::Leader {
                point,
                velocity,
                follow,
                lane_length,
                lane_radius,
            } => {
                let place = point - velocity * *follow;
                let lead = Term {
                    kind: TermKind::Lead,
                    velocity: (*velocity).into(),
                    // It would move through the place at full speed otherwise.
                    per_slowing: (1.0 / self.max_speed).min(f32::MAX),
                    ..common.clone()
                };
                self.push_term(lead, [at(place)]);
                let lane = velocity
                    .try_normalize(0.0)
                    .map(|ahead| ahead * *lane_length);
                if let Some(lane) = lane.filter(|lane| lane.norm() > 0.0) {
                    let axis = RoundedBox::capsule(*point, point + lane, 0.0);
                    let (fall_off, per_reach) =
                        (FallOff::Quadratic.polynomial(), 1.0 / lane_radius);
                    self.push_term(
                        Term {
                            fall_off,
                            per_reach,
                            ..common
                        },
                        [Shape::Box(axis)],
                    );
                }
            }
            InfluenceKind::Guide { start, end } => {
                let ahead = (end - start).try_normalize(0.0).unwrap_or_default();
                let velocity = (ahead * self.max_speed).into();
                let axis = RoundedBox::capsule(*start, *end, 0.0);
                self.push_term(
                    Term {
                        kind: TermKind::Guide,
                        velocity,
                        ..common
                    },
                    [Shape::Box(axis)],
                );
            }
            InfluenceKind::Attract { volumes } => {
                let term = Term {
                    push: -1.0,
                    beyond: 0.0,
                    ..common
                };
                self.push_term(term, shapes(volumes));
            }
            InfluenceKind::Repel { volumes } => self.push_term(common, shapes(volumes)),
            InfluenceKind::Pen { volumes } => self.push_pen(common, shapes(volumes)),
            InfluenceKind::Roost {
                volumes,
                slowing,
                dusk,
            } => {
                let pull = darkness(*dusk);
                if pull > 0.0 {
                    let term = Term {
                        kind: TermKind::Lead,
                        inset: *slowing,
                        per_slowing: 1.0 / slowing,
                        ..self.common(influence, influence.weight * pull)
                    };
                    self.push_term(term, shapes(volumes));
                }
            }
            InfluenceKind::AltitudeBand {
                lowest,
                highest,
                above,
            } => {
                let half = (highest - lowest) * 0.5;
                let band = RoundedBox {
                    center: Vec3::y() * (lowest + half),
                    half_extents: Vec3::new(EVERYWHERE, half, EVERYWHERE),
                    ..RoundedBox::default()
                };
                let common = Term {
                    is_above_ground: *above == AltitudeAbove::Ground,
                    ..common
                };
                self.push_pen(common, [Shape::Box(band)]);
            }
            InfluenceKind::Path {
                points,
                radius,
                look_ahead,
                is_loop,
            } => {
                let first = self.corners.len();
                spline::sample(points, *is_loop, &mut self.corners);
                let corners = first..self.corners.len();
                let term = Term {
                    kind: TermKind::Path,
                    radius: *radius,
                    look_ahead: *look_ahead,
                    is_loop: *is_loop,
                    bounds: bounds_of(&self.corners[corners.clone()], radius + influence.reach),
                    corners,
                    ..common
                };
                self.terms.push(term);
            }
        }
    }

    /// What terms of all kinds have, for a push away from a volume.
    fn common(&self, influence: &Influence, weight: f32) -> Term {
        let per_speed = (1.0 / self.max_speed).min(f32::MAX);
        // A response within less than a step would overshoot.
        let response = match self.inertia > 0.0 {
            true => (weight * per_speed / RESPONSE).min(1.0 / self.dt),
            false => weight * per_speed,
        };
        Term {
            kind: TermKind::Push,
            fall_off: influence.fall_off.polynomial(),
            weight,
            per_reach: 1.0 / influence.reach,
            share: (f64::from(influence.share) * f64::from(u32::MAX)) as u32,
            side: 1.0,
            beyond: -f32::MAX,
            push: 1.0,
            inset: 0.0,
            velocity: [0.0; 3],
            per_slowing: f32::MAX,
            response: response.min(f32::MAX),
            radius: 0.0,
            look_ahead: 0.0,
            is_loop: false,
            volumes: 0..0,
            meshes: 0..0,
            is_above_ground: false,
            corners: 0..0,
            bounds: [Vec3::repeat(-f32::MAX), Vec3::repeat(f32::MAX)],
        }
    }

    /// Adds a term around volumes, with the bounds that follow from its reach.
    fn push_term(&mut self, term: Term, shapes: impl IntoIterator<Item = Shape>) {
        let reach = Vec3::repeat(1.0 / term.per_reach);
        let (first, first_mesh) = (self.volumes.len(), self.meshes.len());
        for shape in shapes {
            match shape {
                Shape::Box(volume) => self.volumes.push(volume),
                Shape::Mesh(mesh) => self.meshes.push(mesh),
            }
        }
        let of_boxes = self.volumes[first..].iter().map(RoundedBox::bounds);
        let of_meshes = self.meshes[first_mesh..].iter().map(MeshVolume::bounds);
        let bounds = of_boxes
            .chain(of_meshes)
            .reduce(|a, b| [a[0].inf(&b[0]), a[1].sup(&b[1])]);
        let [min, max] = bounds.unwrap_or_default();
        self.terms.push(Term {
            volumes: first..self.volumes.len(),
            meshes: first_mesh..self.meshes.len(),
            bounds: [min - reach, max + reach],
            ..term
        });
    }

    /// Adds a term that keeps boids inside of volumes, however far away they are.
    fn push_pen(&mut self, common: Term, volumes: impl IntoIterator<Item = Shape>) {
        let bounds = common.bounds;
        self.push_term(
            Term {
                push: -1.0,
                side: -1.0,
                ..common
            },
            volumes,
        );
        if let Some(term) = self.terms.last_mut() {
            term.bounds = bounds;
        }
    }
}

/// The share of its weight with which a roost pulls: a logistic function, scaled so that it is 0 by day
/// and 1 at night. `libm` gives the same bits on every platform.
fn darkness(dusk: f32) -> f32 {
    const STEEPNESS: f64 = 12.0;
    let logistic = |x: f64| 1.0 / (1.0 + libm::exp(-STEEPNESS * (x - 0.5)));
    let (day, night) = (logistic(0.0), logistic(1.0));
    ((logistic(dusk.into()) - day) / (night - day)) as f32
}

fn at(center: Vec3) -> Shape {
    Shape::Box(RoundedBox {
        center,
        ..RoundedBox::default()
    })
}

fn shapes(volumes: &[InfluenceVolume]) -> impl Iterator<Item = Shape> + '_ {
    volumes.iter().map(InfluenceVolume::shape)
}

fn bounds_of(corners: &[[f32; 4]], reach: f32) -> [Vec3; 2] {
    let points = corners.iter().map(|it| Vec3::new(it[0], it[1], it[2]));
    let bounds = points.map(|it| [it, it]);
    let bounds = bounds.reduce(|a, b| [a[0].inf(&b[0]), a[1].sup(&b[1])]);
    let [min, max] = bounds.unwrap_or_default();
    [min - Vec3::repeat(reach), max + Vec3::repeat(reach)]
}
