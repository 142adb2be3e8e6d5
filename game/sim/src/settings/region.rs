//! Region: a sphere or a box in the flock's own frame.

use super::declare::*;
use crate::math::Vec3;

/// A sphere or a box in the flock's own frame.
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
    /// A box. Its centre may lie away from the flock's origin.
    Box {
        /// Smallest corner relative to the flock's origin, in metres. Each component -10,000 to
        /// 10,000; default (-1, -1, -1).
        #[serde(default = "default_min")]
        #[cfg_attr(feature = "reflect", strum(default_with = "default_min"))]
        min: Vec3,
        /// Largest corner relative to the flock's origin, in metres. Each component -10,000 to
        /// 10,000, and not below the same component of `min`; default (1, 1, 1).
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
    /// A sphere around the origin with this radius, in metres.
    pub fn sphere(radius: f32) -> Self {
        let center = Vec3::zeros();
        Self::Sphere { center, radius }
    }

    /// A box around the origin with these half extents along the axes, in metres.
    pub fn cuboid(half_extents: Vec3) -> Self {
        Self::Box {
            min: -half_extents,
            max: half_extents,
        }
    }

    /// A cube around the origin with this half edge, in metres.
    pub fn cube(half_edge: f32) -> Self {
        Self::cuboid(Vec3::repeat(half_edge))
    }

    /// The bounding box of the region: its smallest and its largest corner, in metres.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        match *self {
            Self::Sphere { center, radius } => {
                let half = Vec3::repeat(radius);
                (center - half, center + half)
            }
            Self::Box { min, max } => (min, max),
        }
    }

    /// The centre. It is finite even for a box whose corners would overflow when added.
    pub(crate) fn center(&self) -> Vec3 {
        match *self {
            Self::Sphere { center, .. } => center,
            Self::Box { min, max } => min * 0.5 + max * 0.5,
        }
    }

    /// True if the point lies in the region or on its surface. The point is in the frame of the
    /// region.
    pub(crate) fn contains(&self, point: Vec3) -> bool {
        match self {
            Self::Sphere { center, radius } => (point - center).norm() <= *radius,
            Self::Box { min, max } => {
                (0..3).all(|axis| (min[axis]..=max[axis]).contains(&point[axis]))
            }
        }
    }

    /// The radius of a sphere as a number with this field name; `None` for a box.
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
