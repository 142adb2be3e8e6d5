//! A hash of everything that the levels of a model depend on.

use crate::render::{
    body_level::{BodyLevel, BodySurface},
    body_levels::BodyLevels,
    body_mesh::BodyVertex,
    clips::PlayedClips,
    fingerprint::Fingerprint,
    impostor::{SHOWN_PROPERTIES, SHOWN_TEXTURES},
    levels::CoarserLevel,
    material::property,
    motion::MotionKind,
};
use fyrox::{material::Material, scene::mesh::buffer::VertexBuffer};

/// The hash of a body that has only the levels that are not computed, for a motion, or for the clips
/// that it plays.
pub(in crate::render) fn fingerprint(
    levels: &BodyLevels,
    motion: MotionKind,
    clips: Option<&PlayedClips>,
) -> u64 {
    let mut hash = Fingerprint::default();
    match clips {
        Some(clips) => hash.add(&clips.fingerprint().to_le_bytes()),
        None => hash.add(format!("{motion:?}").as_bytes()),
    }
    add_level(&mut hash, levels.finest());
    for kind in CoarserLevel::MESHES {
        let level = levels.get(kind);
        hash.add(&[u8::from(level.is_some())]);
        level.into_iter().for_each(|it| add_level(&mut hash, it));
    }
    hash.value()
}

fn add_level(hash: &mut Fingerprint, level: &BodyLevel) {
    hash.add(&level.surfaces.len().to_le_bytes());
    for surface in &level.surfaces {
        add_mesh(hash, surface, level.copies);
        hash.add(format!("{:?}", surface.render_path).as_bytes());
        add_material(hash, &surface.material);
    }
}

/// The first copy is the mesh.
fn add_mesh(hash: &mut Fingerprint, surface: &BodySurface, copies: usize) {
    let data = surface.data.data_ref();
    let vertices = first_copy(&data.vertex_buffer, copies);
    for vertex in vertices {
        let BodyVertex {
            position,
            tex_coord,
            normal,
            tangent,
            copy: _,
            part,
        } = vertex;
        let numbers = position.iter().chain(tex_coord).chain(normal);
        let numbers = numbers.chain(tangent).chain([part]);
        hash.add_numbers(numbers.map(|number| number.to_bits()));
    }
    let triangles = data.geometry_buffer.triangles_ref().iter();
    let triangles = triangles.take(surface.triangles_per_copy);
    hash.add_numbers(triangles.flat_map(|triangle| triangle.0));
}

fn first_copy(buffer: &VertexBuffer, copies: usize) -> &[BodyVertex] {
    let vertices: &[BodyVertex] = buffer.cast_data_ref().unwrap_or_default();
    &vertices[..vertices.len() / copies]
}

fn add_material(hash: &mut Fingerprint, material: &Material) {
    for name in SHOWN_PROPERTIES {
        hash.add(format!("{:?}", property(material, name)).as_bytes());
    }
    let glows = material.texture("emissionTexture").is_some();
    hash.add(&[u8::from(glows)]);
    for name in SHOWN_TEXTURES {
        let texture = material.texture(name);
        let state = texture.as_ref().map(|texture| texture.state());
        let texture = state.as_ref().and_then(|state| state.data_ref());
        hash.add(&[u8::from(texture.is_some())]);
        if let Some(texture) = texture {
            let format = format!("{:?} {:?}", texture.kind(), texture.pixel_kind());
            hash.add(format.as_bytes());
            hash.add_many(texture.data());
        }
    }
}
