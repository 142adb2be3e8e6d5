//! Impostors: textured squares that are drawn instead of distant bodies.
//!
//! The pictures are rendered once on the CPU, from the body's own mesh, skin and motion, from many
//! views and in many poses. A square lies in the frame of the body, perpendicular to the view of
//! its picture, so that every observer, camera or light, sees the outline of the body in its
//! current orientation. The picture also contains normals, so that the lighting matches that of the
//! body. In shadow maps the square lies behind the body, so that it does not shadow it.
//!
//! | file | contents |
//! |---|---|
//! | `views`, `poses` | directions and poses of the pictures; how far the shader mirrors them |
//! | `skin` | the colours of a surface |
//! | `picture`, `atlas` | one picture; all of them on a canvas |
//! | `pictures` | the finished impostor: textures and numbers |
//! | `impostor.glsl`, `impostor.shader` | the square of a boid, and the passes |

pub(super) mod atlas;
mod picture;
mod pictures;
pub(super) mod poses;
mod skin;
mod views;

use super::{
    bodies::Canvas,
    body_part::BodyPart,
    material::{number, property},
    posing::Posing,
};
use atlas::{Subject, Surface};
use fyrox::{core::algebra::Vector4, material::Material, scene::mesh::RenderPath};
pub(super) use pictures::{Numbers, Pictures};
use skin::Skin;

/// Largest difference between the sides of a model that has an impostor, as a fraction of its
/// width: each picture is used for both sides.
const SIDES_DIFFER: f32 = 0.1;

/// Renders the impostor of a built-in body, with one surface and a skin with `patterns` patterns.
pub(super) fn impostor_of(
    part: &BodyPart,
    skin: &Canvas,
    patterns: u32,
    posing: &Posing,
) -> Pictures {
    let surface = Surface {
        mesh: &part.mesh,
        skin: Skin::painted(skin, patterns),
    };
    let subject = Subject {
        surfaces: vec![surface],
        patterns,
        posing,
    };
    let finish = Finish::of(&part.material).expect("the textures are of the body itself");
    render(&subject, finish)
}

/// Renders the impostor of a model. `None` if an impostor cannot look like it: if the model glows,
/// is drawn in the forward pass, reaches farther to one side, or has a texture that is compressed or
/// not loaded yet.
pub(super) fn impostor_of_model(parts: &[BodyPart], posing: &Posing) -> Option<Pictures> {
    let is_plain = |part: &BodyPart| {
        part.render_path == RenderPath::Deferred
            && part.material.texture("emissionTexture").is_none()
    };
    if !parts.iter().all(is_plain) || !has_equal_sides(parts) {
        return None;
    }
    let surfaces = parts.iter().map(|part| {
        Some(Surface {
            mesh: &part.mesh,
            skin: Skin::of_model(&part.material)?,
        })
    });
    let subject = Subject {
        surfaces: surfaces.collect::<Option<_>>()?,
        patterns: 1,
        posing,
    };
    let largest = parts.iter().max_by_key(|part| part.mesh.triangles.len())?;
    Some(render(&subject, Finish::of(&largest.material)?))
}

/// The textures that the impostor of a model shows.
pub(super) const SHOWN_TEXTURES: [&str; 3] =
    ["diffuseTexture", "roughnessTexture", "metallicTexture"];

/// The properties of a model's material that the impostor shows.
pub(super) const SHOWN_PROPERTIES: [&str; 7] = [
    "diffuseColor",
    "texCoordScale",
    "roughnessFactor",
    "roughnessChannel",
    "metallicFactor",
    "metallicChannel",
    "translucency",
];

/// True while a texture that the impostor of a model needs is being loaded.
pub(super) fn awaits_textures(material: &Material) -> bool {
    let is_loading = |name| material.texture(name).is_some_and(|it| it.is_loading());
    SHOWN_TEXTURES.into_iter().any(is_loading)
}

/// True if a body reaches about as far to the left as to the right.
fn has_equal_sides(parts: &[BodyPart]) -> bool {
    let vertices = parts.iter().flat_map(|part| &part.mesh.vertices);
    let (left, right) = vertices.fold((0.0_f32, 0.0_f32), |(left, right), vertex| {
        (left.min(vertex.position.x), right.max(vertex.position.x))
    });
    (left + right).abs() <= SIDES_DIFFER * (right - left)
}

/// The surface of an impostor, the same everywhere.
struct Finish {
    roughness: f32,
    metalness: f32,
    translucency: f32,
}

impl Finish {
    /// The means of the textures. `None` if they cannot be read.
    fn of(material: &Material) -> Option<Self> {
        let factor = |name: &str, texture: &str, channel: &str, otherwise: f32| {
            let channel = property(material, channel).and_then(|it| it.as_vector4());
            let channel = channel.unwrap_or(Vector4::x());
            let mean = material.texture(texture).map(|it| skin::mean(&it, channel));
            let factor = number(material, name).unwrap_or(otherwise);
            Some(factor * mean.unwrap_or(Some(1.0))?)
        };
        Some(Self {
            roughness: factor(
                "roughnessFactor",
                "roughnessTexture",
                "roughnessChannel",
                1.0,
            )?,
            metalness: factor("metallicFactor", "metallicTexture", "metallicChannel", 0.0)?,
            translucency: factor("translucency", "roughnessTexture", "", 0.0)?,
        })
    }
}

/// Renders all pictures of a body.
fn render(subject: &Subject, finish: Finish) -> Pictures {
    let atlas = subject.picture();
    let surfaces = subject.surfaces.iter();
    let vertices = surfaces.flat_map(|surface| &surface.mesh.vertices);
    let numbers = Numbers {
        half_width: atlas.half_width,
        mirror_phase: subject.posing.mirror_phase(vertices),
        roughness: finish.roughness,
        metalness: finish.metalness,
        translucency: finish.translucency,
    };
    Pictures::of(&atlas, numbers)
}

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
