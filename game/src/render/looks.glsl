// What is shared by the vertex shaders of bodies and sprites, after boid.glsl: how much of a boid is drawn, and its
// texture and colour.

vec4 clip_position(vec3 world)
{
    return fyrox_instanceData.worldViewProjection * vec4(world, 1.0);
}

// A place that is clipped away.
const vec4 NOWHERE = vec4(0.0, 0.0, 2.0, 1.0);

// Part of the fading around an edge that a share is beyond; none for an edge of 0 or without end.
float beyond(float share, float edge)
{
    return clamp((share - edge * (1.0 - levels.fade)) / (2.0 * levels.fade * edge), 0.0, 1.0);
}

// The range of the pattern's numbers at which this level draws the boid: from 0 to 1 if it alone does.
vec2 cover_of(Boid boid)
{
    mat4 clip = fyrox_instanceData.worldViewProjection;
    float depth = (clip * vec4(boid.position, 1.0)).w;
    // The length of the row is that of the projection, since the view only rotates.
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

// The same for an eye, which sees no boid beyond the distance of drawing; a light has no such distance.
vec2 cover_for_eye(Boid boid)
{
    vec2 cover = cover_of(boid);
    if (levels.farthest > 0.0) {
        float away = distance(boid.position, fyrox_cameraData.position);
        float last = levels.farthest * levels.lastPart;
        cover.y = min(cover.y, clamp((levels.farthest - away) / last, 0.0, 1.0));
    }
    return cover;
}

bool is_covered_up(vec2 cover)
{
    return cover.x >= cover.y;
}

// The number of a boid for one of its looks: numbers for others are independent of it.
float draw_lot(Boid boid, float look)
{
    return fract(boid.variety * (61.0 + 40.0 * look) + 0.37 * look);
}

// A place in a pattern, in the boid's row of patterns in the texture.
vec2 in_pattern(Boid boid, vec2 at)
{
    float row = variety.row;
    if (row < 0.0) {
        row = min(floor(boid.variety * variety.rows), variety.rows - 1.0);
    }
    return vec2(at.x, (at.y + row) / variety.rows);
}

// The place of the vertex in the texture.
vec2 pattern_coord(Boid boid)
{
    return in_pattern(boid, vertex_tex_coord);
}

// By this the colour is multiplied.
vec3 boid_tint(Boid boid)
{
    vec3 tint = mix(variety.tintFrom.rgb, variety.tintTo.rgb, draw_lot(boid, 1.0));
    return tint * (1.0 + variety.brightness * (2.0 * draw_lot(boid, 2.0) - 1.0));
}
