// The surface of a sea, through which the ground shows. Put it on a flat Mesh node with the forward render path.
(
    name: "Sea",

    resources: [
        (
            name: "fyrox_sceneDepth",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 0
        ),
        (
            name: "properties",
            kind: PropertyGroup([
                // Light that the water scatters, and how much of the light a metre of it takes away.
                (name: "waterColor", kind: Color(r: 20, g: 110, b: 120, a: 255)),
                (name: "murk", kind: Float(value: 0.2)),
                // The sky that the water mirrors.
                (name: "zenithColor", kind: Color(r: 60, g: 120, b: 210, a: 255)),
                (name: "horizonColor", kind: Color(r: 196, g: 220, b: 236, a: 255)),
                (name: "sunColor", kind: Color(r: 255, g: 240, b: 208, a: 255)),
                // Towards the sun, in world space.
                (name: "sunDirection", kind: Vector3(value: (0.5, 0.3, -0.8))),
                // The waves: phases per metre along X and Z and per second, in radians, and the amplitude in metres.
                (name: "wave1", kind: Vector4(value: (0.0, 0.0, 0.0, 0.0))),
                (name: "wave2", kind: Vector4(value: (0.0, 0.0, 0.0, 0.0))),
                (name: "wave3", kind: Vector4(value: (0.0, 0.0, 0.0, 0.0))),
                (name: "wave4", kind: Vector4(value: (0.0, 0.0, 0.0, 0.0))),
                // Time in seconds.
                (name: "time", kind: Float(value: 0.0)),
            ]),
            binding: 0
        ),
        (
            name: "fyrox_instanceData",
            kind: PropertyGroup([]),
            binding: 1
        ),
        (
            name: "fyrox_cameraData",
            kind: PropertyGroup([]),
            binding: 2
        ),
    ],

    disabled_passes: ["GBuffer", "DirectionalShadow", "PointShadow", "SpotShadow"],

    passes: [
        (
            name: "Forward",
            draw_parameters: DrawParameters(
                cull_face: None,
                color_write: ColorMask(red: true, green: true, blue: true, alpha: true),
                depth_write: false,
                stencil_test: None,
                depth_test: Some(Less),
                blend: Some(BlendParameters(
                    func: BlendFunc(
                        sfactor: One,
                        dfactor: OneMinusSrcAlpha,
                        alpha_sfactor: Zero,
                        alpha_dfactor: One,
                    ),
                    equation: BlendEquation(rgb: Add, alpha: Add)
                )),
                stencil_op: StencilOp(
                    fail: Keep,
                    zfail: Keep,
                    zpass: Keep,
                    write_mask: 0xFFFF_FFFF,
                ),
                scissor_box: None
            ),
            vertex_shader:
                r#"
                layout(location = 0) in vec3 vertexPosition;

                out vec3 surfacePosition;

                float wave(vec4 wave, vec2 place)
                {
                    return wave.w * sin(dot(wave.xy, place) - wave.z * properties.time);
                }

                void main()
                {
                    vec4 world = fyrox_instanceData.worldMatrix * vec4(vertexPosition, 1.0);
                    float rise = wave(properties.wave1, world.xz) + wave(properties.wave2, world.xz)
                        + wave(properties.wave3, world.xz) + wave(properties.wave4, world.xz);
                    surfacePosition = world.xyz + vec3(0.0, rise, 0.0);
                    gl_Position = fyrox_instanceData.worldViewProjection * vec4(vertexPosition + vec3(0.0, rise, 0.0), 1.0);
                }
                "#,
            fragment_shader:
                r#"
                out vec4 FragColor;

                in vec3 surfacePosition;

                float toViewDepth(float z)
                {
                    return (fyrox_cameraData.zFar * fyrox_cameraData.zNear) / (fyrox_cameraData.zFar - z * fyrox_cameraData.zRange);
                }

                // Slope of a wave.
                vec2 slope(vec4 wave, vec2 place)
                {
                    return wave.xy * wave.w * cos(dot(wave.xy, place) - wave.z * properties.time);
                }

                // Slope of the ripples, each a little shorter than the one before, as if the wind turned between them.
                vec2 ripples(vec2 place)
                {
                    vec2 sum = vec2(0.0);
                    float perMetre = 2.3;
                    float heading = 0.4;
                    for (int i = 0; i < 7; ++i) {
                        vec2 along = vec2(cos(heading), sin(heading));
                        float phase = perMetre * dot(along, place) - sqrt(9.81 * perMetre) * properties.time;
                        sum += along * cos(phase + 1.7 * sin(0.31 * phase + float(i)));
                        perMetre *= 1.37;
                        heading += 2.4;
                    }
                    return 0.032 * sum;
                }

                vec3 sky(vec3 direction)
                {
                    float height = pow(clamp(direction.y, 0.0, 1.0), 0.55);
                    return mix(properties.horizonColor.rgb, properties.zenithColor.rgb, height);
                }

                void main()
                {
                    vec3 ray = surfacePosition - fyrox_cameraData.position;
                    float far = length(ray);
                    vec3 direction = ray / far;
                    vec2 place = surfacePosition.xz;
                    vec2 tilt = slope(properties.wave1, place) + slope(properties.wave2, place)
                        + slope(properties.wave3, place) + slope(properties.wave4, place);
                    // Far away, a pixel covers many ripples.
                    tilt = (tilt + ripples(place) / (1.0 + far * 0.03)) / (1.0 + far * 0.004);
                    vec3 normal = normalize(vec3(-tilt.x, 1.0, -tilt.y));
                    bool fromBelow = direction.y > 0.0;
                    if (fromBelow) {
                        normal = -normal;
                    }

                    vec2 pixel = gl_FragCoord.xy / vec2(textureSize(fyrox_sceneDepth, 0));
                    float depth = textureLod(fyrox_sceneDepth, pixel, 0.0).r;
                    float behind = toViewDepth(depth) / toViewDepth(gl_FragCoord.z) - 1.0;
                    float thickness = fromBelow ? 0.0 : max(behind * far, 0.0);
                    float covered = 1.0 - exp(-properties.murk * thickness);

                    float facing = clamp(dot(-direction, normal), 0.0, 1.0);
                    float mirrored = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
                    vec3 reflected = reflect(direction, normal);
                    reflected.y = abs(reflected.y);
                    float glitter = pow(max(dot(reflected, normalize(properties.sunDirection)), 0.0), 420.0);
                    vec3 mirror = sky(reflected) + properties.sunColor.rgb * (9.0 * glitter);

                    // Crests let more light through than troughs.
                    vec3 scattered = properties.waterColor.rgb * (0.85 + 1.6 * max(surfacePosition.y, -0.2));
                    // Foam where the water is shallow: at hulls and walls.
                    float shore = 1.0 - smoothstep(0.0, 0.16 + 0.8 * abs(tilt.x), behind * far * max(-direction.y, 0.15));
                    float foam = fromBelow ? 0.0 : 0.55 * shore;

                    vec3 color = scattered * covered * (1.0 - mirrored) + mirror * mirrored;
                    float opacity = 1.0 - (1.0 - covered) * (1.0 - mirrored);
                    color = mix(color, vec3(0.9, 0.95, 0.96), foam);
                    opacity = mix(opacity, 1.0, foam);
                    FragColor = vec4(color, opacity);
                }
                "#,
        ),
    ],
)
