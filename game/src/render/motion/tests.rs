use super::{
    deform::{deform, BodyState},
    params::MotionParams,
    *,
};
use crate::render::{
    bodies::shape::{Level, LIMB, WING},
    BodyShape, DrawnBody,
};
use fyrox::core::algebra::Vector3;

const BIRDS: [BodyShape; 4] = [
    BodyShape::Starling,
    BodyShape::Crow,
    BodyShape::Falcon,
    BodyShape::Gull,
];

fn state(phase: f32) -> BodyState {
    BodyState {
        phase,
        size: 1.0,
        effort: 1.0,
        ..BodyState::default()
    }
}

fn params(shape: BodyShape) -> MotionParams {
    params_at(shape, 0.0)
}

/// The numbers for a boid that stands at this height over the ground.
fn params_at(shape: BodyShape, stand: f32) -> MotionParams {
    let body = DrawnBody::of_shape(shape);
    BodyMotion::default().params(body.motion(), body.anatomy(), stand)
}

/// States in which bodies extend far.
fn states() -> Vec<BodyState> {
    let mut states = Vec::new();
    for step in 0..16 {
        let phase = step as f32 / 16.0;
        for activity in [0.0, 1.5, 2.0, 2.6, 2.999, 3.0, 3.7, 4.0, 4.5, 4.999] {
            for turn in [-20.0, 0.0, 20.0] {
                for slope in [-1.0, -0.7, -0.2, 0.0, 1.0] {
                    states.push(BodyState {
                        activity,
                        turn,
                        slope,
                        effort: 1.5,
                        variety: 0.3,
                        ..state(phase)
                    });
                }
            }
        }
    }
    states
}

#[test]
fn moving_bodies_stay_within_their_bounds() {
    let heights = [(1.0, 0.0), (0.05, 0.1), (3.0, 0.1)];
    for (shape, (size, stand)) in BodyShape::ALL
        .into_iter()
        .flat_map(|shape| heights.map(|height| (shape, height)))
    {
        let motion = params_at(shape, stand);
        let still = DrawnBody::of_shape(shape).radius();
        let mut farthest = 0.0_f32;
        for state in states() {
            let state = BodyState { size, ..state };
            for point in &shape.shape(Level(2)).points {
                let moved = deform(&motion, &state, point.position, point.part);
                assert!(moved.iter().all(|x| x.is_finite()));
                farthest = farthest.max(size * moved.norm());
            }
        }
        let bound = size * (still + motion.reach()) + motion.lowering();
        assert!(farthest <= bound, "{shape:?}: {farthest} > {bound}");
    }
}

/// Measures the largest step of a point between two phases that differ by a two-hundredth of a
/// beat, including the step from the last phase of a beat to the first phase of the next.
#[test]
fn motion_goes_on_smoothly_from_beat_to_beat() {
    for shape in BodyShape::ALL {
        let motion = params(shape);
        let reach = motion.half_span.max(motion.length);
        for point in &shape.shape(Level(1)).points {
            let at = |step: usize| {
                let state = state((step % 200) as f32 / 200.0);
                deform(&motion, &state, point.position, point.part)
            };
            for step in 0..200 {
                let moved = (at(step + 1) - at(step)).norm();
                assert!(moved < 0.05 * reach, "{shape:?} at {step}: {moved}");
            }
        }
    }
}

/// No point jumps between two consecutive activities.
#[test]
fn activities_follow_without_a_jump() {
    for shape in BodyShape::ALL {
        let motion = params(shape);
        let reach = motion.half_span.max(motion.length);
        for (before, after) in [
            (0.0, 1.0),
            (1.999, 2.0),
            (2.999, 3.0),
            (3.999, 0.0),
            (0.0, 4.0),
        ] {
            for point in &shape.shape(Level(1)).points {
                let at = |activity: f32| {
                    let state = BodyState {
                        activity,
                        ..state(0.3)
                    };
                    deform(&motion, &state, point.position, point.part)
                };
                let jump = (at(after) - at(before)).norm();
                assert!(jump < 0.01 * reach, "{shape:?} {before} to {after}: {jump}");
            }
        }
    }
}

#[test]
fn wings_beat_up_and_down_and_fold() {
    for shape in BIRDS {
        let motion = params(shape);
        let tip = Vector3::new(motion.half_span, 0.0, 0.0);
        let height = |phase: f32| deform(&motion, &state(phase), tip, WING).y;
        let heights: Vec<f32> = (0..40).map(|step| height(step as f32 / 40.0)).collect();
        let highest = heights.iter().copied().fold(f32::MIN, f32::max);
        let lowest = heights.iter().copied().fold(f32::MAX, f32::min);
        assert!(highest > 0.4 * motion.half_span, "{shape:?}: {highest}");
        assert!(lowest < -0.3 * motion.half_span, "{shape:?}: {lowest}");

        // It glides in descent.
        let gliding = BodyState {
            slope: -0.3,
            ..state(0.0)
        };
        let range = |state: BodyState| {
            let at = |phase| deform(&motion, &BodyState { phase, ..state }, tip, WING).y;
            (at(0.0) - at(0.5)).abs()
        };
        assert!(range(gliding) < 0.25 * range(state(0.0)));

        for folded in [
            BodyState {
                activity: 2.999,
                ..state(0.0)
            },
            BodyState {
                slope: -1.0,
                ..state(0.0)
            },
        ] {
            let place = deform(&motion, &folded, tip, WING);
            assert!(place.x < 0.5 * motion.half_span && place.z < -0.2 * motion.half_span);
        }
        // Both sides move alike.
        let mirrored = deform(
            &motion,
            &state(0.2),
            Vector3::new(-tip.x, tip.y, tip.z),
            WING,
        );
        let place = deform(&motion, &state(0.2), tip, WING);
        assert!((mirrored + place).xy().x.abs() < 1e-6 && mirrored.y == place.y);
    }
}

