use super::{
    cases::{without_rules, CASES},
    *,
};
use crate::{
    math::Vec3,
    settings::{Plane, Preset, Region},
};
use proptest::prelude::*;

fn with_advice(settings: &Settings, advice: &Advice) -> Settings {
    let better = settings.with_advice(advice);
    better.unwrap_or_else(|| panic!("{advice}"))
}

fn fields(settings: &Settings) -> Vec<String> {
    let advice = settings.advice();
    advice.into_iter().map(|advice| advice.field).collect()
}

/// Field and reason without the numbers.
fn folly(advice: &Advice) -> (String, String) {
    let words = advice
        .reason
        .chars()
        .filter(|c| c.is_alphabetic() || *c == ' ');
    (advice.field.clone(), words.collect())
}

/// Number of times that a user has to follow the advice until there is none.
const ROUNDS: usize = 3;

#[test]
fn the_defaults_need_no_advice() {
    assert_eq!(Settings::default().advice(), []);
}

#[test]
fn every_folly_is_named_and_the_advice_mends_it() {
    for (index, (blamed, spoil)) in CASES.iter().enumerate() {
        let mut settings = Settings::default();
        spoil(&mut settings);
        assert_eq!(settings.validate(), Ok(()), "{blamed:?}");
        let advice = settings.advice();
        assert_eq!(fields(&settings), *blamed, "case {index}: {advice:?}");
        for advice in &advice {
            let text = advice.to_string();
            assert!(
                text.starts_with(&advice.field) && text.contains("; try "),
                "{text}"
            );
        }
        // A mended value may make another one foolish, which is then named in turn.
        for _ in 0..ROUNDS {
            let advice = settings.advice();
            settings = advice
                .iter()
                .fold(settings, |s, advice| with_advice(&s, advice));
        }
        assert_eq!(settings.advice(), [], "case {index}: {advice:?}");
    }
}

#[test]
fn what_is_switched_off_is_no_folly() {
    let mut settings = Settings::default();
    settings.separation.enabled = false;
    settings.separation.radius = 2.0;
    settings.separation.weight = 0.1;
    settings.separation.field_of_view = 0.0;
    settings.neighbours.too_close_radius = 5.0;
    settings.neighbours.crowd = 5000;
    settings.wander.change_time = 0.01;
    settings.boundary.enabled = false;
    settings.spawn.count = 1_000_000;
    settings.spawn.region = Region::cube(20.0);
    settings.motion.max_acceleration = 0.2;
    settings.motion.max_turn_rate = 1.0;
    settings.avoidance.enabled = false;
    settings.avoidance.look_ahead = 0.0;
    settings.avoidance.rays = 1;
    settings.avoidance.ray_budget = 1;
    assert_eq!(settings.advice(), []);
}

#[test]
fn ways_to_build_a_flock_that_are_no_folly() {
    let good: [fn(&mut Settings); 6] = [
        |s| s.spawn.count = 1,
        |s| s.spawn.count = 0,
        |s| s.spawn.region = Region::sphere(0.0),
        // Insects.
        |s| {
            s.alignment.enabled = false;
            s.wander.enabled = true;
        },
        // A flock in the plane may be spread over a thin box.
        |s| {
            s.motion.plane = Plane::Xy;
            s.boundary.shape = Region::cuboid(Vec3::new(3.0, 3.0, 0.01));
        },
        // Wandering alone is a flock too.
        without_rules,
    ];
    for (index, change) in good.iter().enumerate() {
        let mut settings = Settings::default();
        change(&mut settings);
        assert_eq!(settings.advice(), [], "{index}");
    }
}

/// Any number of a range, its ends and its small numbers above all.
fn number(min: f32, max: f32) -> impl Strategy<Value = f32> {
    let share = 0.0_f32..1.0;
    prop_oneof![
        Just(min),
        Just(max),
        share.prop_map(move |share| min + (max - min) * share.powi(8)),
    ]
}

fn extreme(preset: Settings, numbers: &[f32], switches: u64) -> Settings {
    let mut s = preset;
    let mut numbers = numbers.iter();
    let mut switch = 0;
    let mut flip = || {
        switch += 1;
        switches >> switch & 1 == 1
    };
    let mut set = |value: &mut f32, min: f32, max: f32| {
        if let (Some(share), true) = (numbers.next(), flip()) {
            *value = min + (max - min) * share;
        }
    };
    for rule in [&mut s.cohesion, &mut s.separation, &mut s.alignment] {
        set(&mut rule.weight, 0.0, 10_000.0);
        set(&mut rule.radius, 0.001, 10_000.0);
        set(&mut rule.field_of_view, 0.0, 360.0);
        set(&mut rule.damping, 0.0, 1.0);
    }
    set(&mut s.motion.drive, 0.0, 100.0);
    set(&mut s.motion.min_speed, 0.0, 1000.0);
    set(&mut s.motion.max_speed, 0.0, 1000.0);
    set(&mut s.motion.max_acceleration, 0.0, 10_000.0);
    set(&mut s.motion.max_turn_rate, 0.0, 100_000.0);
    set(&mut s.simulation.time_step, 0.0001, 0.1);
    set(&mut s.wander.weight, 0.0, 10_000.0);
    set(&mut s.wander.change_time, 0.01, 1000.0);
    set(&mut s.neighbours.too_close_radius, 0.001, 10_000.0);
    set(&mut s.neighbours.too_close_weight, 0.0, 1000.0);
    set(&mut s.collision.body_radius, 0.001, 100.0);
    set(&mut s.avoidance.weight, 0.0, 10_000.0);
    set(&mut s.avoidance.look_ahead, 0.0, 100.0);
    set(&mut s.avoidance.field_of_view, 0.0, 360.0);
    set(&mut s.avoidance.examined_view, 0.0, 360.0);
    set(&mut s.avoidance.look_interval, 0.0, 10.0);
    let mut set = |value: &mut u32, min: f32, max: f32| {
        let mut number = *value as f32;
        set(&mut number, min, max);
        *value = number as u32;
    };
    set(&mut s.avoidance.rays, 1.0, 1000.0);
    set(&mut s.avoidance.ray_budget, 0.0, 1e9);
    s
}

proptest! {
    #![proptest_config(crate::cases::config(2000))]

    /// Whatever is allowed: advice is allowed too, and whoever follows it does not hear it again.
    #[test]
    fn advice_on_any_settings_is_good(
        index in 0..Preset::all().len(),
        numbers in proptest::collection::vec(number(0.0, 1.0), 30),
        switches: u64,
        count in number(0.0, 10_000_000.0),
    ) {
        let preset = Preset::all().nth(index).unwrap_or(Preset::Gnats);
        let mut settings = extreme(preset.settings(), &numbers, switches);
        if switches & 1 == 1 {
            settings.spawn.count = count as u32;
        }
        prop_assert_eq!(settings.validate(), Ok(()));
        for advice in settings.advice() {
            let better = with_advice(&settings, &advice);
            let again = better.advice().into_iter().find(|other| folly(other) == folly(&advice));
            let again = again.map(|again| again.to_string());
            prop_assert_eq!(again, None, "after {}", advice);
        }
    }
}
