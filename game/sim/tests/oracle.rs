//! One step of the flock against an oracle that was written from the formulas alone: double precision, all pairs.
//!
//! The velocities may differ by 1e-5 of the largest speed, and by what rounding the inputs does to directions that are
//! nearly undetermined: the direction of a sum S of n terms is known to within about n * 2^-24 * sum|term| / |S|. Boids that
//! lie within 1e-5 of a decision (just a neighbour, just outside) are passed over; there are few of them.

use flock_sim::{
    Boid, Boundary, Driver, Flock, Geometry, Placement, Plane, Region, Rule, Settings, Simulation,
    Spawn, Vec3,
};
use nalgebra::{UnitQuaternion, Vector3};
use proptest::prelude::*;
use std::sync::Arc;

type Vec64 = Vector3<f64>;

const TOLERANCE: f64 = 1e-5;

/// What the oracle expects of a boid; none if it lies too close to a decision.
type Expected = Option<(Vec64, Vec64, f64)>;

fn norm(vector: Vec64) -> Vec64 {
    let length = vector.norm();
    if length == 0.0 {
        vector
    } else {
        vector / length
    }
}

fn clamp(vector: Vec64, max: f64) -> Vec64 {
    vector * (max / vector.norm().max(max).max(f64::MIN_POSITIVE))
}

/// The direction of the mean of some terms, and how uncertain rounding makes it.
fn mean_direction(terms: &[Vec64]) -> (Vec64, f64) {
    if terms.is_empty() {
        return (Vec64::zeros(), 0.0);
    }
    let sum: Vec64 = terms.iter().sum();
    let scale: f64 = terms.iter().map(|term| term.norm()).sum();
    let uncertainty = (terms.len() + 4) as f64 * 2f64.powi(-24) * scale / sum.norm();
    let uncertainty = if scale == 0.0 {
        0.0
    } else {
        uncertainty.min(2.0)
    };
    (norm(sum / terms.len() as f64), uncertainty)
}

struct Oracle<'a> {
    settings: &'a Settings,
    origin: Vec64,
    rotation: UnitQuaternion<f64>,
    before: Vec<(Vec64, Vec64)>,
}

impl Oracle<'_> {
    fn neighbours(&self, boid: usize, radius: f32) -> Option<Vec<usize>> {
        let radius = f64::from(radius);
        let distance = |other: usize| (self.before[other].0 - self.before[boid].0).norm();
        let others = (0..self.before.len()).filter(|other| *other != boid);
        if others
            .clone()
            .any(|other| (distance(other) / radius - 1.0).abs() < TOLERANCE)
        {
            return None;
        }
        Some(others.filter(|other| distance(*other) < radius).collect())
    }

    /// The direction that one rule asks for times its weight, and the uncertainty of that.
    fn rule(
        &self,
        boid: usize,
        rule: &Rule,
        term: impl Fn(usize) -> Vec64,
    ) -> Option<(Vec64, f64)> {
        if !rule.enabled {
            return Some((Vec64::zeros(), 0.0));
        }
        let terms: Vec<Vec64> = self
            .neighbours(boid, rule.radius)?
            .into_iter()
            .map(term)
            .collect();
        let (direction, uncertainty) = mean_direction(&terms);
        let weight = f64::from(rule.weight);
        Some((direction * weight, uncertainty * weight))
    }

    fn flatten(&self, vector: Vec64) -> Vec64 {
        let mut local = self.rotation.inverse() * vector;
        match self.settings.motion.plane {
            Plane::All => {}
            Plane::Xz => local.y = 0.0,
            Plane::Xy => local.z = 0.0,
            Plane::Yz => local.x = 0.0,
        }
        self.rotation * local
    }

    fn turn_inward(&self, position: Vec64, velocity: Vec64) -> Option<Vec64> {
        let Boundary { enabled, shape, .. } = self.settings.boundary;
        let (min, max) = shape.bounds();
        if !enabled {
            return Some(velocity);
        }
        let place = self.rotation.inverse() * (position - self.origin);
        let mut local = self.rotation.inverse() * velocity;
        for axis in 0..3 {
            let (below, above) = (
                place[axis] - f64::from(min[axis]),
                place[axis] - f64::from(max[axis]),
            );
            if below.abs().min(above.abs()) < TOLERANCE * 10.0 {
                return None;
            }
            if below < 0.0 {
                local[axis] = local[axis].abs();
            } else if above > 0.0 {
                local[axis] = -local[axis].abs();
            }
        }
        Some(self.rotation * local)
    }

    fn step(&self, boid: usize) -> Expected {
        let (position, velocity) = self.before[boid];
        let settings = self.settings;
        let offset = |other: usize| self.before[other].0 - position;
        let cohesion = self.rule(boid, &settings.cohesion, offset)?;
        let separation = self.rule(boid, &settings.separation, |other| -offset(other))?;
        let alignment = self.rule(boid, &settings.alignment, |other| self.before[other].1)?;

        let dt = f64::from(settings.simulation.time_step);
        let acceleration = cohesion.0 + separation.0 + alignment.0;
        let acceleration = clamp(acceleration, f64::from(settings.motion.max_acceleration));
        let max_speed = f64::from(settings.motion.max_speed);
        // A boid of a planar school has its velocity in the plane already.
        let velocity = self.flatten(velocity) + self.flatten(acceleration) * dt;
        let wished = clamp(velocity, max_speed);
        let wished = self.turn_inward(position, wished)?;
        let moved = position + wished * dt;
        let uncertainty = (cohesion.1 + separation.1 + alignment.1) * dt;
        Some((moved, self.turn_inward(moved, wished)?, uncertainty))
    }
}

