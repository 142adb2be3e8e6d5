//! Signed distance to a convex shape, in the frame of the shape.
//!
//! A shape is a core with a rounding radius: a sphere is a rounded point, a capsule a rounded
//! segment. The signed distance to a convex set is a convex function of position, inside the set
//! too.

use super::{hull::Hull, local_box::LocalBox, separation::Separation, shape::ObstacleShape};
use crate::{geometry::Triangle, math::Vec3d};

/// A convex shape, prepared for queries.
#[derive(Clone, Debug)]
pub(crate) struct Convex {
    pub(crate) core: Core,
    /// Rounding radius, in metres.
    pub(crate) rounding: f64,
    /// Radius of the bounding sphere around the origin of the shape's frame, in metres.
    pub(super) reach: f64,
}

#[derive(Clone, Debug)]
pub(crate) enum Core {
    /// A line segment; a point if its length is 0.
    Segment {
        start: Vec3d,
        along: Vec3d,
    },
    Box {
        half: Vec3d,
    },
    Hull(Hull),
}

impl Default for Convex {
    /// A point at the origin.
    fn default() -> Self {
        Self::segment(Vec3d::zeros(), Vec3d::zeros(), 0.0)
    }
}

impl Convex {
    /// The prepared form of a convex shape. An invalid shape, and a mesh, become a point.
    pub(super) fn new(shape: &ObstacleShape) -> Self {
        match shape {
            ObstacleShape::Sphere { radius } => {
                Self::segment(Vec3d::zeros(), Vec3d::zeros(), f64::from(*radius))
            }
            ObstacleShape::Capsule { start, end, radius } => {
                Self::segment(start.cast(), end.cast(), f64::from(*radius))
            }
            ObstacleShape::Box { half_extents } => {
                let half: Vec3d = half_extents.cast();
                Self {
                    core: Core::Box { half },
                    rounding: 0.0,
                    reach: half.norm(),
                }
            }
            ObstacleShape::ConvexHull { points } => Hull::new(points).map_or_else(
                |_| Self::default(),
                |hull| {
                    let corners = hull.triangles.iter().flatten();
                    let reach = corners.map(|it| it.cast::<f64>().norm());
                    Self {
                        reach: reach.fold(0.0, f64::max),
                        core: Core::Hull(hull),
                        rounding: 0.0,
                    }
                },
            ),
            ObstacleShape::Mesh(_) => Self::default(),
        }
    }

    fn segment(start: Vec3d, end: Vec3d, rounding: f64) -> Self {
        Self {
            core: Core::Segment {
                start,
                along: end - start,
            },
            rounding,
            reach: start.norm().max(end.norm()) + rounding,
        }
    }

    /// Bounding box in the frame of the shape.
    pub(super) fn local_box(&self) -> LocalBox {
        let of_core = match &self.core {
            Core::Segment { start, along } => LocalBox {
                center: start + along / 2.0,
                half: along.abs() / 2.0,
            },
            Core::Box { half } => LocalBox {
                center: Vec3d::zeros(),
                half: *half,
            },
            Core::Hull(hull) => {
                let mut corners = hull.triangles.iter().flatten();
                let first = corners.next().copied().unwrap_or_default();
                let (low, high) = corners.fold((first, first), |(low, high), corner| {
                    (low.inf(corner), high.sup(corner))
                });
                LocalBox::between(low, high)
            }
        };
        LocalBox {
            half: of_core.half.add_scalar(self.rounding),
            ..of_core
        }
    }

    /// Signed distance of a position in the frame of the shape, with its gradient.
    pub(crate) fn separation(&self, place: &Vec3d) -> Separation {
        let of_core = match &self.core {
            Core::Segment { start, along } => from_segment(start, along, place),
            Core::Box { half } => from_box(half, place),
            Core::Hull(hull) => from_hull(hull, place),
        };
        Separation {
            distance: of_core.distance - self.rounding,
            ..of_core
        }
    }
}

