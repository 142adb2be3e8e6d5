// Draws the boids of a flock as sprites, many with one draw call. `shader.rs` puts boid.glsl, looks.glsl and
// sprite.glsl in front of the vertex shader.
(
    name: "FlockSpriteShader",

    resources: [
        (
            name: "diffuseTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 0
        ),
        (
            name: "boids",
            kind: Texture(kind: Sampler2D, fallback: Black),
            binding: 1
        ),
        (
            name: "motions",
            kind: Texture(kind: Sampler2D, fallback: Black),
            binding: 2
        ),
        (
            name: "sprite",
            kind: PropertyGroup([
                // See mod.rs.
                (name: "grid", kind: Vector2(value: (1.0, 1.0))),
                (name: "first", kind: Float(value: 0.0)),
                (name: "frames", kind: Float(value: 1.0)),
                (name: "turn", kind: Float(value: 0.0)),
                // 1 if it is lit by the lights and the ambient light.
                (name: "isLit", kind: Float(value: 0.0)),
                // 1 if the frames follow the clock, with its phase in `round`; 0 if they follow the
                // beat.
                (name: "isTimed", kind: Float(value: 0.0)),
                (name: "round", kind: Float(value: 0.0)),
            ]),
            binding: 0
        ),
        (
            name: "fyrox_instanceData",
            kind: PropertyGroup([
                // Filled in by the engine.
            ]),
            binding: 1
        ),
        (
            name: "fyrox_lightData",
            kind: PropertyGroup([
                // Filled in by the engine.
            ]),
            binding: 2
        ),
        (
            name: "fyrox_lightsBlock",
            kind: PropertyGroup([
                // Filled in by the engine.
            ]),
            binding: 3
        ),
        (
            name: "fyrox_cameraData",
            kind: PropertyGroup([
                // Filled in by the engine.
            ]),
            binding: 4
        ),
        (
            name: "motion",
            kind: PropertyGroup([
                // 1 if the texture `motions` is filled.
                (name: "tracks", kind: Float(value: 0.0)),
            ]),
            binding: 5
        ),
        (
            name: "variety",
            kind: PropertyGroup([
                // See variety.rs.
                (name: "tintFrom", kind: Color(r: 255, g: 255, b: 255, a: 255)),
                (name: "tintTo", kind: Color(r: 255, g: 255, b: 255, a: 255)),
                (name: "brightness", kind: Float(value: 0.0)),
                (name: "rows", kind: Float(value: 1.0)),
                (name: "row", kind: Float(value: 0.0)),
                (name: "glow", kind: Float(value: 0.0)),
            ]),
            binding: 6
        ),
        (
            name: "levels",
            kind: PropertyGroup([
                // See levels.rs.
                (name: "radius", kind: Float(value: 1.0)),
                (name: "from", kind: Float(value: 0.0)),
                (name: "to", kind: Float(value: 1000000000.0)),
                (name: "fade", kind: Float(value: 0.15)),
                (name: "farthest", kind: Float(value: 0.0)),
                (name: "lastPart", kind: Float(value: 0.1)),
            ]),
            binding: 7
        ),
    ],

    // Like the engine's own sprites.
    disabled_passes: ["GBuffer", "DirectionalShadow", "PointShadow", "SpotShadow"],

    passes: [
        (
            name: "Forward",
            draw_parameters: DrawParameters(
                cull_face: None,
                color_write: ColorMask(red: true, green: true, blue: true, alpha: true),
                depth_write: true,
                stencil_test: None,
                depth_test: Some(LessOrEqual),
                blend: Some(BlendParameters(
                    func: BlendFunc(
                        sfactor: SrcAlpha,
                        dfactor: OneMinusSrcAlpha,
                        alpha_sfactor: SrcAlpha,
                        alpha_dfactor: OneMinusSrcAlpha,
                    ),
                    equation: BlendEquation(rgb: Add, alpha: Add)
                )),
                stencil_op: StencilOp(fail: Keep, zfail: Keep, zpass: Keep, write_mask: 0xFFFF_FFFF),
                scissor_box: None
            ),
            vertex_shader:
                r#"
                out vec2 tex_coord;
                flat out vec2 cover;
                out vec3 tint;
                out vec3 fragment_position;

                void main()
                {
                    Boid boid = fetch_boid();
                    cover = cover_for_eye(boid);
                    if (is_covered_up(cover)) {
                        gl_Position = NOWHERE;
                        return;
                    }
                    tex_coord = sprite_coord(boid);
                    tint = boid_tint(boid);
                    vec3 position = sprite_position(boid);
                    fragment_position = world_point(position);
                    gl_Position = clip_position(position);
                }
                "#,
            fragment_shader:
                r#"
                out vec4 out_color;

                in vec2 tex_coord;
                flat in vec2 cover;
                in vec3 tint;
                in vec3 fragment_position;

                // Pixels below the threshold hide nothing behind them.
                const float TRANSPARENT = 0.01;

                // Like the engine's own sprites: lit by the distance to a light, from all
                // directions.
                vec3 lighting()
                {
                    vec3 light = fyrox_lightData.ambientLightColor.rgb;
                    for (int i = 0; i < min(fyrox_lightsBlock.lightCount, 16); ++i) {
                        vec3 from_light = fragment_position - fyrox_lightsBlock.lightsPosition[i];
                        float away = max(length(from_light), 1e-6);
                        float near = S_LightDistanceAttenuation(away, fyrox_lightsBlock.lightsColorRadius[i].w);
                        float angle = dot(from_light / away, fyrox_lightsBlock.lightsDirection[i]);
                        vec2 cone = fyrox_lightsBlock.lightsParameters[i];
                        light += fyrox_lightsBlock.lightsColorRadius[i].rgb * (near * smoothstep(cone.y, cone.x, angle));
                    }
                    return light;
                }

                void main()
                {
                    discard_uncovered(cover);
                    vec4 color = S_SRGBToLinear(texture(diffuseTexture, tex_coord));
                    if (color.a < TRANSPARENT) {
                        discard;
                    }
                    vec3 light = sprite.isLit > 0.5 ? lighting() : vec3(1.0);
                    out_color = vec4(color.rgb * tint * (light + variety.glow), color.a);
                }
                "#,
        ),
    ],
)
