// The motion of bodies, the twin of motion/deform.rs: shared by the vertex shaders of all passes,
// after boid.glsl.

const int SWIM = 0;
const int FISH = 1;
const int BIRD = 2;
const int BUTTERFLY = 3;
const int INSECT = 4;

const float LIMB = 1.0;
const float WING = 2.0;

// The activities of a body, each from 0 to 1.
struct Activity
{
    float landing;
    // Standing; lower during take-off.
    float rest;
    // Legs are stretched out.
    float legs;
    float dead;
};

Activity activity_of(float activity)
{
    float number = floor(activity);
    float done = activity - number;
    Activity it = Activity(0.0, 0.0, 0.0, 0.0);
    if (number == 1.0) {
        it.landing = done;
        it.legs = done;
    } else if (number == 2.0) {
        it.landing = 1.0 - done;
        it.rest = done;
        it.legs = 1.0;
    } else if (number == 3.0) {
        it.rest = 1.0 - done;
        it.legs = 1.0 - done;
    } else if (number == 4.0) {
        it.legs = 0.6 * done;
        it.dead = done;
    }
    return it;
}

// How far a standing body is lowered, so that its soles are on the ground.
float drop(Boid boid, Activity it)
{
    return it.rest * (motion.stand / boid.size + motion.sole);
}

// Rotates a vector by an angle.
vec2 spin(vec2 v, float angle)
{
    float s = sin(angle);
    float c = cos(angle);
    return vec2(c * v.x - s * v.y, s * v.x + c * v.y);
}

