//! Conversion of the engine's materials into materials with the flock shader.

use super::shader::flock_shader;
use fyrox::{
    core::algebra::{Vector3, Vector4},
    material::{Material, MaterialProperty},
};

/// Properties with the same meaning in the flock shader and in the engine's shaders.
const SHARED_PROPERTIES: [&str; 3] = ["texCoordScale", "layerIndex", "diffuseColor"];

/// Textures with the same meaning in the flock shader and in the engine's shaders.
const SHARED_TEXTURES: [&str; 4] = [
    "diffuseTexture",
    "normalTexture",
    "emissionTexture",
    "aoTexture",
];

/// An empty material with the flock shader.
pub(super) fn flock_material() -> Material {
    Material::from_shader(flock_shader())
}

/// A material with the flock shader that looks like `source`, which has the engine's standard or
/// glTF shader. From materials with other shaders, properties and textures with the same names are
/// copied.
pub(super) fn convert(source: &Material) -> Material {
    let mut material = flock_material();
    for name in SHARED_TEXTURES {
        copy_texture(source, name, &mut material, name);
    }
    for name in SHARED_PROPERTIES {
        if let Some(value) = property(source, name) {
            material.set_property(name, value);
        }
    }
    if is_gltf(source) {
        convert_gltf(source, &mut material);
    } else {
        convert_standard(source, &mut material);
    }
    material
}

/// In the standard material, metalness and emission are zero without a texture.
fn convert_standard(source: &Material, material: &mut Material) {
    if copy_texture(source, "metallicTexture", material, "metallicTexture") {
        material.set_property("metallicFactor", 1.0f32);
    }
    copy_texture(source, "roughnessTexture", material, "roughnessTexture");
    if source.texture("emissionTexture").is_some() {
        let strength = property(source, "emissionStrength")
            .unwrap_or(MaterialProperty::Vector3(Vector3::repeat(2.0)));
        material.set_property("emissionStrength", strength);
    }
}

/// In the glTF material, one texture holds roughness in green and metalness in blue, and missing
/// textures are white.
fn convert_gltf(source: &Material, material: &mut Material) {
    const TEXTURE: &str = "metallicRoughnessTexture";
    copy_texture(source, TEXTURE, material, "metallicTexture");
    copy_texture(source, TEXTURE, material, "roughnessTexture");
    material.set_property("metallicChannel", Vector4::new(0.0, 0.0, 1.0, 0.0));
    material.set_property("roughnessChannel", Vector4::new(0.0, 1.0, 0.0, 0.0));
    material.set_property("metallicFactor", 1.0f32);
    for name in ["metallicFactor", "roughnessFactor", "emissionStrength"] {
        if let Some(value) = property(source, name) {
            material.set_property(name, value);
        }
    }
}

fn is_gltf(source: &Material) -> bool {
    let shader = source.shader().state();
    shader
        .data_ref()
        .is_some_and(|shader| shader.has_texture_resource("metallicRoughnessTexture"))
}

fn copy_texture(source: &Material, from: &str, material: &mut Material, to: &str) -> bool {
    let texture = source.texture(from);
    let found = texture.is_some();
    if found {
        material.bind(to, texture);
    }
    found
}

/// A property of a material of the flock shader or of the engine's shaders.
pub(super) fn property(source: &Material, name: &str) -> Option<MaterialProperty> {
    source
        .property_group_ref("properties")?
        .property_ref(name)
        .cloned()
}

/// A property that is a number.
pub(super) fn number(source: &Material, name: &str) -> Option<f32> {
    property(source, name)?.as_float()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::{
        core::{algebra::Vector2, color::Color},
        material::shader::{Shader, ShaderResource},
        resource::texture::TextureResource,
    };

    fn texture() -> TextureResource {
        TextureResource::new_embedded(Default::default())
    }

    #[test]
    fn standard_materials_keep_their_looks() {
        let mut source = Material::standard();
        let (diffuse, metallic) = (texture(), texture());
        source.bind("diffuseTexture", diffuse.clone());
        source.bind("metallicTexture", metallic.clone());
        source.set_property("diffuseColor", Color::RED);
        source.set_property("texCoordScale", Vector2::new(2.0f32, 3.0));

        let material = convert(&source);
        assert_eq!(material.texture("diffuseTexture"), Some(diffuse));
        assert_eq!(material.texture("metallicTexture"), Some(metallic));
        let color = property(&material, "diffuseColor").unwrap();
        assert_eq!(color.as_color(), Some(Color::RED));
        let metallic = property(&material, "metallicFactor").unwrap();
        assert_eq!(metallic.as_float(), Some(1.0));
        // Without a texture there is no emission.
        assert!(property(&material, "emissionStrength").is_none());
    }

    #[test]
    fn a_standard_material_with_an_emission_texture_glows() {
        let mut source = Material::standard();
        source.bind("emissionTexture", texture());
        let strength = property(&convert(&source), "emissionStrength").unwrap();
        assert_eq!(strength.as_vector3(), Some(Vector3::repeat(2.0)));
    }

    #[test]
    fn gltf_materials_take_both_from_one_texture() {
        let shader = r#"(name: "Gltf", passes: [], resources: [(
            name: "metallicRoughnessTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 0,
        )])"#;
        let shader = Shader::from_string(shader).unwrap();
        let mut source = Material::from_shader(ShaderResource::new_embedded(shader));
        let both = texture();
        source.bind("metallicRoughnessTexture", both.clone());
        source.set_property("roughnessFactor", 0.25f32);

        let material = convert(&source);
        assert_eq!(material.texture("metallicTexture"), Some(both.clone()));
        assert_eq!(material.texture("roughnessTexture"), Some(both));
        let roughness = property(&material, "roughnessFactor").unwrap();
        assert_eq!(roughness.as_float(), Some(0.25));
        let channel = property(&material, "roughnessChannel").unwrap();
        assert_eq!(channel.as_vector4(), Some(Vector4::new(0.0, 1.0, 0.0, 0.0)));
    }
}
