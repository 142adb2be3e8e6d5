//! What a snapshot that was read from a file may hold. Every number is bounded, so that the steps
//! that follow neither overflow nor make NaN.

use super::snapshot::Snapshot;
use crate::{
    math::Vec3,
    motion::loose_body::LooseBody,
    settings::validation::{Check, MOST_BOIDS},
    state::{
        boids::{BoidState, Boids},
        snapshot_error::{broken, SnapshotError, FARTHEST, MOST_SECONDS, MOST_STEPS},
    },
    steering::scare::MOST_SCARES,
};

/// Largest deviation of the length of an orientation quaternion from 1.
const NOT_UNIT: f32 = 1e-3;

impl Snapshot {
    /// Refuses a state that no flock can have been in. The slots are checked later, when they are
    /// restored.
    pub(crate) fn check(&self) -> Result<(), SnapshotError> {
        self.settings.validate()?;
        self.placement.validate()?;
        self.frame.validate()?;
        self.check_times()?;
        self.check_scares()?;
        self.influences.validate().map_err(broken)?;
        self.ways.validate(self.statistics.steps).map_err(broken)?;
        let slots = self.slots.slot_count();
        for formation in &self.formations {
            formation.validate(slots).map_err(broken)?;
        }
        self.wind.validate()?;
        self.emitters.validate().map_err(broken)?;
        self.obstacles.validate().map_err(broken)?;
        self.predators.validate().map_err(broken)?;
        self.perches.validate().map_err(broken)?;
        self.detail.validate().map_err(broken)?;
        self.waiting.validate()?;
        self.budget.validate()?;
        self.watch.validate(self.slots.slot_count())?;
        if self.replay.as_ref().is_some_and(|it| !it.is_sound()) {
            return Err(broken("more calls were replayed than are in the log"));
        }
        let mut check = Check::default();
        let boids = self.len() + self.bodies.len() + self.slots.waiting();
        let boids = u32::try_from(boids).unwrap_or(u32::MAX);
        check.count("number of boids", boids, 0, MOST_BOIDS);
        check.finish()?;
        let slots = self.slots.slot_count();
        if ![self.unchecked, self.untried]
            .iter()
            .all(|it| it.is_sound(slots))
        {
            return Err(broken(format!(
                "unchecked or untried does not fit {slots} slots"
            )));
        }
        check_boids("current", &self.current)?;
        check_boids("previous", &self.previous)?;
        if self.current.slot != self.previous.slot {
            return Err(broken("current and previous hold different boids"));
        }
        self.bodies.iter().try_for_each(check_body)?;
        if self.data.is_sound(slots) && self.looks.is_sound(slots) {
            Ok(())
        } else {
            Err(broken(format!(
                "there are data or looks for more than {slots} slots"
            )))
        }
    }

    fn check_scares(&self) -> Result<(), SnapshotError> {
        let count = self.scares.len();
        if count > MOST_SCARES {
            return Err(broken(format!(
                "there are {count} scares; allowed: {MOST_SCARES}"
            )));
        }
        for active in &self.scares {
            active.scare.validate()?;
            if !(0.0..=MOST_SECONDS).contains(&active.age) {
                return Err(broken(format!(
                    "a scare is {} s old; allowed: 0 to {MOST_SECONDS:e} s",
                    active.age
                )));
            }
        }
        Ok(())
    }

    fn check_times(&self) -> Result<(), SnapshotError> {
        let times = [("time", self.time), ("remainder", self.remainder)];
        for (name, time) in times {
            if !(0.0..=MOST_SECONDS).contains(&time) {
                let allowed = format!("0 to {MOST_SECONDS:e} s");
                return Err(broken(format!("{name} is {time} s; allowed: {allowed}")));
            }
        }
        let steps = self.statistics.steps;
        if steps > MOST_STEPS {
            return Err(broken(format!(
                "steps is {steps}; allowed: 0 to {MOST_STEPS}"
            )));
        }
        if !(0.0..=1.0).contains(&self.blend) {
            return Err(broken(format!("blend is {}; allowed: 0 to 1", self.blend)));
        }
        match self
            .statistics
            .rates()
            .iter()
            .find(|(_, rate)| !rate.is_finite())
        {
            None => Ok(()),
            Some((name, rate)) => Err(broken(format!(
                "statistics.{name} is {rate}; it must be finite"
            ))),
        }
    }
}