fn from_segment(start: &Vec3d, along: &Vec3d, place: &Vec3d) -> Separation {
    let (offset, squared) = (place - start, along.norm_squared());
    let share = if squared > 0.0 {
        (offset.dot(along) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    Separation::outside(offset - along * share)
}

fn from_box(half: &Vec3d, place: &Vec3d) -> Separation {
    let beyond = place.abs() - half;
    if beyond.max() > 0.0 {
        return Separation::outside(Vec3d::from_fn(|axis, _| {
            beyond[axis].max(0.0).copysign(place[axis])
        }));
    }
    let (axis, mut outward) = (beyond.imax(), Vec3d::zeros());
    outward[axis] = 1_f64.copysign(place[axis]);
    Separation {
        distance: beyond[axis],
        outward,
    }
}

fn from_hull(hull: &Hull, place: &Vec3d) -> Separation {
    let mut highest = Separation {
        distance: f64::NEG_INFINITY,
        outward: Vec3d::y(),
    };
    for plane in &hull.planes {
        let distance = plane.height(place);
        if distance > highest.distance {
            highest = Separation {
                distance,
                outward: plane.normal,
            };
        }
    }
    if highest.distance <= 0.0 {
        return highest;
    }
    let offsets = hull.triangles.iter().map(|corners| {
        let triangle = Triangle::relative_to(corners, place);
        triangle.offset_to(&Vec3d::zeros())
    });
    let nearest = offsets.min_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
    match nearest {
        Some(offset) if offset != Vec3d::zeros() => Separation::outside(offset),
        // The position lies on a face.
        _ => highest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use proptest::prelude::*;

    fn shapes() -> [ObstacleShape; 4] {
        let corners = [
            [-1.0, 0.0, 0.0],
            [2.0, 0.0, 0.5],
            [0.0, 1.0, -1.0],
            [0.0, 1.0, 1.5],
            [0.5, -2.0, 0.0],
        ];
        [
            ObstacleShape::Sphere { radius: 0.7 },
            ObstacleShape::Capsule {
                start: Vec3::new(-1.0, 0.5, 0.0),
                end: Vec3::new(1.0, 0.0, 1.0),
                radius: 0.3,
            },
            ObstacleShape::Box {
                half_extents: Vec3::new(1.0, 0.1, 0.5),
            },
            ObstacleShape::ConvexHull {
                points: corners.map(Vec3::from).to_vec(),
            },
        ]
    }

    #[test]
    fn distances_of_known_places() {
        let [sphere, capsule, cuboid, hull] = shapes().map(|shape| Convex::new(&shape));
        let distance = |convex: &Convex, place: [f64; 3]| convex.separation(&place.into()).distance;
        assert!((distance(&sphere, [3.0, 4.0, 0.0]) - 4.3).abs() < 1e-7);
        assert!((distance(&sphere, [0.0; 3]) + 0.7).abs() < 1e-7);
        assert!((distance(&capsule, [-1.0, 2.5, 0.0]) - 1.7).abs() < 1e-7);
        assert!((distance(&cuboid, [4.0, 4.1, 0.0]) - 5.0).abs() < 1e-7);
        assert!((distance(&cuboid, [0.2, -0.04, 0.1]) + 0.06).abs() < 1e-7);
        assert!((distance(&hull, [-3.0, 0.0, 0.0]) - 2.0).abs() < 1e-7);
        assert!(distance(&hull, [0.1, 0.0, 0.1]) < -0.3);
    }

    proptest! {
        #![proptest_config(crate::cases::config(1000))]

        /// The distance is 1-Lipschitz and convex, the outward vector is its gradient, and the
        /// nearest point of the surface is at distance 0.
        #[test]
        fn the_distance_is_that_to_the_surface(a in [-4.0..4.0, -4.0..4.0, -4.0..4.0], b in [-4.0..4.0, -4.0..4.0, -4.0..4.0]) {
            let (a, b) = (Vec3d::from(a), Vec3d::from(b));
            for shape in shapes() {
                let convex = Convex::new(&shape);
                let [at_a, at_b, between] = [a, b, (a + b) / 2.0].map(|it| convex.separation(&it));
                prop_assert!((at_a.distance - at_b.distance).abs() <= (a - b).norm() + 1e-6);
                prop_assert!(between.distance <= (at_a.distance + at_b.distance) / 2.0 + 1e-6);
                prop_assert!((at_a.outward.norm() - 1.0).abs() < 1e-9);
                let on_surface = convex.separation(&(a - at_a.outward * at_a.distance));
                prop_assert!(on_surface.distance.abs() < 1e-5 || at_a.distance < 0.0, "{:?}", on_surface);
                prop_assert!(at_b.distance >= at_a.distance + at_a.outward.dot(&(b - a)) - 1e-6);
            }
        }
    }
}
