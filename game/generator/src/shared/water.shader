// The water of a tank: haze that thickens with the distance, and beams of light. Put it on a Mesh node with a cube of edge
// 1 and the forward render path; the node's transform is the volume of the water. It works from inside and from outside.
(
    name: "Water",

    resources: [
        (
            name: "causticsTexture",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 0
        ),
        (
            name: "fyrox_sceneDepth",
            kind: Texture(kind: Sampler2D, fallback: White),
            binding: 1
        ),
        (
            name: "properties",
            kind: PropertyGroup([
                // Haze near the surface.
                (name: "shallowColor", kind: Color(r: 70, g: 175, b: 195, a: 255)),
                // Haze near the ground.
                (name: "deepColor", kind: Color(r: 8, g: 60, b: 95, a: 255)),
                // Part of the light that a metre of water scatters.
                (name: "density", kind: Float(value: 0.13)),
                // Brightness of the beams relative to the haze.
                (name: "beamStrength", kind: Float(value: 2.5)),
                // Metres that the caustics texture spans.
                (name: "beamSize", kind: Float(value: 5.0)),
                // Where the light goes, in world space.
                (name: "lightDirection", kind: Vector3(value: (0.25, -1.0, -0.2))),
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
                // The far faces are drawn, so that there is water on screen with the camera inside, too.
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
                out vec3 localFarPosition;
                flat out vec3 localCamera;

                void main()
                {
                    farPosition = (fyrox_instanceData.worldMatrix * vec4(vertexPosition, 1.0)).xyz;
                    localFarPosition = vertexPosition;
                    localCamera = (inverse(fyrox_instanceData.worldMatrix) * vec4(fyrox_cameraData.position, 1.0)).xyz;
                    gl_Position = fyrox_instanceData.worldViewProjection * vec4(vertexPosition, 1.0);
                }
                "#,
            fragment_shader:
                r#"
                out vec4 FragColor;

                in vec3 farPosition;
                in vec3 localFarPosition;
                flat in vec3 localCamera;

                const int STEPS = 12;

                float toViewDepth(float z)
                {
                    return (fyrox_cameraData.zFar * fyrox_cameraData.zNear) / (fyrox_cameraData.zFar - z * fyrox_cameraData.zRange);
                }

                // Where the ray from the camera (0) to the far face (1) enters the cube.
                float entry()
                {
                    vec3 ray = localFarPosition - localCamera;
                    ray = mix(vec3(1.0e-6), ray, step(vec3(1.0e-6), abs(ray)));
                    vec3 near = min((-0.5 - localCamera) / ray, (0.5 - localCamera) / ray);
                    return max(max(max(near.x, near.y), near.z), 0.0);
                }

                // A pattern without visible order that hides the steps.
                float dither(vec2 pixel)
                {
                    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
                }

                // Light that reaches a point, carried from the surface along the light's direction.
                float beam(vec3 point, float surface)
                {
                    float fall = (point.y - surface) / properties.lightDirection.y;
                    vec2 origin = point.xz - properties.lightDirection.xz * fall;
                    float focus = textureLod(causticsTexture, origin / properties.beamSize, 3.0).r;
                    return max(focus - 0.40, 0.0) * exp(-0.45 * fall);
                }

                void main()
                {
                    vec2 pixel = gl_FragCoord.xy / vec2(textureSize(fyrox_sceneDepth, 0));
                    float sceneDepth = toViewDepth(textureLod(fyrox_sceneDepth, pixel, 0.0).r);
                    float end = min(sceneDepth / toViewDepth(gl_FragCoord.z), 1.0);
                    float begin = min(entry(), end);

                    vec3 ray = farPosition - fyrox_cameraData.position;
                    float stepLength = length(ray) * (end - begin) / float(STEPS);
                    float stepTransmittance = exp(-properties.density * stepLength);

                    float surface = fyrox_instanceData.worldMatrix[3].y + 0.5 * fyrox_instanceData.worldMatrix[1].y;
                    float bottom = surface - fyrox_instanceData.worldMatrix[1].y;
                    vec3 shallow = S_SRGBToLinear(properties.shallowColor).rgb;
                    vec3 deep = S_SRGBToLinear(properties.deepColor).rgb;

                    vec3 scattered = vec3(0.0);
                    float transmittance = 1.0;
                    float offset = dither(gl_FragCoord.xy);
                    for (int i = 0; i < STEPS; ++i) {
                        float t = mix(begin, end, (float(i) + offset) / float(STEPS));
                        vec3 point = fyrox_cameraData.position + ray * t;
                        float height = clamp((point.y - bottom) / (surface - bottom), 0.0, 1.0);
                        float light = 1.0 + properties.beamStrength * beam(point, surface);
                        scattered += mix(deep, shallow, height * height) * light * transmittance * (1.0 - stepTransmittance);
                        transmittance *= stepTransmittance;
                    }
                    FragColor = vec4(scattered, 1.0 - transmittance);
                }
                "#,
        ),
    ],
)
