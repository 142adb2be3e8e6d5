//! The places of many boids in a periodic box.

use super::periodic_box::{fold, PeriodicBox};
use crate::math::{
    lanes::{load_all, store_all},
    simd::LaneWork,
    vector::transformed,
};

/// Computes the [places](PeriodicBox::place) of points.
pub(crate) struct PlaceInBox<'a> {
    pub(crate) periodic_box: &'a PeriodicBox,
    /// Points in the world.
    pub(crate) points: [&'a [f32]; 3],
    /// Out: the places of the points in the box, in its frame.
    pub(crate) places: [&'a mut [f32]; 3],
}

impl LaneWork for PlaceInBox<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let PeriodicBox { min, max, .. } = *self.periodic_box;
        let frame = self.periodic_box.frame();
        let count = self.points[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let [mut x, mut y, mut z] = load_all::<LANES, 3>(&self.points, start, len);
            let mut are_inside = true;
            for lane in 0..LANES {
                let offset = [
                    x[lane] - frame.origin.x,
                    y[lane] - frame.origin.y,
                    z[lane] - frame.origin.z,
                ];
                [x[lane], y[lane], z[lane]] = transformed(&frame.to_local, offset);
                are_inside &= (min.x <= x[lane]) & (x[lane] < max.x);
                are_inside &= (min.y <= y[lane]) & (y[lane] < max.y);
                are_inside &= (min.z <= z[lane]) & (z[lane] < max.z);
            }
            if !are_inside {
                for lane in 0..len {
                    x[lane] = fold(x[lane], min.x, max.x);
                    y[lane] = fold(y[lane], min.y, max.y);
                    z[lane] = fold(z[lane], min.z, max.z);
                }
            }
            store_all(&[x, y, z], &mut self.places, start, len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{
            frame::{Frame, Placement},
            samples::vector,
            simd::SimdWidth,
            Vec3,
        },
        settings::{BoundaryMode, Plane, Region, Settings},
    };
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    /// Points near the box, far from it, on its sides, and no points.
    fn point() -> impl Strategy<Value = Vec3> {
        let special = [
            -2.0,
            5.0,
            -2.5,
            2.0,
            -7.0,
            1e7,
            f32::NAN,
            f32::INFINITY,
            f32::MAX,
        ];
        let special = prop::array::uniform3(prop::sample::select(special.to_vec()));
        prop_oneof![9 => vector(9.0), 1 => special.prop_map(Vec3::from)]
    }

    proptest! {
        #![proptest_config(crate::cases::config(64))]

        #[test]
        fn places_have_the_bits_of_single_places(
            points in prop::collection::vec(point(), 0..70),
            (origin, turn) in prop_oneof![
                Just((Vec3::zeros(), Vec3::zeros())),
                (vector(3.0), vector(2.0)),
            ],
            is_flat in any::<bool>(),
        ) {
            let mut settings = Settings::default();
            settings.boundary.mode = BoundaryMode::Wrap;
            settings.boundary.shape = Region::Box {
                min: Vec3::new(-2.0, -2.5, -7.0),
                max: Vec3::new(5.0, 2.0, 9.0),
            };
            if is_flat {
                settings.motion.plane = Plane::Xz;
            }
            let rotation = UnitQuaternion::from_scaled_axis(turn);
            let frame = Frame::new(&Placement { origin, rotation });
            let periodic_box = PeriodicBox::new(&settings, frame).unwrap();
            let arrays = [0, 1, 2].map(|axis| points.iter().map(|it| it[axis]).collect::<Vec<_>>());
            for vectors in SimdWidth::available() {
                let mut places = [0, 1, 2].map(|_| vec![0.0; points.len()]);
                vectors.run(PlaceInBox {
                    periodic_box: &periodic_box,
                    points: arrays.each_ref().map(|it| &it[..]),
                    places: places.each_mut().map(|it| &mut it[..]),
                });
                for (index, point) in points.iter().enumerate() {
                    let expected = periodic_box.place(*point);
                    for axis in 0..3 {
                        prop_assert_eq!(places[axis][index].to_bits(), expected[axis].to_bits());
                    }
                }
            }
        }
    }
}
