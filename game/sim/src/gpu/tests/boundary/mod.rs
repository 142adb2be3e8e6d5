//! Tests of the boundary functions.

mod walls;

use super::{
    device::gpu,
    run_shader,
    samples::{assert_between, bounded, placement, shifts, vector},
};
use crate::{
    boundary::{Contain, Containment},
    gpu::{boundary::BoundaryUniform, passes::parts::CONTAIN},
    math::{frame::Frame, simd::SimdWidth, Vec3},
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

/// Names in the order of `Answers` in ask.wgsl.
const ANSWERS: [&str; 10] = [
    "contained",
    "contained after the move",
    "reversed",
    "folded",
    "exit",
    "entry and distance outside",
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

    /// The path of a boid: it begins inside, in the plane of the flock.
    fn with_way(mut self, containment: &Containment) -> Self {
        let place = Vec3::from(self.place);
        let start = containment.fold(place).unwrap_or(place);
        let axis = containment.curve.axis;
        let way = Vec3::from(self.velocity) * 0.4;
        self.start = start.into();
        self.end = (start + way - axis * axis.dot(&way)).into();
        self
    }

    /// The same case with all positions shifted a little.
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

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn contained(containment: &Containment, place: &[f32; 3], velocity: &[f32; 3]) -> Vec3 {
    let [mut x, mut y, mut z] = *velocity;
    SimdWidth::BASELINE.run(Contain {
        containment,
        position: place.each_ref().map(std::slice::from_ref),
        velocity: [&mut x, &mut y, &mut z].map(std::slice::from_mut),
    });
    Vec3::new(x, y, z)
}

/// The results on the CPU.
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
            flag(containment.lets_through(place)),
        ),
        with(
            containment.reverse(place, case.velocity.into()),
            flag(is_passing),
        ),
        with(folded.unwrap_or(place), flag(folded.is_some())),
        with(exit, flag(passage.is_some())),
        with(entry, containment.distance_outside(place)),
        with(end, 0.0),
        with(inward.iter().sum(), inward.len() as f32),
        with(inward.first().copied().unwrap_or_default(), 0.0),
        with(containment.between(place, other, case.share), 0.0),
    ]
}

/// The results on the GPU.
fn answers(containment: Option<&Containment>, cases: &[Case]) -> Vec<Answers> {
    let gpu = gpu();
    let uniform = gpu.uniform::<BoundaryUniform>("boundary");
    gpu.write(&uniform, &[BoundaryUniform::new(containment)]);
    let there = gpu.filled("cases", cases).unwrap();
    let found = gpu.buffer::<Answers>("answers", cases.len()).unwrap();
    let (source, buffers) = (include_str!("ask.wgsl"), [&uniform, &there, &found]);
    run_shader(
        "ask_the_boundary",
        &[&CONTAIN],
        source,
        &buffers,
        cases.len(),
    );
    gpu.read(&found, cases.len()).unwrap()
}

/// Asserts that each result of the GPU lies between the results of the CPU for positions that
/// differ by rounding. At a wall, either side may be right.
fn assert_same(containment: &Containment, cases: &[Case]) {
    assert_same_nearby(containment, cases, shifts());
}

/// The same with the given shifts of the positions.
fn assert_same_nearby(
    containment: &Containment,
    cases: &[Case],
    shifts: impl Iterator<Item = Vec3> + Clone,
) {
    let found = answers(Some(containment), cases);
    for (case, found) in cases.iter().zip(found) {
        let near: Vec<Answers> = shifts
            .clone()
            .map(|shift| expected(containment, &case.shifted(shift)))
            .collect();
        for (which, name) in ANSWERS.iter().enumerate() {
            let what = format!("{case:?} in {containment:?}, {name}");
            let all = near.iter().map(|answers| answers[which]);
            // Coordinates up to some 20 m, whose rounding is 2e-6, and vectors of some 3 m/s.
            assert_between(&what, &found[which], all, 4e-5);
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::config(40))]

    #[test]
    fn every_answer_is_that_of_the_cpu(
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
