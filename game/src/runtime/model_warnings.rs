//! What is probably wrong with a model that is loading or drawn.

use super::fields::FlockFields;
use crate::render::DrawnBody;
use fyrox::resource::model::ModelResource;
use std::time::Duration;

/// A model whose radius is that many times the radius of a boid, or that part of it, is probably not
/// in metres.
const UNUSUAL: f32 = 40.0;

/// A model that loads longer than this probably never will.
const LONG: Duration = Duration::from_secs(10);

/// Why a body is probably not in metres. `None` for a body of a usual size, and for built-in bodies.
pub(super) fn unusual_size(body: &DrawnBody, fields: &FlockFields) -> Option<String> {
    let radius = fields.settings.body.scale * body.radius();
    let boid = fields.settings.collision.body_radius;
    let usual = 1.0 / UNUSUAL..=UNUSUAL;
    (body.is_model() && !usual.contains(&(radius / boid))).then(|| {
        format!(
            "the model reaches {} m from its origin, and the boids are balls of radius {boid} m; set body.scale \
             (0.01 for a model in centimetres), or collision.body_radius",
            rounded(radius)
        )
    })
}

/// A number with three digits.
fn rounded(number: f32) -> f32 {
    let number = f64::from(number);
    let digits = 10_f64.powi(2 - number.log10().floor() as i32);
    ((number * digits).round() / digits) as f32
}

/// What the user can do about a model that has been loading for this time, if that is long. The
/// engine's loader panics at some broken files, and these stay as if they were loading.
pub(super) fn long_loading(model: &ModelResource, time: Duration) -> Option<String> {
    (model.is_loading() && time > LONG).then(|| {
        "a built-in body is drawn while the model is loading; if that does not end, the engine cannot read its file: \
         export it again, or pick another one"
            .into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::{asset::untyped::ResourceKind, core::Uuid};

    #[test]
    fn a_model_that_loads_for_long_is_named() {
        let model = ModelResource::new_pending(Uuid::new_v4(), ResourceKind::External);
        assert_eq!(long_loading(&model, Duration::from_secs(9)), None);
        let message = long_loading(&model, Duration::from_secs(11)).unwrap();
        assert!(message.contains("export it again"), "{message}");
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(rounded(60.000_004), 60.0);
        assert_eq!(rounded(0.001_234_5), 0.001_23);
        assert_eq!(rounded(123_456.0), 123_000.0);
    }
}