fn by_id(flock: &Flock) -> Vec<Boid> {
    let mut boids: Vec<Boid> = flock.boids().collect();
    boids.sort_by_key(|boid| boid.id);
    boids
}

fn double(vector: Vec3) -> Vec64 {
    vector.map(f64::from)
}

fn check(settings: Settings, placement: Placement, steps: usize) {
    let geometry = Arc::new(Geometry::empty());
    let mut flock = Flock::new(settings.clone(), placement, geometry).unwrap();
    (0..steps).for_each(|_| flock.step());
    let before = by_id(&flock);
    flock.step();
    let after = by_id(&flock);

    let oracle = Oracle {
        settings: &settings,
        origin: double(placement.origin),
        rotation: placement.rotation.cast(),
        before: before
            .iter()
            .map(|b| (double(b.position), double(b.velocity)))
            .collect(),
    };
    let max_speed = f64::from(settings.motion.max_speed);
    let dt = f64::from(settings.simulation.time_step);
    let mut passed_over = 0;
    for (index, boid) in after.iter().enumerate() {
        let Some((position, velocity, uncertainty)) = oracle.step(index) else {
            passed_over += 1;
            continue;
        };
        let allowed = TOLERANCE * max_speed + uncertainty;
        let error = (double(boid.velocity) - velocity).norm();
        assert!(
            error <= allowed,
            "velocity of boid {index} is off by {error}, allowed {allowed}"
        );
        let rounding = position.norm() * 2f64.powi(-22);
        let error = (double(boid.position) - position).norm();
        let allowed = allowed * dt + rounding;
        assert!(
            error <= allowed,
            "position of boid {index} is off by {error}, allowed {allowed}"
        );
    }
    assert!(
        passed_over <= 2 + after.len() / 20,
        "{passed_over} of {} passed over",
        after.len()
    );
}

fn rule() -> impl Strategy<Value = Rule> {
    (0.0f32..10.0, 0.05f32..3.0).prop_map(|(weight, radius)| Rule::new(weight, radius))
}

fn plane() -> impl Strategy<Value = Plane> {
    prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz])
}

fn corner() -> impl Strategy<Value = Vec3> {
    (0.1f32..3.0, 0.1f32..3.0, 0.1f32..3.0).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn placement() -> impl Strategy<Value = Placement> {
    let vector = || (-3.0f32..3.0, -3.0f32..3.0, -3.0f32..3.0);
    (vector(), vector()).prop_map(|(origin, turn)| Placement {
        origin: Vec3::new(origin.0, origin.1, origin.2),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(turn.0, turn.1, turn.2)),
    })
}

fn settings() -> impl Strategy<Value = Settings> {
    let boundary = (any::<bool>(), corner(), corner());
    let limits = (0.1f32..30.0, 0.1f32..30.0, 0.001f32..0.05);
    let spawn = (any::<u32>(), 0u32..150, 0.5f32..4.0, 0.0f32..5.0);
    let rules = (rule(), rule(), rule());
    (rules, plane(), boundary, limits, spawn).prop_map(
        |(rules, plane, (enabled, low, high), (speed, acceleration, time_step), spawn)| {
            let mut settings = Settings {
                cohesion: rules.0,
                separation: rules.1,
                alignment: rules.2,
                boundary: Boundary {
                    enabled,
                    ..Boundary::new(Region::Box {
                        min: -low,
                        max: high,
                    })
                },
                spawn: Spawn {
                    seed: spawn.0,
                    count: spawn.1,
                    region: Region::Sphere {
                        center: Vec3::new(0.2, 0.1, -0.3),
                        radius: spawn.2,
                    },
                    speed: spawn.3,
                },
                simulation: Simulation {
                    driver: Driver::SingleThread,
                    time_step,
                    ..Simulation::default()
                },
                ..Settings::default()
            };
            settings.motion.plane = plane;
            settings.motion.max_speed = speed;
            settings.motion.max_acceleration = acceleration;
            settings
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_rules(settings in settings(), placement in placement(), steps in 0usize..6) {
        check(settings, placement, steps);
    }

    #[test]
    fn cohesion_alone(mut settings in settings(), placement in placement()) {
        settings.separation.enabled = false;
        settings.alignment.enabled = false;
        check(settings, placement, 1);
    }

    #[test]
    fn separation_alone(mut settings in settings(), placement in placement()) {
        settings.cohesion.enabled = false;
        settings.alignment.enabled = false;
        check(settings, placement, 1);
    }

    #[test]
    fn alignment_alone(mut settings in settings(), placement in placement()) {
        settings.cohesion.enabled = false;
        settings.separation.enabled = false;
        check(settings, placement, 3);
    }

    #[test]
    fn no_rule_at_all(mut settings in settings(), placement in placement()) {
        settings.cohesion.enabled = false;
        settings.separation.enabled = false;
        settings.alignment.enabled = false;
        check(settings, placement, 1);
    }
}
