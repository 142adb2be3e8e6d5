//! What shaders make of the boundary is what the processor makes of it.

use super::{
    samples::{bounded, placement, vector},
    Packed, CONTAINMENT,
};
use crate::{
    boundary::{Contain, Containment},
    gpu::{test_device::gpu, COMMON},
    placement::Frame,
    vectors::Vectors,
    Boundary, BoundaryResponse, Placement, Region, Settings, Vec3,
};
use bytemuck::{Pod, Zeroable};
use proptest::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Case {
    place: [f32; 3],
    share: f32,
    other: [f32; 3],
    padding: f32,
    velocity: [f32; 3],
    padding_too: f32,
    start: [f32; 3],
    padding_again: f32,
    end: [f32; 3],
    padding_after: f32,
}

/// In the order of `Answers` in tests.wgsl.
const ANSWERS: [&str; 10] = [
    "contained",
    "contained after the move",
    "reversed",
    "folded",
    "exit",
    "entry",
    "end",
    "inward",
    "first inward",
    "between",
];

type Answers = [[f32; 4]; ANSWERS.len()];

impl Case {
    fn new(place: Vec3, other: Vec3, velocity: Vec3, share: f32) -> Self {
        Self {
            place: place.into(),
            share,
            other: other.into(),
            velocity: velocity.into(),
            ..Self::default()
        }
    }

    /// With a way as a boid takes it: from inside, in the plane of the flock.
    fn with_way(mut self, containment: &Containment) -> Self {
        let place = Vec3::from(self.place);
        let start = containment.fold(place).unwrap_or(place);
        let axis = containment.curve.axis;
        let way = Vec3::from(self.velocity) * 0.4;
        self.start = start.into();
        self.end = (start + way - axis * axis.dot(&way)).into();
        self
    }

    /// With all places shifted a little.
    fn shifted(mut self, by: Vec3) -> Self {
        for place in [&mut self.place, &mut self.start, &mut self.end] {
            *place = (Vec3::from(*place) + by).into();
        }
        self
    }
}

fn with(vector: Vec3, last: f32) -> [f32; 4] {
    [vector.x, vector.y, vector.z, last]
}

