//! Attributes, surfaces and materials.

use super::{assert_drawn, fly, play};
use flock_testkit::gltf::{
    octahedron, Document, Indices, Influences, Material, Mesh, Node, Primitive, Skin,
};
use fyrox::core::algebra::{Matrix4, Vector3};

/// A picture of one white pixel.
const PIXEL: [u8; 67] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0,
    0, 0, 58, 126, 155, 85, 0, 0, 0, 10, 73, 68, 65, 84, 120, 156, 99, 248, 15, 0, 1, 1, 1, 0, 177,
    56, 246, 20, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

fn moved(mut primitive: Primitive, by: [f32; 3]) -> Primitive {
    for position in &mut primitive.positions {
        *position = (Vector3::from(*position) + Vector3::from(by)).into();
    }
    primitive
}

fn identity() -> [f32; 16] {
    Matrix4::identity().as_slice().try_into().unwrap()
}

/// The body with bones at its nose and its tail, and a skin for them.
pub fn skinned(weights: impl Fn(usize) -> [f32; 4]) -> Document {
    let mut document = Document::of(octahedron());
    let bones = ["Front", "Rear"].map(|name| document.add(Node::new(name)));
    let primitive = &mut document.meshes[0].primitives[0];
    primitive.influences = vec![Influences {
        joints: vec![[0, 1, 0, 0]; 6],
        weights: (0..6).map(weights).collect(),
    }];
    document.skins.push(Skin {
        joints: bones.into(),
        inverse_bind: vec![identity(); 2],
    });
    document.nodes[0].skin = Some(0);
    document
}

#[test]
fn missing_attributes_are_computed() {
    let bare = Primitive {
        normals: Vec::new(),
        ..octahedron()
    };
    let with_tex_coords = Primitive {
        tex_coords: vec![[0.5, 0.25]; 6],
        ..octahedron()
    };
    for (name, primitive) in [
        ("no normals", bare.clone()),
        ("no indices", octahedron().unindexed()),
        ("no tangents", with_tex_coords.clone()),
        (
            "tangents",
            Primitive {
                tangents: vec![[0.0, 0.0, 0.0, -1.0]; 6],
                ..with_tex_coords
            },
        ),
    ] {
        let document = Document::of(primitive);
        assert_drawn(&mut fly(name, &document), &document);
    }
    // The engine gives skinned meshes without normals wrong ones.
    let mut document = skinned(|_| [1.0, 0.0, 0.0, 0.0]);
    document.meshes[0].primitives[0].normals.clear();
    assert_drawn(&mut fly("no normals but bones", &document), &document);
}

#[test]
fn indices_of_any_size_are_read() {
    let mut primitive = octahedron();
    let Indices::Long(indices) = &primitive.indices else {
        panic!("they have 32 bits");
    };
    primitive.indices = Indices::Short(indices.iter().map(|&it| it as u16).collect());
    let document = Document::of(primitive);
    assert_drawn(&mut fly("short indices", &document), &document);
}

#[test]
fn a_model_has_any_number_of_meshes_surfaces_and_textures() {
    let mut document = Document::of(octahedron());
    document.images = vec![PIXEL.to_vec(); 5];
    let slots = [
        "baseColorTexture",
        "metallicRoughnessTexture",
        "normalTexture",
        "occlusionTexture",
        "emissiveTexture",
    ];
    document.materials = slots
        .iter()
        .enumerate()
        .map(|(image, slot)| Material {
            name: slot.to_string(),
            color: [1.0; 4],
            textures: vec![(slot, image)],
        })
        .collect();
    let surface = |material: usize| {
        let far = 0.01 * material as f32;
        Primitive {
            material: Some(material),
            tex_coords: vec![[0.5; 2]; 6],
            ..moved(octahedron(), [far, 0.0, 0.0])
        }
    };
    document.meshes[0].primitives = vec![surface(0), surface(1), surface(2)];
    document.meshes.push(Mesh {
        primitives: vec![surface(3), surface(4)],
        weights: Vec::new(),
    });
    document.add(Node {
        mesh: Some(1),
        ..Node::new("Second")
    });
    let mut flown = fly("surfaces", &document);
    assert_drawn(&mut flown, &document);
    assert_eq!((flown.levels[0], flown.body.materials.len()), (40, 5));
    let textures = [
        "diffuseTexture",
        "metallicTexture",
        "roughnessTexture",
        "normalTexture",
        "aoTexture",
        "emissionTexture",
    ];
    let bound = |name: &&str| {
        let mut materials = flown.body.materials.iter();
        materials.any(|it| it.data_ref().texture(*name).is_some())
    };
    let bound: Vec<_> = textures.iter().filter(|it| bound(it)).collect();
    assert_eq!(bound.len(), textures.len(), "{bound:?}");
}

