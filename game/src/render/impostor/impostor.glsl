// The vertex of an impostor, after boid.glsl, looks.glsl and motion.glsl: a square with the picture
// of the body from the view nearest to the observer's. views.rs and poses.rs are its twins.

const float VIEWS = 11.0;

// Poses: the phases of the beat, then other states; four in each row of the texture.
const int PHASES = 8;
const int GLIDING = 8;
const int STANDING = 9;
const int DIVING = 10;
const int DEAD = 11;
const int POSES_IN_ROW = 4;

// Distance of the square behind the body in a shadow map, in half widths, so that the body is not
// in its own shadow.
const float BEHIND = 1.0;

struct Impostor
{
    // Position of the vertex in the frame of the flock.
    vec3 position;
    // Position in its pattern.
    vec2 tex_coord;
    // The axes of the frame of the texture's normals, in the world.
    mat3 frame;
};

// The direction in which the picture's coordinates are constant and the depth decreases.
vec3 towards_observer(vec3 at)
{
    mat4 clip = fyrox_instanceData.worldViewProjection;
    vec4 point = clip * vec4(at, 1.0);
    mat4 rows = transpose(clip);
    vec3 slope_x = rows[0].xyz * point.w - rows[3].xyz * point.x;
    vec3 slope_y = rows[1].xyz * point.w - rows[3].xyz * point.y;
    vec3 slope_z = rows[2].xyz * point.w - rows[3].xyz * point.z;
    vec3 along = normalize(cross(slope_x, slope_y));
    return dot(slope_z, along) > 0.0 ? -along : along;
}

vec2 nearest_view(vec3 direction)
{
    vec2 p = direction.yz / (direction.x + abs(direction.y) + abs(direction.z));
    vec2 at = (vec2(p.x + p.y, p.x - p.y) + 1.0) * 0.5;
    return floor(at * (VIEWS - 1.0) + 0.5);
}

vec3 view_direction(vec2 view)
{
    vec2 at = view * 2.0 / (VIEWS - 1.0) - 1.0;
    vec2 p = vec2(at.x + at.y, at.x - at.y) * 0.5;
    return normalize(vec3(1.0 - abs(p.x) - abs(p.y), p));
}

vec3 picture_point(vec3 direction, vec2 corner)
{
    float a = -1.0 / (1.0 + direction.x);
    float b = direction.y * direction.z * a;
    vec3 right = vec3(-direction.y, 1.0 + direction.y * direction.y * a, b);
    vec3 up = vec3(-direction.z, b, 1.0 + direction.z * direction.z * a);
    return right * corner.x + up * corner.y;
}

// A body that plays clips, as in clips.glsl.
const int CLIPS = 5;

int phase_pose(float phase)
{
    return int(floor(fract(phase) * float(PHASES) + 0.5)) % PHASES;
}

// The pose of a boid at this phase of the beat.
int pose_of(Boid boid, float phase)
{
    if (impostor.poseRows < 2.5) {
        return phase_pose(phase);
    }
    Activity it = activity_of(boid.activity);
    if (it.dead > 0.5) {
        return DEAD;
    }
    if (it.rest > 0.5) {
        return STANDING;
    }
    if (int(motion.kind + 0.5) == BIRD && it.landing < 0.5) {
        if (motion.dive * ramp(-0.5, -0.85, boid.slope) > 0.4) {
            return DIVING;
        }
        if (motion.glide * ramp(0.03, -0.25, boid.slope) > 0.4) {
            return GLIDING;
        }
    }
    return phase_pose(phase);
}

vec4 conjugate(vec4 q)
{
    return vec4(-q.xyz, q.w);
}

// A dead fish floats belly up.
vec4 rolled_over(vec4 q, float dead)
{
    float s = sin(0.25 * TAU * dead);
    float c = cos(0.25 * TAU * dead);
    return vec4(q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s, q.w * c - q.z * s);
}

// How far the picture of a standing body is lowered. The soles of built-in bodies are on the ground of the picture
// STANDING; pictures of clips show the body as it is baked.
float picture_drop(Boid boid, Activity it)
{
    int kind = int(motion.kind + 0.5);
    if (kind == CLIPS) {
        return drop(boid, it);
    }
    return kind == SWIM || kind == FISH ? 0.0 : it.rest * motion.stand / boid.size;
}

// The square, moved away from the observer by a fraction of its half width.
Impostor impostor_of(Boid boid, float away)
{
    Activity it = activity_of(boid.activity);
    vec4 turned = boid.orientation;
    if (int(motion.kind + 0.5) == FISH) {
        turned = rolled_over(turned, it.dead);
    }
    vec3 to_observer = towards_observer(boid.position);
    vec3 seen_from = rotate(conjugate(turned), to_observer);
    // From the other side, it is the mirror image.
    float side = seen_from.x < 0.0 ? -1.0 : 1.0;
    seen_from.x = abs(seen_from.x);
    vec2 view = nearest_view(seen_from);
    int pose = pose_of(boid, side < 0.0 ? boid.phase + impostor.mirrorPhase : boid.phase);

    vec3 corner = picture_point(view_direction(view), impostor.halfWidth * vertex_position.xy);
    corner.x *= side;
    corner.y -= picture_drop(boid, it);
    vec3 middle = boid.position - away * (1.0 - it.rest) * impostor.halfWidth * boid.size * to_observer;

    Impostor square;
    square.position = middle + boid.size * rotate(turned, corner);
    vec2 tile = vec2(pose % POSES_IN_ROW, pose / POSES_IN_ROW) * VIEWS + view;
    square.tex_coord = (tile + vertex_tex_coord) / (VIEWS * vec2(float(POSES_IN_ROW), impostor.poseRows));
    square.frame = mat3(
        world_vector(rotate(turned, vec3(side, 0.0, 0.0))),
        world_vector(rotate(turned, vec3(0.0, 1.0, 0.0))),
        world_vector(rotate(turned, vec3(0.0, 0.0, 1.0))));
    return square;
}
