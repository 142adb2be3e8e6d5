//! Impostors: textured squares that are drawn instead of distant built-in bodies.
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
//! | `picture`, `atlas` | one picture; all of them as a texture |
//! | `impostor.glsl`, `impostor.shader` | the square of a boid, and the passes |

pub(super) mod atlas;
mod picture;
pub(super) mod poses;
mod views;

use super::{
    body_mesh::{BodyMesh, BodyVertex},
    body_part::BodyPart,
    motion::{deform::deform, params::MotionParams, Swim},
    shader::impostor_shader,
};
use crate::render::bodies::{shape::TRUNK, upload_pictures, Canvas};
use atlas::Subject;
use fyrox::{
    core::algebra::{Vector2, Vector3},
    material::Material,
    scene::mesh::RenderPath,
};
use poses::{mirror_phase, poses, POSES_IN_ROW};

/// Renders the impostor of a body with one surface, a skin with `patterns` patterns, and its own
/// motion. Roughness and metalness are taken from `material`.
pub(super) fn impostor_of(
    part: &BodyPart,
    skin: &Canvas,
    patterns: u32,
    motion: &MotionParams,
) -> BodyPart {
    let swim = Swim::default();
    let poses = poses(motion);
    let subject = Subject {
        mesh: &part.mesh,
        skin,
        patterns,
        poses: &poses,
        moved: &|state, point, limb| {
            if motion.needs_motions() {
                deform(motion, state, point, limb)
            } else {
                swim.bent(motion.nose, motion.length, state.phase, point)
            }
        },
    };
    let atlas = subject.picture();
    let mut material = Material::from_shader(impostor_shader());
    material.bind("diffuseTexture", upload_pictures(&atlas.colors));
    material.bind("normalTexture", upload_pictures(&atlas.normals));
    let own = part.material.property_group_ref("properties");
    for name in ["roughnessFactor", "metallicFactor"] {
        if let Some(value) = own.and_then(|own| own.property_ref(name)) {
            material.set_property(name, value.clone());
        }
    }
    let group = material.try_get_or_insert_property_group("impostor");
    group.set_property("halfWidth", atlas.half_width);
    group.set_property("poseRows", (poses.len() / POSES_IN_ROW) as f32);
    group.set_property("mirrorPhase", mirror_phase(motion));
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
mod tests;
