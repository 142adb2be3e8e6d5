//! Judges moves of bodies in every state among obstacles, in double precision.

mod bodies;
mod sight;
mod solid;
mod way;

pub use bodies::BodyState;
pub use sight::is_in_sight;

use bodies::bodies;
use flock_sim::{
    events::{EventKind, EventMask},
    obstacles::{MovingObstacle, ObstacleShape},
    BoidId, Flock, Vec3,
};
use nalgebra::Vector3;
use std::collections::{HashMap, HashSet};
use way::Way;

type Point = Vector3<f64>;

/// Share of the body's radius that must stay outside during a move, and after it.
const OUTSIDE: f64 = 0.75;
const OUTSIDE_AFTER: f64 = 0.5;

/// Share of it by which a body may come nearer during a step while an obstacle turns.
const DIP: f64 = 0.2;

/// Longest own move of a body in a step of the tests with a few radii, in metres.
pub const OWN_MOVE: f64 = 0.5;

/// Share of it to which distances are judged.
const EXACT: f64 = 1e-4;

/// An octahedron with corners at these distances on the axes.
pub fn octahedron(size: Vec3) -> ObstacleShape {
    let corners = (0..3).flat_map(|axis| {
        [-1.0, 1.0].map(|sign| {
            let mut corner = Vec3::zeros();
            corner[axis] = sign * size[axis];
            corner
        })
    });
    ObstacleShape::ConvexHull {
        points: corners.collect(),
    }
}

/// What a body did that it must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It came too near in its move.
    Through,
    /// It was inside after the step.
    Inside,
    /// It is held and moved by itself.
    Moved,
}

#[derive(Clone, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    pub state: BodyState,
    /// Where it was and is, and how near it came to what.
    pub what: String,
}

/// What was seen of the bodies in a state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub moves: usize,
    /// Moves that came about within a body's radius of an obstacle.
    pub near: usize,
    /// Bodies that were carried out.
    pub carried: usize,
}

/// What was seen of a run.
#[derive(Debug, Default)]
pub struct Judged {
    pub moves: usize,
    /// Moves that came about within a body's radius of an obstacle.
    pub near: usize,
    /// Bodies that were carried out.
    pub rescued: usize,
    /// Bodies that were removed, since they were crushed.
    pub removed: usize,
    /// Of the bodies that were carried out, those that start anew: farther away than out of the
    /// obstacles around them.
    pub anew: usize,
    /// By state, in the order of [`BodyState::ALL`].
    seen: [Seen; 6],
    pub faults: Vec<Fault>,
}

impl Judged {
    pub fn seen(&self, state: BodyState) -> Seen {
        self.seen[state as usize]
    }

    #[track_caller]
    pub fn assert_no_fault(&self) {
        assert!(
            self.faults.is_empty(),
            "{} faults, the first one {:#?}",
            self.faults.len(),
            self.faults[0]
        );
    }
}

/// Makes a step after `move_all` has moved the obstacles, and judges it.
#[track_caller]
pub fn step(flock: &mut Flock, judged: &mut Judged, move_all: impl FnOnce(&mut Flock)) {
    let before = Before::step(flock);
    move_all(flock);
    let before = before.moved(flock);
    flock.step();
    before.judge(flock, judged);
    judged.assert_no_fault();
}

/// Where a body came from in a step.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// It moved by itself from there.
    Moved(Vec3),
    /// It was carried out from about there.
    Carried(Vec3),
    /// It starts where it is.
    Nowhere,
}

/// A flock before a step.
pub struct Before {
    bodies: HashMap<BoidId, (Vec3, BodyState)>,
    obstacles: Vec<MovingObstacle>,
}

impl Before {
    pub fn step(flock: &mut Flock) -> Self {
        flock.set_events(EventMask::RESCUED | EventMask::REMOVED);
        // What the game did since the last step is not judged.
        drop(flock.drain_events());
        Self {
            bodies: bodies(flock),
            obstacles: Vec::new(),
        }
    }

    /// After the game has moved the obstacles, some of them perhaps at once.
    pub fn moved(self, flock: &Flock) -> Self {
        Self {
            obstacles: obstacles(flock),
            ..self
        }
    }

    /// Judges the step, and returns where the bodies came from.
    pub fn judge(self, flock: &mut Flock, judged: &mut Judged) -> HashMap<BoidId, Origin> {
        let to = obstacles(flock);
        self.judge_among(flock, &to, judged)
    }

