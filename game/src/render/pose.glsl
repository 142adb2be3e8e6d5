// Shared by the vertex shaders of all passes of bodies, after the others: the vertex of a moving
// body, in the frame of its flock, and its surface in the world.

// Step with which the slope of a moving surface is measured, as a fraction of the body's length.
const float SLOPE_STEP = 0.005;

// Displacement of the body along the swim axis at z on its long axis, and its derivative by z. The
// wave runs from the nose to the tail; its amplitude grows with the square of the distance from the
// nose.
vec2 bend_at(float z, float phase)
{
    float along = clamp((swim.nose_z - z) / swim.body_length, 0.0, 1.0);
    float angle = TAU * (phase - swim.waves * along);
    float reach = swim.amplitude * swim.body_length;
    float displacement = reach * along * along * sin(angle);
    float slope = -swim.amplitude * along * (2.0 * sin(angle) - TAU * swim.waves * along * cos(angle));
    return vec2(displacement, slope);
}

bool swims()
{
    return int(motion.kind + 0.5) == SWIM;
}

bool plays_clips()
{
    return int(motion.kind + 0.5) == CLIPS;
}

vec3 frame_position(Boid boid)
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

// Tangent and normal, as columns of a matrix with the binormal between them.
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
    tangent = world_vector(normalize(rotate(boid.orientation, tangent)));
    normal = world_vector(normalize(rotate(boid.orientation, normal)));
    return mat3(tangent, normalize(vertex_tangent.w * cross(normal, tangent)), normal);
}