/// The soles of a standing bird are on the ground at every size, and its legs are hidden in flight.
#[test]
fn standing_birds_have_their_feet_on_the_ground() {
    for shape in BIRDS {
        let body = DrawnBody::of_shape(shape);
        let radius = 0.1;
        let motion = BodyMotion::default().params(body.motion(), body.anatomy(), radius);
        for size in [0.7, 1.0, 1.4] {
            let standing = BodyState {
                activity: 2.0 + 0.999,
                size,
                ..state(0.4)
            };
            let points = shape.shape(Level(0)).points;
            let legs = || points.iter().filter(|point| point.part == LIMB);
            let lowest = legs()
                .map(|point| deform(&motion, &standing, point.position, point.part).y)
                .fold(f32::MAX, f32::min);
            assert!(
                (lowest * size + radius).abs() < 2e-3,
                "{shape:?}: {}",
                lowest * size
            );
            let flying = legs()
                .map(|point| deform(&motion, &state(0.25), point.position, point.part).y)
                .fold(f32::MAX, f32::min);
            assert!(flying > 0.6 * motion.sole, "{shape:?}: {flying}");
        }
    }
}

#[test]
fn fish_swing_their_tails_and_bend_into_turns() {
    for shape in [BodyShape::Sardine, BodyShape::ReefFish, BodyShape::Shark] {
        let motion = params(shape);
        let tail = Vector3::new(0.0, 0.0, motion.nose - motion.length);
        let nose = Vector3::new(0.0, 0.0, motion.nose);
        let swing = |point: Vector3<f32>, state: BodyState| {
            let at = |step| {
                let phase = step as f32 / 50.0;
                deform(&motion, &BodyState { phase, ..state }, point, 0.0).x
            };
            (0..50).map(at).fold(0.0, |most: f32, x| most.max(x.abs()))
        };
        let calm = state(0.0);
        assert!(swing(tail, calm) > 0.07 * motion.length);
        assert!(swing(nose, calm) < 0.3 * swing(tail, calm));
        // With more effort, the tail swings farther.
        let resting = BodyState {
            effort: 0.0,
            ..calm
        };
        assert!(swing(tail, resting) < 0.7 * swing(tail, calm));

        // The mean over a beat, in a turn towards +X.
        let turning = BodyState { turn: 2.0, ..calm };
        let mean = |point: Vector3<f32>| {
            let at = |step| {
                let phase = step as f32 / 50.0;
                deform(&motion, &BodyState { phase, ..turning }, point, 0.0).x
            };
            (0..50).map(at).sum::<f32>() / 50.0
        };
        assert!(mean(tail) > 0.01 * motion.length && mean(nose) > 0.005 * motion.length);

        let dead = BodyState {
            activity: 4.999,
            ..calm
        };
        let back = deform(&motion, &dead, Vector3::new(0.0, 0.03, 0.0), 0.0);
        assert!(back.y < -0.029, "{back}");
    }
}

/// The shader has the same functions and constants as this twin.
#[test]
fn the_shader_is_of_the_same_functions() {
    let shader = include_str!("../motion.glsl");
    let twin = include_str!("deform.rs");
    // Compares the decimal numbers of each function in order, so that the formulas agree.
    let numbers = |text: &str, function: &str| {
        let start = text
            .find(function)
            .unwrap_or_else(|| panic!("no {function}"));
        let end = text[start..].find("\n}\n").unwrap() + start;
        let body = text[start..end].lines();
        let code: Vec<&str> = body.filter(|line| !line.trim().starts_with("//")).collect();
        let is_part = |it: char| it.is_ascii_digit() || it == '.';
        let code = code.join("\n");
        let words = code.split(|it: char| !(is_part(it) || it.is_alphanumeric() || it == '_'));
        words
            .filter(|word| word.contains('.') && word.chars().all(is_part))
            .filter_map(|word| word.parse::<f32>().ok())
            .filter(|number| ![0.0, 0.5, 1.0, 2.0].contains(number))
            .collect::<Vec<_>>()
    };
    for function in [
        "swim_as_fish",
        "fly_as_bird",
        "fly_as_butterfly",
        "fly_as_insect",
    ] {
        let in_shader = format!("vec3 {function}(");
        let in_twin = format!("fn {function}(");
        let (mut of_shader, mut of_twin) = (numbers(shader, &in_shader), numbers(twin, &in_twin));
        of_shader.sort_by(f32::total_cmp);
        of_twin.sort_by(f32::total_cmp);
        assert_eq!(of_shader, of_twin, "{function}");
    }
}

#[test]
fn fields_without_effect_are_hidden_and_bad_values_clamped() {
    let bird = BodyMotion::new(MotionKind::Bird);
    assert!(bird.has_no_effect("wave") && !bird.has_no_effect("dive"));
    let fish = BodyMotion::new(MotionKind::Shark);
    assert!(fish.has_no_effect("glide") && !fish.has_no_effect("agility"));
    assert!(!BodyMotion::default().has_no_effect("dive"));
    let bad = BodyMotion {
        strength: f32::NAN,
        wave: -1.0,
        glide: f32::INFINITY,
        ..bird
    };
    let clamped = bad.clamped();
    assert_eq!(
        (clamped.strength, clamped.wave, clamped.glide),
        (1.0, 0.0, 3.0)
    );
}
