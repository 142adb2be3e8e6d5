//! Checks that every setting and placement lies in its range.

use crate::{BoundaryResponse, Placement, Region, Rule, Settings, Vec3};
use nalgebra::UnitQuaternion;

/// Largest coordinate of anything that a user places, in metres. There, numbers of single precision are 1 mm apart, so
/// that in a step of 1/60 s a boid of 3 cm/s or more still moves; much farther out fast ones would stand still too.
const FARTHEST: f32 = 10_000.0;

/// Largest number of boids.
pub(crate) const MOST_BOIDS: u32 = 10_000_000;

/// Largest number of directions that boids may look along.
pub(crate) const MOST_RAYS: u32 = 1000;

/// Largest number of nearest neighbours.
pub(crate) const MOST_NEAREST: u32 = 32;

/// Settings, a placement, or what was to be added to the flock were refused: one or more values are out of range, or there is
/// no memory for so many boids.
///
/// The message names each value, for example `separation.radius is -1; allowed: 0.001 to 10000 m`. The flock keeps what it
/// had.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", .problems.iter().map(|problem| problem.to_string()).collect::<Vec<_>>().join("\n"))]
pub struct SettingsError {
    problems: Vec<OutOfRange>,
}

impl SettingsError {
    /// There is no memory for so many boids.
    pub(crate) fn out_of_memory(count: u32, bytes: usize) -> Self {
        let gigabytes = bytes as f64 / 1e9;
        let mut check = Check::default();
        let allowed = format!("as many as fit into memory; {gigabytes:.3} GB could not be had");
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

/// A value that is out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} is {value}; allowed: {allowed}")]
pub struct OutOfRange {
    /// Path of the field in [`Settings`] or in the placement, `separation.radius`, or name of the argument.
    pub field: String,
    /// The value as it was given.
    pub value: String,
    /// The range that is allowed, with its unit.
    pub allowed: String,
}

impl Settings {
    /// Checks every value, whether it is in use or not.
    ///
    /// # Errors
    /// Names every field that is out of range, with its value and the allowed range. NaN and infinities are out of any
    /// range.
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
        check.spawn(self);
        check.rule("cohesion", &self.cohesion);
        check.rule("separation", &self.separation);
        check.rule("alignment", &self.alignment);
        check.neighbours(self);
        check.wander(self);
        check.motion(self);
        check.boundary(self);
        check.avoidance(self);
        check.collision(self);
        check.body(self);
        check.simulation(self);
        check.finish()
    }
}

impl Placement {
    /// Checks that the placement is finite and near enough to the world's origin.
    ///
    /// # Errors
    /// Names the origin if a component is beyond ±10,000 m, and the rotation if it is not a unit quaternion.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.point("placement.origin", &self.origin);
        check.rotation("placement.rotation", &self.rotation);
        check.finish()
    }
}

#[derive(Default)]
pub(crate) struct Check {
    problems: Vec<OutOfRange>,
}

impl Check {
    pub(crate) fn finish(self) -> Result<(), SettingsError> {
        match self.problems.is_empty() {
            true => Ok(()),
            false => Err(SettingsError {
                problems: self.problems,
            }),
        }
    }

    pub(crate) fn refuse(&mut self, field: &str, value: impl ToString, allowed: impl ToString) {
        self.problems.push(OutOfRange {
            field: field.to_string(),
            value: value.to_string(),
            allowed: allowed.to_string(),
        });
    }

    pub(crate) fn range(&mut self, field: &str, value: f32, min: f32, max: f32, unit: &str) {
        // Written so that NaN is refused.
        if !(min..=max).contains(&value) {
            let allowed = format!("{min} to {max} {unit}");
            self.refuse(field, value, allowed.trim_end());
        }
    }

    pub(crate) fn count(&mut self, field: &str, value: u32, min: u32, max: u32) {
        if !(min..=max).contains(&value) {
            self.refuse(field, value, format!("{min} to {max}"));
        }
    }

    fn point(&mut self, field: &str, point: &Vec3) -> bool {
        self.vector(field, point, "m")
    }

    pub(crate) fn vector(&mut self, field: &str, vector: &Vec3, unit: &str) -> bool {
        let good = vector.iter().all(|x| (-FARTHEST..=FARTHEST).contains(x));
        if !good {
            let allowed = format!("-{FARTHEST} to {FARTHEST} {unit} in every component");
            self.refuse(field, describe(vector), allowed);
        }
        good
    }

    fn rotation(&mut self, field: &str, rotation: &UnitQuaternion<f32>) {
        let norm = rotation.as_ref().norm();
        if !(0.999..=1.001).contains(&norm) {
            let q = rotation.coords;
            let value = format!("({}, {}, {}, {})", q.x, q.y, q.z, q.w);
            self.refuse(field, value, "a unit quaternion");
        }
    }

    /// A box; `thin` says whether it may be flat or a point.
    fn corners(&mut self, field: &str, min: &Vec3, max: &Vec3, thin: bool) {
        let finite =
            self.point(&format!("{field}.min"), min) & self.point(&format!("{field}.max"), max);
        if !finite {
            return;
        }
        let ordered = (0..3).all(|axis| match thin {
            true => min[axis] <= max[axis],
            false => min[axis] < max[axis],
        });
        if !ordered {
            let relation = if thin { "not below" } else { "above" };
            let allowed = format!("every component {relation} that of min {}", describe(min));
            self.refuse(&format!("{field}.max"), describe(max), allowed);
        }
    }

