// Draws the impostors of a flock, many with one draw call. `shader.rs` puts boid.glsl, looks.glsl, motion.glsl and
// impostor.glsl in front of the vertex shader.
(
    name: "FlockImpostorShader",

    resources: [
        (
            name: "diffuseTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 0
        ),
        (
            name: "normalTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 1
        ),
        (
            name: "boids",
            kind: Texture(kind: Sampler2D, fallback: Black),
            binding: 2
        ),
        (
            name: "motions",
            kind: Texture(kind: Sampler2D, fallback: Black),
            binding: 3
        ),
        (
            name: "properties",
            kind: PropertyGroup([
                (name: "layerIndex", kind: UInt(value: 0)),
                (name: "metallicFactor", kind: Float(value: 0.0)),
                (name: "roughnessFactor", kind: Float(value: 1.0)),
                // The fraction of the light that is scattered to the other side.
                (name: "translucency", kind: Float(value: 0.0)),
            ]),
            binding: 0
        ),
        (
            name: "impostor",
            kind: PropertyGroup([
                // See mod.rs.
                (name: "halfWidth", kind: Float(value: 1.0)),
                (name: "poseRows", kind: Float(value: 2.0)),
                (name: "mirrorPhase", kind: Float(value: 0.0)),
            ]),
            binding: 1
        ),
        (
            name: "fyrox_instanceData",
            kind: PropertyGroup([
                // Filled in by the engine.
            ]),
            binding: 2
        ),
        (
            name: "fyrox_lightData",
            kind: PropertyGroup([
                // Filled in by the engine.
            ]),
            binding: 3
        ),
        (
            name: "motion",
            kind: PropertyGroup([
                // See motion/deform.rs.
                (name: "kind", kind: Float(value: 0.0)),
                (name: "nose", kind: Float(value: 0.5)),
                (name: "bodyLength", kind: Float(value: 1.0)),
                (name: "shoulder", kind: Float(value: 0.05)),
                (name: "halfSpan", kind: Float(value: 1.0)),
                (name: "side", kind: Float(value: 0.0)),
                (name: "yaw", kind: Float(value: 0.0)),
                (name: "twist", kind: Float(value: 0.0)),
                (name: "wave", kind: Float(value: 0.0)),
                (name: "waves", kind: Float(value: 1.0)),
                (name: "mask", kind: Vector2(value: (0.0, 1.0))),
                (name: "agility", kind: Float(value: 0.0)),
                (name: "stroke", kind: Float(value: 0.0)),
                (name: "glide", kind: Float(value: 0.0)),
                (name: "dive", kind: Float(value: 0.0)),
                (name: "hip", kind: Float(value: 0.0)),
                (name: "sole", kind: Float(value: 0.0)),
                (name: "stand", kind: Float(value: 0.0)),
                // 1 if the texture `motions` is filled.
                (name: "tracks", kind: Float(value: 0.0)),
            ]),
            binding: 4
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
            binding: 5
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
            binding: 6
        ),
        (
            name: "fyrox_cameraData",
            kind: PropertyGroup([
                // Filled in by the engine.
            ]),
            binding: 7
        ),
        (
            name: "sun",
            kind: PropertyGroup([
                // See sun.rs.
                (name: "direction", kind: Vector3(value: (0.0, 1.0, 0.0))),
                (name: "light", kind: Vector3(value: (0.0, 0.0, 0.0))),
            ]),
            binding: 8
        ),
    ],

    // Built-in bodies are drawn deferred.
    disabled_passes: ["Forward"],

    passes: [
        (
            name: "GBuffer",
            draw_parameters: DrawParameters(
                cull_face: None,
                color_write: ColorMask(red: true, green: true, blue: true, alpha: true),
                depth_write: true,
                stencil_test: None,
                depth_test: Some(Less),
                blend: None,
                stencil_op: StencilOp(fail: Keep, zfail: Keep, zpass: Keep, write_mask: 0xFFFF_FFFF),
                scissor_box: None
            ),
            vertex_shader:
                r#"
                out vec2 tex_coord;
                out vec2 plain_coord;
                flat out mat3 frame;
                flat out vec2 cover;
                flat out vec3 tint;

                void main()
                {
                    Boid boid = fetch_boid();
                    cover = cover_for_eye(boid);
                    if (is_covered_up(cover)) {
                        gl_Position = NOWHERE;
                        return;
                    }
                    Impostor square = impostor_of(boid, 0.0);
                    frame = square.frame;
                    plain_coord = square.tex_coord;
                    tex_coord = in_pattern(boid, square.tex_coord);
                    tint = boid_tint(boid);
                    gl_Position = clip_position(square.position);
                }
                "#,
            fragment_shader:
                r#"
                layout(location = 0) out vec4 out_color;
                layout(location = 1) out vec4 out_normal;
                layout(location = 2) out vec4 out_ambient;
                layout(location = 3) out vec4 out_material;
                layout(location = 4) out uint out_decal_mask;

                in vec2 tex_coord;
                in vec2 plain_coord;
                flat in mat3 frame;
                flat in vec2 cover;
                flat in vec3 tint;

                void main()
                {
                    discard_uncovered(cover);
                    discard_transparent(textureLod(diffuseTexture, tex_coord, 0.0).a);
                    out_color = vec4(tint * texture(diffuseTexture, tex_coord).rgb, 1.0);

                    vec3 shaded = normalize(frame * (texture(normalTexture, plain_coord).xyz * 2.0 - 1.0));
                    out_normal = vec4(shaded * 0.5 + 0.5, 1.0);

                    out_material = vec4(properties.metallicFactor, properties.roughnessFactor, 1.0, 1.0);
                    // The engine multiplies it by the colour.
                    float shone_through = properties.translucency / PI * max(0.0, -dot(shaded, sun.direction));
                    out_ambient = vec4(variety.glow + shone_through * sun.light, 1.0);
                    out_decal_mask = properties.layerIndex;
                }
                "#,
        ),
        (
            name: "DirectionalShadow",
            draw_parameters: DrawParameters(
                cull_face: None,
                color_write: ColorMask(red: false, green: false, blue: false, alpha: false),
                depth_write: true,
                stencil_test: None,
                depth_test: Some(Less),
                blend: None,
                stencil_op: StencilOp(fail: Keep, zfail: Keep, zpass: Keep, write_mask: 0xFFFF_FFFF),
                scissor_box: None
            ),
            vertex_shader:
                r#"
                out vec2 tex_coord;
                flat out vec2 cover;

                void main()
                {
                    Boid boid = fetch_boid();
                    cover = cover_of(boid);
                    if (is_covered_up(cover)) {
                        gl_Position = NOWHERE;
                        return;
                    }
                    Impostor square = impostor_of(boid, BEHIND);
                    tex_coord = in_pattern(boid, square.tex_coord);
                    gl_Position = clip_position(square.position);
                }
                "#,
            fragment_shader:
                r#"
                in vec2 tex_coord;
                flat in vec2 cover;

                void main()
                {
                    discard_uncovered(cover);
                    discard_transparent(textureLod(diffuseTexture, tex_coord, 0.0).a);
                }
                "#,
        ),
        (
            name: "SpotShadow",
            draw_parameters: DrawParameters(
                cull_face: None,
                color_write: ColorMask(red: false, green: false, blue: false, alpha: false),
                depth_write: true,
                stencil_test: None,
                depth_test: Some(Less),
                blend: None,
                stencil_op: StencilOp(fail: Keep, zfail: Keep, zpass: Keep, write_mask: 0xFFFF_FFFF),
                scissor_box: None
            ),
            vertex_shader:
                r#"
                out vec2 tex_coord;
                flat out vec2 cover;

                void main()
                {
                    Boid boid = fetch_boid();
                    cover = cover_of(boid);
                    if (is_covered_up(cover)) {
                        gl_Position = NOWHERE;
                        return;
                    }
                    Impostor square = impostor_of(boid, BEHIND);
                    tex_coord = in_pattern(boid, square.tex_coord);
                    gl_Position = clip_position(square.position);
                }
                "#,
            fragment_shader:
                r#"
                in vec2 tex_coord;
                flat in vec2 cover;

                void main()
                {
                    discard_uncovered(cover);
                    discard_transparent(textureLod(diffuseTexture, tex_coord, 0.0).a);
                }
                "#,
        ),
        (
            name: "PointShadow",
            draw_parameters: DrawParameters(
                cull_face: None,
                color_write: ColorMask(red: true, green: true, blue: true, alpha: true),
                depth_write: true,
                stencil_test: None,
                depth_test: Some(Less),
                blend: None,
                stencil_op: StencilOp(fail: Keep, zfail: Keep, zpass: Keep, write_mask: 0xFFFF_FFFF),
                scissor_box: None
            ),
            vertex_shader:
                r#"
                out vec2 tex_coord;
                flat out vec2 cover;
                out vec3 fragment_position;

                void main()
                {
                    Boid boid = fetch_boid();
                    cover = cover_of(boid);
                    if (is_covered_up(cover)) {
                        gl_Position = NOWHERE;
                        return;
                    }
                    Impostor square = impostor_of(boid, BEHIND);
                    tex_coord = in_pattern(boid, square.tex_coord);
                    fragment_position = world_point(square.position);
                    gl_Position = clip_position(square.position);
                }
                "#,
            fragment_shader:
                r#"
                layout(location = 0) out float depth;

                in vec2 tex_coord;
                flat in vec2 cover;
                in vec3 fragment_position;

                void main()
                {
                    discard_uncovered(cover);
                    discard_transparent(textureLod(diffuseTexture, tex_coord, 0.0).a);
                    depth = length(fyrox_lightData.lightPosition - fragment_position);
                }
                "#,
        ),
    ],
)
