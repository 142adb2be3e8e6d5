//! Tests at walls, in tiny volumes, and far away from any volume.

use super::{
    answers, assert_between, assert_same, assert_same_nearby, expected, with, Case, ANSWERS,
};
use crate::{
    boundary::Containment,
    math::{
        frame::{Frame, Placement},
        Vec3,
    },
    settings::{Boundary, BoundaryMode, Plane, Region, Settings},
};
use std::iter;

fn containment(shape: Region, mode: BoundaryMode, plane: Plane) -> Containment {
    let mut settings = Settings {
        boundary: Boundary::new(shape).with_mode(mode),
        ..Settings::default()
    };
    settings.motion.plane = plane;
    Containment::new(&settings, Frame::new(&Placement::default())).unwrap()
}

const SHAPES: [Region; 2] = [
    Region::Box {
        min: Vec3::new(-1.0, -2.0, -3.0),
        max: Vec3::new(4.0, 5.0, 6.0),
    },
    Region::Sphere {
        center: Vec3::new(1.0, 2.0, 3.0),
        radius: 2.0,
    },
];

const MODES: [BoundaryMode; 4] = [
    BoundaryMode::Reflect,
    BoundaryMode::SoftTurn { margin: 1.5 },
    BoundaryMode::SoftTurn { margin: 0.001 },
    BoundaryMode::Wrap,
];

const PLANES: [Plane; 4] = [Plane::All, Plane::Xz, Plane::Xy, Plane::Yz];

/// Positions on the walls of a volume, slightly beside them, and within its margin.
fn places(shape: &Region) -> Vec<Vec3> {
    let (min, max) = shape.bounds();
    let middle = (min + max) * 0.5;
    let mut places = vec![middle];
    for axis in 0..3 {
        for wall in [min[axis], max[axis]] {
            for beside in [0.0, 3e-4, -3e-4, 0.5, -0.5] {
                let mut place = middle;
                place[axis] = wall + beside;
                places.push(place);
            }
        }
    }
    places
}

#[test]
fn at_the_walls_and_straight_for_them() {
    for (shape, plane) in SHAPES
        .into_iter()
        .flat_map(|shape| PLANES.map(|plane| (shape, plane)))
    {
        for mode in MODES {
            let containment = containment(shape, mode, plane);
            let middle = places(&shape)[0];
            let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
            let velocities = axes
                .iter()
                .flat_map(|axis| [*axis, -axis])
                .chain([Vec3::zeros()]);
            let cases: Vec<_> = places(&shape)
                .iter()
                .flat_map(|place| velocities.clone().map(|velocity| (*place, velocity)))
                .map(|(place, velocity)| {
                    Case::new(place, middle, velocity, 0.5).with_way(&containment)
                })
                .collect();
            match shape {
                // Conversion to the frame of this box is exact.
                Region::Box { .. } => {
                    assert_same_nearby(&containment, &cases, iter::once(Vec3::zeros()))
                }
                Region::Sphere { .. } => assert_same(&containment, &cases),
            }
        }
    }
}

/// A volume that is too small for a soft turn, and a sphere of radius 0.
#[test]
fn in_a_tiny_volume() {
    let size = 3e-7;
    let half = Vec3::repeat(size);
    let center = Vec3::zeros();
    let shapes = [
        Region::cuboid(half),
        Region::Sphere {
            center,
            radius: size,
        },
        Region::Sphere {
            center,
            radius: 0.0,
        },
    ];
    for shape in shapes {
        for mode in MODES {
            let containment = containment(shape, mode, Plane::All);
            let inside = [Vec3::zeros(), Vec3::x() * 1e-7, Vec3::new(-1e-7, 2e-7, 0.0)];
            let outside = [Vec3::y() * 0.1, Vec3::new(-1.0, 2.0, 3.0)];
            let velocities = [Vec3::x(), -Vec3::x(), Vec3::new(1.0, 2.0, -3.0)];
            for (place, velocity) in inside
                .iter()
                .chain(&outside)
                .flat_map(|place| velocities.map(|velocity| (place, velocity)))
            {
                let case = Case::new(*place, Vec3::zeros(), velocity, 1.0);
                // The error of the path's start is as large as the volume.
                let [found] = answers(Some(&containment), &[case])[..] else {
                    unreachable!()
                };
                let expected = expected(&containment, &case);
                for which in [0, 1, 2, 7] {
                    assert_between(
                        ANSWERS[which],
                        &found[which],
                        iter::once(expected[which]),
                        1e-5,
                    );
                }
                let folded = Vec3::new(found[3][0], found[3][1], found[3][2]);
                assert!(found[3][3] == 0.0 || folded.norm() <= 2.0 * size);
                assert_eq!(found[3][3], expected[3][3], "{case:?} in {containment:?}");
            }
        }
    }
}

/// In single precision, places far away are folded to some place inside.
#[test]
fn from_far_away_boids_come_in_again() {
    for shape in SHAPES {
        let containment = containment(shape, BoundaryMode::Wrap, Plane::All);
        let far =
            |index: i32| Vec3::new(index as f32 * 7.3, 9e3 - index as f32, -30.0 * index as f32);
        let cases: Vec<_> = (-300..300)
            .map(|index| Case::new(far(index), far(-index), Vec3::x(), 0.5))
            .collect();
        for (case, found) in cases.iter().zip(answers(Some(&containment), &cases)) {
            let [x, y, z, is_folded] = found[3];
            assert_eq!(is_folded, 1.0, "{case:?}");
            let outside = containment.distance_outside(Vec3::new(x, y, z));
            assert!(outside <= 1e-5, "{case:?}: {outside}");
            let expected = expected(&containment, case)[3];
            // Far from the middle, the coordinates have this rounding error.
            let across = Vec3::new(x, y, z) - Vec3::new(expected[0], expected[1], expected[2]);
            let (min, max) = shape.bounds();
            let off = across.zip_map(&(max - min), |off, width| {
                off - (off / width).round() * width
            });
            let is_box = matches!(shape, Region::Box { .. });
            assert!(!is_box || off.norm() < 4e-3, "{case:?}: {off}");
        }
    }
}

#[test]
fn without_a_boundary_nothing_changes() {
    let velocity = Vec3::new(1.0, 2.0, 3.0);
    let place = Vec3::new(1e4, -1e4, 0.0);
    let case = Case::new(place, Vec3::zeros(), velocity, 0.5);
    let found = answers(None, &[case])[0];
    for (name, answer) in ANSWERS[..3].iter().zip(found) {
        assert_eq!(answer[..3], velocity.as_slice()[..], "{name}");
    }
    assert_eq!(found[0][3], 0.0);
    assert_eq!(found[3], with(place, 0.0));
    assert_eq!((found[4][3], found[7][3]), (0.0, 0.0));
    assert_eq!(found[9][..3], (place * 0.5).as_slice()[..]);
}
