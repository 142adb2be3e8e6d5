//! The state machine of one hunter.

use super::{hunt::Hunt, hunting_flock::HuntingFlock, HuntPhase, Prey, Pursuit};
use crate::{
    math::{random::mix, Vec3},
    state::{
        boid_id::BoidId,
        boids::Boid,
        snapshot_error::{broken, SnapshotError, FARTHEST},
    },
    steering::{
        pursuit::{closest_approach, Moving},
        relation::Relation,
    },
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Shortest time in seconds after which an attack may be given up because the prey is covered.
const HOLD: f32 = 1.0;

/// When a hunter looks for prey.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// In this step.
    Now,
    /// In a later one.
    Later,
}

/// A hunter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::world) struct Hunter {
    pub(in crate::world) boid: BoidId,
    pub(in crate::world) pursuit: Pursuit,
    /// Number of steps left of the minimum time in the phase, and number of steps since it began.
    left: u32,
    age: u32,
    /// Last position of the boid that it attacked, in the hunter's frame.
    pub(in crate::world) place: Vec3,
}

impl Hunter {
    pub(super) fn new(boid: BoidId, flock: &HuntingFlock) -> Self {
        let rest = u64::from(flock.steps_of(flock.hunting().rest_time));
        Self {
            boid,
            pursuit: Pursuit {
                phase: HuntPhase::Rest,
                prey: None,
                attacks: 0,
                catches: 0,
            },
            // Start at different times, so that not all hunters act at once.
            left: ((u64::from(mix(boid.slot())) * rest) >> 32) as u32,
            age: 0,
            place: Vec3::zeros(),
        }
    }

    fn begin(&mut self, phase: HuntPhase, steps: u32) {
        self.pursuit.phase = phase;
        (self.left, self.age) = (steps, 0);
    }

    /// Decides what it does in the step that comes, and returns its wish.
    pub(super) fn decide(
        &mut self,
        boid: &Boid,
        flock: &HuntingFlock,
        hunt: &mut Hunt,
        look: Look,
    ) -> Vec3 {
        let here = Moving::from(boid);
        let acceleration = match self.pursuit.phase {
            HuntPhase::Rest => self.rest(&here, flock, hunt, look),
            HuntPhase::Shadow => self.shadow(&here, flock, hunt, look),
            HuntPhase::Attack => self.attack(&here, flock, hunt, look),
            HuntPhase::Handle => self.handle(flock),
            HuntPhase::Retreat => self.retreat(&here, flock),
        };
        self.left = self.left.saturating_sub(1);
        self.age = self.age.saturating_add(1);
        flock.wish(here.velocity, acceleration)
    }

    fn rest(&mut self, here: &Moving, flock: &HuntingFlock, hunt: &mut Hunt, look: Look) -> Vec3 {
        if look == Look::Now && self.left == 0 {
            self.pursuit.prey = flock.nearest(here.position, hunt);
            if self.pursuit.prey.is_some() {
                let steps = flock.steps_of(flock.hunting().shadow_time);
                self.begin(HuntPhase::Shadow, steps);
            }
        }
        Vec3::zeros()
    }

    fn shadow(&mut self, here: &Moving, flock: &HuntingFlock, hunt: &mut Hunt, look: Look) -> Vec3 {
        if look == Look::Now && self.left == 0 {
            if let Some(prey) = flock.choose(here.position, hunt) {
                hunt.locked.insert(prey);
                self.pursuit.prey = Some(prey);
                self.pursuit.attacks = self.pursuit.attacks.saturating_add(1);
                let steps = flock.steps_of(flock.hunting().attack_time);
                self.begin(HuntPhase::Attack, steps);
                return self.attack(here, flock, hunt, Look::Later);
            }
        }
        let mut found = self.in_sight(here, flock);
        if found.is_none() && look == Look::Now {
            self.pursuit.prey = flock.nearest(here.position, hunt);
            found = self.in_sight(here, flock);
            if found.is_none() {
                self.begin(HuntPhase::Rest, 0);
            }
        }
        let Some((prey, relation)) = found else {
            return Vec3::zeros();
        };
        let offset = self.shadow_offset(&prey, flock);
        flock.limits(&relation).shadow(here, &prey, offset)
    }

