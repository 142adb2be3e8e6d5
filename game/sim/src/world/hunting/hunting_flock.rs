//! A hunting flock: its settings, and the search and choice of its prey.

use super::{hunt::Hunt, Prey};
use crate::{
    boundary::{periodic_box::seen_from, PeriodicBox},
    flock::Flock,
    math::{frame_motion::FrameMotion, Vec3},
    settings::{Hunting, Settings, Steering},
    state::{boid_id::BoidId, boids::Boid},
    steering::{
        pursuit::{Moving, PursuitLimits},
        relation::{Relation, RelationKind},
    },
    world::FlockId,
};

/// Number of nearest boids among which the most exposed one is chosen.
const MOST_CANDIDATES: usize = 32;

/// Share of the radius with which the search begins; it then doubles the radius.
const FIRST_RADIUS: f32 = 1.0 / 64.0;

/// A flock that hunts in attacks, with the flocks that it hunts.
///
/// All places, velocities and wishes are in the frame of the hunting flock, in which its speeds are
/// limited. Prey of a flock in another frame is converted.
pub(super) struct HuntingFlock<'a> {
    ids: &'a [FlockId],
    flocks: &'a [Flock],
    relations: &'a [(usize, Relation)],
    /// Index of the hunting flock.
    index: usize,
}

impl<'a> HuntingFlock<'a> {
    /// `None` if the flock with this index does not hunt in attacks.
    pub(super) fn new(
        ids: &'a [FlockId],
        flocks: &'a [Flock],
        relations: &'a [(usize, Relation)],
        index: usize,
    ) -> Option<Self> {
        let flock = Self {
            ids,
            flocks,
            relations,
            index,
        };
        (flock.hunting().enabled && flock.hunted().next().is_some()).then_some(flock)
    }

    pub(super) fn hunting(&self) -> &Hunting {
        &self.settings().hunting
    }

    fn settings(&self) -> &Settings {
        self.flocks[self.index].settings()
    }

    /// State of a boid of the hunting flock; `None` if it does not exist.
    pub(super) fn placed(&self, boid: BoidId) -> Option<Boid> {
        self.flocks[self.index].placed(boid)
    }

    /// Number of steps that the hunting flock has made.
    pub(super) fn steps(&self) -> u64 {
        self.flocks[self.index].steps()
    }

    /// Length of a step, in seconds.
    pub(super) fn dt(&self) -> f32 {
        self.settings().simulation.time_step
    }

    /// Number of steps in a time, rounded.
    pub(super) fn steps_of(&self, seconds: f32) -> u32 {
        (f64::from(seconds) / f64::from(self.dt())).round() as u32
    }

    fn hunted(&self) -> impl Iterator<Item = (usize, &Relation)> {
        let relations = self.relations.iter();
        let hunted = relations.filter(|(_, relation)| relation.kind == RelationKind::Hunt);
        hunted.map(|(index, relation)| (*index, relation))
    }

    /// State of a boid, and the relation to its flock; `None` if the boid is gone or not hunted any
    /// more.
    pub(super) fn find(&self, prey: &Prey) -> Option<(Moving, Relation)> {
        let (index, relation) = self
            .hunted()
            .find(|(index, _)| self.ids[*index] == prey.flock)?;
        let boid = self.flocks[index].placed(prey.boid)?;
        let boid = boid.out_of(&self.motion_of(index));
        Some((Moving::from(&boid), *relation))
    }

    /// The motion of the frame of a flock in the frame of the hunting flock.
    fn motion_of(&self, index: usize) -> FrameMotion {
        let hunting = self.flocks[self.index].frame_motion();
        self.flocks[index].frame_motion().seen_from(&hunting)
    }

    pub(super) fn limits(&self, relation: &Relation) -> PursuitLimits {
        PursuitLimits {
            max_speed: self.settings().motion.max_speed,
            weight: relation.weight,
            navigation: self.hunting().navigation,
        }
    }

    /// The limits of the relation with the largest weight; `None` without relations.
    pub(super) fn widest_limits(&self) -> Option<PursuitLimits> {
        let relations = self.hunted().map(|(_, relation)| relation);
        let heaviest = relations.max_by(|a, b| a.weight.total_cmp(&b.weight));
        heaviest.map(|relation| self.limits(relation))
    }

    /// Converts an acceleration into a wish: the acceleration itself or, with velocity steering,
    /// the velocity to which it leads.
    pub(super) fn wish(&self, velocity: Vec3, acceleration: Vec3) -> Vec3 {
        match self.settings().motion.steering {
            Steering::Acceleration => acceleration,
            Steering::Velocity if acceleration == Vec3::zeros() => acceleration,
            Steering::Velocity => velocity + acceleration * self.dt(),
        }
    }

