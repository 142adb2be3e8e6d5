//! Checks that every setting and every placement lies in its range.

use super::{
    declare::{Number, Numbers, ValueRange},
    preset::replace_value,
    Neighbours, Region, Settings, Spawn, GROUPS,
};
use crate::math::{frame::Placement, Vec3};
use nalgebra::UnitQuaternion;

/// Largest coordinate of anything that a user places, in metres. There, neighbouring
/// single-precision numbers are 1 mm apart, so in a step of 1/60 s a boid at 3 cm/s or more still
/// moves. Much farther away, fast boids would stand still too.
const FARTHEST: f32 = 10_000.0;

/// Largest number of boids.
pub(crate) const MOST_BOIDS: u32 = Spawn::count.max as u32;

/// Largest number of nearest neighbours.
pub(crate) const MOST_NEAREST: u32 = Neighbours::nearest.max as u32;

/// Settings, a placement or an argument were refused. The flock keeps its state.
///
/// Values are out of range, or there is not enough memory for the boids. The message names each
/// value, for example `separation.radius is -1; allowed: 0.001 to 10000 m`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", .problems.iter().map(|problem| problem.to_string()).collect::<Vec<_>>().join("\n"))]
pub struct SettingsError {
    problems: Vec<OutOfRange>,
}

impl SettingsError {
    /// The error for a number of boids that does not fit into memory.
    pub(crate) fn out_of_memory(count: u32, bytes: usize) -> Self {
        let gigabytes = bytes as f64 / 1e9;
        let mut check = Check::default();
        let allowed =
            format!("as many as fit into memory; {gigabytes:.3} GB could not be allocated");
        check.refuse("spawn.count", count, allowed);
        Self {
            problems: check.problems,
        }
    }

    /// Every value that is out of range; never empty.
    pub fn problems(&self) -> &[OutOfRange] {
        &self.problems
    }
}

/// One value that is out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} is {value}; allowed: {allowed}")]
pub struct OutOfRange {
    /// Path of the field in [`Settings`] or in the placement, such as `separation.radius`, or the
    /// name of the argument.
    pub field: String,
    /// The refused value, as text.
    pub value: String,
    /// The allowed range with its unit, as text.
    pub allowed: String,
}

impl Settings {
    /// Checks every value, including the values of features that are off.
    ///
    /// # Errors
    /// Names every field that is out of range, with its value and the allowed range. NaN and
    /// infinities are out of any range.
    ///
    /// ```
    /// let mut settings = flock_sim::Settings::default();
    /// assert!(settings.validate().is_ok());
    ///
    /// settings.separation.radius = -1.0;
    /// let error = settings.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "separation.radius is -1; allowed: 0.001 to 10000 m");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        for (group, number) in self.numbers() {
            check.number(group, &number);
        }
        check.region("spawn.region", &self.spawn.region, Thickness::Any);
        check.region("boundary.shape", &self.boundary.shape, Thickness::Positive);
        let group = |out: &OutOfRange| GROUPS.iter().position(|name| out.field.starts_with(name));
        check.problems.sort_by_key(group);
        check.finish()
    }

    /// The settings with every value that is out of range replaced by the nearest allowed value.
    ///
    /// A NaN or a refused region is replaced by the default; a number without a default there, by
    /// the least allowed number. Values in range do not change.
    ///
    /// ```
    /// let mut settings = flock_sim::Settings::default();
    /// settings.separation.radius = -1.0;
    /// settings.motion.max_speed = f32::NAN;
    /// let corrected = settings.corrected();
    /// assert_eq!(corrected.separation.radius, 0.001);
    /// assert_eq!(corrected.motion.max_speed, 1.2);
    /// assert!(corrected.validate().is_ok());
    /// ```
    pub fn corrected(&self) -> Self {
        let (mut settings, defaults) = (self.clone(), Self::default());
        let allows = |region: &Region, thickness| {
            let mut check = Check::default();
            check.region("", region, thickness);
            check.finish().is_ok()
        };
        if !allows(&self.spawn.region, Thickness::Any) {
            settings.spawn.region = defaults.spawn.region;
        }
        if !allows(&self.boundary.shape, Thickness::Positive) {
            settings.boundary.shape = defaults.boundary.shape;
        }
        let mut text = settings.to_ron();
        for (group, number) in settings.numbers() {
            if number.range.contains(number.value) {
                continue;
            }
            let (min, max) = (number.range.min.into(), number.range.max.into());
            let nearest = if number.value.is_nan() {
                defaults.number(group, number.field).unwrap_or(min)
            } else {
                number.value.clamp(min, max)
            };
            let path = format!("{group}.{}", number.field);
            replace_value(&mut text, &path, &(nearest as f32).to_string());
        }
        let corrected = Self::from_ron(&text);
        debug_assert!(corrected.is_ok(), "{text}");
        corrected.unwrap_or(defaults)
    }

    fn number(&self, group: &str, field: &str) -> Option<f64> {
        let numbers = self.numbers();
        let mut found = numbers.iter().filter(|it| it.0 == group);
        found
            .find(|(_, number)| number.field == field)
            .map(|(_, number)| number.value)
    }
}

