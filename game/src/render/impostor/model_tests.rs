//! Impostors of models.

use super::*;
use crate::render::{
    anatomy::Anatomy, bodies::BodyShape, body_mesh::BodyVertex, BodyMotion, MotionKind,
};
use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
        uuid::Uuid,
    },
    resource::texture::{Texture, TextureKind, TexturePixelKind, TextureResource},
};
use skin::mean;

fn texture(pixel_kind: TexturePixelKind, bytes: &[u8]) -> TextureResource {
    let kind = TextureKind::Rectangle {
        width: 4,
        height: 4,
    };
    let texture = Texture::from_bytes(kind, pixel_kind, bytes.to_vec()).unwrap();
    TextureResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, texture)
}

/// The parts of a built-in body, as if they were of a model.
fn parts(shape: BodyShape) -> (Vec<BodyPart>, Canvas) {
    let (mut levels, skin) = (shape.levels(), shape.paint());
    levels.truncate(1);
    (levels, skin)
}

fn posing(shape: BodyShape, parts: &[BodyPart]) -> Posing {
    let motion = BodyMotion::default();
    Posing::of_motion(motion.params(shape.motion(), &Anatomy::of(parts), 0.0))
}

/// The bytes of the pictures, and the numbers of the material.
fn content(impostor: &Pictures) -> (Vec<u8>, [f32; 5]) {
    let impostor = impostor.part();
    let texture = impostor.material.texture("diffuseTexture").unwrap();
    let bytes = texture.data_ref().mip_level_data(0).to_vec();
    let number = |group: &str, name: &str| {
        let group = impostor.material.property_group_ref(group).unwrap();
        group.property_ref(name).unwrap().as_float().unwrap()
    };
    let properties = ["roughnessFactor", "metallicFactor"].map(|it| number("properties", it));
    let own = ["halfWidth", "poseRows", "mirrorPhase"].map(|it| number("impostor", it));
    (
        bytes,
        [properties.as_slice(), &own].concat().try_into().unwrap(),
    )
}

#[test]
fn a_model_gets_the_impostor_of_the_built_in_body_that_it_equals() {
    for shape in [BodyShape::Sardine, BodyShape::Crow] {
        let (parts, skin) = parts(shape);
        let posing = posing(shape, &parts);
        let (expected, numbers) = content(&impostor_of(&parts[0], &skin, 1, &posing));
        let model = impostor_of_model(&parts, &posing).unwrap();
        let (bytes, model_numbers) = content(&model);
        assert_eq!(numbers, model_numbers);
        assert_eq!(bytes.len(), expected.len());
        let pairs = bytes.iter().zip(&expected);
        let differences = pairs.map(|(a, b)| f64::from(a.abs_diff(*b)));
        let difference = differences.sum::<f64>() / bytes.len() as f64;
        println!("{shape:?}: {difference}");
        // The skins are reduced by other factors.
        assert!(difference < 2.0, "{shape:?}: {difference}");
    }
}

#[test]
fn models_that_an_impostor_cannot_look_like_have_none() {
    let shape = BodyShape::Sardine;
    let has_impostor = |change: &dyn Fn(&mut BodyPart)| {
        let (mut parts, _) = parts(shape);
        change(&mut parts[0]);
        impostor_of_model(&parts, &posing(shape, &parts)).is_some()
    };
    assert!(has_impostor(&|_| ()));
    assert!(!has_impostor(&|part| part.render_path = RenderPath::Forward));
    let white = texture(TexturePixelKind::RGBA8, &[255; 64]);
    assert!(!has_impostor(&|part| {
        part.material.bind("emissionTexture", white.clone());
    }));
    let compressed = texture(TexturePixelKind::DXT1RGB, &[0; 8]);
    for name in ["diffuseTexture", "roughnessTexture", "metallicTexture"] {
        assert!(!has_impostor(&|part| {
            part.material.bind(name, compressed.clone());
        }));
        let loading = TextureResource::new_pending(Uuid::new_v4(), ResourceKind::External);
        assert!(!has_impostor(&|part| {
            part.material.bind(name, loading.clone());
            assert!(awaits_textures(&part.material));
        }));
    }
    assert!(!has_impostor(&|part| {
        for vertex in &mut part.mesh.vertices {
            vertex.position.x = 2.0 * vertex.position.x.max(0.0);
        }
    }));
}

