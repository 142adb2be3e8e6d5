//! The influences of one step, as parameters of the wishes that they make.

use super::{
    culling::{Bounds, TermBounds},
    mesh::Samples,
    rounded_box::RoundedBox,
    set::InfluenceSet,
    turning_circle::TurningCircle,
    volume::Shape,
};
use crate::settings::{Motion, Steering};
use std::{ops::Range, sync::Arc};

/// Largest number of terms: a leader has two, all others one.
#[cfg(feature = "gpu")]
pub(crate) const MOST_TERMS: usize = 2 * super::set::MOST_INFLUENCES;

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

/// What the volumes of a term are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TermShape {
    /// One ball, or a point.
    Ball,
    /// One other box with rounded edges.
    Box,
    /// Several volumes, meshes, or one at a height above the ground.
    Any,
}

/// One wish of an influence.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) kind: TermKind,
    pub(crate) shape: TermShape,
    /// [`FallOff::polynomial`](super::FallOff::polynomial).
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
    /// True if boids that turn slowly bend their way to the place by [`TurningCircle`].
    pub(crate) bends: bool,
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
    /// Nothing outside of these bounds is influenced.
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
    /// True if the height of a term is that above the ground.
    pub(crate) needs_ground: bool,
    /// True if a term concerns a share of the boids only.
    pub(super) is_partial: bool,
    /// Largest speed of the boids, in m/s.
    pub(crate) max_speed: f32,
    /// Share of the velocity that counts in what leads: 0 with velocity steering, else 1.
    pub(crate) inertia: f32,
    /// None if boids turn at any rate.
    pub(crate) turning_circle: Option<TurningCircle>,
    /// Time step, in seconds.
    pub(super) dt: f32,
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
        self.turning_circle = TurningCircle::new(motion);
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
        let shape = match &self.volumes[first..] {
            _ if term.is_above_ground || self.meshes.len() > first_mesh => TermShape::Any,
            [volume] if volume.is_ball() => TermShape::Ball,
            [_] => TermShape::Box,
            _ => TermShape::Any,
        };
        self.terms.push(Term {
            shape,
            volumes: first..self.volumes.len(),
            meshes: first_mesh..self.meshes.len(),
            reach: Bounds::around(bounds.unwrap_or_default(), radius + 1.0 / term.per_reach),
            ..term
        });
    }

    /// Adds a term that keeps boids inside of volumes, however far away they are.
    pub(super) fn push_pen(&mut self, common: Term, volumes: impl IntoIterator<Item = Shape>) {
        self.push_term(
            Term {
                push: -1.0,
                side: -1.0,
                ..common
            },
            volumes,
        );
        if let Some(term) = self.terms.last_mut() {
            term.reach = Bounds::ALL;
        }
    }
}
