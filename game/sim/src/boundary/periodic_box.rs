//! A periodic box: boids at one side are neighbours of boids at the opposite side.

use crate::{
    math::{frame::Frame, Vec3},
    settings::{BoundaryMode, Region, Settings},
};

/// A periodic box in a given frame. Its positions are in this frame, where its sides are parallel
/// to the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeriodicBox {
    /// Corners in the frame, in metres; at infinity along an axis along which nothing moves and the
    /// box does not repeat.
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
    frame: Frame,
}

/// Share of a period by which a point may be outside because of rounding and still count as inside.
pub(crate) const BOX_SLACK: f32 = 1.0 / 1024.0;

impl PeriodicBox {
    /// Periodic box of the boundary; `None` unless the boundary is a box that wraps.
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Option<Self> {
        let boundary = &settings.boundary;
        let (min, max) = match (boundary.enabled, boundary.mode, boundary.shape) {
            (true, BoundaryMode::Wrap, Region::Box { min, max }) => (min, max),
            _ => return None,
        };
        let mut periodic_box = Self { min, max, frame };
        if let Some(axis) = settings.motion.plane.flat_axis() {
            periodic_box.min[axis] = f32::NEG_INFINITY;
            periodic_box.max[axis] = f32::INFINITY;
        }
        Some(periodic_box)
    }

    /// Position in the box, in its frame, of a point in the world. It is never on the upper side
    /// itself.
    pub(crate) fn place(&self, point: Vec3) -> Vec3 {
        let local = self.frame.point_to_local(point);
        Vec3::from_fn(|axis, _| fold(local[axis], self.min[axis], self.max[axis]))
    }

    /// The point in the box, in the world, that is whole periods away from a point.
    pub(crate) fn folded(&self, point: Vec3) -> Vec3 {
        self.frame.point_to_world(self.place(point))
    }

    /// Periods, in metres; infinite along an axis where the box does not repeat.
    pub(crate) fn periods(&self) -> [f32; 3] {
        (self.max - self.min).into()
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The image of a point that is nearest to a position (minimum image). A point outside of the
    /// box has no other image than itself.
    pub(crate) fn nearest_image(&self, point: Vec3, to: Vec3) -> Vec3 {
        point + self.shift(point, to)
    }

    /// Offset from a point to its image that is nearest to a position.
    pub(crate) fn shift(&self, point: Vec3, to: Vec3) -> Vec3 {
        let local = self.frame.point_to_local(point);
        let is_inside = (0..3).all(|axis| {
            let slack = BOX_SLACK * (self.max[axis] - self.min[axis]);
            self.min[axis] - slack <= local[axis] && local[axis] <= self.max[axis] + slack
        });
        if is_inside {
            shift(&self.frame, self.periods(), to - point)
        } else {
            Vec3::zeros()
        }
    }

    /// All shifts that may bring points of the box within `radius`, in metres, of a position in the
    /// box, each once.
    pub(crate) fn shifts(&self, place: Vec3, radius: f32) -> impl Iterator<Item = Vec3> + '_ {
        let local = self.frame.point_to_local(place);
        let periods = self.periods();
        let reaches = move |axis: usize, times: i32| {
            let radius = radius + 2.0 * BOX_SLACK * periods[axis];
            match times {
                0 => true,
                // Along an axis without sides the box does not repeat.
                _ if periods[axis].is_infinite() => false,
                1 => local[axis] + radius >= self.max[axis],
                _ => local[axis] - radius <= self.min[axis],
            }
        };
        let along = [0, 1, -1];
        let all = along.into_iter().flat_map(move |z| {
            along
                .into_iter()
                .flat_map(move |y| along.map(|x| [x, y, z]))
        });
        let near = all.filter(move |times| (0..3).all(|axis| reaches(axis, times[axis])));
        near.map(move |times| shift_by(&self.frame, periods, times.map(|times| times as f32)))
    }
}

/// A point, or its image that is nearest to a position in a periodic box.
pub(crate) fn seen_from(place: Vec3, point: Vec3, periodic_box: Option<&PeriodicBox>) -> Vec3 {
    periodic_box.map_or(point, |periodic_box| {
        periodic_box.nearest_image(point, place)
    })
}

/// The whole periods, in the world, by which an offset is longer than the offset of the nearest
/// image.
pub(crate) fn shift(frame: &Frame, periods: [f32; 3], offset: Vec3) -> Vec3 {
    let offset = frame.vector_to_local(offset);
    let times = [0, 1, 2].map(|axis: usize| (offset[axis] / periods[axis]).round());
    shift_by(frame, periods, times)
}

