//! Obstacles that rest, such as closed doors: ways lead around them.

use crate::{
    math::frame::Placement,
    obstacles::{set::check_target, ObstacleId, ObstacleSet},
};
use serde::{Deserialize, Serialize};

/// Number of steps for which an obstacle must rest until ways lead around it: so a body that swims to and
/// fro changes no way where it turns.
pub(super) const STEPS_OF_REST: u32 = 6;

/// Number of steps for which an obstacle must rest until ways lead around it exactly where it is. Until
/// then a slow lift may go on.
const STEPS_OF_LONG_REST: u32 = 60;

/// Distance, in metres, and angle, in rad, within which an obstacle rests: physics may let a body
/// tremble.
const TREMBLE: f32 = 0.01;

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
                Err(index) => self.0.insert(index, (id, now, STEPS_OF_LONG_REST)),
                Ok(index) => {
                    let (_, place, steps) = &mut self.0[index];
                    if is_within(place, &now, TREMBLE) {
                        *steps = steps.saturating_add(1).min(STEPS_OF_LONG_REST);
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
    /// Replaces them by the obstacles that rest now. An obstacle that is within `near` metres of its
    /// `known` place stays there until it has rested for long.
    pub(super) fn set(&mut self, times: &RestTimes, known: &Self, near: f32) {
        self.0.clear();
        for (id, now, steps) in &times.0 {
            let most = if *steps < STEPS_OF_LONG_REST {
                near
            } else {
                TREMBLE
            };
            let is_there = |place: &&Placement| is_within(place, now, most);
            let known = known.place_of(*id).filter(is_there);
            let rests = *steps >= STEPS_OF_REST;
            let place = known.or(rests.then_some(now));
            self.0.extend(place.map(|place| (*id, *place)));
        }
    }

    /// Checks obstacles that were read from a file. The error says what is wrong.
    pub(super) fn validate(&self) -> Result<(), String> {
        check_places(self.0.iter().map(|it| (it.0, &it.1)))
    }

    /// Where an obstacle rests; `None` if it does not.
    pub(super) fn place_of(&self, id: ObstacleId) -> Option<&Placement> {
        let index = self.0.binary_search_by_key(&id, |entry| entry.0);
        index.ok().map(|index| &self.0[index].1)
    }

    /// True if others rest at the same places.
    pub(super) fn contains(&self, others: &Self) -> bool {
        let mut others = others.0.iter();
        others.all(|(id, place)| self.place_of(*id) == Some(place))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::Vec3,
        obstacles::{MovingObstacle, ObstacleShape},
    };

    fn body() -> MovingObstacle {
        MovingObstacle {
            shape: ObstacleShape::Sphere { radius: 0.1 },
            placement: Placement::default(),
        }
    }

    /// Where obstacles are known to rest when their places may differ by up to 0.1 m.
    const NEAR: f32 = 0.1;

    /// Lets steps pass, and returns the obstacles that rest. `known`: those around which ways lead.
    fn after_steps(
        steps: u32,
        times: &mut RestTimes,
        set: &ObstacleSet,
        known: &Resting,
    ) -> Resting {
        let mut resting = Resting::default();
        for _ in 0..steps {
            times.update(set);
            resting.set(times, known, NEAR);
            assert_eq!((times.validate(), resting.validate()), (Ok(()), Ok(())));
        }
        resting
    }

    fn at(x: f32) -> Placement {
        Placement::at(Vec3::x() * x)
    }

    #[test]
    fn obstacles_rest_after_some_steps_without_a_move() {
        let mut set = ObstacleSet::default();
        let [door, lift] = [0, 1].map(|_| set.add(body()).unwrap());
        let (mut times, nothing) = (RestTimes::default(), Resting::default());
        let both = after_steps(1, &mut times, &set, &nothing);
        assert_eq!(both.0.len(), 2, "what was added rests");
        // A body that trembles stays where it was.
        set.teleport(lift, at(0.005)).unwrap();
        assert_eq!(after_steps(3, &mut times, &set, &nothing), both);
        set.teleport(lift, at(0.5)).unwrap();
        let one = after_steps(STEPS_OF_REST, &mut times, &set, &both);
        assert_eq!(one.0, [(door, at(0.0))]);
        assert!(both.contains(&one) && !one.contains(&both));
        let other = after_steps(1, &mut times, &set, &both);
        assert_eq!(other.0, [(door, at(0.0)), (lift, at(0.5))]);
        assert!(other.contains(&one) && !other.contains(&both));
        set.remove(door);
        let one = after_steps(1, &mut times, &set, &both);
        assert_eq!(one.0, [(lift, at(0.5))]);
    }

    #[test]
    fn a_slow_body_stays_where_it_is_known_to_be_until_it_is_elsewhere_or_rests_for_long() {
        let mut set = ObstacleSet::default();
        let lift = set.add(body()).unwrap();
        let mut times = RestTimes::default();
        let known = after_steps(1, &mut times, &set, &Resting::default());
        let mut x = 0.0;
        for _ in 0..90 {
            x += 0.001;
            set.teleport(lift, at(x)).unwrap();
            assert_eq!(after_steps(1, &mut times, &set, &known), known, "{x}");
        }
        assert_eq!(
            after_steps(STEPS_OF_LONG_REST - 10, &mut times, &set, &known),
            known
        );
        let there = after_steps(11, &mut times, &set, &known);
        assert!(there.0[0].1.origin.x > 0.075, "{there:?}");
        // Between two places it rests nowhere.
        set.teleport(lift, at(x + 0.2)).unwrap();
        assert_eq!(after_steps(1, &mut times, &set, &there), Resting::default());
    }

    #[test]
    fn a_body_that_turns_round_does_not_rest() {
        let mut set = ObstacleSet::default();
        let shark = set.add(body()).unwrap();
        let (mut times, nothing) = (RestTimes::default(), Resting::default());
        times.update(&set);
        for step in 1..200 {
            let x = (0.06 * step as f32).sin();
            set.teleport(shark, at(x)).unwrap();
            assert_eq!(
                after_steps(1, &mut times, &set, &nothing),
                nothing,
                "{step}"
            );
        }
    }

    #[test]
    fn what_no_set_has_is_refused() {
        let mut set = ObstacleSet::default();
        let [a, b] = [0, 1].map(|_| set.add(body()).unwrap());
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