    fn spawn(&mut self, settings: &Settings) {
        let spawn = &settings.spawn;
        self.count("spawn.count", spawn.count, 0, MOST_BOIDS);
        self.range("spawn.speed", spawn.speed, 0.0, 1000.0, "m/s");
        self.region("spawn.region", &spawn.region, true);
    }

    /// A volume; `thin` says whether a box may be flat or a point.
    fn region(&mut self, field: &str, region: &Region, thin: bool) {
        match region {
            Region::Sphere { center, radius } => {
                self.point(&format!("{field}.center"), center);
                self.range(&format!("{field}.radius"), *radius, 0.0, FARTHEST, "m");
            }
            Region::Box { min, max } => self.corners(field, min, max, thin),
        }
    }

    fn rule(&mut self, name: &str, rule: &Rule) {
        self.range(
            &format!("{name}.weight"),
            rule.weight,
            0.0,
            10_000.0,
            "m/s²",
        );
        self.range(&format!("{name}.radius"), rule.radius, 0.001, 10_000.0, "m");
        let view = &format!("{name}.field_of_view");
        self.range(view, rule.field_of_view, 0.0, 360.0, "degrees");
        self.range(&format!("{name}.damping"), rule.damping, 0.0, 1.0, "");
    }

    fn neighbours(&mut self, settings: &Settings) {
        let neighbours = &settings.neighbours;
        self.count("neighbours.nearest", neighbours.nearest, 1, MOST_NEAREST);
        let radius = neighbours.too_close_radius;
        self.range("neighbours.too_close_radius", radius, 0.001, 10_000.0, "m");
        let weight = neighbours.too_close_weight;
        self.range("neighbours.too_close_weight", weight, 0.0, 1000.0, "");
        self.count("neighbours.crowd", neighbours.crowd, 0, 10_000);
        let factor = neighbours.crowd_factor;
        self.range("neighbours.crowd_factor", factor, -100.0, 1.0, "");
    }

    fn wander(&mut self, settings: &Settings) {
        let wander = &settings.wander;
        self.range("wander.weight", wander.weight, 0.0, 10_000.0, "m/s²");
        self.range("wander.change_time", wander.change_time, 0.01, 1000.0, "s");
    }

    fn motion(&mut self, settings: &Settings) {
        let motion = &settings.motion;
        self.range("motion.drive", motion.drive, 0.0, 100.0, "");
        self.range("motion.min_speed", motion.min_speed, 0.0, 1000.0, "m/s");
        self.range("motion.max_speed", motion.max_speed, 0.0, 1000.0, "m/s");
        self.range(
            "motion.max_acceleration",
            motion.max_acceleration,
            0.0,
            10_000.0,
            "m/s²",
        );
        self.range(
            "motion.max_turn_rate",
            motion.max_turn_rate,
            0.0,
            100_000.0,
            "degrees/s",
        );
        self.range("motion.flattening", motion.flattening, 0.0, 1.0, "");
    }

    fn boundary(&mut self, settings: &Settings) {
        let boundary = &settings.boundary;
        self.region("boundary.shape", &boundary.shape, false);
        if let BoundaryResponse::SoftTurn { margin } = boundary.response {
            self.range("boundary.response.margin", margin, 0.001, FARTHEST, "m");
        }
    }

    fn avoidance(&mut self, settings: &Settings) {
        let avoidance = &settings.avoidance;
        let weight = avoidance.weight;
        self.range("avoidance.weight", weight, 0.0, 10_000.0, "m/s²");
        let seconds = avoidance.look_ahead;
        self.range("avoidance.look_ahead", seconds, 0.0, 100.0, "s");
        self.count("avoidance.rays", avoidance.rays, 1, MOST_RAYS);
        let angle = avoidance.field_of_view;
        self.range("avoidance.field_of_view", angle, 0.0, 360.0, "degrees");
        let angle = avoidance.examined_view;
        self.range("avoidance.examined_view", angle, 0.0, 360.0, "degrees");
        let seconds = avoidance.look_interval;
        self.range("avoidance.look_interval", seconds, 0.0, 10.0, "s");
        let share = avoidance.cohesion_fade;
        self.range("avoidance.cohesion_fade", share, 0.0, 1.0, "");
        let rays = avoidance.ray_budget;
        self.count("avoidance.ray_budget", rays, 0, 1_000_000_000);
    }

    fn collision(&mut self, settings: &Settings) {
        let collision = &settings.collision;
        let radius = collision.body_radius;
        self.range("collision.body_radius", radius, 0.001, 100.0, "m");
        self.range("collision.skin", collision.skin, 0.0, 10.0, "m");
    }

    fn body(&mut self, settings: &Settings) {
        let body = &settings.body;
        self.range("body.scale", body.scale, 0.0001, 10_000.0, "");
        self.range("body.scale_variation", body.scale_variation, 0.0, 0.9, "");
        self.range("body.turn_time", body.turn_time, 0.0, 10.0, "s");
        self.range("body.banking", body.banking, 0.0, 2.0, "");
        self.range(
            "body.beats_per_second",
            body.beats_per_second,
            0.0,
            100.0,
            "beats/s",
        );
        self.range(
            "body.beats_per_metre",
            body.beats_per_metre,
            0.0,
            1000.0,
            "beats/m",
        );
    }

    fn simulation(&mut self, settings: &Settings) {
        let simulation = &settings.simulation;
        self.range(
            "simulation.time_step",
            simulation.time_step,
            0.0001,
            0.1,
            "s",
        );
        let steps = simulation.max_steps_per_frame;
        self.count("simulation.max_steps_per_frame", steps, 1, 100);
    }
}

pub(crate) fn describe(point: &Vec3) -> String {
    format!("({}, {}, {})", point.x, point.y, point.z)
}
