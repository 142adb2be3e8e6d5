// The sky and the haze before it. Put it on a Mesh node with a cube of edge 1 and the forward render path, so large that the
// whole level lies within it and its corners before the far plane of the cameras.
(
    name: "Air",

    resources: [
        (
            name: "fyrox_sceneDepth",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 0
        ),
        (
            name: "properties",
            kind: PropertyGroup([
                (name: "zenithColor", kind: Color(r: 60, g: 90, b: 150, a: 255)),
                (name: "horizonColor", kind: Color(r: 220, g: 190, b: 170, a: 255)),
                // The sky around the sun, and edges of clouds that it lights.
                (name: "glowColor", kind: Color(r: 255, g: 150, b: 70, a: 255)),
                // Clouds away from the sun.
                (name: "cloudColor", kind: Color(r: 120, g: 100, b: 120, a: 255)),
                // Towards the sun, in world space.
                (name: "sunDirection", kind: Vector3(value: (0.5, 0.3, -0.8))),
                // Brightness of the glow, and of the disc relative to it.
                (name: "glow", kind: Float(value: 1.2)),
                (name: "disc", kind: Float(value: 4.0)),
                // Part of the sky that clouds cover, 0 to 1.
                (name: "cover", kind: Float(value: 0.5)),
                // Part of the light that a metre of air at the ground scatters.
                (name: "haze", kind: Float(value: 0.003)),
                // Brightness of the stars.
                (name: "stars", kind: Float(value: 0.0)),
                // How much it rains, 0 to 1, and the time in seconds, which moves the drops.
                (name: "rain", kind: Float(value: 0.0)),
                (name: "time", kind: Float(value: 0.0)),
                // Brightness of the whole sky.
                (name: "brightness", kind: Float(value: 1.0)),
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
                // The far faces are drawn: the camera is inside.
                cull_face: Some(Front),
                color_write: ColorMask(red: true, green: true, blue: true, alpha: true),
                depth_write: false,
                stencil_test: None,
                depth_test: None,
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

                out vec3 farPosition;

                void main()
                {
                    farPosition = (fyrox_instanceData.worldMatrix * vec4(vertexPosition, 1.0)).xyz;
                    gl_Position = fyrox_instanceData.worldViewProjection * vec4(vertexPosition, 1.0);
                }
                "#,
            fragment_shader:
                r#"
                out vec4 FragColor;

                in vec3 farPosition;

                float toViewDepth(float z)
                {
                    return (fyrox_cameraData.zFar * fyrox_cameraData.zNear) / (fyrox_cameraData.zFar - z * fyrox_cameraData.zRange);
                }

                float random(vec2 cell)
                {
                    vec3 p = fract(vec3(cell.xyx) * 0.1031);
                    p += dot(p, p.yzx + 33.33);
                    return fract((p.x + p.y) * p.z);
                }

                float noise(vec2 p)
                {
                    vec2 cell = floor(p);
                    vec2 t = p - cell;
                    t = t * t * (3.0 - 2.0 * t);
                    float near = mix(random(cell), random(cell + vec2(1.0, 0.0)), t.x);
                    float far = mix(random(cell + vec2(0.0, 1.0)), random(cell + vec2(1.0, 1.0)), t.x);
                    return mix(near, far, t.y);
                }

                float octaves(vec2 p)
                {
                    float sum = 0.0;
                    float weight = 0.5;
                    for (int i = 0; i < 5; ++i) {
                        sum += weight * noise(p);
                        p = mat2(1.6, 1.2, -1.2, 1.6) * p + vec2(17.3, 5.1);
                        weight *= 0.5;
                    }
                    return sum;
                }

                // A few of the cells of space around the camera have a star.
                float stars(vec3 direction)
                {
                    vec3 place = direction * 95.0;
                    vec3 cell = floor(place);
                    float chance = random(cell.xy + 31.7 * cell.z);
                    float size = step(0.975, chance) * fract(chance * 977.0);
                    float near = 1.0 - smoothstep(0.04, 0.22, length(place - cell - 0.5));
                    return size * size * near * smoothstep(0.0, 0.25, direction.y);
                }

                // The sky without clouds.
                vec3 clear(vec3 direction, float towardsSun)
                {
                    vec3 zenith = S_SRGBToLinear(properties.zenithColor).rgb;
                    vec3 horizon = S_SRGBToLinear(properties.horizonColor).rgb;
                    vec3 glow = S_SRGBToLinear(properties.glowColor).rgb;
                    float height = max(direction.y, 0.0);
                    vec3 sky = mix(horizon, zenith, 1.0 - exp(-3.2 * height));
                    float low = exp(-3.0 * height);
                    float around = 0.55 * low * pow(towardsSun, 2.0) + 0.75 * pow(towardsSun, 9.0);
                    return sky + glow * properties.glow * around;
                }

                vec3 skyColor(vec3 direction)
                {
                    float towardsSun = max(dot(direction, normalize(properties.sunDirection)), 0.0);
                    vec3 sky = clear(direction, towardsSun);
                    vec3 glow = S_SRGBToLinear(properties.glowColor).rgb;
                    float disc = smoothstep(0.9994, 0.9997, towardsSun) + 0.25 * pow(towardsSun, 350.0);
                    sky += mix(glow, vec3(1.0), 0.5) * properties.glow * properties.disc * disc;
                    if (properties.stars > 0.0) {
                        sky += vec3(properties.stars * stars(direction));
                    }
                    if (direction.y > 0.01) {
                        // Layers far away are seen from the side: long and flat.
                        vec2 place = direction.xz / (direction.y + 0.12);
                        float shape = octaves(place * vec2(1.3, 2.1) + vec2(3.7, 1.2));
                        float veil = octaves(place * vec2(0.5, 1.6) + 9.1);
                        float edge = 0.70 - 0.45 * properties.cover;
                        float dense = smoothstep(edge, edge + 0.28, 0.65 * shape + 0.35 * veil);
                        float thick = smoothstep(edge + 0.10, edge + 0.45, shape);
                        vec3 lit = glow * properties.glow * (0.35 + 0.9 * pow(towardsSun, 3.0)) + 0.35 * sky;
                        vec3 cloud = mix(lit, S_SRGBToLinear(properties.cloudColor).rgb, 0.35 + 0.55 * thick);
                        float fade = smoothstep(0.01, 0.16, direction.y);
                        sky = mix(sky, cloud, dense * fade * 0.85);
                    }
                    return sky * properties.brightness;
                }

                // Brightness of the drops on cylinders around the camera, as far as `farthest` metres.
                float rainfall(vec3 direction, float farthest)
                {
                    float level = max(length(direction.xz), 0.02);
                    float turn = atan(direction.z, direction.x) / 6.2831853;
                    float sum = 0.0;
                    float radius = 3.0;
                    for (int i = 0; i < 4; ++i) {
                        float way = radius / level;
                        // A column of drops is 7 cm wide.
                        float across = turn * floor(90.0 * radius);
                        float column = floor(across);
                        float own = random(vec2(column, 31.0 + float(i)));
                        float fallen = (fyrox_cameraData.position.y + direction.y * way + 7.5 * properties.time) * (0.55 + 0.2 * own);
                        float drop = floor(fallen + 17.0 * own);
                        float along = fract(fallen + 17.0 * own);
                        float falls = step(1.0 - 0.5 * properties.rain, random(vec2(column + 7.0 * float(i), mod(drop, 4096.0))));
                        float line = 1.0 - smoothstep(0.0, 0.11, abs(across - column - 0.5));
                        float fade = smoothstep(0.0, 0.1, along) * (1.0 - smoothstep(0.1, 0.55, along));
                        sum += falls * line * fade * step(way, farthest);
                        radius *= 1.9;
                    }
                    return 0.14 * properties.rain * sum;
                }

                void main()
                {
                    vec2 pixel = gl_FragCoord.xy / vec2(textureSize(fyrox_sceneDepth, 0));
                    float depth = textureLod(fyrox_sceneDepth, pixel, 0.0).r;
                    vec3 ray = farPosition - fyrox_cameraData.position;
                    vec3 direction = normalize(ray);
                    if (depth >= 0.9999999) {
                        vec3 sky = skyColor(direction);
                        if (properties.rain > 0.0) {
                            sky += rainfall(direction, 1000.0);
                        }
                        FragColor = vec4(sky, 1.0);
                        return;
                    }
                    float share = toViewDepth(depth) / toViewDepth(gl_FragCoord.z);
                    float path = length(ray) * share;
                    // The haze thins out with the height: to a half within 20 m.
                    float height = fyrox_cameraData.position.y + 0.5 * direction.y * path;
                    float density = properties.haze * exp2(-max(height, 0.0) / 20.0);
                    float covered = 1.0 - exp(-density * path);
                    vec3 level = normalize(vec3(direction.x, max(direction.y, 0.02), direction.z));
                    float towardsSun = max(dot(level, normalize(properties.sunDirection)), 0.0);
                    vec3 scattered = clear(level, towardsSun) * properties.brightness * covered;
                    if (properties.rain > 0.0) {
                        scattered += rainfall(direction, path);
                    }
                    FragColor = vec4(scattered, covered);
                }
                "#,
        ),
    ],
)
