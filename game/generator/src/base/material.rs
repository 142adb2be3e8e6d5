//! Materials of the standard shader, references to materials and textures, and writing of
//! materials.

use super::output::{resource_uuid, Output};
use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        color::Color,
        visitor::{Visit, Visitor},
    },
    material::{
        shader::{Shader, ShaderResource},
        Material, MaterialProperty, MaterialResource,
    },
    resource::texture::TextureResource,
};
use std::error::Error;

/// A reference to a material for a mesh.
pub fn reference(path: &str) -> MaterialResource {
    // Only the UUID is stored; the content is in the material's own file.
    MaterialResource::new_ok(
        resource_uuid(path),
        ResourceKind::External,
        Material::standard(),
    )
}

/// A reference to a texture.
pub fn texture(path: &str) -> TextureResource {
    TextureResource::from(resource_uuid(path))
}

/// A material of the standard shader: colour, normals and roughness, for the images that exist.
pub fn standard(images: &[&str], color: Color) -> Material {
    let mut material = Material::standard();
    material.set_property("diffuseColor", color);
    let slots = ["diffuseTexture", "normalTexture", "roughnessTexture"];
    for (slot, image) in slots.into_iter().zip(images) {
        material.bind(slot, texture(image));
    }
    material
}

/// A material of a shader in the data folder.
pub fn of_shader(path: &str, properties: &[(&str, MaterialProperty)]) -> Material {
    let shader: ShaderResource = ShaderResource::new_ok(
        resource_uuid(path),
        ResourceKind::External,
        Shader::default(),
    );
    let mut material = Material::from_shader(shader);
    set_properties(&mut material, properties);
    material
}

/// Sets properties of a material.
pub fn set_properties(material: &mut Material, properties: &[(&str, MaterialProperty)]) {
    for (name, value) in properties {
        material.set_property(*name, value.clone());
    }
}

/// Writes a material.
pub fn write_material(
    output: &mut Output,
    path: &str,
    mut material: Material,
) -> Result<(), Box<dyn Error>> {
    let mut visitor = Visitor::new();
    material.visit("Material", &mut visitor)?;
    output.write_visitor(path, &visitor)
}
