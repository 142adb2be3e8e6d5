//! Tests of the pass that chooses levels of detail and paces.

use super::{device::gpu, run_passes, samples::vector};
use crate::{
    gpu::{passes::Variant, step::GpuStep},
    math::{simd::SimdWidth, Vec3},
    settings::Detail,
    state::{
        boids::{BoidState, Boids},
        pose::Pose,
        threads::BLOCK,
        viewer::Viewer,
    },
    step::{
        level::LevelChoice,
        pace::{Levels, Pace, Paces},
    },
};
use proptest::prelude::*;

/// A level before the step, and the position of the boid.
type Boid = (u8, Vec3);

fn slot(index: usize) -> u32 {
    index as u32 * 3 + 1
}

fn states(boids: &[Boid]) -> Boids {
    let mut states = Boids::default();
    for (index, (_, position)) in boids.iter().enumerate() {
        states.push(&BoidState {
            position: *position,
            velocity: Vec3::x(),
            slot: slot(index),
            pose: Pose::default(),
        });
    }
    states
}

/// The pace in the form of the shader.
fn number(pace: Pace) -> f32 {
    match pace {
        Pace::SLEEP => -1.0,
        Pace(steps) => f32::from(steps),
    }
}

/// Levels and paces of the GPU.
fn found(boids: &[Boid], levels: &[u8], paces: &Paces) -> (Vec<u8>, Vec<f32>) {
    let (gpu, count) = (gpu(), boids.len());
    let mut step = GpuStep::new(gpu, count, levels.len()).unwrap();
    let buffers = &mut step.buffers;
    buffers.before.write(gpu, &states(boids));
    buffers.detail.upload(gpu, Some(levels)).unwrap();
    buffers.detail.write(gpu, Some(paces), count).unwrap();
    let variant = Variant {
        has_levels: true,
        ..Variant::default()
    };
    run_passes(&mut step, &["choose_paces"], variant, count);
    let wishes: Vec<[f32; 4]> = gpu.read(&step.buffers.neighbours.wishes, count).unwrap();
    let levels = step.buffers.detail.read(gpu).unwrap().unwrap();
    (levels, wishes.iter().map(|wish| wish[3]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn levels_and_paces_are_those_of_the_cpu(
        boids in prop::collection::vec((0u8..=4, vector(100.0)), 1..300),
        viewers in prop::collection::vec((vector(60.0), vector(1.0), 0.0f32..=360.0), 0..4),
        (sleep, step, coarseness) in (any::<bool>(), any::<u32>(), 1.0f32..3.0),
    ) {
        let detail = Detail { enabled: true, sleep, second: 30.0, fourth: 60.0, eighth: 90.0 };
        let viewers: Vec<Viewer> = viewers.into_iter().map(|(point, direction, field_of_view)| Viewer {
            point,
            direction: direction.try_normalize(0.01).unwrap_or(Vec3::x()),
            field_of_view,
        }).collect();
        let choice = LevelChoice::new(&detail, coarseness, &viewers);
        let mut levels = vec![0; 3 * boids.len() + 1];
        for (index, (level, _)) in boids.iter().enumerate() {
            levels[slot(index) as usize] = *level;
        }
        let given = Levels { by_slot: &levels, choice };
        let (found_levels, found_paces) = found(&boids, &levels, &Paces::new(given, Some(0.7), step));
        let mut expected = levels.clone();
        for (index, (before, place)) in boids.iter().enumerate() {
            if slot(index) % 8 == step % 8 {
                expected[slot(index) as usize] = choice.level(*place, *before);
            }
        }
        // A boid at a limit of the distance, or at the edge of a view.
        let differ = expected.iter().zip(&found_levels).filter(|(a, b)| a != b).count();
        prop_assert!(differ <= 1, "{} differ", differ);
        let given = Levels { by_slot: &found_levels, choice };
        let (paces, states) = (Paces::new(given, Some(0.7), step), states(&boids));
        let mut expected = vec![Pace::COAST; boids.len()];
        let blocks = expected.chunks_mut(BLOCK).enumerate();
        blocks.for_each(|(block, expected)| {
            paces.find(&states, BLOCK * block, SimdWidth::widest(), expected);
        });
        let expected: Vec<f32> = expected.into_iter().map(number).collect();
        prop_assert_eq!(found_paces, expected);
    }
}
