// What is shared by the vertex shaders of all passes, after the others: the vertex of a moving
// body, in the world, and its texture.

// Distance at which the slope of a moving surface is measured, as a share of the body's length.
const float SLOPE_STEP = 0.005;

bool swims()
{
    return int(motion.kind + 0.5) == SWIM;
}

bool plays_clips()
{
    return int(motion.kind + 0.5) == CLIPS;
}

vec3 world_position(Boid boid)
{
    vec3 moved;
    if (plays_clips()) {
        moved = clip_point(boid);
    } else if (swims()) {
        vec2 bend = bend_at(vertex_position.z, boid.phase);
        moved = vertex_position + vec3(swim.axis * bend.x, 0.0);
    } else {
        moved = deform(boid, vertex_position, vertex_part);
    }
    return boid.position + boid.size * rotate(boid.orientation, moved);
}

// Tangent and normal, in the columns of a matrix with the binormal between them.
mat3 world_frame(Boid boid)
{
    vec3 tangent;
    vec3 normal;
    if (plays_clips()) {
        Surface surface = clip_surface(boid);
        tangent = surface.tangent;
        normal = surface.normal;
    } else if (swims()) {
        // The bend is a shear along the swim axis: normals are transformed by the transpose of its
        // inverse.
        vec2 bend = bend_at(vertex_position.z, boid.phase);
        normal = vertex_normal - vec3(0.0, 0.0, bend.y * dot(swim.axis, vertex_normal.xy));
        tangent = vertex_tangent.xyz + vec3(swim.axis * (bend.y * vertex_tangent.z), 0.0);
    } else {
        vec3 along = SLOPE_STEP * motion.bodyLength * vertex_tangent.xyz;
        vec3 across = cross(vertex_normal, along);
        vec3 here = deform(boid, vertex_position, vertex_part);
        tangent = deform(boid, vertex_position + along, vertex_part) - here;
        vec3 side = deform(boid, vertex_position + across, vertex_part) - here;
        normal = cross(tangent, side);
    }
    tangent = normalize(rotate(boid.orientation, tangent));
    normal = normalize(rotate(boid.orientation, normal));
    return mat3(tangent, normalize(vertex_tangent.w * cross(normal, tangent)), normal);
}

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
        float depth = (fyrox_instanceData.worldViewProjection * vec4(boid.position, 1.0)).w;
        float last = levels.farthest * levels.lastPart;
        cover.y = min(cover.y, clamp((levels.farthest - depth) / last, 0.0, 1.0));
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

// The place in the texture, in the boid's row of patterns.
vec2 pattern_coord(Boid boid)
{
    float row = variety.row;
    if (row < 0.0) {
        row = min(floor(boid.variety * variety.rows), variety.rows - 1.0);
    }
    return vec2(vertex_tex_coord.x, (vertex_tex_coord.y + row) / variety.rows);
}

// By this the colour is multiplied.
vec3 boid_tint(Boid boid)
{
    vec3 tint = mix(variety.tintFrom.rgb, variety.tintTo.rgb, draw_lot(boid, 1.0));
    return tint * (1.0 + variety.brightness * (2.0 * draw_lot(boid, 2.0) - 1.0));
}
