use super::*;
use crate::render::{
    body_mesh::BodyMesh, model_body::tests::model_of, BodyError, DrawnBody, ForwardAxis, MotionKind,
};
use flock_testkit::fuzz::{self, Form, Outcome, Target};
use fyrox::{
    asset::ResourceData,
    core::{algebra::Matrix4, color::Color},
    material::{Material, MaterialResource},
    resource::texture::{Texture, TextureKind, TexturePixelKind, TextureResource},
    scene::{
        base::BaseBuilder,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        Scene,
    },
};

/// The model of a ball.
struct Ball {
    radius: f32,
    color: Color,
    /// The gray of its texture.
    gray: u8,
    forward: ForwardAxis,
}

impl Default for Ball {
    fn default() -> Self {
        Self {
            radius: 0.2,
            color: Color::RED,
            gray: 200,
            forward: ForwardAxis::PlusZ,
        }
    }
}

impl Ball {
    /// The body of the model, with its finest level.
    fn body(&self) -> DrawnBody {
        let kind = TextureKind::Rectangle {
            width: 4,
            height: 4,
        };
        let bytes = [self.gray, self.gray, self.gray, 255].repeat(16);
        let texture = Texture::from_bytes(kind, TexturePixelKind::RGBA8, bytes).unwrap();
        let mut material = Material::standard();
        material.set_property("diffuseColor", self.color);
        material.bind("diffuseTexture", TextureResource::new_embedded(texture));
        let data = SurfaceData::make_sphere(48, 48, self.radius, &Matrix4::identity());
        let surface = SurfaceBuilder::new(SurfaceResource::new_embedded(data));
        let material = MaterialResource::new_embedded(material);
        let mut scene = Scene::new();
        MeshBuilder::new(BaseBuilder::new())
            .with_surfaces(vec![surface.with_material(material).build()])
            .build(&mut scene.graph);
        DrawnBody::from_model(&model_of(scene), self.forward).unwrap()
    }
}

const MOTION: MotionKind = MotionKind::Bird;

fn computed() -> BakedLevels {
    let body = Ball::default().body().with_levels(MOTION);
    body.baked_levels().unwrap().clone()
}

/// A file without pictures.
fn small() -> BakedLevels {
    let mesh = |level, numbers: &[u32]| CoarserMesh {
        level,
        surfaces: vec![SurfaceTriangles {
            surface: 1,
            triangles: numbers.iter().map(|&it| [it, it + 1, it + 2]).collect(),
        }],
    };
    let [second, third] = CoarserLevel::MESHES;
    let meshes = vec![mesh(second, &[3, 4, 5]), mesh(third, &[7])];
    BakedLevels::of(42, meshes, None)
}

/// The meshes of the levels of a body, and the textures and numbers of their materials.
fn content_of(body: &DrawnBody) -> Vec<(BodyMesh, Vec<u8>, String)> {
    let parts = body.levels().iter().flat_map(|level| level.parts());
    let content = parts.map(|part| {
        let textures = ["diffuseTexture", "normalTexture"].map(|it| part.material.texture(it));
        let bytes = |it: TextureResource| it.data_ref().data().to_vec();
        let textures = textures.into_iter().flatten().flat_map(bytes).collect();
        let groups = ["properties", "impostor"].map(|it| part.material.property_group_ref(it));
        (part.mesh, textures, format!("{groups:?}"))
    });
    content.collect()
}

#[test]
fn a_body_with_levels_from_a_file_is_the_body_that_was_written() {
    let body = Ball::default().body().with_levels(MOTION);
    assert_eq!(body.triangles_of_levels().len(), 4);
    let written = body.baked_levels().unwrap();
    let bytes = written.to_bytes().unwrap();
    let read = BakedLevels::read(Path::new("ball.levels"), &bytes).unwrap();
    assert_eq!(read.path(), Path::new("ball.levels"));
    assert!(read.has_impostor() && read.meshes() == written.meshes());
    assert_eq!(read.to_bytes().unwrap(), bytes);
    let again = Ball::default().body().with_baked_levels(MOTION, &read);
    let again = again.unwrap();
    let [content, expected] = [&again, &body].map(content_of);
    assert_eq!(content.len(), 4);
    for (level, (it, expected)) in content.iter().zip(&expected).enumerate() {
        assert!(it.0.vertices == expected.0.vertices, "level {level}");
        assert!(it.0.triangles == expected.0.triangles, "level {level}");
        assert!(it.1 == expected.1, "level {level}");
        assert_eq!(it.2, expected.2, "level {level}");
    }
    // Nothing is computed again.
    let kept = again.baked_levels().unwrap().path().to_owned();
    let same = again.with_levels(MOTION);
    assert_eq!(same.baked_levels().unwrap().path(), kept);
}

