// Clips that were baked from a model's animations: shared by the vertex shaders of all passes,
// after motion.glsl. clips/packing.rs packs the texels.

// A body that plays clips. Its vertices store their index instead of the part of the body.
const int CLIPS = 5;

// States in which the second clip is played, see ClipBlend.
const int FAST = 1;
const int DESCENT = 2;
const int STANDING = 3;

const int HALF_OCTAHEDRON = 255;

// The frames before and after a time, and the fraction between them.
struct Frames
{
    vec4 from;
    vec4 to;
    float part;
};

struct Surface
{
    vec3 normal;
    vec3 tangent;
};

// A clip is given by its first texel and the number of its frames.
vec4 vertex_in_frame(vec2 clip, int frame)
{
    int index = int(clip.x + 0.5) + frame * int(clips.vertices + 0.5) + int(vertex_part + 0.5);
    int width = textureSize(poses, 0).x;
    return texelFetch(poses, ivec2(index % width, index / width), 0);
}

Frames frames_at(vec2 clip, float phase)
{
    int count = int(clip.y + 0.5);
    float at = fract(phase) * clip.y;
    int from = min(int(at), count - 1);
    return Frames(vertex_in_frame(clip, from), vertex_in_frame(clip, (from + 1) % count), at - float(from));
}

// Weight of the second clip for a boid.
float second_share(Boid boid)
{
    int blend = int(clips.blend + 0.5);
    Activity it = activity_of(boid.activity);
    if (blend == FAST) {
        return ramp(0.6, 0.9, boid.effort) * (1.0 - it.dead);
    }
    if (blend == DESCENT) {
        // Like built-in birds.
        return ramp(0.03, -0.25, boid.slope) * (1.0 - max(max(it.landing, it.rest), it.dead));
    }
    return blend == STANDING ? it.rest : 0.0;
}

vec3 point_at(Frames frames)
{
    return mix(frames.from.xyz, frames.to.xyz, frames.part);
}

// The position of a point of the body in its pose, in the frame of the body.
vec3 clip_point(Boid boid)
{
    vec3 point = point_at(frames_at(clips.first, boid.phase));
    float second = second_share(boid);
    if (second > 0.0) {
        point = mix(point, point_at(frames_at(clips.second, boid.phase)), second);
    }
    point.y -= drop(boid, activity_of(boid.activity));
    return point;
}

Surface unpack_surface(float texel)
{
    // Without rounding: the texel is an integer, and adding a half to a large float is not exact.
    int bits = int(texel);
    int x = bits / 32768 - HALF_OCTAHEDRON;
    int y = (bits / 64) % 512 - HALF_OCTAHEDRON;
    int z = HALF_OCTAHEDRON - abs(x) - abs(y);
    ivec3 at = ivec3(x, y, z);
    float sign_ = 1.0;
    if (z < 0) {
        at.x = (HALF_OCTAHEDRON - abs(y)) * (x < 0 ? -1 : 1);
        at.y = (HALF_OCTAHEDRON - abs(x)) * (y < 0 ? -1 : 1);
        sign_ = -1.0;
    }
    vec3 n = normalize(vec3(at));
    float a = -1.0 / (sign_ + n.z);
    float b = n.x * n.y * a;
    vec3 u = vec3(1.0 + sign_ * n.x * n.x * a, sign_ * b, -sign_ * n.x);
    vec3 v = vec3(b, sign_ + n.y * n.y * a, -n.y);
    float angle = TAU * float(bits % 64) / 64.0;
    return Surface(n, cos(angle) * u + sin(angle) * v);
}

Surface mix_surfaces(Surface a, Surface b, float part)
{
    return Surface(mix(a.normal, b.normal, part), mix(a.tangent, b.tangent, part));
}

Surface surface_at(Frames frames)
{
    return mix_surfaces(unpack_surface(frames.from.w), unpack_surface(frames.to.w), frames.part);
}

Surface clip_surface(Boid boid)
{
    Surface surface = surface_at(frames_at(clips.first, boid.phase));
    float second = second_share(boid);
    if (second > 0.0) {
        surface = mix_surfaces(surface, surface_at(frames_at(clips.second, boid.phase)), second);
    }
    return surface;
}