#[test]
fn colours_are_those_of_the_texture_and_the_material() {
    let orange = [200, 100, 0, 255];
    let bytes = |pixel: &[u8]| pixel.repeat(16);
    for (kind, pixel, expected) in [
        (TexturePixelKind::RGBA8, &orange[..], [200, 100, 0]),
        (TexturePixelKind::BGRA8, &[0, 100, 200, 255], [200, 100, 0]),
        (TexturePixelKind::RGB8, &orange[..3], [200, 100, 0]),
        (TexturePixelKind::BGR8, &[0, 100, 200], [200, 100, 0]),
        (TexturePixelKind::Luminance8, &[70], [70, 70, 70]),
        (TexturePixelKind::LuminanceAlpha8, &[70, 255], [70, 70, 70]),
    ] {
        let mut material = crate::render::material::flock_material();
        let texture = texture(kind, &bytes(pixel));
        material.bind("diffuseTexture", texture.clone());
        let color = |material: &Material| {
            let skin = Skin::of_model(material).unwrap();
            assert!(skin.is_solid(Vector2::new(-0.3, 7.4)));
            let color = skin.color(Vector2::new(-0.3, 7.4), 0) * 255.0;
            <[f32; 3]>::from(color).map(|part| part.round() as i32)
        };
        assert_eq!(color(&material), expected, "{kind:?}");
        material.set_property("diffuseColor", Color::opaque(255, 0, 255));
        assert_eq!(color(&material), [expected[0], 0, expected[2]], "{kind:?}");
        let red = mean(&texture, Vector4::x()).unwrap();
        assert!((red * 255.0 - expected[0] as f32).abs() < 0.01, "{kind:?}");
    }
    // Without a texture, and cut out.
    let mut material = crate::render::material::flock_material();
    let white = Skin::of_model(&material).unwrap();
    assert_eq!(white.color(Vector2::zeros(), 0), Vector3::repeat(1.0));
    let clear = texture(TexturePixelKind::RGBA8, &[255, 255, 255, 100].repeat(16));
    material.bind("diffuseTexture", clear);
    assert!(!Skin::of_model(&material)
        .unwrap()
        .is_solid(Vector2::zeros()));
}

#[test]
fn strips_and_empty_textures_are_no_problem() {
    let mut material = crate::render::material::flock_material();
    let mut with = |width: u32, height: u32, bytes: Vec<u8>| {
        let kind = TextureKind::Rectangle { width, height };
        let texture = Texture::from_bytes(kind, TexturePixelKind::RGBA8, bytes)?;
        let id = Uuid::new_v4();
        material.bind(
            "diffuseTexture",
            TextureResource::new_ok(id, ResourceKind::Embedded, texture),
        );
        Skin::of_model(&material)
    };
    for (width, height) in [(1024, 1), (1, 1024), (1000, 3)] {
        let palette: Vec<u8> = (0..width * height)
            .flat_map(|it| [(it / 4) as u8; 4])
            .collect();
        let skin = with(width, height, palette).unwrap();
        for step in 0..200 {
            let at = Vector2::new(step as f32 * 0.37, step as f32 * 0.41);
            assert!(skin.color(at, 0).iter().all(|it| (0.0..=1.0).contains(it)));
        }
        assert!(skin
            .color(Vector2::repeat(f32::NAN), 0)
            .iter()
            .all(|it| it.is_finite()));
        assert!(skin
            .color(Vector2::repeat(f32::INFINITY), 0)
            .iter()
            .all(|it| it.is_finite()));
    }
    // A texture without pixels on the CPU.
    let id = Uuid::new_v4();
    let empty = TextureResource::new_ok(id, ResourceKind::Embedded, Texture::default());
    material.bind("diffuseTexture", empty);
    assert!(Skin::of_model(&material).is_none());
}

/// The mirror image of a fish that swings to the left swings to the right; a bird flaps both wings.
#[test]
fn the_mirror_image_of_a_clip_is_found() {
    let (parts, _) = parts(BodyShape::Sardine);
    let vertices = &parts[0].mesh.vertices;
    let numbered: Vec<BodyVertex> = (0..vertices.len())
        .map(|number| BodyVertex {
            part: number as f32,
            ..vertices[number]
        })
        .collect();
    for (kind, expected) in [(MotionKind::Fish, 0.5), (MotionKind::Bird, 0.0)] {
        let motion = BodyMotion::default().params(kind, &Anatomy::of(&parts), 0.0);
        let moved = Posing::of_motion(motion);
        let phase = |pose| vertices.iter().map(|it| moved.vertex(pose, it)).collect();
        let clip = Posing::Clip((0..poses::PHASES).map(phase).collect());
        assert_eq!(clip.mirror_phase(numbered.iter()), expected, "{kind:?}");
        assert_eq!(moved.mirror_phase(vertices.iter()), expected, "{kind:?}");
        let there = clip.vertex(3, &numbered[40]);
        assert_eq!(there, moved.vertex(3, &vertices[40]));
    }
}
