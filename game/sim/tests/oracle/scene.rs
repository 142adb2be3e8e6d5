//! Random scenes, and the check of one step of them.

use crate::world::{compare_step, World};
use flock_sim::{
    settings::{Backend, Boundary, Motion, Normalization, Plane, Region, Rule, Simulation, Spawn},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::cases::config;
use nalgebra::UnitQuaternion;
use proptest::{prelude::*, test_runner::TestRunner};
use std::{cell::Cell, sync::Arc};

/// A flock that is compared after some steps.
#[derive(Clone, Debug)]
pub struct Scene {
    pub settings: Settings,
    pub placement: Placement,
    pub steps: usize,
    /// The plane of motion before the compared step, if it was another one.
    pub plane_before: Option<Plane>,
}

impl Scene {
    /// The flock before the compared step.
    pub fn flock(&self) -> Flock {
        let mut settings = self.settings.clone();
        settings.motion.plane = self.plane_before.unwrap_or(settings.motion.plane);
        let geometry = Arc::new(Geometry::empty());
        let mut flock = Flock::new(settings, self.placement, geometry).unwrap();
        (0..self.steps).for_each(|_| flock.step());
        flock.set_settings(self.settings.clone()).unwrap();
        flock
    }

    /// With only these rules enabled.
    pub fn with_rules(mut self, [cohesion, separation, alignment]: [bool; 3]) -> Self {
        self.settings.cohesion.enabled = cohesion;
        self.settings.separation.enabled = separation;
        self.settings.alignment.enabled = alignment;
        self
    }

    pub fn rules(&mut self) -> [&mut Rule; 3] {
        let settings = &mut self.settings;
        [
            &mut settings.cohesion,
            &mut settings.separation,
            &mut settings.alignment,
        ]
    }
}

/// Number of random scenes in one test.
const SCENES: u32 = 80;

/// Compares a step of random scenes with the oracle. For at most 5% of all boids rounding may
/// decide a comparison.
pub fn check<S: Strategy>(random: S, scene: impl Fn(S::Value) -> Scene) {
    check_share(0.95, random, scene);
}

/// The same with another share of boids that must be compared.
pub fn check_share<S: Strategy>(share: f64, random: S, scene: impl Fn(S::Value) -> Scene) {
    let (compared, all) = (Cell::new(0), Cell::new(0));
    let test = |value: S::Value| {
        let mut flock = scene(value).flock();
        all.set(all.get() + flock.len());
        compared.set(compared.get() + compare_step(&mut flock, World::step));
        Ok(())
    };
    let mut runner = TestRunner::new(config(SCENES));
    runner
        .run(&random, test)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let (compared, all) = (compared.get(), all.get());
    assert!(
        compared as f64 >= share * all as f64,
        "only {compared} of {all} boids were compared"
    );
}

fn rule() -> impl Strategy<Value = Rule> {
    (0.0f32..10.0, 0.05f32..3.0).prop_map(|(weight, radius)| Rule::new(weight, radius))
}

pub fn normalization() -> impl Strategy<Value = Normalization> {
    prop::sample::select(vec![
        Normalization::Direction,
        Normalization::Mean,
        Normalization::LimitedMean,
        Normalization::Sum,
    ])
}

pub fn plane() -> impl Strategy<Value = Plane> {
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

fn boundary() -> impl Strategy<Value = Boundary> {
    (any::<bool>(), corner(), corner()).prop_map(|(enabled, low, high)| Boundary {
        enabled,
        ..Boundary::new(Region::Box {
            min: -low,
            max: high,
        })
    })
}

fn spawn() -> impl Strategy<Value = Spawn> {
    let region = (0.5f32..4.0).prop_map(|radius| Region::Sphere {
        center: Vec3::new(0.2, 0.1, -0.3),
        radius,
    });
    let speed = prop_oneof![1 => Just(0.0f32), 9 => 0.01f32..5.0];
    (any::<u32>(), 0u32..150, region, speed).prop_map(|(seed, count, region, speed)| Spawn {
        seed,
        count,
        region,
        speed,
    })
}

fn motion() -> impl Strategy<Value = Motion> {
    let acceleration = prop_oneof![0.1f32..30.0, Just(10_000.0f32)];
    let speed = prop_oneof![0.1f32..30.0, Just(1000.0f32)];
    (plane(), speed, acceleration).prop_map(|(plane, max_speed, max_acceleration)| Motion {
        plane,
        max_speed,
        max_acceleration,
        ..Motion::default()
    })
}

/// Rules that steer by direction and see all around, in a box or without a boundary.
pub fn scene() -> impl Strategy<Value = Scene> {
    let rules = (rule(), rule(), rule());
    let settings = (rules, boundary(), motion(), spawn(), 0.001f32..0.05);
    let settings = settings.prop_map(|(rules, boundary, motion, spawn, time_step)| Settings {
        cohesion: rules.0,
        separation: rules.1,
        alignment: rules.2,
        boundary,
        motion,
        spawn,
        simulation: Simulation {
            backend: Backend::SingleThread,
            time_step,
            ..Simulation::default()
        },
        ..Settings::default()
    });
    (settings, placement(), 0usize..6).prop_map(|(settings, placement, steps)| Scene {
        settings,
        placement,
        steps,
        plane_before: None,
    })
}

/// As [`scene`], with any responses, so that the wishes have any length.
pub fn scene_of_normalizations() -> impl Strategy<Value = Scene> {
    (scene(), normalization(), normalization(), normalization()).prop_map(|(mut scene, a, b, c)| {
        for (rule, normalization) in scene.rules().into_iter().zip([a, b, c]) {
            rule.normalization = normalization;
        }
        scene
    })
}