#[test]
fn several_skins_move_their_own_meshes() {
    let mut document = skinned(|vertex| [1.0 - 0.1 * vertex as f32, 0.1 * vertex as f32, 0.0, 0.0]);
    // Another mesh with another skeleton, and one that shares a bone but not its bind pose.
    let mut other = document.meshes[0].primitives[0].clone();
    other.influences[0].joints = vec![[1, 0, 0, 0]; 6];
    let third = document.add(Node {
        position: [0.0, 0.1, 0.2],
        scale: [0.5; 3],
        ..Node::new("Third")
    });
    document.nodes[1].position = [0.1, 0.0, 0.0];
    document.nodes[2].rotation = [0.0, 0.2_f32.sin(), 0.0, 0.2_f32.cos()];
    let bind: Matrix4<f32> = Matrix4::new_translation(&Vector3::new(0.05, 0.0, 0.1));
    document.skins.push(Skin {
        joints: vec![third, 2],
        inverse_bind: vec![identity(), bind.as_slice().try_into().unwrap()],
    });
    document.add_mesh(
        Node {
            skin: Some(1),
            position: [9.0; 3],
            ..Node::new("Other")
        },
        other,
    );
    let mut flown = fly("skins", &document);
    assert_drawn(&mut flown, &document);
    assert_eq!(flown.body.materials.len(), 2);
}

#[test]
fn a_mirrored_skeleton_keeps_the_outside_outside() {
    let mut document = skinned(|_| [0.5, 0.5, 0.0, 0.0]);
    let root = document.add(Node {
        scale: [-1.0, 1.0, 1.0],
        ..Node::new("Mirror")
    });
    // Parents come first in the file.
    document.nodes.swap(0, root);
    let body = document.nodes.len() - 1;
    for bone in [1, 2] {
        document.nodes[bone].parent = Some(0);
    }
    assert_eq!(document.nodes[body].name, "Body");
    assert_drawn(&mut fly("mirrored skeleton", &document), &document);
}

#[test]
fn weights_need_not_be_normalised() {
    // They are half or twice as large as they should be.
    let document = skinned(|vertex| {
        if vertex % 2 == 0 {
            [0.3, 0.2, 0.0, 0.0]
        } else {
            [0.5, 1.5, 0.0, 0.0]
        }
    });
    assert_drawn(&mut fly("weights", &document), &document);
    // Without any weight, the first bone moves a vertex.
    let document = skinned(|_| [0.0; 4]);
    let mut expected = document.clone();
    expected.meshes[0].primitives[0].influences[0].weights = vec![[1.0, 0.0, 0.0, 0.0]; 6];
    assert_drawn(&mut fly("no weights", &document), &expected);
}

#[test]
fn only_the_first_four_weights_of_a_vertex_count() {
    let document = skinned(|_| [0.4, 0.4, 0.0, 0.0]);
    let mut more = document.clone();
    let second = Influences {
        joints: vec![[0, 1, 0, 0]; 6],
        weights: vec![[0.2, 0.0, 0.0, 0.0]; 6],
    };
    more.meshes[0].primitives[0].influences.push(second);
    assert_drawn(&mut fly("eight weights", &more), &document);
}

#[test]
fn degenerate_triangles_and_invalid_normals_are_drawn() {
    let mut primitive = octahedron();
    let Indices::Long(indices) = &mut primitive.indices else {
        panic!("they have 32 bits");
    };
    indices.extend([0, 0, 1, 2, 2, 2]);
    primitive.normals[3] = [0.0; 3];
    primitive.normals[4] = [f32::NAN; 3];
    primitive.tex_coords = vec![[f32::INFINITY, 0.0]; 6];
    let document = Document::of(primitive);
    let mut flown = fly("degenerate", &document);
    assert_drawn(&mut flown, &document);
}

#[test]
fn a_model_of_many_vertices_flies_at_rest_and_animated() {
    // 135,000 vertices.
    let copies = 135_000 / 24;
    let mut primitive = Primitive {
        material: Some(0),
        ..Primitive::default()
    };
    for copy in 0..copies {
        let by = [0.0, 0.0, 1e-5 * copy as f32];
        primitive
            .positions
            .extend(moved(octahedron(), by).unindexed().positions);
    }
    let mut document = Document::of(primitive);
    document.animations.push(super::animated::swing(0));
    let mut flown = play("many vertices", &document);
    flown.assert_flawless();
    let playing = flown.game.flock().playing().expect("it plays");
    assert_eq!(playing.vertices(), 24 * copies);
    assert_eq!(flown.levels[0], 8 * copies);
}

/// A fault of the engine's importer, of which the handbook warns: it takes the meshes of the nodes in
/// turn for the meshes of the file.
#[test]
fn a_mesh_of_two_nodes_replaces_the_next_mesh() {
    let mut document = Document::of(octahedron());
    document.add(Node {
        mesh: Some(0),
        ..Node::new("Same")
    });
    let fin = moved(octahedron(), [0.0, 0.0, 0.05]);
    document.add_mesh(Node::new("Fin"), fin);
    let flown = fly("one mesh twice", &document);
    document.nodes[2].mesh = Some(0);
    flown.body.assert_positions(&document.pose(None), 1e-5);
}
