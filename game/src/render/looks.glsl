// Shared by the vertex shaders of bodies and sprites, after boid.glsl: the cover, the texture and
// the colour of a boid.

// Boids are in the frame in which their flock lives, and the engine's matrices include the place of
// the frame in the world, which has no scale.
vec4 clip_position(vec3 point)
{
    return fyrox_instanceData.worldViewProjection * vec4(point, 1.0);
}

vec3 world_point(vec3 point)
{
    return (fyrox_instanceData.worldMatrix * vec4(point, 1.0)).xyz;
}

vec3 world_vector(vec3 vector)
{
    return mat3(fyrox_instanceData.worldMatrix) * vector;
}

vec3 frame_vector(vec3 world)
{
    return transpose(mat3(fyrox_instanceData.worldMatrix)) * world;
}

// A position outside of the clip volume.
const vec4 NOWHERE = vec4(0.0, 0.0, 2.0, 1.0);

// Progress of the cross-fade at an edge, from 0 to 1; constant for an edge of 0 or infinity.
float beyond(float share, float edge)
{
    return clamp((share - edge * (1.0 - levels.fade)) / (2.0 * levels.fade * edge), 0.0, 1.0);
}

// The range of the pattern's values for which this level draws the boid: 0 to 1 without a
// cross-fade.
vec2 cover_of(Boid boid)
{
    mat4 clip = fyrox_instanceData.worldViewProjection;
    float depth = (clip * vec4(boid.position, 1.0)).w;
    // The length of the row equals that of the projection, since the view is a rotation.
    float scale = length(vec3(clip[0][1], clip[1][1], clip[2][1]));
    float share = levels.radius * abs(boid.size) * scale / max(depth, 1e-6);
    vec2 cover = vec2(0.0, 1.0);
    if (levels.from > 0.0) {
        cover.y = beyond(share, levels.from);
    }
    if (levels.to < 1e8) {
        cover.x = beyond(share, levels.to);
    }
    return cover;
}

// Like cover_of, for a camera, which draws no boid beyond the draw distance; a light has none.
vec2 cover_for_eye(Boid boid)
{
    vec2 cover = cover_of(boid);
    if (levels.farthest > 0.0) {
        float away = distance(world_point(boid.position), fyrox_cameraData.position);
        float last = levels.farthest * levels.lastPart;
        cover.y = min(cover.y, clamp((levels.farthest - away) / last, 0.0, 1.0));
    }
    return cover;
}

bool is_covered_up(vec2 cover)
{
    return cover.x >= cover.y;
}

// A random number of a boid for one of its looks, independent of the numbers for other looks.
float draw_lot(Boid boid, float look)
{
    return fract(boid.variety * (61.0 + 40.0 * look) + 0.37 * look);
}

// A texture coordinate in a pattern, in the boid's row of patterns.
vec2 in_pattern(Boid boid, vec2 at)
{
    float row = variety.row;
    if (row < 0.0) {
        row = min(floor(boid.variety * variety.rows), variety.rows - 1.0);
    }
    return vec2(at.x, (at.y + row) / variety.rows);
}

// The texture coordinate of the vertex.
vec2 pattern_coord(Boid boid)
{
    return in_pattern(boid, vertex_tex_coord);
}

// The factor of the colour.
vec3 boid_tint(Boid boid)
{
    vec3 tint = mix(variety.tintFrom.rgb, variety.tintTo.rgb, draw_lot(boid, 1.0));
    return tint * (1.0 + variety.brightness * (2.0 * draw_lot(boid, 2.0) - 1.0));
}
