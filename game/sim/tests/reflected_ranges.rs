//! The inspector offers exactly the ranges that [`Settings::validate`] allows.
#![cfg(feature = "reflect")]

use flock_sim::{Settings, Vec3};
use fyrox_core::reflect::prelude::*;

/// A number that the inspector shows.
#[derive(Debug)]
struct Number {
    path: String,
    min: Option<f64>,
    max: Option<f64>,
    is_float: bool,
}

impl Number {
    /// Settings of which this number has another value.
    fn set_to(&self, value: f64) -> Settings {
        let mut settings = Settings::default();
        let value: Box<dyn Reflect> = match self.is_float {
            true => Box::new(value as f32),
            false => Box::new(value as u32),
        };
        let reflected: &mut dyn Reflect = &mut settings;
        reflected.set_field_by_path(&self.path, value, &mut |result| {
            assert!(result.is_ok(), "{} cannot be set", self.path);
        });
        settings
    }

    /// The nearest value beyond an end of the range.
    fn beyond(&self, end: f64, outward: f64) -> f64 {
        match self.is_float {
            true if outward < 0.0 => f64::from((end as f32).next_down()),
            true => f64::from((end as f32).next_up()),
            false => end + outward,
        }
    }
}

/// All numbers but the coordinates of points, whose ranges the inspector does not know.
fn numbers() -> Vec<Number> {
    let mut numbers = Vec::new();
    collect(&Settings::default(), "", &mut numbers);
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
            if value.is::<f32>() || value.is::<u32>() {
                numbers.push(Number {
                    path,
                    min: field.min_value,
                    max: field.max_value,
                    is_float: value.is::<f32>(),
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
    for path in ["spawn.count", "spawn.region.Sphere@radius", "body.scale"] {
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
            let field = number.path.replace("Sphere@", "");
            assert_eq!(error.problems()[0].field, field);
        }
    }
}
