//! Animations of nodes, bones, scales and blend shapes.

use super::{fly, meshes::skinned, play, Flown};
use flock_testkit::gltf::{octahedron, Animation, Channel, Document, Interpolation, Path, NOSE};
use fyrox::core::algebra::{UnitQuaternion, Vector3};

/// Phases between and at the frames of a clip.
const PHASES: [f32; 4] = [0.0, 0.25, 0.4375, 0.875];

fn animation(name: &str, channels: Vec<Channel>) -> Animation {
    Animation {
        name: name.into(),
        channels,
    }
}

fn channel<const N: usize>(node: usize, path: Path, keys: &[(f32, [f32; N])]) -> Channel {
    Channel {
        node,
        path,
        interpolation: Interpolation::Linear,
        times: keys.iter().map(|(time, _)| *time).collect(),
        values: keys.iter().flat_map(|(_, value)| *value).collect(),
    }
}

fn turn(angle: f32) -> [f32; 4] {
    UnitQuaternion::new(Vector3::y() * angle).coords.into()
}

/// Turns a node to one side and back in two seconds.
pub fn swing(node: usize) -> Animation {
    let keys = [(0.0, turn(0.0)), (1.0, turn(0.6)), (2.0, turn(0.0))];
    animation("Swing", vec![channel(node, Path::Rotation, &keys)])
}

/// Asserts that the baked poses are those of the document, in the order of its vertices.
#[track_caller]
fn assert_posed(flown: &mut Flown, document: &Document, clip: usize, phases: &[f32]) {
    let animation = &document.animations[clip];
    let times = animation.channels.iter().flat_map(|channel| &channel.times);
    let seconds = f64::from(times.copied().fold(0.0, f32::max));
    for &phase in phases {
        let expected = document.pose(Some((animation, f64::from(phase) * seconds)));
        let drawn = flown.posed(&animation.name, phase);
        assert_eq!(drawn.len(), expected.len());
        for (number, (drawn, expected)) in drawn.iter().zip(expected).enumerate() {
            let distance = (drawn.cast::<f64>() - expected).norm();
            assert!(
                distance < 1e-3,
                "vertex {number} at {phase}: {drawn} is {distance} from {expected}"
            );
        }
    }
}

#[test]
fn nodes_without_a_skeleton_are_animated() {
    let mut document = Document::of(octahedron());
    let keys = [(0.0, [0.0; 3]), (0.5, [0.0, 0.3, 0.0]), (1.0, [0.0; 3])];
    let lift = channel(0, Path::Translation, &keys);
    document.animations = vec![swing(0), animation("Lift", vec![lift])];
    let mut flown = play("rigid", &document);
    flown.assert_flawless();
    for clip in 0..2 {
        assert_posed(&mut flown, &document, clip, &PHASES);
    }
}

#[test]
fn bones_are_animated() {
    let mut document = skinned(|vertex| [1.0 - 0.2 * vertex as f32, 0.2 * vertex as f32, 0.0, 0.0]);
    document.nodes[1].position = [0.1, 0.0, 0.0];
    let keys = [(0.0, [1.0; 3]), (1.0, [1.0, 1.6, 0.7]), (2.0, [1.0; 3])];
    let mut both = swing(1);
    both.channels.push(channel(2, Path::Scale, &keys));
    document.animations = vec![both];
    let mut flown = play("bones", &document);
    flown.assert_flawless();
    assert_posed(&mut flown, &document, 0, &PHASES);
}

#[test]
fn steps_are_read() {
    let mut document = Document::of(octahedron());
    let keys = [(0.0, turn(0.0)), (1.0, turn(0.5)), (2.0, turn(0.0))];
    let mut steps = channel(0, Path::Rotation, &keys);
    steps.interpolation = Interpolation::Step;
    document.animations = vec![animation("Steps", vec![steps])];
    let mut flown = play("steps", &document);
    flown.assert_flawless();
    assert_posed(&mut flown, &document, 0, &[0.25, 0.75]);
}

#[test]
fn cubic_splines_are_named_with_the_remedy() {
    let mut document = Document::of(octahedron());
    let mut spline = channel(
        0,
        Path::Translation,
        &[(0.0, [0.0; 9]), (1.0, [0.3; 9]), (2.0, [0.0; 9])],
    );
    spline.interpolation = Interpolation::CubicSpline;
    document.animations = vec![animation("Smooth", vec![spline])];
    let mut flown = play("splines", &document);
    let problems = flown.problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    for part in ["`Smooth`", "body.glb", "sampled keys"] {
        assert!(problems[0].contains(part), "{problems:?}");
    }
    assert!(flown.errors.is_empty());
    // The keys are exact.
    assert_posed(&mut flown, &document, 0, &[0.0, 0.5]);
    // The animations are not used.
    fly("splines at rest", &document).assert_flawless();
}

/// A body whose nose two blend shapes move.
fn shaped() -> Document {
    let mut document = Document::of(octahedron());
    let shape = |offset: [f32; 3]| {
        let mut offsets = vec![[0.0; 3]; 6];
        offsets[NOSE] = offset;
        offsets
    };
    document.meshes[0].primitives[0].shapes =
        vec![shape([0.0, 0.25, 0.0]), shape([0.125, 0.0, 0.5])];
    document
}

#[test]
fn blend_shapes_have_their_weights_at_rest() {
    let mut document = shaped();
    document.meshes[0].weights = vec![0.5, 0.25];
    let mut flown = fly("shapes at rest", &document);
    flown.assert_flawless();
    flown.body.assert_outward();
    flown.body.assert_positions(&document.pose(None), 1e-4);
}

#[test]
fn blend_shapes_are_animated() {
    let mut document = shaped();
    let keys = [(0.0, [0.0, 1.0]), (1.0, [1.0, 0.0]), (2.0, [0.0, 1.0])];
    document.animations = vec![animation("Nod", vec![channel(0, Path::Weights, &keys)])];
    let mut flown = play("shapes", &document);
    flown.assert_flawless();
    assert_posed(&mut flown, &document, 0, &PHASES);

    // Other shapes of the same body are baked anew, although its clips are in use.
    document.meshes[0].primitives[0].shapes.swap(0, 1);
    let mut other = play("other shapes", &document);
    assert_posed(&mut other, &document, 0, &PHASES);
}

#[test]
fn an_animation_that_moves_nothing_or_too_little_is_named() {
    let mut still = skinned(|_| [1.0, 0.0, 0.0, 0.0]);
    still.animations = vec![swing(2)];
    // The engine leaves out changes of a scale below a tenth.
    let mut small = Document::of(octahedron());
    let keys = [(0.0, [1.0; 3]), (1.0, [1.05; 3]), (2.0, [1.0; 3])];
    small.animations = vec![animation("Swing", vec![channel(0, Path::Scale, &keys)])];
    for (name, document) in [("still", still), ("small", small)] {
        let mut flown = play(name, &document);
        let problems = flown.problems();
        assert_eq!(problems.len(), 1, "{problems:?}");
        for part in [
            "\"Swing\"",
            "body.glb",
            "none of its vertices",
            "skeleton",
            "body.scale",
        ] {
            assert!(problems[0].contains(part), "{problems:?}");
        }
        assert_eq!(flown.errors.len(), 1);
    }
}
