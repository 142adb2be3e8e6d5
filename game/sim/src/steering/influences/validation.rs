//! Checks that every value of an influence lies in its range.

use super::{Influence, InfluenceKind, InfluenceVolume};
use crate::{
    math::Vec3,
    settings::validation::{describe, is_placed, Check, SettingsError},
};

/// The name of an influence in messages.
const NAME: &str = "influence";

/// Largest number of volumes of an influence.
pub(crate) const MOST_VOLUMES: usize = 64;

/// Largest number of points of a path.
pub(super) const MOST_POINTS: usize = 64;

/// Largest length, in metres.
const LONGEST: f32 = 10_000.0;

impl Influence {
    /// Checks every value.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range. The first
    /// check of a mesh volume computes its samples, which may take some tenths of a second.
    ///
    /// ```
    /// use flock_sim::{
    ///     influences::{Influence, InfluenceKind},
    ///     Vec3,
    /// };
    ///
    /// let mut target = Influence::new(InfluenceKind::Target { point: Vec3::zeros(), slowing: 2.0 });
    /// target.reach = -1.0;
    /// let error = target.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "influence.reach is -1; allowed: 0.001 to 100000 m");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        self.check_ranges(NAME, &mut check);
        self.motion.check(&mut check);
        self.kind.check(&mut check);
        if self.finds_way && !self.kind.can_find_way() {
            let allowed = "false; only a Target, a Leader, a Roost, a Formation, and volumes \
                           that attract or repel find ways";
            check.refuse("influence.finds_way", true, allowed);
        }
        check.finish()
    }
}

impl InfluenceKind {
    fn check(&self, check: &mut Check) {
        match self {
            Self::Path { points, .. } => check_points(check, points),
            Self::Attract { volumes }
            | Self::Repel { volumes }
            | Self::Pen { volumes }
            | Self::Roost { volumes, .. } => check_volumes(check, volumes),
            Self::Formation { form, rotation, .. } => {
                form.check("influence.form", check);
                check.rotation("influence.rotation", rotation);
            }
            _ => (),
        }
        self.check_ranges(NAME, check);
        self.check_relations(check);
    }

    /// Refuses values that are in range but contradict each other.
    fn check_relations(&self, check: &mut Check) {
        match self {
            Self::Guide { start, end } if start == end && is_placed(end) => {
                check.refuse(
                    "influence.end",
                    describe(end),
                    "a point different from start",
                );
            }
            Self::AltitudeBand {
                lowest, highest, ..
            } if highest <= lowest => {
                let allowed = format!("above lowest, {lowest} m");
                check.refuse("influence.highest", highest, allowed);
            }
            _ => (),
        }
    }
}

impl InfluenceVolume {
    fn check(&self, field: &str, check: &mut Check) {
        let named = |name: &str| format!("{field}.{name}");
        match self {
            // A mesh from a file may not be a volume.
            Self::Mesh(mesh) => {
                if let Err(error) = mesh.samples() {
                    let value = format!("a mesh of {} triangles", mesh.triangles().len());
                    check.refuse(field, value, format!("a closed mesh: {error}"));
                }
            }
            Self::Sphere { center, radius } => {
                check.vector(&named("center"), center, "m");
                check.range(&named("radius"), *radius, 0.0, LONGEST, "m");
            }
            Self::Capsule { start, end, radius } => {
                check.vector(&named("start"), start, "m");
                check.vector(&named("end"), end, "m");
                check.range(&named("radius"), *radius, 0.0, LONGEST, "m");
            }
            Self::Box {
                center,
                rotation,
                half_extents,
            } => {
                check.vector(&named("center"), center, "m");
                check.rotation(&named("rotation"), rotation);
                for (axis, half) in ["x", "y", "z"].into_iter().zip(half_extents.iter()) {
                    let field = format!("{field}.half_extents.{axis}");
                    check.range(&field, *half, 0.0, LONGEST, "m");
                }
            }
        }
    }
}

fn check_volumes(check: &mut Check, volumes: &[InfluenceVolume]) {
    if !check.list("influence.volumes", volumes.len(), [1, MOST_VOLUMES]) {
        return;
    }
    for (index, volume) in volumes.iter().enumerate() {
        volume.check(&format!("influence.volumes[{index}]"), check);
    }
}

fn check_points(check: &mut Check, points: &[Vec3]) {
    if !check.list("influence.points", points.len(), [2, MOST_POINTS]) {
        return;
    }
    for (index, point) in points.iter().enumerate() {
        let field = format!("influence.points[{index}]");
        if check.vector(&field, point, "m") && index > 0 && *point == points[index - 1] {
            check.refuse(
                &field,
                describe(point),
                "a point different from the one before",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::input::assert_documented;

    #[test]
    fn the_documentation_tells_the_ranges() {
        assert_documented::<Influence>();
        assert_documented::<InfluenceKind>();
    }
}
