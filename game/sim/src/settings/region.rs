//! A volume in the flock's own frame.

use super::declare::*;
use crate::math::Vec3;

/// A volume in the flock's own frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "9a0f3ce7-5a5b-4cf5-b2ce-0c3c5b0c6c0e"),
    visit(optional)
)]
pub enum Region {
    /// A sphere.
    Sphere {
        /// Centre relative to the flock's origin, in metres. Each component -10,000 to 10,000;
        /// default (0, 0, 0).
        #[serde(default)]
        center: Vec3,
        /// Radius in metres. 0 to 10,000; default 1.
        #[serde(default = "default_radius")]
        #[cfg_attr(
            feature = "reflect",
            reflect(min_value = 0.0, max_value = 10000.0, step = 0.1),
            strum(default_with = "default_radius")
        )]
        radius: f32,
    },
    /// A box. It may reach farther on one side of the origin than on the other.
    Box {
        /// Smallest corner relative to the flock's origin, in metres. Each component -10,000 to
        /// 10,000; default (-1, -1, -1).
        #[serde(default = "default_min")]
        #[cfg_attr(feature = "reflect", strum(default_with = "default_min"))]
        min: Vec3,
        /// Largest corner relative to the flock's origin, in metres. Each component -10,000 to
        /// 10,000, none below that of `min`; default (1, 1, 1).
        #[serde(default = "default_max")]
        #[cfg_attr(feature = "reflect", strum(default_with = "default_max"))]
        max: Vec3,
    },
}

impl Default for Region {
    fn default() -> Self {
        Self::Sphere {
            center: Vec3::zeros(),
            radius: default_radius(),
        }
    }
}

impl Region {
    /// A sphere around the origin, with a radius in metres.
    pub fn sphere(radius: f32) -> Self {
        let center = Vec3::zeros();
        Self::Sphere { center, radius }
    }

    /// A box around the origin: half of its size along each axis, in metres.
    pub fn cuboid(half_extents: Vec3) -> Self {
        Self::Box {
            min: -half_extents,
            max: half_extents,
        }
    }

    /// A cube around the origin: half of its edge, in metres.
    pub fn cube(half_edge: f32) -> Self {
        Self::cuboid(Vec3::repeat(half_edge))
    }

    /// The smallest box around the region: its smallest and its largest corner.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        match *self {
            Self::Sphere { center, radius } => {
                let half = Vec3::repeat(radius);
                (center - half, center + half)
            }
            Self::Box { min, max } => (min, max),
        }
    }

    /// The middle, also of a box whose corners' sum would be too large.
    pub(crate) fn center(&self) -> Vec3 {
        match *self {
            Self::Sphere { center, .. } => center,
            Self::Box { min, max } => min * 0.5 + max * 0.5,
        }
    }

    /// True if the point lies in the region or on its surface. Both are in the same frame.
    pub(crate) fn contains(&self, point: Vec3) -> bool {
        match self {
            Self::Sphere { center, radius } => (point - center).norm() <= *radius,
            Self::Box { min, max } => {
                (0..3).all(|axis| (min[axis]..=max[axis]).contains(&point[axis]))
            }
        }
    }

    /// The radius of a sphere, as a number of the group with this field.
    pub(super) fn radius_of(&self, field: &'static str) -> Option<Number<'_>> {
        match self {
            Self::Sphere { radius, .. } => Some(Number {
                field,
                value: f64::from(*radius),
                text: radius,
                range: ValueRange {
                    min: 0.0,
                    max: 10_000.0,
                },
                unit: "m",
            }),
            Self::Box { .. } => None,
        }
    }
}

fn default_radius() -> f32 {
    1.0
}

fn default_min() -> Vec3 {
    Vec3::repeat(-1.0)
}

fn default_max() -> Vec3 {
    Vec3::repeat(1.0)
}
