//! Units, axes, mirrors and nested transforms.

use super::{assert_drawn, fly, fly_with};
use flock_testkit::gltf::{octahedron, Document, Node, Primitive};
use fyrox::core::algebra::{UnitQuaternion, Vector3};
use fyrox_flock::render::ForwardAxis;
use std::f32::consts::FRAC_PI_2;

fn turned(axis: Vector3<f32>, angle: f32) -> [f32; 4] {
    UnitQuaternion::new(axis * angle).coords.into()
}

/// The body below a node.
fn below(root: Node) -> Document {
    let mut document = Document {
        nodes: vec![root],
        ..Document::of(octahedron())
    };
    document.add(Node {
        parent: Some(0),
        mesh: Some(0),
        ..Node::new("Body")
    });
    document
}

/// The body with its coordinates changed.
fn changed(change: impl Fn(Vector3<f32>) -> Vector3<f32>) -> Primitive {
    let mut primitive = octahedron();
    for vector in primitive.positions.iter_mut().chain(&mut primitive.normals) {
        *vector = change(Vector3::from(*vector)).into();
    }
    primitive
}

/// Asserts that a body of a metre points its nose along +Z and its back along +Y.
#[track_caller]
fn assert_upright((min, max): (Vector3<f32>, Vector3<f32>)) {
    let (low, high) = (
        Vector3::new(-0.25, -0.1, -0.4),
        Vector3::new(0.25, 0.2, 0.6),
    );
    assert!(
        (min - low).norm() < 1e-5 && (max - high).norm() < 1e-5,
        "{min} {max}"
    );
}

#[test]
fn a_model_is_drawn_as_it_is() {
    let document = Document::of(octahedron());
    let mut flown = fly("plain", &document);
    assert_drawn(&mut flown, &document);
    assert_upright(flown.body.bounds());
    // Too few triangles to simplify, and an impostor.
    assert_eq!(flown.levels, [8, 2]);
}

#[test]
fn mirrored_nodes_keep_the_outside_outside() {
    for (number, scale) in [[-1.0, 1.0, 1.0], [1.0, -2.0, 1.0], [-1.0, -1.0, -1.0]]
        .iter()
        .enumerate()
    {
        let root = Node {
            scale: *scale,
            ..Node::new("Mirror")
        };
        let document = below(root);
        assert_drawn(
            &mut fly(&format!("mirrored {number}"), &document),
            &document,
        );
    }
}

#[test]
fn a_root_in_centimetres_is_scaled() {
    let root = Node {
        scale: [0.01; 3],
        ..Node::new("Centimetres")
    };
    let mut document = below(root);
    document.meshes[0].primitives[0] = changed(|it| it * 100.0);
    let mut flown = fly("centimetres", &document);
    assert_drawn(&mut flown, &document);
    assert_upright(flown.body.bounds());
}

#[test]
fn a_model_in_centimetres_is_named_with_the_scale_that_it_needs() {
    let document = Document::of(changed(|it| it * 100.0));
    let mut flown = fly("too large", &document);
    let problems = flown.problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    for part in ["60 m", "0.05 m", "body.scale", "0.01"] {
        assert!(problems[0].contains(part), "{problems:?}");
    }
    flown.game.change(|settings| settings.body.scale = 0.01);
    flown.game.update(2, crate::game::STEP);
    flown.assert_flawless();
}

#[test]
fn a_root_that_turns_z_up_to_y_up_is_obeyed() {
    let root = Node {
        rotation: turned(Vector3::x(), -FRAC_PI_2),
        ..Node::new("Z up")
    };
    // In Blender the nose points along -Y and the back along Z.
    let mut document = below(root);
    document.meshes[0].primitives[0] = changed(|it| Vector3::new(it.x, -it.z, it.y));
    let mut flown = fly("turned root", &document);
    assert_drawn(&mut flown, &document);
    assert_upright(flown.body.bounds());
}

#[test]
fn a_model_with_z_up_is_turned_by_its_axis() {
    for axis in ForwardAxis::ALL {
        let (nose, back) = (axis.direction(), axis.back());
        let left = back.cross(&nose);
        let document = Document::of(changed(|it| left * it.x + back * it.y + nose * it.z));
        let mut flown = fly_with(&format!("{axis:?}"), &document, |flock| {
            *flock.forward_axis = axis;
        });
        flown.assert_flawless();
        flown.body.assert_outward();
        assert_upright(flown.body.bounds());
    }
}

#[test]
fn nested_scales_and_turns_shear() {
    let mut document = Document::of(octahedron());
    let body = document.nodes.pop().unwrap();
    let mut parent = None;
    for (scale, angle) in [
        ([2.0, 1.0, 0.5], 0.4),
        ([0.7, -1.3, 1.0], -0.9),
        ([1.0, 0.6, 1.5], 0.2),
    ] {
        parent = Some(document.add(Node {
            parent,
            scale,
            rotation: turned(Vector3::new(0.6, 0.0, 0.8), angle),
            position: [0.01, -0.02, 0.03],
            ..Node::new(&format!("Turn {angle}"))
        }));
    }
    document.add(Node { parent, ..body });
    assert_drawn(&mut fly("nested", &document), &document);
}