fn shift_by(frame: &Frame, periods: [f32; 3], times: [f32; 3]) -> Vec3 {
    // Along an axis without sides the period is infinite, and the shift is 0.
    let along = |axis: usize| {
        if times[axis] == 0.0 {
            0.0
        } else {
            times[axis] * periods[axis]
        }
    };
    if times == [0.0; 3] {
        Vec3::zeros()
    } else {
        frame.vector_to_world(Vec3::new(along(0), along(1), along(2)))
    }
}

/// Folds a coordinate into a period: the value in `min..max` that is a whole number of periods
/// away.
///
/// It is the only fold on the CPU: positions in a periodic box, box boundaries and sphere
/// boundaries all use it.
pub(crate) fn fold(coordinate: f32, min: f32, max: f32) -> f32 {
    if min <= coordinate && coordinate < max {
        return coordinate;
    }
    // The period is exact in double precision, so a boid far away is folded without a visible
    // error.
    let (low, period) = (f64::from(min), f64::from(max) - f64::from(min));
    let folded = (f64::from(coordinate) - low).rem_euclid(period) + low;
    // Rounding may give the upper side.
    if (folded as f32) < max {
        (folded as f32).max(min)
    } else {
        min
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::frame::Placement, settings::Plane};
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::cases::config(256))]

        #[test]
        fn folded_lies_inside_a_whole_number_of_periods_away(
            coordinate in -30_000.0f32..30_000.0,
            min in -10_000.0f32..10_000.0,
            width in 0.001f32..1000.0,
        ) {
            let max = min + width;
            prop_assume!(max > min);
            let folded = fold(coordinate, min, max);
            prop_assert!(min <= folded && folded < max);
            let period = f64::from(max) - f64::from(min);
            let periods = (f64::from(coordinate) - f64::from(folded)) / period;
            let error = (periods - periods.round()).abs() * period;
            prop_assert!(error <= 0.001, "{} is off by {}", folded, error);
        }

        /// Compares with all images, in double precision.
        #[test]
        fn the_nearest_image_is_found(
            point in prop::array::uniform3(-2.0f32..2.0),
            place in prop::array::uniform3(-2.0f32..2.0),
            (axis, angle) in (prop::array::uniform3(0.1f32..1.0), 0.0f32..6.0),
            (radius, is_flat) in (0.1f32..3.0, any::<bool>()),
        ) {
            let mut settings = Settings::default();
            settings.boundary.mode = BoundaryMode::Wrap;
            settings.boundary.shape = Region::Box {
                min: Vec3::new(-2.0, -2.5, -2.0),
                max: Vec3::new(2.0, 2.0, 3.0),
            };
            if is_flat {
                settings.motion.plane = Plane::Xz;
            }
            let rotation = UnitQuaternion::from_scaled_axis(Vec3::from(axis).normalize() * angle);
            let frame = Frame::new(&Placement { origin: Vec3::new(3.0, -1.0, 2.0), rotation });
            let periodic_box = PeriodicBox::new(&settings, frame).unwrap();
            let [point, place] = [point, place].map(|it| frame.point_to_world(Vec3::from(it)));
            let distance = |image: Vec3| (image - place).cast::<f64>().norm();
            let found = distance(periodic_box.nearest_image(point, place));
            let mut least = f64::INFINITY;
            let shifts: Vec<_> = periodic_box.shifts(place, radius).collect();
            for index in 0..27 {
                let times = [index % 3, index / 3 % 3, index / 9].map(|it| it as f32 - 1.0);
                if is_flat && times[1] != 0.0 {
                    continue;
                }
                let shift = shift_by(&frame, periodic_box.periods(), times);
                let at = distance(point + shift);
                least = least.min(at);
                if at < f64::from(radius) {
                    prop_assert!(shifts.contains(&shift), "{:?}", times);
                }
            }
            prop_assert!((found - least).abs() < 1e-5, "{} instead of {}", found, least);
            prop_assert!(shifts.contains(&periodic_box.shift(point, place)) || least > f64::from(radius));
        }
    }

    #[test]
    fn a_point_outside_has_no_image() {
        let mut settings = Settings::default();
        settings.boundary.mode = BoundaryMode::Wrap;
        settings.boundary.shape = Region::cube(1.0);
        let frame = Frame::new(&Placement::default());
        let periodic_box = PeriodicBox::new(&settings, frame).unwrap();
        let place = Vec3::x() * -0.9;
        let at = |x: f32| periodic_box.nearest_image(Vec3::x() * x, place).x;
        assert_eq!(
            [at(0.9), at(1.0), at(1.1), at(50.0)],
            [-1.1, -1.0, 1.1, 50.0]
        );
    }
}
