//! Static colliders that the game moves.
//!
//! A changed level is rebuilt in the background, which takes some frames. A wall that the game
//! moves in each frame would pass boids meanwhile, so a moving collider is a moving obstacle until
//! it rests. Its sweep starts at its place in the geometry in use, so that it covers the whole
//! movement. During a transition the collider is in both: it stays in the geometry until a build
//! without it is in use, and it stays a moving obstacle until a build with it is in use.
//!
//! A collider that is teleported stays part of the geometry. If it moves after that, it becomes a
//! moving obstacle once the geometry has it at its new place.

use super::{
    moving_body::placement,
    placed_solid::PlacedSolid,
    refusal::{check_count, Refusal},
    solid_shape::MovingParts,
};
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    Placement,
};
use fyrox::core::algebra::Matrix4;
use std::mem::{discriminant, Discriminant};

/// Number of changes without a rest after which the log says why a collider stays part of the
/// geometry. A teleport may count as two changes, because physics rounds the pose.
const MOTION: u32 = 3;

/// Change of the numbers of a pose, in metres and sines, that counts as rounding; large numbers add
/// their own rounding error.
const ROUNDING: f32 = 1e-4;

/// Time without a change after which a collider rests, in seconds of the game.
const RESTS_AFTER: f32 = 0.5;

/// A frame of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// Duration of the frame, in seconds.
    pub(crate) seconds: f32,
    /// Largest number of obstacles of a flock, without the obstacles that the tracker finds.
    pub(crate) obstacles: usize,
}

/// The change of a solid since the last update.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Change {
    None,
    /// Only its pose changed; this is the last one.
    Pose(Matrix4<f32>),
    /// The solid is new, was removed, or has another shape.
    Other,
}

/// The state of a static collider between the geometry and the moving obstacles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Part {
    /// It is part of the geometry and does not move.
    #[default]
    Level,
    /// It moves, and the next geometry is built without it.
    Moves,
    /// It rests or can no longer be an obstacle, and the next geometry is built with it.
    Settles,
}

/// The place of a collider in a geometry.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Number of teleports and changes of shape up to then.
    puts: u32,
    pose: Matrix4<f32>,
}

impl Place {
    fn is(&self, other: &Self) -> bool {
        self.puts == other.puts && !is_way(&self.pose, &other.pose)
    }
}

/// The movement of a static collider.
#[derive(Clone, Debug, Default)]
pub(super) struct MovedByHand {
    part: Part,
    /// The current place, without changes by rounding.
    place: Option<Place>,
    puts: u32,
    /// Seconds since the last change, and number of changes without a rest.
    still: f32,
    changes: u32,
    /// True if it has moved away from its place in the geometry.
    has_moved: bool,
    /// Its place in the geometry that is being built, and in the geometry in use.
    building: Option<Place>,
    built: Option<Place>,
    /// Its parts while it is an obstacle.
    parts: MovingParts,
    /// Start of its sweep, if it became an obstacle in this frame.
    from: Option<Matrix4<f32>>,
    is_refused: bool,
    /// The kind of refusal that was logged and still holds.
    told: Option<Discriminant<Refusal>>,
}

impl MovedByHand {
    /// Decides whether the collider is part of the level or moves. `moves` says whether meshes keep
    /// their shape while they move; `None` if nothing moves. `obstacles` is the number of other
    /// obstacles; the parts of this collider are added to it. Returns true if the level has changed.
    pub(super) fn track(
        &mut self,
        change: Change,
        now: Option<&PlacedSolid>,
        frame: &Frame,
        moves: Option<bool>,
        obstacles: &mut usize,
    ) -> bool {
        self.from = None;
        let Some(now) = now else {
            let changed = change != Change::None && self.part != Part::Moves;
            (self.part, self.place, self.has_moved) = (Part::Level, None, false);
            return changed;
        };
        let has_moved = self.count(change, now, moves, frame.seconds);
        let changed = change != Change::None;
        match self.part {
            Part::Level => self.begins(now, moves, obstacles) || changed,
            Part::Moves => {
                let goes_on = self.renew(now, moves, obstacles) && self.still < RESTS_AFTER;
                if !goes_on {
                    self.part = Part::Settles;
                }
                !goes_on
            }
            Part::Settles if !changed => {
                *obstacles += self.parts.len();
                false
            }
            Part::Settles => {
                if self.renew(now, moves, obstacles) && has_moved {
                    self.part = Part::Moves;
                }
                true
            }
        }
    }

    /// True if it is part of the next geometry.
    pub(super) fn is_in_level(&self) -> bool {
        self.part != Part::Moves
    }

    /// True if the geometry that is being built has the collider at a place that it has left.
    pub(super) fn makes_build_stale(&self) -> bool {
        let is_in = |place: Option<Place>, other: &Place| place.is_some_and(|it| it.is(other));
        let comes_back = |it: &Place| !is_in(self.place, it) && !is_in(self.built, it);
        self.part != Part::Level && self.building.as_ref().is_some_and(comes_back)
    }

    /// Records that a build starts, with the collider in its current state.
    pub(super) fn build_begins(&mut self) {
        self.building = self.place.filter(|_| self.part != Part::Moves);
    }

