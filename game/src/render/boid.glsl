// Shared by the vertex shaders of all passes: reads the boid of a vertex. instance_texture.rs and
// body_mesh.rs write the data.

layout(location = 0) in vec3 vertex_position;
layout(location = 1) in vec2 vertex_tex_coord;
layout(location = 2) in vec3 vertex_normal;
layout(location = 3) in vec4 vertex_tangent;
// Index of the copy of the body that the vertex belongs to.
layout(location = 4) in float vertex_copy;
// The part of the body, see motion.glsl.
layout(location = 5) in float vertex_part;

const float TAU = 6.28318530718;

struct Boid
{
    vec3 position;
    float size;
    vec4 orientation;
    float phase;
    // Sine of the upward slope of the body.
    float slope;
    // In the format of Flock::write_motions; 0 if the body does not need them.
    float turn;
    float effort;
    float activity;
    float variety;
};

// Two texels for each boid: position and size; x, y, z of the orientation and the phase of the
// beat.
Boid fetch_boid()
{
    // The renderer passes the number of the draw call's first boid as a blend shape weight.
    int index = int(fyrox_instanceData.blendShapesWeights[0].x + 0.5) + int(vertex_copy + 0.5);
    int width = textureSize(boids, 0).x;
    ivec2 at = ivec2((2 * index) % width, (2 * index) / width);
    vec4 first = texelFetch(boids, at, 0);
    vec4 second = texelFetch(boids, at + ivec2(1, 0), 0);

    Boid boid;
    boid.position = first.xyz;
    boid.size = first.w;
    // The quaternion is stored with the sign for which w is not negative.
    float w = sqrt(max(0.0, 1.0 - dot(second.xyz, second.xyz)));
    boid.orientation = vec4(second.xyz, w);
    boid.phase = second.w;
    boid.slope = 2.0 * (second.y * second.z - w * second.x);

    vec4 does = vec4(0.0);
    if (motion.tracks > 0.5) {
        width = textureSize(motions, 0).x;
        does = texelFetch(motions, ivec2(index % width, index / width), 0);
    }
    boid.turn = does.x;
    boid.effort = does.y;
    boid.activity = does.z;
    boid.variety = does.w;
    return boid;
}

vec3 rotate(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}
