//! Checks that every value of an influence lies in its range.

use super::{Influence, InfluenceKind, InfluenceVolume};
use crate::{
    math::Vec3,
    settings::validation::{describe, Check, SettingsError},
};

/// Largest number of volumes of an influence.
pub(super) const MOST_VOLUMES: usize = 64;

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
        check.range("influence.weight", self.weight, 0.0, 10_000.0, "m/s²");
        check.range("influence.reach", self.reach, 0.001, 100_000.0, "m");
        check.range("influence.share", self.share, 0.0, 1.0, "");
        self.kind.check(&mut check);
        check.finish()
    }
}

impl InfluenceKind {
    fn check(&self, check: &mut Check) {
        match self {
            Self::Target { point, slowing } => {
                check.vector("influence.point", point, "m");
                check.range("influence.slowing", *slowing, 0.0, LONGEST, "m");
            }
            Self::Leader {
                point,
                velocity,
                follow,
                lane_length,
                lane_radius,
            } => {
                check.vector("influence.point", point, "m");
                check.vector("influence.velocity", velocity, "m/s");
                check.range("influence.follow", *follow, 0.0, 1000.0, "s");
                check.range("influence.lane_length", *lane_length, 0.0, LONGEST, "m");
                check.range("influence.lane_radius", *lane_radius, 0.001, LONGEST, "m");
            }
            Self::Guide { start, end } => {
                check.vector("influence.start", start, "m");
                if check.vector("influence.end", end, "m") && start == end {
                    check.refuse(
                        "influence.end",
                        describe(end),
                        "a point different from start",
                    );
                }
            }
            Self::Attract { volumes } | Self::Repel { volumes } | Self::Pen { volumes } => {
                check_volumes(check, volumes);
            }
            Self::Roost {
                volumes,
                slowing,
                dusk,
            } => {
                check_volumes(check, volumes);
                check.range("influence.slowing", *slowing, 0.001, LONGEST, "m");
                check.range("influence.dusk", *dusk, 0.0, 1.0, "");
            }
            Self::AltitudeBand {
                lowest,
                highest,
                above: _,
            } => {
                check.range("influence.lowest", *lowest, -LONGEST, LONGEST, "m");
                check.range("influence.highest", *highest, -LONGEST, LONGEST, "m");
                if highest <= lowest {
                    check.refuse(
                        "influence.highest",
                        highest,
                        format!("above lowest, {lowest} m"),
                    );
                }
            }
            Self::Path {
                points,
                radius,
                look_ahead,
                is_loop: _,
            } => {
                if check_count(check, "influence.points", points.len(), 2, MOST_POINTS) {
                    check_points(check, points);
                }
                check.range("influence.radius", *radius, 0.001, LONGEST, "m");
                check.range("influence.look_ahead", *look_ahead, 0.01, 100.0, "s");
            }
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
    if !check_count(check, "influence.volumes", volumes.len(), 1, MOST_VOLUMES) {
        return;
    }
    for (index, volume) in volumes.iter().enumerate() {
        volume.check(&format!("influence.volumes[{index}]"), check);
    }
}

fn check_points(check: &mut Check, points: &[Vec3]) {
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

/// Refuses a list whose length is out of range. False if the list is too long to be examined.
fn check_count(check: &mut Check, field: &str, count: usize, min: usize, max: usize) -> bool {
    if !(min..=max).contains(&count) {
        check.refuse(
            field,
            format!("a list of {count}"),
            format!("{min} to {max}"),
        );
    }
    count <= max
}
