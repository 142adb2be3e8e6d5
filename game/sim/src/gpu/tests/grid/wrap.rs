//! Tests of periodic boxes: boids at one side are neighbours of boids at the opposite side.

use super::{
    search::{check, nearest},
    sort::scattered,
    *,
};
use crate::{
    math::{
        frame::{Frame, Placement},
        samples::vector,
    },
    settings::{Boundary, BoundaryMode, Plane, Region, Settings},
};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

/// Asserts that the boids are in the box, near the positions to which the CPU folds them.
fn check_places(points: &[Vec3], sorted: &Sorted, periodic_box: &PeriodicBox) {
    for seen in &sorted.search_places {
        let expected = periodic_box.place(points[seen.slot as usize]);
        for axis in 0..3 {
            let value = seen.position[axis];
            assert!(periodic_box.min[axis] <= value && value < periodic_box.max[axis]);
            let off = nearest(value - expected[axis], periodic_box.periods()[axis]).abs();
            assert!(off < 0.02, "{value} instead of {}", expected[axis]);
        }
    }
}

/// A periodic box at any place.
fn seams() -> impl Strategy<Value = PeriodicBox> {
    let size = || 0.5f32..50.0;
    let sizes = (size(), size(), size()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    let plane = prop::sample::select(vec![Plane::All, Plane::Xy, Plane::Xz, Plane::Yz]);
    (vector(100.0), sizes, vector(3.0), vector(1000.0), plane).prop_map(
        |(min, sizes, angles, origin, plane)| {
            let rotation = UnitQuaternion::from_euler_angles(angles.x, angles.y, angles.z);
            periodic_box(min, sizes, plane, Placement { origin, rotation })
        },
    )
}

fn periodic_box(min: Vec3, sizes: Vec3, plane: Plane, placement: Placement) -> PeriodicBox {
    let max = min + sizes;
    let mut settings = Settings::default();
    settings.motion.plane = plane;
    settings.boundary = Boundary::new(Region::Box { min, max }).with_mode(BoundaryMode::Wrap);
    PeriodicBox::new(&settings, Frame::new(&placement)).unwrap()
}

proptest! {
    #![proptest_config(crate::cases::config(100))]

    #[test]
    fn in_a_periodic_box(
        periodic_box in seams(),
        shares in prop::collection::vec(vector(2.0), 0..300),
        reach in 0.05f32..0.9,
    ) {
        let sizes = (periodic_box.max - periodic_box.min).map(|size| if size.is_finite() { size } else { 3.0 });
        let low = periodic_box.min.map(|low| if low.is_finite() { low } else { 1.0 });
        // Within the limit of the rules: less than half of the box.
        let reach = reach * 0.5 * sizes.min();
        let in_world = |share: &Vec3| periodic_box.frame().point_to_world(low + sizes.component_mul(share));
        let points: Vec<Vec3> = shares.iter().map(in_world).collect();
        let sorted = check(&mut Sorter::new(300), &points, reach, Some(&periodic_box));
        check_places(&points, &sorted, &periodic_box);
    }
}

#[test]
fn cells_of_a_box_repeat_with_it() {
    let periodic_box = periodic_box(
        Vec3::repeat(-4.0),
        Vec3::new(8.0, 1.5, 12.0),
        Plane::All,
        Placement::default(),
    );
    let points = scattered(500, 12.0, 9);
    let layout = check(&mut Sorter::new(500), &points, 1.0, Some(&periodic_box)).layout;
    // Along Y there is one cell, since each of two cells would be on both sides of the other.
    assert_eq!(layout.cells, [31, 1, 11]);
    assert_eq!(layout.wraps, [1, 0, 1]);
    let per_metre = [31.0 / 8.0, 1.0 / 1.5, 11.0 / 12.0];
    for axis in 0..3 {
        assert!((layout.cells_per_metre[axis] - per_metre[axis]).abs() < 1e-5);
    }
}

#[test]
fn a_seam_comes_and_goes() {
    let periodic_box = periodic_box(
        Vec3::zeros(),
        Vec3::repeat(5.0),
        Plane::All,
        Placement::default(),
    );
    let points = scattered(400, 12.0, 9);
    let mut sorter = Sorter::new(400);
    for periodic_box in [None, Some(&periodic_box), None, Some(&periodic_box)] {
        check(&mut sorter, &points, 1.0, periodic_box);
        let it = &sorter.step.buffers;
        let search_places = it.grid.search_places(&it.before.places);
        assert_eq!(search_places == &it.before.places, periodic_box.is_none());
    }
}

#[test]
fn an_enormous_box_has_as_many_cells_as_others() {
    let periodic_box = periodic_box(
        Vec3::repeat(-1e4),
        Vec3::repeat(2e4),
        Plane::All,
        Placement::default(),
    );
    let points = scattered(300, 20.0, 2);
    let layout = check(&mut Sorter::new(300), &points, 0.5, Some(&periodic_box)).layout;
    assert!(layout.count() <= 1 << 16);
}
