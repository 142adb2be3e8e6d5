//! The shaders: `flock.shader`, `impostor.shader` and `sprite.shader` with their passes, and the
//! shared code that precedes each vertex and fragment shader. All are embedded, so a game needs no
//! data files of this library.

use fyrox::{
    asset::untyped::ResourceKind,
    core::{uuid, uuid::Uuid},
    graphics::BlendFactor,
    material::shader::{Shader, ShaderResource},
};
use std::sync::LazyLock;

/// Precedes each vertex shader of bodies.
const OF_BODIES: &str = concat!(
    include_str!("boid.glsl"),
    include_str!("looks.glsl"),
    include_str!("motion.glsl"),
    include_str!("clips.glsl"),
    include_str!("pose.glsl"),
);

/// Precedes each vertex shader of impostors.
const OF_IMPOSTORS: &str = concat!(
    include_str!("boid.glsl"),
    include_str!("looks.glsl"),
    include_str!("motion.glsl"),
    include_str!("impostor/impostor.glsl"),
);

/// Precedes the vertex shader of sprites.
const OF_SPRITES: &str = concat!(
    include_str!("boid.glsl"),
    include_str!("looks.glsl"),
    include_str!("sprite/sprite.glsl"),
);

/// The shader of bodies.
pub(super) fn flock_shader() -> ShaderResource {
    static SHADER: LazyLock<ShaderResource> = LazyLock::new(|| {
        let id = uuid!("3d1f0f6b-6c55-4f0a-b8f7-63fd4b1c2e97");
        embedded(id, assembled(include_str!("flock.shader"), OF_BODIES))
    });
    SHADER.clone()
}

/// The shader of impostors.
pub(super) fn impostor_shader() -> ShaderResource {
    static SHADER: LazyLock<ShaderResource> = LazyLock::new(|| {
        let id = uuid!("c25d9a40-7e13-4b8f-a6d1-52e0f3b8c914");
        let passes = include_str!("impostor/impostor.shader");
        embedded(id, assembled(passes, OF_IMPOSTORS))
    });
    SHADER.clone()
}

/// The shader of sprites that cover the background.
pub(super) fn sprite_shader() -> ShaderResource {
    static SHADER: LazyLock<ShaderResource> = LazyLock::new(|| {
        let id = uuid!("80e4b6c1-5d0f-4e7a-9b62-1c3f9a7d2e54");
        embedded(id, assembled_sprite())
    });
    SHADER.clone()
}

/// The shader of sprites that add their light to the background. They do not write depth, so their
/// order does not matter.
pub(super) fn glowing_sprite_shader() -> ShaderResource {
    static SHADER: LazyLock<ShaderResource> = LazyLock::new(|| {
        let mut shader = assembled_sprite();
        for pass in &mut shader.definition.passes {
            pass.draw_parameters.depth_write = false;
            if let Some(blend) = &mut pass.draw_parameters.blend {
                blend.func.dfactor = BlendFactor::One;
            }
        }
        let id = uuid!("f7a1d3c8-2b94-4c06-8e5d-90b6e41a7f23");
        embedded(id, shader)
    });
    SHADER.clone()
}

fn assembled_sprite() -> Shader {
    assembled(include_str!("sprite/sprite.shader"), OF_SPRITES)
}

fn assembled(passes: &str, vertex_part: &str) -> Shader {
    let mut shader = Shader::from_string(passes).expect("the embedded shader is well-formed");
    for pass in &mut shader.definition.passes {
        pass.vertex_shader.insert_str(0, vertex_part);
        let fade = include_str!("fade.glsl");
        pass.fragment_shader.insert_str(0, fade);
    }
    shader
}

fn embedded(id: Uuid, shader: Shader) -> ShaderResource {
    ShaderResource::new_ok(id, ResourceKind::Embedded, shader)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSES: [&str; 5] = [
        "GBuffer",
        "Forward",
        "DirectionalShadow",
        "SpotShadow",
        "PointShadow",
    ];

    #[test]
    fn every_pass_of_the_engine_is_there() {
        let shader = flock_shader();
        let shader = shader.data_ref();
        let passes = shader.definition.passes.iter();
        let passes: Vec<_> = passes.map(|pass| pass.name.as_str()).collect();
        assert_eq!(passes, PASSES);
        for pass in &shader.definition.passes {
            assert_eq!(pass.vertex_shader.matches("void main()").count(), 1);
            assert!(pass.vertex_shader.contains("Boid fetch_boid()"));
        }
    }

    /// The engine logs an error if a shader neither has nor disables a pass.
    #[test]
    fn the_others_have_a_pass_or_decline_it() {
        for shader in [sprite_shader(), glowing_sprite_shader(), impostor_shader()] {
            let shader = shader.data_ref();
            let definition = &shader.definition;
            for name in PASSES {
                let has = definition.passes.iter().any(|pass| pass.name == name);
                let declines = definition.disabled_passes.iter().any(|pass| pass == name);
                assert!(has != declines, "{name}");
            }
        }
    }
}