fn check_boids(name: &str, boids: &Boids) -> Result<(), SnapshotError> {
    if !boids.is_complete() {
        return Err(broken(format!("the arrays of {name} differ in length")));
    }
    let mut states = (0..boids.len()).map(|index| boids.state(index));
    match states.find(|boid| !is_possible(boid)) {
        None => Ok(()),
        Some(boid) => Err(broken(format!("a boid of {name} is impossible: {boid:?}"))),
    }
}

fn is_possible(boid: &BoidState) -> bool {
    let number_is_sound = |x: &f32| x.abs() <= FARTHEST;
    let is_sound = |vector: Vec3| vector.iter().all(number_is_sound);
    let pose = boid.pose;
    is_sound(boid.position)
        && is_sound(boid.velocity)
        && (pose.orientation.norm() - 1.0).abs() <= NOT_UNIT
        && (0.0..=1.0).contains(&pose.phase)
        && (-1.0..=1.0).contains(&pose.variation)
}

fn check_body(body: &LooseBody) -> Result<(), SnapshotError> {
    if let Some(death) = &body.death {
        death.validate()?;
    }
    if let Some(stay) = &body.stay {
        stay.validate()?;
    }
    let is_age = (0.0..=MOST_SECONDS).contains(&body.seconds);
    if is_possible(&body.state) && is_possible(&body.before) && is_age {
        Ok(())
    } else {
        Err(broken(format!("a loose body is impossible: {body:?}")))
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        perches::{stay::Stay, Perch, PerchSpot},
        Flock, Placement, Settings, Vec3,
    };

    /// A flock with a boid that is on its way to a spot.
    fn with_landing() -> Flock {
        let mut settings = Settings::default();
        settings.spawn.count = 200;
        let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
        let spot = PerchSpot {
            position: Vec3::zeros(),
            normal: Vec3::y(),
        };
        let perch = Perch {
            landings: 10.0,
            reach: 100.0,
            needs_surface: false,
            ..Perch::new(vec![spot])
        };
        flock.add_perch(perch).unwrap();
        while flock.loose_boids().len() == 0 {
            flock.step();
        }
        flock
    }

    #[test]
    fn stays_with_impossible_numbers_are_refused() {
        let sound = with_landing().snapshot();
        assert!(Flock::restore(&sound, Default::default()).is_ok());
        type Change = fn(&mut Stay);
        let cases: [(Change, &str); 5] = [
            (
                |stay| (stay.speed, stay.height) = (0.0, 1e30),
                "stay.height is 1000000000000000000000000000000; allowed: 0 to 100 m",
            ),
            (
                |stay| stay.height = f32::NAN,
                "stay.height is NaN; allowed: 0 to 100 m",
            ),
            (
                |stay| stay.speed = -1.0,
                "stay.speed is -1; allowed: 0 to 1000000 m/s",
            ),
            (
                |stay| stay.place.y = 1e6,
                "stay.place.y is 1000000; allowed: -100000 to 100000 m",
            ),
            (
                |stay| stay.yaw = 11.0,
                "stay.yaw is 11; allowed: -10 to 10 radians",
            ),
        ];
        for (change, message) in cases {
            let mut snapshot = sound.clone();
            change(snapshot.bodies[0].stay.as_mut().unwrap());
            let error = Flock::restore(&snapshot, Default::default()).unwrap_err();
            let expected = format!("the snapshot cannot be restored: {message}");
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn a_boid_without_speed_lands_without_nan() {
        let mut snapshot = with_landing().snapshot();
        let stay = snapshot.bodies[0].stay.as_mut().unwrap();
        (stay.speed, stay.height) = (0.0, 100.0);
        let mut flock = Flock::restore(&snapshot, Default::default()).unwrap();
        (0..100).for_each(|_| flock.step());
        let is_finite = |vector: Vec3| vector.iter().all(|x| x.is_finite());
        assert!(flock
            .loose_boids()
            .all(|it| is_finite(it.position) && is_finite(it.velocity)));
        assert!(flock.boids().all(|it| is_finite(it.position)));
    }
}
