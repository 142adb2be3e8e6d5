//! Checks that the values of a form lie in their ranges.

use super::{Form, FormMesh, FormMeshError};
use crate::{
    math::Vec3,
    settings::validation::{describe, Check, SettingsError},
};

/// Largest number of given places.
const MOST_PLACES: usize = 100_000;

/// Largest number of points of a curve.
const MOST_CURVE_POINTS: usize = 64;

impl Form {
    /// Checks every value.
    ///
    /// # Errors
    /// Names every value that is out of range; of a list of points the first one only. NaN and
    /// infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::formations::Form;
    ///
    /// let error = Form::Vee { angle: 5.0 }.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "form.angle is 5; allowed: 10 to 180 degrees");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        self.check("form", &mut check);
        check.finish()
    }

    /// Refuses each value out of its range. `field` is the name of the form in messages.
    pub(crate) fn check(&self, field: &str, check: &mut Check) {
        let named = |name: &str| format!("{field}.{name}");
        match self {
            Self::Vee { angle } => check.range(&named("angle"), *angle, 10.0, 180.0, "degrees"),
            Self::Column { abreast } => check.count(&named("abreast"), *abreast, 1, 10_000),
            Self::Points { points } => {
                check_points(&named("points"), points, [1, MOST_PLACES], check);
            }
            Self::Curve { points, .. } => {
                check_points(&named("points"), points, [2, MOST_CURVE_POINTS], check);
                check_differ(&named("points"), points, check);
            }
            Self::Surface(mesh) => check_mesh(field, mesh, mesh.check(), check),
            Self::Volume(mesh) => check_mesh(field, mesh, mesh.check_closed(), check),
            Self::Wedge | Self::Circle | Self::Sphere | Self::Grid => (),
        }
    }
}

/// Refuses a list whose length is out of range, and the first point that is.
fn check_points(field: &str, points: &[Vec3], lengths: [usize; 2], check: &mut Check) {
    if !check.list(field, points.len(), lengths) {
        return;
    }
    let points = points.iter().enumerate();
    { points }.find(|(index, point)| !check.vector(&format!("{field}[{index}]"), point, "m"));
}

fn check_differ(field: &str, points: &[Vec3], check: &mut Check) {
    if let Some(index) = points.windows(2).position(|pair| pair[0] == pair[1]) {
        check.refuse(
            &format!("{field}[{}]", index + 1),
            describe(&points[index + 1]),
            "a point different from the one before",
        );
    }
}

fn check_mesh(field: &str, mesh: &FormMesh, result: Result<(), FormMeshError>, check: &mut Check) {
    if let Err(error) = result {
        let value = format!("a mesh of {} triangles", mesh.triangles().len());
        check.refuse(field, value, format!("a mesh that can be filled: {error}"));
    }
}