    /// Records that the geometry of the last build is in use.
    pub(super) fn build_ends(&mut self) {
        self.built = self.building.take();
        let (Some(built), Some(place)) = (self.built, self.place) else {
            return;
        };
        let is_there = built.is(&place);
        self.has_moved &= !is_there;
        if self.part == Part::Settles && (is_there || self.is_refused && built.puts == self.puts) {
            self.part = Part::Level;
        }
    }

    /// Its parts while it is an obstacle, and the start of the sweep if the obstacle is new.
    pub(super) fn obstacle(&self) -> Option<(MovingParts, Option<Matrix4<f32>>)> {
        let is_obstacle = self.part != Part::Level;
        is_obstacle.then(|| (self.parts.clone(), self.from))
    }

    /// Counts a change, or the time without one. Returns true if the collider has moved.
    fn count(
        &mut self,
        change: Change,
        now: &PlacedSolid,
        moves: Option<bool>,
        seconds: f32,
    ) -> bool {
        let pose = now.pose;
        let Some(place) = self.place.as_mut().filter(|_| change != Change::Other) else {
            self.puts = self.puts.wrapping_add(1);
            let puts = self.puts;
            self.place = Some(Place { puts, pose });
            (self.still, self.changes, self.has_moved) = (0.0, 0, false);
            return false;
        };
        match change {
            Change::Pose(before) if is_way(&place.pose, &pose) => {
                let is_put = is_put(&before, now, moves, seconds);
                self.puts = self.puts.wrapping_add(is_put.into());
                let puts = self.puts;
                *place = Place { puts, pose };
                self.has_moved = !is_put;
                self.still = 0.0;
                self.changes = self.changes.saturating_add(1);
                true
            }
            _ => {
                self.still += seconds;
                if self.still >= RESTS_AFTER {
                    self.changes = 0;
                }
                false
            }
        }
    }

    /// Makes a collider that has moved an obstacle, if its movement started at its place in the
    /// geometry in use.
    fn begins(&mut self, now: &PlacedSolid, moves: Option<bool>, obstacles: &mut usize) -> bool {
        let is_ready = self.built.is_none_or(|built| built.puts == self.puts);
        let begins =
            moves.is_some() && self.has_moved && is_ready && self.renew(now, moves, obstacles);
        if begins {
            self.from = self.built.map(|built| built.pose);
            (self.part, self.has_moved) = (Part::Moves, false);
        }
        begins
    }

    /// Updates the parts, if they can be obstacles.
    fn renew(&mut self, now: &PlacedSolid, moves: Option<bool>, obstacles: &mut usize) -> bool {
        let may_move = match moves.and_then(|is_concave| now.shape.parts(is_concave)) {
            None => false,
            Some(parts) => match may_move(parts, &now.pose, *obstacles) {
                Ok(parts) => {
                    self.parts = parts.clone();
                    (self.is_refused, self.told) = (false, None);
                    true
                }
                Err(refusal) => {
                    self.refuse(&refusal, &now.shape.name);
                    false
                }
            },
        };
        if may_move || self.part != Part::Level {
            *obstacles += self.parts.len();
        }
        may_move
    }

    fn refuse(&mut self, refusal: &Refusal, name: &str) {
        self.is_refused = true;
        let kind = Some(discriminant(refusal));
        if self.changes >= MOTION && self.told != kind {
            self.told = kind;
            refusal.log(name);
        }
    }
}

/// Returns the parts, or an error if they cannot be obstacles at this place beside `others`.
fn may_move<'a>(
    parts: &'a Result<MovingParts, Refusal>,
    pose: &Matrix4<f32>,
    others: usize,
) -> Result<&'a MovingParts, Refusal> {
    let parts = parts.as_ref().map_err(Clone::clone)?;
    check_count(parts.len(), others)?;
    check_place(placement(pose).ok_or(Refusal::NoPlace)?)?;
    Ok(parts)
}

/// The shapes have been checked.
fn check_place(placement: Placement) -> Result<(), Refusal> {
    let shape = ObstacleShape::Sphere { radius: 1.0 };
    Ok(MovingObstacle { shape, placement }.validate()?)
}

/// True if the change of place in a frame of `seconds` seconds is a teleport, or cannot be decided.
fn is_put(before: &Matrix4<f32>, now: &PlacedSolid, moves: Option<bool>, seconds: f32) -> bool {
    let (Some(from), Some(to)) = (placement(before), placement(&now.pose)) else {
        return true;
    };
    let is_put = |part: &ObstacleShape| part.is_put(&from, &to, seconds, MovingObstacle::FASTEST);
    match now.shape.parts(moves.unwrap_or_default()) {
        None => true,
        Some(Ok(parts)) => parts.iter().all(|part| is_put(part)),
        Some(Err(_)) => false,
    }
}

/// True if the poses differ by more than rounding.
fn is_way(from: &Matrix4<f32>, to: &Matrix4<f32>) -> bool {
    (to - from).amax() > ROUNDING + 4.0 * f32::EPSILON * to.amax()
}