fn told(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn contained(containment: &Containment, place: &[f32; 3], velocity: &[f32; 3]) -> Vec3 {
    let [mut x, mut y, mut z] = *velocity;
    Vectors::Baseline.run(Contain {
        containment,
        position: place.each_ref().map(std::slice::from_ref),
        velocity: [&mut x, &mut y, &mut z].map(std::slice::from_mut),
    });
    Vec3::new(x, y, z)
}

/// What the processor answers.
fn expected(containment: &Containment, case: &Case) -> Answers {
    let (place, other) = (Vec3::from(case.place), Vec3::from(case.other));
    let contained = |containment| contained(containment, &case.place, &case.velocity);
    let folded = containment.fold(place);
    let passage = containment.passage(case.start.into(), case.end.into());
    let (exit, entry, end) =
        passage.map_or_else(Default::default, |it| (it.exit, it.entry, it.end));
    let inward: Vec<Vec3> = containment.inward(place).collect();
    let is_passing = containment.is_any_passing(&case.place.map(|coordinate| [coordinate]));
    [
        with(contained(containment), 1.0),
        with(
            contained(&containment.after_move()),
            told(containment.lets_through(place)),
        ),
        with(
            containment.reverse(place, case.velocity.into()),
            told(is_passing),
        ),
        with(folded.unwrap_or(place), told(folded.is_some())),
        with(exit, told(passage.is_some())),
        with(entry, 0.0),
        with(end, 0.0),
        with(inward.iter().sum(), inward.len() as f32),
        with(inward.first().copied().unwrap_or_default(), 0.0),
        with(containment.between(place, other, case.share), 0.0),
    ]
}

/// What the graphics card answers.
fn answers(containment: Option<&Containment>, cases: &[Case]) -> Vec<Answers> {
    let gpu = gpu();
    let uniform = gpu.uniform::<Packed>("containment");
    gpu.write(&uniform, &[Packed::new(containment)]);
    let there = gpu.filled("cases", cases).unwrap();
    let found = gpu.buffer::<Answers>("answers", cases.len()).unwrap();
    let parts = [COMMON, CONTAINMENT, include_str!("tests.wgsl")];
    let bound = gpu
        .kernel("ask_the_boundary", &parts, &[])
        .bind(gpu, &[&uniform, &there, &found]);
    gpu.run(|encoder| {
        bound.run(
            &mut encoder.begin_compute_pass(&Default::default()),
            cases.len(),
        );
    });
    gpu.read(&found, cases.len()).unwrap()
}

/// Asserts that each answer of the graphics card lies between those that the processor gives for places that are off by no
/// more than rounding: at a wall, either side may be right.
fn assert_same(containment: &Containment, cases: &[Case]) {
    let found = answers(Some(containment), cases);
    for (case, found) in cases.iter().zip(found) {
        let near: Vec<Answers> = shifts()
            .map(|shift| expected(containment, &case.shifted(shift)))
            .collect();
        for (which, name) in ANSWERS.iter().enumerate() {
            for part in 0..4 {
                let all = || near.iter().map(|answers| answers[which][part]);
                let (least, most) = (
                    all().fold(f32::INFINITY, f32::min),
                    all().fold(f32::NEG_INFINITY, f32::max),
                );
                let value = found[which][part];
                let slack = 2e-5 + 2e-5 * value.abs();
                assert!(
                    least - slack <= value && value <= most + slack,
                    "{name}: {:?}, not {:?}\n{case:?}\n{containment:?}",
                    found[which],
                    near[0][which],
                );
            }
        }
    }
}

/// Nowhere, and by the rounding of coordinates of some 10 m in all directions.
fn shifts() -> impl Iterator<Item = Vec3> {
    let steps = || [0.0f32, -1.0, 1.0].into_iter();
    steps().flat_map(move |x| {
        steps().flat_map(move |y| steps().map(move |z| Vec3::new(x, y, z) * 4e-6))
    })
}

proptest! {
    #![proptest_config(crate::cases::config(40))]

    #[test]
    fn every_question_is_answered_as_on_the_processor(
        (settings, placement) in (bounded(), placement()),
        boids in prop::collection::vec(
            (vector(8.0), vector(8.0), vector(3.0), prop_oneof![1 => Just(1.0f32), 4 => 0.0f32..1.0]),
            100..300,
        ),
    ) {
        let containment = Containment::new(&settings, Frame::new(&placement)).unwrap();
        let cases: Vec<_> = boids
            .iter()
            .map(|(place, other, velocity, share)| {
                Case::new(placement.origin + place, placement.origin + other, *velocity, *share)
                    .with_way(&containment)
            })
            .collect();
        assert_same(&containment, &cases);
    }
}

fn containment(shape: Region, response: BoundaryResponse) -> Containment {
    let settings = Settings {
        boundary: Boundary {
            response,
            ..Boundary::new(shape)
        },
        ..Settings::default()
    };
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

const RESPONSES: [BoundaryResponse; 3] = [
    BoundaryResponse::Reverse,
    BoundaryResponse::SoftTurn { margin: 1.5 },
    BoundaryResponse::Wrap,
];

#[test]
fn on_the_very_walls_and_straight_for_them() {
    for shape in SHAPES {
        for response in RESPONSES {
            let containment = containment(shape, response);
            let (min, max) = shape.bounds();
            let middle = (min + max) * 0.5;
            let mut cases = Vec::new();
            for axis in 0..3 {
                for wall in [min[axis], max[axis], min[axis] + 0.5, max[axis] - 0.5] {
                    for (velocity, factor) in [
                        (Vec3::x(), 1.0),
                        (Vec3::z(), -1.0),
                        (Vec3::ith(axis, 1.0), 1.0),
                        (Vec3::ith(axis, 1.0), -1.0),
                    ] {
                        let mut place = middle;
                        place[axis] = wall;
                        let case = Case::new(place, middle, velocity * factor, 0.5);
                        cases.push(case.with_way(&containment));
                    }
                }
            }
            cases.push(Case::new(middle, middle, Vec3::zeros(), 0.5).with_way(&containment));
            assert_same(&containment, &cases);
        }
    }
}

/// In single precision, places far away are folded to somewhere inside.
#[test]
fn from_far_away_boids_come_in_again() {
    for shape in SHAPES {
        let containment = containment(shape, BoundaryResponse::Wrap);
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
            // What is far from its middle is told no better by the coordinates themselves.
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
