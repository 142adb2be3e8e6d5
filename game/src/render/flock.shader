// Draws the bodies of a flock, many with one draw call. `shader.rs` puts boid.glsl in front of each
// vertex shader.
(
    name: "FlockShader",

    resources: [
        (
            name: "diffuseTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 0
        ),
        (
            name: "normalTexture",
            kind: Texture(kind: Sampler2D, fallback: Normal),
            binding: 1
        ),
        (
            name: "metallicTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 2
        ),
        (
            name: "roughnessTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 3
        ),
        (
            name: "emissionTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 4
        ),
        (
            name: "aoTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 5
        ),
        (
            name: "boids",
            kind: Texture(kind: Sampler2D, fallback: Black),
            binding: 6
        ),
        (
            name: "motions",
            kind: Texture(kind: Sampler2D, fallback: Black),
            binding: 7
        ),
        (
            name: "poses",
            kind: Texture(kind: Sampler2D, fallback: Black),
            binding: 8
        ),
        (
            name: "properties",
            kind: PropertyGroup([
                (name: "texCoordScale", kind: Vector2(value: (1.0, 1.0))),
                (name: "layerIndex", kind: UInt(value: 0)),
                (name: "emissionStrength", kind: Vector3(value: (0.0, 0.0, 0.0))),
                (name: "diffuseColor", kind: Color(r: 255, g: 255, b: 255, a: 255)),
                // Metalness and roughness are this factor times the texture's channel.
                (name: "metallicFactor", kind: Float(value: 0.0)),
                (name: "roughnessFactor", kind: Float(value: 1.0)),
                (name: "metallicChannel", kind: Vector4(value: (1.0, 0.0, 0.0, 0.0))),
                (name: "roughnessChannel", kind: Vector4(value: (1.0, 0.0, 0.0, 0.0))),
                // Factor of the red channel of the roughness texture: the fraction of the light that
                // is scattered to the other side.
                (name: "translucency", kind: Float(value: 0.0)),
                // 1 if alpha is an opacity; 0 if it cuts out the outline.
                (name: "haze", kind: Float(value: 0.0)),
            ]),
            binding: 0
        ),
        (
            name: "swim",
            kind: PropertyGroup([
                // Amplitude of the tip of the tail as a fraction of the body's length.
                (name: "amplitude", kind: Float(value: 0.0)),
                // Number of waves along the body.
                (name: "waves", kind: Float(value: 1.0)),
                // Position of the nose on the long axis, and length of the body behind it, in
                // metres.
                (name: "nose_z", kind: Float(value: 0.5)),
                (name: "body_length", kind: Float(value: 1.0)),
                // (1, 0) bends sideways, (0, 1) up and down.
                (name: "axis", kind: Vector2(value: (1.0, 0.0))),
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
            name: "clips",
            kind: PropertyGroup([
                // See clips.glsl.
                (name: "first", kind: Vector2(value: (0.0, 1.0))),
                (name: "second", kind: Vector2(value: (0.0, 1.0))),
                (name: "blend", kind: Float(value: 0.0)),
                (name: "vertices", kind: Float(value: 1.0)),
            ]),
            binding: 7
        ),
        (
            name: "fyrox_cameraData",
            kind: PropertyGroup([
                // Filled in by the engine.
            ]),
            binding: 8
        ),
        (
            name: "sun",
            kind: PropertyGroup([
                // See sun.rs.
                (name: "direction", kind: Vector3(value: (0.0, 1.0, 0.0))),
                (name: "light", kind: Vector3(value: (0.0, 0.0, 0.0))),
            ]),
            binding: 9
        ),
    ],

    passes: [
        (
            name: "GBuffer",
            draw_parameters: DrawParameters(
                cull_face: Some(Back),
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
                out vec3 normal;
                out vec3 tangent;
                out vec3 binormal;
                out vec2 tex_coord;
                flat out vec2 cover;
                out vec3 tint;

                void main()
                {
                    Boid boid = fetch_boid();
                    cover = cover_for_eye(boid);
                    if (is_covered_up(cover)) {
                        gl_Position = NOWHERE;
                        return;
                    }
                    mat3 frame = world_frame(boid);
                    tangent = frame[0];
                    binormal = frame[1];
                    normal = frame[2];
                    tex_coord = pattern_coord(boid);
                    tint = boid_tint(boid);
                    gl_Position = clip_position(frame_position(boid));
                }
                "#,
            fragment_shader:
                r#"
                layout(location = 0) out vec4 out_color;
                layout(location = 1) out vec4 out_normal;
                layout(location = 2) out vec4 out_ambient;
                layout(location = 3) out vec4 out_material;
                layout(location = 4) out uint out_decal_mask;

                in vec3 normal;
                in vec3 tangent;
                in vec3 binormal;
                in vec2 tex_coord;
                flat in vec2 cover;
                in vec3 tint;

                void main()
                {
                    discard_uncovered(cover);
                    vec2 tc = tex_coord * properties.texCoordScale;

                    vec4 color = properties.diffuseColor * texture(diffuseTexture, tc);
                    if (color.a < 0.5 && properties.haze < 0.5) {
                        discard;
                    }
                    discard_transparent(mix(1.0, color.a, properties.haze));
                    out_color = vec4(tint * color.rgb, 1.0);

                    vec3 bump = normalize(texture(normalTexture, tc).xyz * 2.0 - 1.0);
                    vec3 shaded = normalize(mat3(tangent, binormal, normal) * bump);
                    out_normal = vec4(shaded * 0.5 + 0.5, 1.0);

                    vec4 finish = texture(roughnessTexture, tc);
                    float metallic = properties.metallicFactor * dot(texture(metallicTexture, tc), properties.metallicChannel);
                    float roughness = properties.roughnessFactor * dot(finish, properties.roughnessChannel);
                    out_material = vec4(metallic, roughness, texture(aoTexture, tc).r, 1.0);

                    // The engine multiplies it by the colour.
                    vec3 emission = properties.emissionStrength * texture(emissionTexture, tc).rgb + variety.glow;
                    float shone_through = properties.translucency * finish.r / PI * max(0.0, -dot(shaded, sun.direction));
                    out_ambient = vec4(emission + shone_through * sun.light, 1.0);
                    out_decal_mask = properties.layerIndex;
                }
                "#,
        ),
        (
            name: "Forward",
            draw_parameters: DrawParameters(
                cull_face: Some(Back),
                color_write: ColorMask(red: true, green: true, blue: true, alpha: true),
                depth_write: true,
                stencil_test: None,
                depth_test: Some(Less),
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

                void main()
                {
                    Boid boid = fetch_boid();
                    cover = cover_for_eye(boid);
                    if (is_covered_up(cover)) {
                        gl_Position = NOWHERE;
                        return;
                    }
                    tex_coord = pattern_coord(boid);
                    tint = boid_tint(boid);
                    gl_Position = clip_position(frame_position(boid));
                }
                "#,
            fragment_shader:
                r#"
                out vec4 out_color;

                in vec2 tex_coord;
                flat in vec2 cover;
                in vec3 tint;

                void main()
                {
                    discard_uncovered(cover);
                    vec2 tc = tex_coord * properties.texCoordScale;
                    vec3 emission = properties.emissionStrength * texture(emissionTexture, tc).rgb + variety.glow;
                    out_color = vec4((1.0 + emission) * tint, 1.0) * properties.diffuseColor * S_SRGBToLinear(texture(diffuseTexture, tc));
                }
                "#,
        ),
        (
            name: "DirectionalShadow",
            draw_parameters: DrawParameters(
                cull_face: Some(Back),
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
                    tex_coord = pattern_coord(boid);
                    gl_Position = clip_position(frame_position(boid));
                }
                "#,
            fragment_shader:
                r#"
                in vec2 tex_coord;
                flat in vec2 cover;

                void main()
                {
                    discard_uncovered(cover);
                    if (texture(diffuseTexture, tex_coord * properties.texCoordScale).a < 0.2) {
                        discard;
                    }
                }
                "#,
        ),
        (
            name: "SpotShadow",
            draw_parameters: DrawParameters(
                cull_face: Some(Back),
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
                    tex_coord = pattern_coord(boid);
                    gl_Position = clip_position(frame_position(boid));
                }
                "#,
            fragment_shader:
                r#"
                in vec2 tex_coord;
                flat in vec2 cover;

                void main()
                {
                    discard_uncovered(cover);
                    if (texture(diffuseTexture, tex_coord * properties.texCoordScale).a < 0.2) {
                        discard;
                    }
                }
                "#,
        ),
        (
            name: "PointShadow",
            draw_parameters: DrawParameters(
                cull_face: Some(Back),
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
                    tex_coord = pattern_coord(boid);
                    vec3 position = frame_position(boid);
                    fragment_position = world_point(position);
                    gl_Position = clip_position(position);
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
                    if (texture(diffuseTexture, tex_coord * properties.texCoordScale).a < 0.2) {
                        discard;
                    }
                    depth = length(fyrox_lightData.lightPosition - fragment_position);
                }
                "#,
        ),
    ],
)