impl Placement {
    /// Checks that the placement is finite and near enough to the origin of the flock's
    /// coordinates.
    ///
    /// # Errors
    /// Names the origin if a component is beyond ±10,000 m, and the rotation if it is not a unit
    /// quaternion.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.vector("placement.origin", &self.origin, "m");
        check.rotation("placement.rotation", &self.rotation);
        check.finish()
    }
}

/// The sizes that a box may have along each axis.
#[derive(Clone, Copy)]
enum Thickness {
    /// Zero or more: the box may be flat or a point.
    Any,
    Positive,
}

/// A check that collects all values that are out of range.
#[derive(Default)]
pub(crate) struct Check {
    problems: Vec<OutOfRange>,
}

impl Check {
    pub(crate) fn finish(self) -> Result<(), SettingsError> {
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(SettingsError {
                problems: self.problems,
            })
        }
    }

    pub(crate) fn refuse(&mut self, field: &str, value: impl ToString, allowed: impl ToString) {
        self.problems.push(OutOfRange {
            field: field.to_string(),
            value: value.to_string(),
            allowed: allowed.to_string(),
        });
    }

    fn number(&mut self, group: &str, number: &Number) {
        if !number.range.contains(number.value) {
            let field = format!("{group}.{}", number.field);
            self.refuse(&field, number.text, allowed(number.range, number.unit));
        }
    }

    /// Refuses each number of a group that is out of its range.
    pub(crate) fn numbers(&mut self, name: &str, group: &impl Numbers) {
        for number in group.numbers() {
            self.number(name, &number);
        }
    }

    pub(crate) fn range(&mut self, field: &str, value: f32, min: f32, max: f32, unit: &str) {
        let range = ValueRange { min, max };
        if !range.contains(value.into()) {
            self.refuse(field, value, allowed(range, unit));
        }
    }

    pub(crate) fn count(&mut self, field: &str, value: u32, min: u32, max: u32) {
        if !(min..=max).contains(&value) {
            self.refuse(field, value, format!("{min} to {max}"));
        }
    }

    /// Refuses a list whose length is out of range. False if it is.
    pub(crate) fn list(&mut self, field: &str, count: usize, [min, max]: [usize; 2]) -> bool {
        let is_good = (min..=max).contains(&count);
        if !is_good {
            self.refuse(
                field,
                format!("a list of {count}"),
                format!("{min} to {max}"),
            );
        }
        is_good
    }

    /// Refuses to add one more item if there are `most` or more. `what` names the items, in the
    /// plural.
    pub(crate) fn room(&mut self, what: &str, count: usize, most: usize) {
        if count >= most {
            let allowed = format!("fewer than {most} before another one is added");
            self.refuse(&format!("number of {what}"), count, allowed);
        }
    }

    pub(crate) fn vector(&mut self, field: &str, vector: &Vec3, unit: &str) -> bool {
        let good = is_placed(vector);
        if !good {
            let allowed = format!("-{FARTHEST} to {FARTHEST} {unit} in every component");
            self.refuse(field, describe(vector), allowed);
        }
        good
    }

    pub(crate) fn rotation(&mut self, field: &str, rotation: &UnitQuaternion<f32>) {
        let norm = rotation.as_ref().norm();
        if !(0.999..=1.001).contains(&norm) {
            let q = rotation.coords;
            let value = format!("({}, {}, {}, {})", q.x, q.y, q.z, q.w);
            self.refuse(field, value, "a unit quaternion");
        }
    }

    /// Refuses a volume that is out of range. A box may be flat or a point.
    pub(crate) fn volume(&mut self, field: &str, region: &Region) {
        self.region(field, region, Thickness::Any);
        if let Region::Sphere { radius, .. } = region {
            self.range(&format!("{field}.radius"), *radius, 0.0, FARTHEST, "m");
        }
    }

    /// Refuses a volume whose points are out of range, or whose box has another thickness.
    fn region(&mut self, field: &str, region: &Region, thickness: Thickness) {
        let (min, max) = match region {
            Region::Sphere { center, .. } => {
                self.vector(&format!("{field}.center"), center, "m");
                return;
            }
            Region::Box { min, max } => (min, max),
        };
        let finite = self.vector(&format!("{field}.min"), min, "m")
            & self.vector(&format!("{field}.max"), max, "m");
        let ordered = (0..3).all(|axis| match thickness {
            Thickness::Any => min[axis] <= max[axis],
            Thickness::Positive => min[axis] < max[axis],
        });
        if finite && !ordered {
            let relation = match thickness {
                Thickness::Any => "not below",
                Thickness::Positive => "above",
            };
            let allowed = format!(
                "every component {relation} the same component of min {}",
                describe(min)
            );
            self.refuse(&format!("{field}.max"), describe(max), allowed);
        }
    }
}