// Like smoothstep, which is undefined for decreasing edges.
float ramp(float from, float to, float x)
{
    float t = clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

vec3 swim_as_fish(Boid boid, vec3 point, float part)
{
    float dead = activity_of(boid.activity).dead;
    float along = clamp((motion.nose - point.z) / motion.bodyLength, 0.0, 1.0);
    float angle = TAU * boid.phase;
    float lagged = angle - TAU * motion.waves * along;
    float mask = ramp(motion.mask.x, motion.mask.y, along);
    float turning = min(0.25 * abs(boid.turn), 0.5);
    float gain = (1.0 - dead) * (0.6 + 0.4 * clamp(boid.effort, 0.0, 1.5) + turning);

    vec3 q = point;
    if (part == LIMB) {
        q.y += 0.25 * abs(point.x) * sin(angle + 1.3) * (1.0 - dead);
    }
    q.xy = spin(q.xy, gain * motion.twist * mask * cos(lagged) + 0.5 * TAU * dead);
    // About a point behind the head.
    float pivot = motion.nose - 0.35 * motion.bodyLength;
    vec2 yawed = spin(vec2(q.z - pivot, q.x), gain * motion.yaw * sin(angle));
    q.z = yawed.x + pivot;
    q.x = yawed.y;
    float wave = motion.wave * mask * cos(lagged);
    float bend = clamp(motion.agility * boid.turn, -0.35, 0.35) * (1.0 - dead) + 0.2 * dead;
    float ends = (along - 0.4) * (along - 0.4);
    q.x += motion.bodyLength * (gain * (motion.side * cos(angle) + wave) + bend * ends);
    return q;
}

vec3 fly_as_bird(Boid boid, vec3 point, float part)
{
    Activity it = activity_of(boid.activity);
    float free = 1.0 - max(max(it.landing, it.rest), it.dead);
    float dive = free * motion.dive * ramp(-0.5, -0.85, boid.slope);
    float glide = free * motion.glide * ramp(0.03, -0.25, boid.slope);
    float flap = (1.0 - glide) * max(1.0 - 1.3 * dive, 0.0) * (1.0 - it.rest) * (1.0 - it.dead);
    float angle = TAU * boid.phase;
    float upstroke = flap * max(-sin(angle), 0.0);
    float fold = max(max(it.rest, dive), max(0.28 * upstroke, 0.5 * it.dead));

    vec3 q = point;
    float out_ = abs(point.x) - motion.shoulder;
    if (part == WING && out_ > 0.0) {
        float reach = motion.halfSpan - motion.shoulder;
        float inner = mix(0.1 + flap * motion.stroke * cos(angle), -0.75, it.rest) + 0.5 * it.dead;
        float outer = flap * (0.6 * motion.stroke * cos(angle - 1.1) - 0.06) - 0.2 * it.rest;
        float short_ = 1.0 - 0.86 * fold;
        float wrist = 0.42 * reach * short_;
        float arm = min(out_ * short_, wrist);
        float hand = max(out_ * short_ - wrist, 0.0);
        float pitch = 0.3 * flap * sin(angle) * point.z * out_ / reach;
        q.x = motion.shoulder + arm * cos(inner) + hand * cos(inner + outer);
        q.x = point.x < 0.0 ? -q.x : q.x;
        q.y += arm * sin(inner) + hand * sin(inner + outer) + pitch;
        q.z -= 0.46 * fold * out_;
    }
    q.y -= 0.05 * motion.halfSpan * flap * cos(angle);

    if (part == LIMB) {
        float hang = motion.hip - point.y;
        q.y = motion.hip - hang * mix(0.1, 1.0, it.legs);
        q.z -= 0.8 * hang * (1.0 - it.legs);
    } else {
        // A standing bird holds its breast up.
        vec2 raised = spin(vec2(q.z, q.y - motion.hip), 0.6 * it.rest);
        q.z = raised.x;
        q.y = raised.y + motion.hip;
    }
    q.y -= drop(boid, it);
    return q;
}

vec3 fly_as_butterfly(Boid boid, vec3 point, float part)
{
    Activity it = activity_of(boid.activity);
    float glide = motion.glide * ramp(0.0, -0.3, boid.slope);
    float flap = (1.0 - glide) * (1.0 - it.rest) * (1.0 - it.dead);
    float angle = TAU * boid.phase;
    float erratic = 0.25 * cos(2.0 * angle + TAU * boid.variety);

    vec3 q = point;
    float out_ = abs(point.x) - motion.shoulder;
    if (part == WING && out_ > 0.0) {
        float reach = motion.halfSpan - motion.shoulder;
        float late = angle - 0.7 * ramp(0.0, -0.6, point.z / reach) - 0.5 * out_ / reach;
        float stroke = 0.75 * cos(late) + erratic;
        float lift = mix(0.25 + flap * motion.stroke * stroke, 1.45, it.rest) + 0.9 * it.dead;
        q.x = motion.shoulder + out_ * cos(lift);
        q.x = point.x < 0.0 ? -q.x : q.x;
        q.y += out_ * sin(lift);
    }
    q.y -= 0.16 * motion.halfSpan * flap * (0.75 * cos(angle) + erratic) + drop(boid, it);
    return q;
}

vec3 fly_as_insect(Boid boid, vec3 point, float part)
{
    Activity it = activity_of(boid.activity);
    float rest = max(it.rest, it.dead);
    float angle = TAU * boid.phase;
    vec3 q = point;
    float out_ = abs(point.x) - motion.shoulder;
    if (part == WING && out_ > 0.0) {
        float quiver = (1.0 - rest) * motion.stroke * cos(angle) * out_;
        q.x = mix(point.x, 0.12 * point.x, rest);
        q.y = mix(point.y + quiver, 0.12 * point.y + 0.2 * motion.shoulder, rest);
        q.z -= 0.9 * out_ * rest;
    }
    if (part == LIMB) {
        // Legs trail during flight.
        q.z -= 0.3 * max(motion.hip - point.y, 0.0) * (1.0 - rest);
    }
    q.y -= drop(boid, it);
    return q;
}

// The position of a point of the body in its pose, in the frame of the body.
vec3 deform(Boid boid, vec3 point, float part)
{
    int kind = int(motion.kind + 0.5);
    if (kind == FISH) {
        return swim_as_fish(boid, point, part);
    }
    if (kind == BIRD) {
        return fly_as_bird(boid, point, part);
    }
    if (kind == BUTTERFLY) {
        return fly_as_butterfly(boid, point, part);
    }
    if (kind == INSECT) {
        return fly_as_insect(boid, point, part);
    }
    return point;
}