    /// Judges the step among obstacles that end there, whatever the flock knows of them.
    pub fn judge_among(
        self,
        flock: &mut Flock,
        to: &[MovingObstacle],
        judged: &mut Judged,
    ) -> HashMap<BoidId, Origin> {
        let pairs = self.obstacles.iter().zip(to);
        let ways = pairs.map(|(from, to)| Way::new(&from.shape, &from.placement, &to.placement));
        let settings = flock.settings();
        let step = JudgedStep {
            ways: ways.collect(),
            radius: f64::from(settings.collision.body_radius),
        };
        let mut carried = HashSet::new();
        for event in flock.drain_events() {
            match event.kind {
                EventKind::Rescued => {
                    carried.insert(event.boid);
                }
                _ => judged.removed += 1,
            }
        }
        let mut origins = HashMap::new();
        for boid in flock.boids().chain(flock.loose_boids()) {
            let before = self.bodies.get(&boid.id).copied();
            let is_carried = carried.contains(&boid.id);
            let is_anew = step.judge(before, boid.position, is_carried, judged);
            let origin = before.map_or(Origin::Nowhere, |(from, _)| {
                if !is_carried {
                    Origin::Moved(from)
                } else if is_anew {
                    Origin::Nowhere
                } else {
                    Origin::Carried(from)
                }
            });
            origins.insert(boid.id, origin);
        }
        origins
    }

    /// Replaces the obstacles that are judged.
    pub fn among(self, obstacles: Vec<MovingObstacle>) -> Self {
        Self { obstacles, ..self }
    }
}

fn obstacles(flock: &Flock) -> Vec<MovingObstacle> {
    flock.obstacles().map(|(_, it)| it.clone()).collect()
}

/// What the bodies of a step are judged by.
struct JudgedStep {
    ways: Vec<Way>,
    radius: f64,
}

impl JudgedStep {
    /// Judges the move of a body; one that was nowhere before was put where it is. True if it
    /// starts anew.
    fn judge(
        &self,
        before: Option<(Vec3, BodyState)>,
        to: Vec3,
        is_carried: bool,
        judged: &mut Judged,
    ) -> bool {
        let (from, state) = before.unwrap_or((to, BodyState::Flying));
        let moves_by_itself = before.is_some() && !is_carried;
        let mut is_near = false;
        let mut note = |kind, what| judged.faults.push(Fault { kind, state, what });
        if state == BodyState::Held && from != to {
            note(FaultKind::Moved, format!("{from} {to}"));
        }
        // The game puts a held one where it likes.
        for way in self.ways.iter().filter(|_| state != BodyState::Held) {
            let start = if moves_by_itself { from } else { to };
            let least = OUTSIDE * self.radius;
            let Some(found) = way.distances([start, to], least, 2.0 * self.radius) else {
                continue;
            };
            let what = || format!("{from} {to}: {found:?} from {:?}", way.solid);
            if found.end < OUTSIDE_AFTER * self.radius * (1.0 - EXACT) {
                note(FaultKind::Inside, what());
            }
            // One that was too near from the begin is not pressed in.
            let least = least.min(found.begin - DIP * self.radius);
            if moves_by_itself && found.nearest < least {
                note(FaultKind::Through, what());
            }
            is_near |= moves_by_itself && found.nearest < 1.1 * self.radius;
        }
        let is_anew = is_carried && f64::from((to - from).norm()) > self.carried_at_most(from);
        let seen = &mut judged.seen[state as usize];
        for (count, is_so) in [
            (&mut judged.moves, true),
            (&mut judged.near, is_near),
            (&mut judged.rescued, is_carried),
            (&mut judged.anew, is_anew),
            (&mut seen.moves, true),
            (&mut seen.near, is_near),
            (&mut seen.carried, is_carried),
        ] {
            *count += usize::from(is_so);
        }
        is_anew
    }

    /// How far a body is carried at most that moves from there: out of all obstacles that are near
    /// it or each other, which it may do one after the other.
    fn carried_at_most(&self, from: Vec3) -> f64 {
        let mut most = OWN_MOVE;
        let mut left: Vec<&Way> = self.ways.iter().collect();
        loop {
            let near = left
                .iter()
                .position(|way| way.distance_at_end(from) < most + way.length());
            let Some(near) = near else {
                return most;
            };
            let way = left.swap_remove(near);
            most += 2.0 * way.solid.reach() + way.length();
        }
    }
}
