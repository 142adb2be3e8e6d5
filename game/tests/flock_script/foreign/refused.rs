//! Files that cannot be used: each is refused with one message, and a built-in body flies instead.

use super::{fly, fly_file, fly_with, meshes::skinned, Flown};
use flock_testkit::gltf::{octahedron, Document, Indices, Node, Primitive};
use fyrox_flock::render::DrawnBody;

/// Asserts that the model was refused in one message with these parts.
#[track_caller]
fn assert_refused(flown: &mut Flown, parts: &[&str]) {
    let problems = flown.problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(flown.errors.len(), 1, "{:?}", flown.errors);
    println!("{}", flown.errors[0]);
    for part in parts.iter().chain(&["built-in body", "body.glb"]) {
        assert!(problems[0].contains(part), "{part}: {problems:?}");
        assert!(flown.errors[0].contains(part), "{:?}", flown.errors);
    }
    assert_eq!(flown.levels[0], DrawnBody::fish().triangle_count());
}

#[track_caller]
fn assert_document_refused(name: &str, document: &Document, parts: &[&str]) {
    assert_refused(&mut fly(name, document), parts);
}

#[test]
fn a_file_that_is_no_model_is_refused() {
    let file = Document::of(octahedron()).to_glb();
    for (name, file) in [
        ("nothing", &[][..]),
        ("text", b"no model"),
        ("half a header", &file[..10]),
        ("half a file", &file[..file.len() / 2]),
        ("not all numbers", &file[..file.len() - 8]),
    ] {
        assert_refused(
            &mut fly_file(name, file, |_| ()),
            &["could not be loaded", "export it again"],
        );
    }
}

#[test]
fn a_model_without_a_mesh_is_refused() {
    let document = Document {
        nodes: vec![Node::new("Empty")],
        ..Document::default()
    };
    assert_document_refused("no mesh", &document, &["no visible mesh", "pick a model"]);
}

#[test]
fn a_mesh_without_a_material_is_named() {
    let bare = Primitive {
        material: None,
        ..octahedron()
    };
    let document = Document::of(bare.clone());
    assert_document_refused("no material", &document, &["`Body`", "give it a material"]);

    // The others are drawn.
    let mut document = Document::of(octahedron());
    document.add_mesh(Node::new("Fin"), bare);
    let mut flown = fly("one without a material", &document);
    let problems = flown.problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    for part in ["`Fin`", "body.glb", "give it a material"] {
        assert!(problems[0].contains(part), "{problems:?}");
    }
    assert_eq!((flown.levels[0], flown.errors.len()), (8, 0));
}

#[test]
fn numbers_that_cannot_be_drawn_are_named() {
    let mut primitive = octahedron();
    primitive.positions[3] = [f32::NAN, 0.0, 1.0];
    let parts = ["`Body`", "vertex 3 is at (NaN, 0, 1)", "repair it"];
    assert_document_refused("NaN", &Document::of(primitive.clone()), &parts);
    primitive.positions[3] = [3e30, 0.0, 1.0];
    assert_document_refused(
        "far away",
        &Document::of(primitive),
        &["`Body`", "vertex 3 is at (3000"],
    );

    let mut document = Document::of(octahedron());
    document.nodes[0].scale = [1.0, 0.0, 1.0];
    assert_document_refused("flat", &document, &["`Body`", "scale"]);
}

#[test]
fn indices_out_of_range_are_named() {
    let mut document = skinned(|_| [0.5, 0.5, 0.0, 0.0]);
    document.meshes[0].primitives[0].influences[0].joints[4] = [0, 77, 0, 0];
    assert_document_refused(
        "bone",
        &document,
        &["`Body`", "vertex 4 refers to bone 77 of 2"],
    );

    document.meshes[0].primitives[0].influences[0].joints[4] = [0, 256, 0, 0];
    assert_document_refused("257 bones", &document, &["at most 256 bones"]);

    let mut primitive = octahedron();
    primitive.indices = Indices::Short(vec![0, 1, 2, 3, 4, 60]);
    let parts = ["`Body`", "a triangle refers to vertex 60 of 6"];
    assert_document_refused("vertex", &Document::of(primitive), &parts);
}

#[test]
fn texture_coordinates_need_normals() {
    let document = Document::of(Primitive {
        tex_coords: vec![[0.5; 2]; 6],
        normals: Vec::new(),
        ..octahedron()
    });
    assert_document_refused(
        "texture without normals",
        &document,
        &["export it with normals"],
    );
}

#[test]
fn compressed_files_are_refused() {
    for extension in ["KHR_draco_mesh_compression", "KHR_mesh_quantization"] {
        let mut document = Document::of(octahedron());
        document.extensions = vec![extension];
        let parts = [extension, "could not be loaded", "without compression"];
        assert_document_refused(extension, &document, &parts);
    }
}

#[test]
fn a_body_of_an_unusual_size_is_named_until_the_setting_is_changed() {
    let mut flown = fly_with("repaired", &Document::of(octahedron()), |flock| {
        flock.collision.body_radius = 100.0;
    });
    assert_eq!(flown.problems().len(), 1);
    flown
        .game
        .change(|settings| settings.collision.body_radius = 0.1);
    flown.game.update(2, crate::game::STEP);
    flown.assert_flawless();
}
