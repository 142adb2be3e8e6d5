//! Static colliders that the game moves.
//!
//! A change of the level is built anew in the background, which takes some frames. A wall that the game moves in
//! each frame would leave boids behind it, so a collider that moves is a moving obstacle until it rests. It begins
//! where the geometry in use has it, so that it sweeps all of its way. While one becomes the other, it is both: the
//! geometry has it until a build without it is in use, and it moves until a build with it is.
//!
//! A collider that is put somewhere, too far for a movement, stays part of the geometry. If it moves then, it becomes
//! an obstacle once the geometry has it where it was put.

use super::{
    moving_body::placement,
    obstacle_shape::ConvexParts,
    obstacle_tracker::PlacedObstacle,
    refusal::{check_count, Refusal},
};
use flock_sim::{MovingObstacle, ObstacleShape, Placement};
use fyrox::core::algebra::Matrix4;
use std::mem::{discriminant, Discriminant};

/// Changes without a rest between them after which the log says why a collider stays part of the geometry: what is put
/// somewhere may change twice, because physics rounds its pose.
const MOTION: u32 = 3;

/// Change of the numbers of a pose, in metres and sines, up to which it is rounding, beside that of large numbers.
const ROUNDING: f32 = 1e-4;

/// Seconds of the game without a change after which a collider rests.
const RESTS_AFTER: f32 = 0.5;

/// A frame of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// How long it lasts.
    pub(crate) seconds: f32,
    /// Obstacles of the flock that has the most, without those that the tracker finds.
    pub(crate) obstacles: usize,
}

/// What has become of an obstacle since the last update.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Change {
    None,
    /// Its pose alone is another one than this.
    Pose(Matrix4<f32>),
    /// It is new, gone, or has another shape.
    Other,
}

/// How a static collider stands between the geometry and the obstacles that move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Part {
    /// It is part of the geometry.
    #[default]
    Level,
    /// It moves, and the next geometry is built without it.
    Moves,
    /// It rests or can move no longer, and the next geometry is built with it.
    Settles,
}

/// Where a geometry has a collider.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// How often it had been put somewhere or reshaped.
    puts: u32,
    pose: Matrix4<f32>,
}

impl Place {
    fn is(&self, other: &Self) -> bool {
        self.puts == other.puts && !is_way(&self.pose, &other.pose)
    }
}

/// The way of a static collider, from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct MovedByHand {
    part: Part,
    /// Where it is, but for rounding.
    place: Option<Place>,
    puts: u32,
    /// Seconds since the last change, and changes without a rest between them.
    still: f32,
    changes: u32,
    /// True if it has moved away from where the geometry has it.
    has_moved: bool,
    /// Its place in the geometry that is being built, and in the one in use.
    building: Option<Place>,
    built: Option<Place>,
    /// What stands for it while it is an obstacle.
    parts: ConvexParts,
    /// Where the obstacle begins that it has become in this frame.
    from: Option<Matrix4<f32>>,
    is_refused: bool,
    /// The kind of refusal that is in the log and has not been resolved.
    told: Option<Discriminant<Refusal>>,
}

impl MovedByHand {
    /// Decides whether the collider is part of the level or moves. `obstacles` is the number of obstacles beside it, to
    /// which it adds its own. Returns true if the level is another one.
    pub(super) fn follow(
        &mut self,
        change: Change,
        now: Option<&PlacedObstacle>,
        frame: &Frame,
        moves: bool,
        obstacles: &mut usize,
    ) -> bool {
        self.from = None;
        let Some(now) = now else {
            let changed = change != Change::None && self.part != Part::Moves;
            (self.part, self.place, self.has_moved) = (Part::Level, None, false);
            return changed;
        };
        let has_moved = self.count(change, now, frame.seconds);
        let changed = change != Change::None;
        match self.part {
            Part::Level => moves && self.begins(now, obstacles) || changed,
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

    /// True if the geometry that is being built would bring it back where it was.
    pub(super) fn makes_build_stale(&self) -> bool {
        let is_in = |place: Option<Place>, other: &Place| place.is_some_and(|it| it.is(other));
        let comes_back = |it: &Place| !is_in(self.place, it) && !is_in(self.built, it);
        self.part != Part::Level && self.building.as_ref().is_some_and(comes_back)
    }

    /// A build begins with the collider as it is, or without it.
    pub(super) fn build_begins(&mut self) {
        self.building = self.place.filter(|_| self.part != Part::Moves);
    }

    /// The geometry that was being built is in use.
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

    /// What stands for it while it is an obstacle, and where that begins if it is new.
    pub(super) fn obstacle(&self) -> Option<(ConvexParts, Option<Matrix4<f32>>)> {
        let is_obstacle = self.part != Part::Level;
        is_obstacle.then(|| (self.parts.clone(), self.from))
    }

    /// Counts a change, or the time without one. True if the collider has moved.
    fn count(&mut self, change: Change, now: &PlacedObstacle, seconds: f32) -> bool {
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
                let is_put = is_put(&before, now, seconds);
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

    /// Makes a collider that has moved an obstacle, if the geometry in use has it where its way began.
    fn begins(&mut self, now: &PlacedObstacle, obstacles: &mut usize) -> bool {
        let is_ready = self.built.is_none_or(|built| built.puts == self.puts);
        let begins = self.has_moved && is_ready && self.renew(now, true, obstacles);
        if begins {
            self.from = self.built.map(|built| built.pose);
            (self.part, self.has_moved) = (Part::Moves, false);
        }
        begins
    }

    /// Takes what stands for it now, if that may move.
    fn renew(&mut self, now: &PlacedObstacle, moves: bool, obstacles: &mut usize) -> bool {
        let may_move = match now.shape.parts().filter(|_| moves) {
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

/// Returns the parts, or an error if they cannot be obstacles at a place beside so many others.
fn may_move<'a>(
    parts: &'a Result<ConvexParts, Refusal>,
    pose: &Matrix4<f32>,
    others: usize,
) -> Result<&'a ConvexParts, Refusal> {
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

/// True if a collider was put where it is in a frame of so many seconds; also if that is not known.
fn is_put(before: &Matrix4<f32>, now: &PlacedObstacle, seconds: f32) -> bool {
    let (Some(from), Some(to)) = (placement(before), placement(&now.pose)) else {
        return true;
    };
    let is_put = |part: &ObstacleShape| part.is_put(&from, &to, seconds, MovingObstacle::FASTEST);
    match now.shape.parts() {
        None => true,
        Some(Ok(parts)) => parts.iter().all(|part| is_put(part)),
        Some(Err(_)) => false,
    }
}

/// True if a pose differs from another one by more than rounding.
fn is_way(from: &Matrix4<f32>, to: &Matrix4<f32>) -> bool {
    (to - from).amax() > ROUNDING + 4.0 * f32::EPSILON * to.amax()
}
