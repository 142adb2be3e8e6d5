//! Judges the moves of a flock in a step: among the triangles of a level, and among moving
//! obstacles.

use super::{
    feature::{Feature, Features},
    settings::LONGEST,
};
use crate::{
    judge::Judge,
    obstacles::judge::{self as obstacles, is_in_sight, Judged, Origin},
};
use flock_sim::{
    events::{EventKind, EventMask},
    Boid, BoidId, Flock, Vec3,
};
use rayon::prelude::*;
use std::collections::HashSet;

/// Share of the body's radius by which a body may be nearer to a surface than its radius.
const CLEARANCE: f64 = 1e-3;

/// What the moves of a scene are judged by, and how many have been.
pub struct Moves<'a> {
    level: &'a Judge,
    /// True if bodies may be pushed, killed, held or put on a surface.
    has_forced: bool,
    /// True if moving obstacles are judged.
    has_obstacles: bool,
    /// Length from which a move leads through a periodic boundary, in metres.
    wraps_from: f32,
    pub judged: usize,
    among_obstacles: Judged,
}

/// A flock before a step.
pub struct Before {
    /// By slot.
    places: Vec<Option<(BoidId, Vec3)>>,
    obstacles: Option<obstacles::Before>,
}

impl<'a> Moves<'a> {
    pub fn new(level: &'a Judge, features: Features) -> Self {
        let has_obstacles = features.has(Feature::MovingObstacles);
        let forced = [
            Feature::MovingObstacles,
            Feature::LooseBodies,
            Feature::Perches,
        ];
        let is_periodic = features.has(Feature::Periodic);
        Self {
            level,
            has_forced: features.has_any(&forced),
            has_obstacles,
            // In a plane, a chord through a round boundary may be short.
            wraps_from: if is_periodic { LONGEST } else { f32::INFINITY },
            judged: 0,
            among_obstacles: Judged::default(),
        }
    }
}

impl Before {
    /// After the game has changed the flock, except for its obstacles.
    pub fn step(flock: &mut Flock, moves: &Moves) -> Self {
        let obstacles = moves
            .has_obstacles
            .then(|| obstacles::Before::step(flock).moved(flock));
        flock.set_events(EventMask::RESCUED | EventMask::REMOVED);
        drop(flock.drain_events());
        let mut places = Vec::new();
        for boid in flock.boids().chain(flock.loose_boids()) {
            let slot = boid.id.slot() as usize;
            places.resize(places.len().max(slot + 1), None);
            places[slot] = Some((boid.id, boid.position));
        }
        Self { places, obstacles }
    }

    /// Judges the step.
    ///
    /// # Panics
    /// If a body crossed something, came too near to a surface, or is nowhere.
    pub fn judge(mut self, flock: &mut Flock, moves: &mut Moves) {
        let origins = self.obstacles.take().map(|obstacles| {
            let origins = obstacles.judge(flock, &mut moves.among_obstacles);
            moves.among_obstacles.assert_no_fault();
            origins
        });
        let carried: HashSet<BoidId> = { flock.drain_events() }
            .filter(|event| event.kind == EventKind::Rescued)
            .map(|event| event.boid)
            .collect();
        let origin = |boid: &Boid| match &origins {
            Some(origins) => origins[&boid.id],
            None => self.origin(boid, &carried),
        };
        let flying = flock.len();
        let bodies: Vec<(Boid, Origin)> = { flock.boids().chain(flock.loose_boids()) }
            .map(|boid| (boid, origin(&boid)))
            .collect();
        let radius = f64::from(flock.settings().collision.body_radius);
        let fault = bodies
            .par_iter()
            .enumerate()
            .find_map_first(|(index, body)| {
                let is_free = index < flying && !moves.has_forced;
                moves.fault(body, is_free.then_some(radius))
            });
        if let Some(fault) = fault {
            panic!("{fault}");
        }
        assert_eq!(flock.statistics().crossings, 0, "the flock's own check");
        assert_eq!(flock.gpu_error(), None);
        let judged = bodies.iter().filter(|body| moves.is_judged(body));
        moves.judged += judged.count();
    }

    fn origin(&self, boid: &Boid, carried: &HashSet<BoidId>) -> Origin {
        let place = self.places.get(boid.id.slot() as usize);
        match place.copied().flatten() {
            Some((id, from)) if id == boid.id && carried.contains(&id) => Origin::Carried(from),
            Some((id, from)) if id == boid.id => Origin::Moved(from),
            _ => Origin::Nowhere,
        }
    }
}

impl Moves<'_> {
    /// False for a body that starts, and for one that went through a periodic boundary.
    fn is_judged(&self, (boid, origin): &(Boid, Origin)) -> bool {
        match origin {
            Origin::Moved(from) | Origin::Carried(from) => {
                (boid.position - from).norm() < self.wraps_from
            }
            Origin::Nowhere => false,
        }
    }

    /// What is wrong with a move; with a radius for bodies that nothing but themselves moves.
    fn fault(&self, body: &(Boid, Origin), radius: Option<f64>) -> Option<String> {
        let (boid, origin) = body;
        let to = boid.position;
        if !to.iter().chain(&boid.velocity).all(|x| x.is_finite()) {
            return Some(format!("{boid:?} is not finite"));
        }
        let is_through = match *origin {
            Origin::Moved(from) if self.is_judged(body) => self.level.crossed(from, to).is_some(),
            Origin::Carried(from) => !is_in_sight(self.level, from, to),
            _ => false,
        };
        if is_through {
            return Some(format!("{boid:?} crossed a surface: {origin:?}"));
        }
        let radius = radius?;
        let nearest = self.level.nearest(to, radius * (1.0 - CLEARANCE))?;
        // One that was too near before comes no nearer.
        let earlier = match *origin {
            Origin::Moved(from) => self.level.nearest(from, radius),
            _ => None,
        };
        let least = earlier.unwrap_or(radius) * (1.0 - CLEARANCE);
        (nearest < least)
            .then(|| format!("{boid:?} is {nearest} m from a surface, was {earlier:?}: {origin:?}"))
    }
}
