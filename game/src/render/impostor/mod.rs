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
//! | `picture`, `atlas` | one picture; all of them as a texture |
//! | `impostor.glsl`, `impostor.shader` | the square of a boid, and the passes |

pub(super) mod atlas;
mod picture;
pub(super) mod poses;
mod skin;
mod views;

use super::{
    bodies::{shape::TRUNK, upload_pictures, Canvas},
    body_mesh::{BodyMesh, BodyVertex},
    body_part::BodyPart,
    material::{number, property},
    posing::Posing,
    shader::impostor_shader,
};
use atlas::{Subject, Surface};
use fyrox::{
    core::algebra::{Vector2, Vector3, Vector4},
    material::Material,
    scene::mesh::RenderPath,
};
use poses::POSES_IN_ROW;
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
) -> BodyPart {
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
pub(super) fn impostor_of_model(parts: &[BodyPart], posing: &Posing) -> Option<BodyPart> {
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

/// True while a texture that the impostor of a model needs is being loaded.
pub(super) fn awaits_textures(material: &Material) -> bool {
    let textures = ["diffuseTexture", "roughnessTexture", "metallicTexture"];
    let is_loading = |name| material.texture(name).is_some_and(|it| it.is_loading());
    textures.into_iter().any(is_loading)
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
fn render(subject: &Subject, finish: Finish) -> BodyPart {
    let atlas = subject.picture();
    let mut material = Material::from_shader(impostor_shader());
    material.bind("diffuseTexture", upload_pictures(&atlas.colors));
    material.bind("normalTexture", upload_pictures(&atlas.normals));
    material.set_property("roughnessFactor", finish.roughness);
    material.set_property("metallicFactor", finish.metalness);
    material.set_property("translucency", finish.translucency);
    let surfaces = subject.surfaces.iter();
    let vertices = surfaces.flat_map(|surface| &surface.mesh.vertices);
    let group = material.try_get_or_insert_property_group("impostor");
    group.set_property("halfWidth", atlas.half_width);
    let rows = subject.posing.count() / POSES_IN_ROW;
    group.set_property("poseRows", rows as f32);
    group.set_property("mirrorPhase", subject.posing.mirror_phase(vertices));
    BodyPart {
        mesh: square(),
        material,
        render_path: RenderPath::Deferred,
    }
}

/// A square of two triangles from -1 to 1.
fn square() -> BodyMesh {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let vertices = corners.map(|[x, y]: [f32; 2]| BodyVertex {
        position: Vector3::new(x, y, 0.0),
        tex_coord: Vector2::new(x, y).add_scalar(1.0) * 0.5,
        normal: Vector3::z(),
        tangent: Vector3::x().push(1.0),
        copy: 0.0,
        part: TRUNK,
    });
    BodyMesh {
        vertices: vertices.to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
