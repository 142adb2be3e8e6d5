// Common to the vertex shaders of all passes: finds the boid that a vertex belongs to, bends the body, and places it in
// the world. `instances.rs` and `body.rs` are the other side of this.

layout(location = 0) in vec3 vertexPosition;
layout(location = 1) in vec2 vertexTexCoord;
layout(location = 2) in vec3 vertexNormal;
layout(location = 3) in vec4 vertexTangent;
// Which of the copies of the body in the mesh this vertex belongs to.
layout(location = 4) in float vertexCopy;

const float TAU = 6.28318530718;

struct Boid
{
    vec3 position;
    float size;
    vec4 orientation;
    float phase;
};

// Two texels a boid: position and size; x, y, z of the orientation and the phase of the beat.
Boid fetchBoid()
{
    // The renderer sends the number of the first boid of the draw call in place of a blend shape weight.
    int index = int(fyrox_instanceData.blendShapesWeights[0].x + 0.5) + int(vertexCopy + 0.5);
    int width = textureSize(boids, 0).x;
    ivec2 at = ivec2((2 * index) % width, (2 * index) / width);
    vec4 first = texelFetch(boids, at, 0);
    vec4 second = texelFetch(boids, at + ivec2(1, 0), 0);

    Boid boid;
    boid.position = first.xyz;
    boid.size = first.w;
    // The sign of the quaternion was chosen such that w is not negative.
    float w = sqrt(max(0.0, 1.0 - dot(second.xyz, second.xyz)));
    boid.orientation = vec4(second.xyz, w);
    boid.phase = second.w;
    return boid;
}

vec3 rotate(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// How far the body is displaced along the swim axis at the height z of its long axis, and the derivative of that by z.
// The wave runs from the nose to the tail and grows with the square of the distance from the nose.
vec2 bendAt(float z, float phase)
{
    float along = clamp((swim.noseZ - z) / swim.bodyLength, 0.0, 1.0);
    float angle = TAU * (phase - swim.waves * along);
    float reach = swim.amplitude * swim.bodyLength;
    float displacement = reach * along * along * sin(angle);
    float slope = -swim.amplitude * along * (2.0 * sin(angle) - TAU * swim.waves * along * cos(angle));
    return vec2(displacement, slope);
}

vec3 worldPosition(Boid boid, vec2 bend)
{
    vec3 bent = vertexPosition + vec3(swim.axis * bend.x, 0.0);
    return boid.position + boid.size * rotate(boid.orientation, bent);
}

vec3 worldNormal(Boid boid, vec2 bend)
{
    // The bend is a shear along the swim axis, so normals take the inverse of its transpose.
    vec3 bent = vertexNormal - vec3(0.0, 0.0, bend.y * dot(swim.axis, vertexNormal.xy));
    return normalize(rotate(boid.orientation, bent));
}

vec3 worldTangent(Boid boid, vec2 bend)
{
    vec3 bent = vertexTangent.xyz + vec3(swim.axis * (bend.y * vertexTangent.z), 0.0);
    return normalize(rotate(boid.orientation, bent));
}

vec4 clipPosition(vec3 world)
{
    return fyrox_instanceData.worldViewProjection * vec4(world, 1.0);
}
