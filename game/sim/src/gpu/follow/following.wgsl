// Bodies that follow the headings of their boids smoothly, as in follow/mod.rs.

// Below this speed, in m/s, a velocity has no heading and the body keeps its own.
const MIN_SPEED: f32 = 1e-6;

// Two directions are taken as opposite when 1 + their cosine is below this; the axis between them is noise then.
const OPPOSITE: f32 = 1e-6;

// Tangent of 80 degrees, which is as far as a body leans.
const MOST_LEAN: f32 = 5.671282;

// The orientation after a step of a body that turns to a vector of this length, whose velocity changed by `change`.
fn followed(q: vec4<f32>, heading: vec3<f32>, size: f32, change: vec3<f32>) -> vec4<f32> {
    let forward = vec3(
        2.0 * (q.x * q.z + q.w * q.y),
        2.0 * (q.y * q.z - q.w * q.x),
        1.0 - 2.0 * (q.x * q.x + q.y * q.y),
    );
    let up = vec3(
        2.0 * (q.x * q.y - q.w * q.z),
        1.0 - 2.0 * (q.x * q.x + q.z * q.z),
        2.0 * (q.y * q.z + q.w * q.x),
    );
    let turned = times(turn_towards(forward, up, heading, size), rolled(q, lean(forward, change)));
    return turned / length(turned);
}

// Part of the shortest rotation, in the world, from where the body points to the heading. About the body's own up axis for a
// heading straight behind, where every way is as short. None without a heading. Of any length above 0.
fn turn_towards(forward: vec3<f32>, up: vec3<f32>, velocity: vec3<f32>, speed: f32) -> vec4<f32> {
    if !(speed > MIN_SPEED) {
        return vec4(0.0, 0.0, 0.0, 1.0);
    }
    let heading = velocity * (1.0 / speed);
    let scalar = 1.0 + dot(forward, heading);
    if scalar < OPPOSITE {
        return vec4(settings.turn * up, 1.0 - settings.turn);
    }
    // (scalar, forward x heading) is the rotation times this length.
    let size = sqrt(max(2.0 * scalar, 0.0));
    return vec4(settings.turn * cross(forward, heading), (1.0 - settings.turn) * size + settings.turn * scalar);
}

// Sine and cosine of the angle at which the body is to lean towards its own X axis, if its velocity changed like this. The
// steeper the body, the less.
fn lean(forward: vec3<f32>, change: vec3<f32>) -> vec2<f32> {
    // The level axis to the side is (z, 0, -x) of where the body points, times the cosine of the slope.
    let aside = forward.z * change.x - forward.x * change.z;
    let tangent = clamp(settings.lean * aside, -MOST_LEAN, MOST_LEAN);
    let cosine = 1.0 / sqrt(1.0 + tangent * tangent);
    return vec2(tangent * cosine, cosine);
}

// The orientation after a small rotation about the body's own Z towards a lean of which sine and cosine are given. The steeper
// the body, the slower; straight up there is nothing to roll back to. Of any length above 0.
fn rolled(q: vec4<f32>, leaning: vec2<f32>) -> vec4<f32> {
    // The heights of the ends of the body's own X and Y axes: sine and cosine of the roll, both times the cosine of the slope.
    // A body that leans towards X lowers that end.
    let side_height = 2.0 * (q.x * q.y + q.w * q.z);
    let back_height = 1.0 - 2.0 * (q.x * q.x + q.z * q.z);
    var side = side_height;
    var back = back_height;
    if settings.lean > 0.0 {
        side = side_height * leaning.y + back_height * leaning.x;
        back = back_height * leaning.y - side_height * leaning.x;
    }
    // Upside down the sine falls again, but the roll must not get stuck there.
    var error = side;
    if back < 0.0 {
        let steep = sqrt(side * side + back * back);
        // The sign of a zero counts too.
        error = select(steep, -steep, (bitcast<u32>(side) >> 31u) != 0u);
    }
    let roll = -0.5 * settings.roll * error;
    return vec4(q.x + q.y * roll, q.y - q.x * roll, q.z + q.w * roll, q.w - q.z * roll);
}

// The product of two quaternions: the rotation `b`, then `a`.
fn times(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return vec4(
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    );
}
