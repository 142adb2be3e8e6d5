//! The inspector offers exactly the ranges that [`Settings::validate`] allows, and its tooltips say
//! so.
#![cfg(feature = "reflect")]

use flock_sim::{settings::BoundaryMode, Settings, Vec3};
use flock_testkit::flocks::{assert_finite, in_the_open};
use fyrox_core::reflect::prelude::*;

/// A number that the inspector shows.
#[derive(Debug)]
struct Number {
    path: String,
    min: Option<f64>,
    max: Option<f64>,
    is_float: bool,
    default: String,
    tooltip: String,
}

/// The defaults, but with a soft turn, so that its margin is among the numbers.
fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.boundary.mode = BoundaryMode::SoftTurn { margin: 1.0 };
    settings
}

impl Number {
    /// Settings with another value of this number.
    fn set_to(&self, value: f64) -> Settings {
        let mut settings = settings();
        self.set(&mut settings, value);
        settings
    }

    fn set(&self, settings: &mut dyn Reflect, value: f64) {
        let value: Box<dyn Reflect> = if self.is_float {
            Box::new(value as f32)
        } else {
            Box::new(value as u32)
        };
        settings.set_field_by_path(&self.path, value, &mut |result| {
            assert!(result.is_ok(), "{} cannot be set", self.path);
        });
    }

    /// The nearest value beyond an end of the range.
    fn beyond(&self, end: f64, outward: f64) -> f64 {
        if !self.is_float {
            end + outward
        } else if outward < 0.0 {
            f64::from((end as f32).next_down())
        } else {
            f64::from((end as f32).next_up())
        }
    }
}

/// All numbers but the coordinates of points, which have no range in the inspector.
fn numbers() -> Vec<Number> {
    let mut numbers = Vec::new();
    collect(&settings(), "", &mut numbers);
    numbers
}

fn collect(object: &dyn Reflect, path: &str, numbers: &mut Vec<Number>) {
    object.fields_ref(&mut |fields| {
        for field in fields {
            let path = match path {
                "" => field.name.to_string(),
                _ => format!("{path}.{}", field.name),
            };
            let value = field.value.field_value_as_any_ref();
            let float = value.downcast_ref::<f32>().map(f32::to_string);
            let whole = value.downcast_ref::<u32>().map(u32::to_string);
            if let Some(default) = float.clone().or(whole) {
                numbers.push(Number {
                    path,
                    min: field.min_value,
                    max: field.max_value,
                    is_float: float.is_some(),
                    default,
                    tooltip: field.doc.to_string(),
                });
            } else if !value.is::<Vec3>() {
                collect(field.value.field_value_as_reflect(), &path, numbers);
            }
        }
    });
}

#[test]
fn every_number_has_a_range_in_the_inspector() {
    let numbers = numbers();
    for path in [
        "spawn.count",
        "spawn.region.Sphere@radius",
        "boundary.mode.SoftTurn@margin",
        "body.scale",
    ] {
        assert!(numbers.iter().any(|number| number.path == path), "{path}");
    }
    for number in numbers {
        let has_range = number.min.is_some() && number.max.is_some();
        // Any seed is as good as another.
        assert_eq!(has_range, number.path != "spawn.seed", "{number:?}");
    }
}

#[test]
fn the_ends_of_a_range_are_allowed_and_what_lies_beyond_is_not() {
    for number in numbers() {
        let (Some(min), Some(max)) = (number.min, number.max) else {
            continue;
        };
        for end in [min, max] {
            assert_eq!(number.set_to(end).validate(), Ok(()), "{number:?}");
        }
        let mut beyond = vec![number.beyond(max, 1.0)];
        // No unsigned number lies below 0.
        if number.is_float || min > 0.0 {
            beyond.push(number.beyond(min, -1.0));
        }
        for value in beyond {
            let error = number.set_to(value).validate();
            let error = error.expect_err(&format!("{} of {value} is allowed", number.path));
            let field = number.path.replace("Sphere@", "").replace("SoftTurn@", "");
            assert_eq!(error.problems()[0].field, field);
        }
    }
}

/// Sliders are dragged while the flock runs, each on its own and then all together.
#[test]
fn sliders_go_to_either_end_and_back() {
    let mut start = settings();
    start.spawn.count = 60;
    let ends = |number: &Number| number.min.zip(number.max).map(|(min, max)| [min, max]);
    let mut flock = in_the_open(start.clone());
    let mut drag = |settings: &Settings, what: &str| {
        for settings in [settings, &start] {
            flock.set_settings(settings.clone()).expect(what);
            (0..3).for_each(|_| flock.step());
            assert_finite(&flock);
            assert_eq!(flock.settings(), settings, "{what}");
        }
        assert_eq!(flock.len() + flock.not_placed(), 60, "{what}");
    };
    let mut all = [start.clone(), start.clone()];
    for number in numbers() {
        for (all, end) in all.iter_mut().zip(ends(&number).into_iter().flatten()) {
            // Ten million boids take longer than this test may.
            let end = if number.path == "spawn.count" {
                end.min(500.0)
            } else {
                end
            };
            let mut settings = start.clone();
            number.set(&mut settings, end);
            drag(&settings, &number.path);
            number.set(all, end);
        }
    }
    for settings in &all {
        drag(settings, "all together");
    }
}

/// A number with a comma before every three digits of its whole part.
fn written(number: &str) -> String {
    let (whole, part) = number.split_at(number.find('.').unwrap_or(number.len()));
    let groups: Vec<&str> = whole
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap())
        .collect();
    groups.join(",").replace("-,", "-") + part
}

#[test]
fn tooltips_tell_range_and_default() {
    for number in numbers() {
        let (Some(min), Some(max)) = (number.min, number.max) else {
            continue;
        };
        let (min, max) = (written(&min.to_string()), written(&max.to_string()));
        let range = format!("{min} to {max}");
        assert!(number.tooltip.contains(&range), "{range}: {number:?}");
        let default = match number.path.as_str() {
            "simulation.time_step" => "default 1/60".to_string(),
            _ if number.tooltip.contains("Each rule has its own") => "default".to_string(),
            _ => format!("default {}", written(&number.default)),
        };
        assert!(number.tooltip.contains(&default), "{default}: {number:?}");
    }
}