pub(super) fn allowed(range: ValueRange, unit: &str) -> String {
    let text = format!("{} to {} {unit}", range.min, range.max);
    text.trim_end().to_string()
}

/// True if no component is too far from the world's origin, or NaN.
pub(crate) fn is_placed(vector: &Vec3) -> bool {
    vector.iter().all(|x| (-FARTHEST..=FARTHEST).contains(x))
}

pub(crate) fn describe(point: &Vec3) -> String {
    format!("({}, {}, {})", point.x, point.y, point.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Boundary, BoundaryMode};

    #[test]
    fn every_value_out_of_range_is_corrected_and_no_other() {
        let valid = Settings::default();
        assert_eq!(valid.corrected(), valid);
        let numbers = valid.numbers().len();
        assert!(numbers > 40);
        for value in [f32::NAN, f32::INFINITY, -1e30, 1e30] {
            let mut settings = Settings::default();
            settings.cohesion.radius = value;
            settings.avoidance.look_ahead = value;
            settings.simulation.time_step = value;
            settings.neighbours.nearest = 0;
            settings.spawn.count = u32::MAX;
            settings.spawn.region = Region::Sphere {
                center: Vec3::new(0.0, value, 0.0),
                radius: value,
            };
            settings.boundary = Boundary::new(Region::Box {
                min: Vec3::repeat(1.0),
                max: Vec3::repeat(value),
            })
            .with_mode(BoundaryMode::SoftTurn { margin: value });
            assert!(settings.validate().is_err());
            let corrected = settings.corrected();
            assert_eq!(corrected.validate(), Ok(()), "{value}");
            assert_eq!(corrected.motion, settings.motion);
            assert_eq!(corrected.neighbours.nearest, 1);
            assert_eq!(corrected.spawn.count, 10_000_000);
            let expected = match value {
                _ if value.is_nan() => valid.cohesion.radius,
                _ if value < 0.0 => 0.001,
                _ => 10_000.0,
            };
            assert_eq!(corrected.cohesion.radius, expected);
            // The value that was wrong is corrected; the other values of the boundary stay.
            let BoundaryMode::SoftTurn { margin } = corrected.boundary.mode else {
                panic!("the kind of boundary has changed")
            };
            assert!(margin.is_finite());
        }
    }
}
