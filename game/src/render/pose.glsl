// What is shared by the vertex shaders of all passes, after boid.glsl and motion.glsl: the vertex of a moving
// body, in the world, and its texture.

// Distance at which the slope of a moving surface is measured, as a share of the body's length.
const float SLOPE_STEP = 0.005;

bool swims()
{
    return int(motion.kind + 0.5) == SWIM;
}

vec3 world_position(Boid boid)
{
    vec3 moved;
    if (swims()) {
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
    if (swims()) {
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

// The number of a boid for one of its looks: numbers for others are independent of it.
float share(Boid boid, float look)
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
    vec3 tint = mix(variety.tintFrom.rgb, variety.tintTo.rgb, share(boid, 1.0));
    return tint * (1.0 + variety.brightness * (2.0 * share(boid, 2.0) - 1.0));
}
