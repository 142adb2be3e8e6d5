//! The flock shader: `flock.shader` with its passes, and `boid.glsl`, `motion.glsl`, `clips.glsl` and `pose.glsl` in
//! front of each vertex shader, and `fade.glsl` in front of each fragment shader. All are embedded, so a game needs no data files of this library.

use fyrox::{
    asset::untyped::ResourceKind,
    core::{uuid, uuid::Uuid},
    material::shader::{Shader, ShaderResource},
};
use std::sync::LazyLock;

const SHADER_ID: Uuid = uuid!("3d1f0f6b-6c55-4f0a-b8f7-63fd4b1c2e97");

/// In front of each vertex shader.
const SHARED: &str = concat!(
    include_str!("boid.glsl"),
    include_str!("motion.glsl"),
    include_str!("clips.glsl"),
    include_str!("pose.glsl"),
);

/// The shader of all bodies.
pub(super) fn flock_shader() -> ShaderResource {
    static SHADER: LazyLock<ShaderResource> = LazyLock::new(|| {
        let mut shader = Shader::from_string(include_str!("flock.shader"))
            .expect("the embedded shader is well-formed");
        for pass in &mut shader.definition.passes {
            pass.vertex_shader.insert_str(0, SHARED);
            pass.fragment_shader
                .insert_str(0, include_str!("fade.glsl"));
        }
        ShaderResource::new_ok(SHADER_ID, ResourceKind::Embedded, shader)
    });
    SHADER.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_of_the_engine_is_there() {
        let shader = flock_shader();
        let shader = shader.data_ref();
        let passes: Vec<_> = shader
            .definition
            .passes
            .iter()
            .map(|pass| pass.name.as_str())
            .collect();
        assert_eq!(
            passes,
            [
                "GBuffer",
                "Forward",
                "DirectionalShadow",
                "SpotShadow",
                "PointShadow"
            ]
        );
        for pass in &shader.definition.passes {
            assert_eq!(pass.vertex_shader.matches("void main()").count(), 1);
            assert!(pass.vertex_shader.contains("Boid fetch_boid()"));
        }
    }
}