#[test]
fn levels_of_another_state_of_the_model_are_refused() {
    let levels = computed();
    let is_refused = |ball: &Ball, motion| match ball.body().with_baked_levels(motion, &levels) {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(error, BodyError::OtherLevels);
            true
        }
    };
    let ball = Ball::default;
    assert!(!is_refused(&ball(), MOTION));
    assert!(is_refused(&ball(), MotionKind::Fish));
    for other in [
        Ball {
            radius: 0.201,
            ..ball()
        },
        Ball {
            color: Color::GREEN,
            ..ball()
        },
        Ball {
            gray: 201,
            ..ball()
        },
        Ball {
            forward: ForwardAxis::PlusX,
            ..ball()
        },
    ] {
        assert!(is_refused(&other, MOTION));
    }
    // With the right hash, but with triangles between vertices that do not exist.
    let mesh = small().meshes()[0].clone();
    for surface in 0..2 {
        let mut mesh = mesh.clone();
        mesh.surfaces[0].surface = surface;
        mesh.surfaces[0].triangles[1][2] = 1_000_000;
        let forged = BakedLevels::of(levels.fingerprint(), vec![mesh], None);
        let body = ball().body().with_baked_levels(MOTION, &forged);
        assert_eq!(body.unwrap_err(), BodyError::OtherLevels);
    }
    // Built-in bodies have no file.
    let fish = DrawnBody::fish().with_baked_levels(MOTION, &levels);
    assert_eq!(fish.unwrap_err(), BodyError::OtherLevels);
}

/// No damaged file is used: the end is missing, or one byte differs.
#[test]
fn damaged_files_are_refused() {
    let bytes = small().to_bytes().unwrap();
    assert!(BakedLevels::from_bytes(&bytes).is_ok());
    for length in 0..bytes.len() {
        assert!(
            BakedLevels::from_bytes(&bytes[..length]).is_err(),
            "{length}"
        );
        let content = small().content();
        let length = length.min(content.len() - 1);
        assert!(
            BakedLevels::of_content(&content[..length]).is_err(),
            "{length}"
        );
    }
    for position in 0..bytes.len() {
        for flipped in [0x01, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[position] ^= flipped;
            assert!(BakedLevels::from_bytes(&bytes).is_err(), "{position}");
        }
    }
    assert!(BakedLevels::from_bytes(&[bytes, vec![0]].concat()).is_err());
    // A file with pictures.
    let bytes = computed().to_bytes().unwrap();
    for length in (0..bytes.len()).step_by(bytes.len() / 50) {
        assert!(BakedLevels::from_bytes(&bytes[..length]).is_err());
        let mut bytes = bytes.clone();
        bytes[length] ^= 0x10;
        assert!(BakedLevels::from_bytes(&bytes).is_err());
    }
}

/// Any bytes, as if their checksum were right, are refused with a reason, or read as levels whose
/// file has the same bytes.
fn check(bytes: &[u8]) -> Outcome {
    match BakedLevels::of_content(bytes) {
        Ok(read) => {
            assert_eq!(read.content(), bytes);
            Outcome::Accepted
        }
        Err(error) => Outcome::refused(error),
    }
}

#[test]
fn any_bytes_are_refused_or_read_as_they_were_written() {
    fuzz::assert_holds(&Target {
        name: "levels",
        form: Form::Words { record: 1 },
        corpus: || vec![small().content()],
        check,
        cases: 100_000,
    });
}

#[test]
fn levels_that_are_too_large_for_a_file_are_not_saved() {
    let count = BakedLevels::LONGEST as usize / size_of::<[u32; 3]>();
    let mesh = CoarserMesh {
        level: CoarserLevel::Second,
        surfaces: vec![SurfaceTriangles {
            surface: 0,
            triangles: vec![[0; 3]; count],
        }],
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.levels");
    let saved = BakedLevels::of(0, vec![mesh], None).save(&path);
    let error = saved.unwrap_err().to_string();
    assert!(
        error.contains("134217728") && error.contains("fewer triangles"),
        "{error}"
    );
    assert!(!path.exists());
}