    /// Offset from the prey to the position from which the hunter shadows it: behind, on the right
    /// or the left.
    fn shadow_offset(&self, prey: &Moving, flock: &HuntingFlock) -> Vec3 {
        let hunting = flock.hunting();
        let heading = prey.velocity.try_normalize(1e-6).unwrap_or(Vec3::x());
        let aside = Vec3::y().cross(&heading);
        let aside = aside.try_normalize(1e-3).unwrap_or(Vec3::z());
        // `libm` gives the same bits on every platform, unlike the standard library.
        let (sin, cos) = libm::sincos(f64::from(hunting.shadow_angle).to_radians());
        let is_left = mix(self.boid.slot()) & 1 == 0;
        let sin = if is_left { sin } else { -sin };
        (heading * cos as f32 + aside * sin as f32) * hunting.shadow_distance
    }

    fn attack(&mut self, here: &Moving, flock: &HuntingFlock, hunt: &mut Hunt, look: Look) -> Vec3 {
        let Some(attacked) = self.pursuit.prey else {
            self.begin(HuntPhase::Rest, 0);
            return Vec3::zeros();
        };
        let Some((prey, relation)) = flock.find(&attacked) else {
            // The prey has disappeared for another reason.
            hunt.locked.remove(&attacked);
            self.pursuit.prey = None;
            self.begin(HuntPhase::Shadow, 0);
            return Vec3::zeros();
        };
        self.place = prey.position.map(|x| x.clamp(-FARTHEST, FARTHEST));
        let prey = flock.seen_from(here.position, &prey);
        let hunting = flock.hunting();
        let is_far = (prey.position - here.position).norm() > relation.radius;
        let may_lose = look == Look::Now && self.age >= flock.steps_of(HOLD);
        let is_covered = may_lose && flock.exposure(&attacked) < hunting.lost;
        if is_far || is_covered || self.left == 0 {
            hunt.locked.remove(&attacked);
            hunt.escaped.push(attacked);
            self.pursuit.prey = None;
            self.begin(HuntPhase::Retreat, flock.steps_of(hunting.retreat_time));
            return Vec3::zeros();
        }
        flock.limits(&relation).attack(here, &prey)
    }

    fn handle(&mut self, flock: &HuntingFlock) -> Vec3 {
        if self.left == 0 {
            self.begin(HuntPhase::Rest, flock.steps_of(flock.hunting().rest_time));
        }
        Vec3::zeros()
    }

    fn retreat(&mut self, here: &Moving, flock: &HuntingFlock) -> Vec3 {
        if self.left == 0 {
            self.begin(HuntPhase::Rest, flock.steps_of(flock.hunting().rest_time));
            return Vec3::zeros();
        }
        let Some(limits) = flock.widest_limits() else {
            return Vec3::zeros();
        };
        let escaped = Moving {
            position: self.place,
            velocity: Vec3::zeros(),
        };
        limits.retreat(here, flock.seen_from(here.position, &escaped).position)
    }

    /// The boid that the hunter shadows, if it exists and is within the radius of the relation.
    fn in_sight(&self, here: &Moving, flock: &HuntingFlock) -> Option<(Moving, Relation)> {
        let (prey, relation) = flock.find(&self.pursuit.prey?)?;
        let prey = flock.seen_from(here.position, &prey);
        let distance = (prey.position - here.position).norm();
        (distance <= relation.radius).then_some((prey, relation))
    }

    /// Catches the attacked boid if it came near enough in the last step.
    pub(super) fn catch(
        &mut self,
        flock: &HuntingFlock,
        locked: &mut HashSet<Prey>,
    ) -> Option<Prey> {
        let attacked = self.pursuit.attacked()?;
        let boid = flock.placed(self.boid)?;
        let (prey, _) = flock.find(&attacked)?;
        let prey = flock.seen_from(boid.position, &prey);
        let hunting = flock.hunting();
        if closest_approach(&Moving::from(&boid), &prey, flock.dt()) > hunting.catch_distance {
            return None;
        }
        locked.remove(&attacked);
        self.pursuit.prey = None;
        self.pursuit.catches = self.pursuit.catches.saturating_add(1);
        self.begin(HuntPhase::Handle, flock.steps_of(hunting.handling_time));
        Some(attacked)
    }

    /// Refuses a place that no hunter can have.
    pub(super) fn validate(&self) -> Result<(), SnapshotError> {
        if self.place.iter().all(|x| x.abs() <= FARTHEST) {
            Ok(())
        } else {
            Err(self.impossible())
        }
    }

    /// The error of a hunter that no world can have saved.
    pub(super) fn impossible(&self) -> SnapshotError {
        broken(format!("a hunter is impossible: {self:?}"))
    }
}