    /// Prey as the hunter at `place` sees it: its nearest periodic image, if the box of the hunting
    /// flock wraps.
    pub(super) fn seen_from(&self, place: Vec3, prey: &Moving) -> Moving {
        let periodic_box = self.flocks[self.index].periodic_box();
        Moving {
            position: seen_from(place, prey.position, periodic_box.as_ref()),
            ..*prey
        }
    }

    /// The nearest prey in sight; `None` if there is none.
    pub(super) fn nearest(&self, from: Vec3, hunt: &mut Hunt) -> Option<Prey> {
        self.look(from, &mut hunt.candidates);
        hunt.candidates.first().map(|(_, prey)| *prey)
    }

    /// The most exposed boid among the nearest prey that no hunter attacks; `None` if no boid is
    /// exposed enough.
    pub(super) fn choose(&self, from: Vec3, hunt: &mut Hunt) -> Option<Prey> {
        self.look(from, &mut hunt.candidates);
        let mut best = None;
        let mut most = self.hunting().exposed;
        for (_, prey) in &hunt.candidates {
            if hunt.locked.contains(prey) {
                continue;
            }
            let exposure = self.exposure(prey);
            if exposure >= most && (best.is_none() || exposure > most) {
                (best, most) = (Some(*prey), exposure);
            }
        }
        best
    }

    /// Collects the nearest boids in sight, the nearest first.
    fn look(&self, from: Vec3, candidates: &mut Vec<(f32, Prey)>) {
        candidates.clear();
        let periodic_box = self.flocks[self.index].periodic_box();
        for (index, relation) in self.hunted() {
            let (before, motion) = (candidates.len(), self.motion_of(index));
            let mut radius = relation.radius * FIRST_RADIUS;
            loop {
                candidates.truncate(before);
                let flock = (&self.flocks[index], motion);
                let found = around(flock, from, radius, periodic_box.as_ref());
                candidates.extend(found.map(|(offset, boid)| {
                    let prey = Prey {
                        flock: self.ids[index],
                        boid,
                    };
                    (offset.norm_squared(), prey)
                }));
                if radius >= relation.radius || candidates.len() - before >= MOST_CANDIDATES {
                    break;
                }
                radius = (2.0 * radius).min(relation.radius);
            }
        }
        candidates.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        candidates.truncate(MOST_CANDIDATES);
    }

    /// Exposure of a boid, 0 to 1: the length of the mean direction to its neighbours; 1 without
    /// neighbours.
    pub(super) fn exposure(&self, prey: &Prey) -> f32 {
        let Some(index) = self.ids.iter().position(|id| *id == prey.flock) else {
            return 1.0;
        };
        let flock = &self.flocks[index];
        let (Some(boid), Some(reach)) = (flock.placed(prey.boid), flock.reach()) else {
            return 1.0;
        };
        let (mut sum, mut count) = (Vec3::zeros(), 0);
        let (periodic_box, motion) = (flock.periodic_box(), flock.frame_motion());
        let in_itself = (flock, motion.seen_from(&motion));
        for (offset, other) in around(in_itself, boid.position, reach, periodic_box.as_ref()) {
            if other != prey.boid {
                sum += offset.try_normalize(1e-6).unwrap_or_default();
                count += 1;
            }
        }
        match count {
            0 => 1.0,
            count => sum.norm() / count as f32,
        }
    }
}

/// The boids of a flock within `radius` of a place, with the offsets to them. In a box that wraps,
/// these are the offsets to their nearest periodic images. Place, offsets and box are in the frame
/// in which the motion of the flock's frame is given.
fn around<'a>(
    (flock, motion): (&'a Flock, FrameMotion),
    place: Vec3,
    radius: f32,
    periodic_box: Option<&'a PeriodicBox>,
) -> impl Iterator<Item = (Vec3, BoidId)> + 'a {
    let other_images = periodic_box.into_iter().flat_map(move |periodic_box| {
        let shifts = periodic_box.shifts(place, radius);
        shifts.filter(|shift| *shift != Vec3::zeros())
    });
    let shifts = std::iter::once(Vec3::zeros()).chain(other_images);
    shifts.flat_map(move |shift| {
        let found = flock.in_sphere_of_frame(motion.point_in(place - shift), radius);
        let found = found.map(move |boid| boid.out_of(&motion));
        // Several images of one boid may be within the radius.
        let is_nearest = move |boid: &Boid| {
            periodic_box.is_none_or(|it| it.shift(boid.position, place) == shift)
        };
        let found = found.filter(is_nearest);
        found.map(move |boid| (boid.position + shift - place, boid.id))
    })
}
