//! Obstacles that rest, such as closed doors: ways lead around them.

use crate::{
    math::{frame::Placement, Vec3},
    obstacles::{bounds::Bounds, set::check_target, MovingObstacle, ObstacleId, ObstacleSet},
    ways::Obstruction,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Number of steps for which an obstacle must rest until ways lead around it: so a body that swims to and
/// fro changes no way where it turns.
pub(super) const STEPS_OF_REST: u32 = 6;

/// Distance, in metres, and angle, in rad, within which an obstacle rests: physics may let a body
/// tremble.
const TREMBLE: f32 = 0.01;

/// Least step of the sphere tracing, as a share of the distance to an obstacle. At most a fortieth of
/// the body may so overlap an obstacle beside the way.
const LEAST_STEP: f32 = 0.05;

/// Share of the distance from an obstacle that may be lost to rounding.
const ROUNDING: f32 = 1e-3;

/// Largest number of steps of the sphere tracing. A way that needs more is not free.
const MOST_STEPS: usize = 1024;

/// For how long obstacles have rested, in the order of their ids.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct RestTimes(Vec<(ObstacleId, Placement, u32)>);

/// Obstacles at the places where they rest, in the order of their ids.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Resting(Vec<(ObstacleId, Placement)>);

impl RestTimes {
    /// Begins a step. An obstacle that was added since has always rested.
    pub(super) fn update(&mut self, set: &ObstacleSet) {
        self.0.retain(|it| set.target(it.0).is_some());
        for (id, obstacle) in set.iter() {
            let now = obstacle.placement;
            match self.0.binary_search_by_key(&id, |it| it.0) {
                Err(index) => self.0.insert(index, (id, now, STEPS_OF_REST)),
                Ok(index) => {
                    let (_, place, steps) = &mut self.0[index];
                    if is_within(place, &now, TREMBLE) {
                        *steps = steps.saturating_add(1).min(STEPS_OF_REST);
                    } else {
                        (*place, *steps) = (now, 0);
                    }
                }
            }
        }
    }

    /// Checks times that were read from a file. The error says what is wrong.
    pub(super) fn validate(&self) -> Result<(), String> {
        check_places(self.0.iter().map(|it| (it.0, &it.1)))
    }
}

impl Resting {
    /// Replaces them by the obstacles that rest now.
    pub(super) fn set(&mut self, times: &RestTimes) {
        self.0.clear();
        let resting = times.0.iter().filter(|it| it.2 >= STEPS_OF_REST);
        self.0.extend(resting.map(|it| (it.0, it.1)));
    }

    /// Checks obstacles that were read from a file. The error says what is wrong.
    pub(super) fn validate(&self) -> Result<(), String> {
        check_places(self.0.iter().map(|it| (it.0, &it.1)))
    }

    fn place_of(&self, id: ObstacleId) -> Option<&Placement> {
        let index = self.0.binary_search_by_key(&id, |entry| entry.0);
        index.ok().map(|index| &self.0[index].1)
    }

    /// True if none of them was removed from a set.
    pub(super) fn is_in(&self, set: &ObstacleSet) -> bool {
        self.0.iter().all(|(id, _)| set.target(*id).is_some())
    }

    /// The obstacles at these places.
    pub(super) fn placed(&self, set: &ObstacleSet) -> Vec<MovingObstacle> {
        let known = set.iter().filter_map(|(id, obstacle)| {
            let placement = *self.place_of(id)?;
            let shape = obstacle.shape.clone();
            Some(MovingObstacle { shape, placement })
        });
        known.collect()
    }
}

/// Checks the places of obstacles, and that their ids ascend.
fn check_places<'a>(
    places: impl Iterator<Item = (ObstacleId, &'a Placement)> + Clone,
) -> Result<(), String> {
    let is_sound = places.clone().map(|it| it.0).is_sorted_by(|a, b| a < b) && { places }
        .all(|(_, placement)| check_target(placement).is_ok());
    let refused =
        || "the ways lead around obstacles whose ids or placements are not valid".to_string();
    is_sound.then_some(()).ok_or_else(refused)
}

/// True if a placement differs by at most some metres and as many rad.
fn is_within(a: &Placement, b: &Placement, most: f32) -> bool {
    // 1 less the cosine of half of the angle, which is an eighth of the square of a small angle.
    let turned = 1.0 - a.rotation.coords.dot(&b.rotation.coords).abs();
    (a.origin - b.origin).norm() <= most && turned <= most * most / 8.0
}

/// Obstacles that are in the way to some goals.
struct InTheWay(ObstacleSet);

/// The obstacles that are in the way to some goals for a body; `None` if none is. An obstacle at a goal
/// is not in the way to it, such as the player whom the boids follow.
pub(super) fn in_the_way(
    obstacles: &[MovingObstacle],
    goals: &[Vec3],
    radius: f32,
) -> Option<Arc<dyn Obstruction>> {
    let mut set = ObstacleSet::default();
    for obstacle in obstacles {
        let id = set.add(obstacle.clone()).ok()?;
        let added = set.in_step_of(id)?;
        let is_near = |goal: &Vec3| added.signed_distance(*goal, radius).0 < radius;
        if goals.iter().any(is_near) {
            set.remove(id);
        }
    }
    (!set.is_empty()).then(|| Arc::new(InTheWay(set)) as Arc<dyn Obstruction>)
}

impl Obstruction for InTheWay {
    fn is_way_clear(&self, from: Vec3, to: Vec3, radius: f32) -> bool {
        let (way, length) = (to - from, (to - from).norm());
        if !length.is_finite() {
            return false;
        }
        let around = Bounds::of_path(from, to).enlarged(radius);
        if !self.0.boxes().iter().any(|bounds| bounds.overlaps(&around)) {
            return true;
        }
        let distance = |at: Vec3| self.0.signed_distance(at, length + 2.0 * radius).0;
        let start = distance(from);
        if start <= 0.0 || distance(to) < radius {
            return false;
        }
        let least = radius.min(start);
        let mut along = 0.0;
        for _ in 0..MOST_STEPS {
            if along >= length {
                return true;
            }
            let room = distance(from + way * (along / length));
            if room < least * (1.0 - ROUNDING) {
                return false;
            }
            // No step is longer than the distance, so none leads through an obstacle.
            along += (room - least).max(LEAST_STEP * room);
        }
        along >= length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacles::ObstacleShape;

    /// A plate across X at the origin, 2 m wide and high.
    fn plate(thickness: f32) -> MovingObstacle {
        let half_extents = Vec3::new(thickness / 2.0, 1.0, 1.0);
        MovingObstacle {
            shape: ObstacleShape::Box { half_extents },
            placement: Placement::default(),
        }
    }

    fn obstruction(thickness: f32) -> Arc<dyn Obstruction> {
        in_the_way(&[plate(thickness)], &[Vec3::x() * 5.0], 0.2).unwrap()
    }

    #[test]
    fn ways_lead_beside_a_plate_and_not_through_it() {
        for thickness in [0.02, 0.1] {
            let plate = obstruction(thickness);
            let is_clear =
                |from: [f32; 3], to: [f32; 3]| plate.is_way_clear(from.into(), to.into(), 0.2);
            assert!(!is_clear([-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]));
            assert!(!is_clear([-2.0, 1.1, 0.0], [2.0, 1.1, 0.0]));
            assert!(is_clear([-2.0, 1.21, 0.0], [2.0, 1.21, 0.0]));
            assert!(is_clear([-1.0, -3.0, 0.0], [-1.0, 3.0, 0.0]));
            // From a place that overlaps the plate, a way leads away, but not through the plate.
            assert!(is_clear([-0.1, 0.0, 0.0], [-1.0, 0.3, 0.0]));
            assert!(!is_clear([-0.1, 0.0, 0.0], [1.0, 0.0, 0.0]));
            assert!(!is_clear([-1.0, 0.0, 0.0], [-0.1, 0.0, 0.0]));
            assert!(!is_clear([0.0, 0.0, 0.0], [-1.0, 0.0, 0.0]));
            assert!(!is_clear([-0.1, 0.0, 0.0], [-0.1, 0.0, 0.0]));
            assert!(is_clear([-0.3, 0.0, 0.0], [-0.3, 0.0, 0.0]));
            assert!(!is_clear([-2.0, 0.0, 0.0], [f32::NAN, 0.0, 0.0]));
            assert!(!is_clear([-2.0, 0.0, 0.0], [f32::INFINITY, 0.0, 0.0]));
        }
    }

    #[test]
    fn an_obstacle_at_a_goal_is_not_in_the_way() {
        let plates = [plate(0.1)];
        assert!(in_the_way(&plates, &[Vec3::x() * 0.1], 0.2).is_none());
        assert!(in_the_way(&plates, &[Vec3::x() * 0.3], 0.2).is_some());
        assert!(in_the_way(&[], &[], 0.2).is_none());
    }

    /// Lets steps pass, and returns the obstacles that rest.
    fn after_steps(steps: u32, times: &mut RestTimes, set: &ObstacleSet) -> Resting {
        let mut resting = Resting::default();
        for _ in 0..steps {
            times.update(set);
            resting.set(times);
            assert_eq!((times.validate(), resting.validate()), (Ok(()), Ok(())));
        }
        resting
    }

    #[test]
    fn obstacles_rest_after_some_steps_without_a_move() {
        let mut set = ObstacleSet::default();
        let [door, lift] = [0, 1].map(|_| set.add(plate(0.1)).unwrap());
        let mut times = RestTimes::default();
        let both = after_steps(1, &mut times, &set);
        assert_eq!(both.0.len(), 2, "what was added rests");
        let up = |height| Placement::at(Vec3::y() * height);
        // A body that trembles stays where it was.
        set.teleport(lift, up(0.005)).unwrap();
        assert_eq!(after_steps(3, &mut times, &set), both);
        set.teleport(lift, up(0.1)).unwrap();
        let one = after_steps(STEPS_OF_REST, &mut times, &set);
        assert_eq!(one.0, [(door, Placement::default())]);
        let higher = after_steps(1, &mut times, &set);
        assert_eq!(higher.placed(&set)[1].placement, up(0.1));
        set.remove(door);
        assert!(!higher.is_in(&set));
        assert_eq!(after_steps(1, &mut times, &set).0, [(lift, up(0.1))]);
    }

    #[test]
    fn a_body_that_turns_round_does_not_rest() {
        let mut set = ObstacleSet::default();
        let shark = set.add(plate(0.1)).unwrap();
        let mut times = RestTimes::default();
        times.update(&set);
        for step in 1..200 {
            let x = (0.06 * step as f32).sin();
            set.teleport(shark, Placement::at(Vec3::x() * x)).unwrap();
            assert_eq!(
                after_steps(1, &mut times, &set),
                Resting::default(),
                "{step}"
            );
        }
    }

    #[test]
    fn what_no_set_has_is_refused() {
        let mut set = ObstacleSet::default();
        let [a, b] = [0, 1].map(|_| set.add(plate(0.1)).unwrap());
        let place = Placement::default();
        let far = Placement::at(Vec3::repeat(f32::NAN));
        for wrong in [
            vec![(b, place), (a, place)],
            vec![(a, place), (a, place)],
            vec![(a, far)],
        ] {
            let times = wrong.iter().map(|(id, place)| (*id, *place, 0)).collect();
            assert!(RestTimes(times).validate().is_err(), "{wrong:?}");
            assert!(Resting(wrong.clone()).validate().is_err(), "{wrong:?}");
        }
    }
}
