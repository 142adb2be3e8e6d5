//! Boxes that wrap round: boids at one side are neighbours of those at the opposite side.

use super::{
    search::{check, nearest, point},
    sort::scattered,
    *,
};
use crate::{placement::Frame, Boundary, BoundaryResponse, Placement, Plane, Region, Settings};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

/// Whether the boids are seen in the box, near where the processor folds them to.
fn check_places(points: &[Vec3], sorted: &Sorted, seam: &Seam) {
    for seen in &sorted.seen {
        let expected = seam.place(points[seen.slot as usize]);
        for axis in 0..3 {
            let value = seen.position[axis];
            assert!(seam.min[axis] <= value && value < seam.max[axis]);
            let off = nearest(value - expected[axis], seam.periods()[axis]).abs();
            assert!(off < 0.02, "{value} instead of {}", expected[axis]);
        }
    }
}

/// A box that wraps round, anywhere.
fn seams() -> impl Strategy<Value = Seam> {
    let size = || 0.5f32..50.0;
    let sizes = (size(), size(), size()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    let plane = prop::sample::select(vec![Plane::All, Plane::Xy, Plane::Xz, Plane::Yz]);
    (point(100.0), sizes, point(3.0), point(1000.0), plane).prop_map(
        |(min, sizes, angles, origin, plane)| {
            let rotation = UnitQuaternion::from_euler_angles(angles.x, angles.y, angles.z);
            seam(min, sizes, plane, Placement { origin, rotation })
        },
    )
}

fn seam(min: Vec3, sizes: Vec3, plane: Plane, placement: Placement) -> Seam {
    let max = min + sizes;
    let mut settings = Settings::default();
    settings.motion.plane = plane;
    settings.boundary = Boundary {
        response: BoundaryResponse::Wrap,
        ..Boundary::new(Region::Box { min, max })
    };
    Seam::new(&settings, Frame::new(&placement)).unwrap()
}

proptest! {
    #![proptest_config(crate::cases::config(100))]

    #[test]
    fn in_a_box_that_wraps_round(
        seam in seams(),
        shares in prop::collection::vec(point(2.0), 0..300),
        reach in 0.05f32..0.9,
    ) {
        let sizes = (seam.max - seam.min).map(|size| if size.is_finite() { size } else { 3.0 });
        let low = seam.min.map(|low| if low.is_finite() { low } else { 1.0 });
        // As the rules may: less than half of the box.
        let reach = reach * 0.5 * sizes.min();
        let in_world = |share: &Vec3| seam.frame().point_to_world(low + sizes.component_mul(share));
        let points: Vec<Vec3> = shares.iter().map(in_world).collect();
        let sorted = check(&mut Sorter::new(300), &points, reach, Some(&seam));
        check_places(&points, &sorted, &seam);
    }
}

#[test]
fn cells_of_a_box_repeat_with_it() {
    let seam = seam(
        Vec3::repeat(-4.0),
        Vec3::new(8.0, 1.5, 12.0),
        Plane::All,
        Placement::default(),
    );
    let points = scattered(500, 12.0, 9);
    let layout = check(&mut Sorter::new(500), &points, 1.0, Some(&seam)).layout;
    // Two cells side by side would each be on both sides of the other, so along Y there is one.
    assert_eq!(layout.cells[..3], [31, 1, 11]);
    assert_eq!(layout.wraps[..3], [1, 0, 1]);
    let per_metre = [31.0 / 8.0, 1.0 / 1.5, 11.0 / 12.0];
    for axis in 0..3 {
        assert!((layout.cells_per_metre[axis] - per_metre[axis]).abs() < 1e-5);
    }
}

#[test]
fn a_seam_comes_and_goes() {
    let seam = seam(
        Vec3::zeros(),
        Vec3::repeat(5.0),
        Plane::All,
        Placement::default(),
    );
    let points = scattered(400, 12.0, 9);
    let mut sorter = Sorter::new(400);
    for seam in [None, Some(&seam), None, Some(&seam)] {
        check(&mut sorter, &points, 1.0, seam);
        assert_eq!(sorter.grid.seen() == &sorter.before.place, seam.is_none());
    }
}

#[test]
fn an_enormous_box_has_as_many_cells_as_others() {
    let seam = seam(
        Vec3::repeat(-1e4),
        Vec3::repeat(2e4),
        Plane::All,
        Placement::default(),
    );
    let points = scattered(300, 20.0, 2);
    let layout = check(&mut Sorter::new(300), &points, 0.5, Some(&seam)).layout;
    assert!(layout.count() <= 1 << 16);
}
