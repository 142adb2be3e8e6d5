// Orientation and beat of the bodies, as in orientation/mod.rs.

// Orientation (x, y, z, w) after a step of a body that turns towards a vector of this length, while
// its velocity changed by `change`.
fn orientation(q: vec4<f32>, heading: vec3<f32>, size: f32, change: vec3<f32>) -> vec4<f32> {
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
    let turned = times(turn_towards(forward, up, heading, size), roll(q, lean(forward, change)));
    return turned / length(turned);
}

// Part of the shortest rotation, in the world, from the direction of the body to the heading. About
// the up axis of the body for a heading straight behind. None without a heading. A quaternion of
// any length above 0.
fn turn_towards(forward: vec3<f32>, up: vec3<f32>, velocity: vec3<f32>, speed: f32) -> vec4<f32> {
    if !(speed > MIN_SPEED) {
        return vec4(0.0, 0.0, 0.0, 1.0);
    }
    let heading = velocity * (1.0 / speed);
    let scalar = 1.0 + dot(forward, heading);
    if scalar < OPPOSITE {
        return vec4(pose.turn * up, 1.0 - pose.turn);
    }
    // (scalar, forward x heading) is the rotation times this length.
    let size = sqrt(max(2.0 * scalar, 0.0));
    return vec4(pose.turn * cross(forward, heading), (1.0 - pose.turn) * size + pose.turn * scalar);
}

// Sine and cosine of the lean towards the X axis of the body for a change of velocity. Less for a
// steep body.
fn lean(forward: vec3<f32>, change: vec3<f32>) -> vec2<f32> {
    // The level axis to the side is (z, 0, -x) of `forward`, times the cosine of the slope.
    let aside = forward.z * change.x - forward.x * change.z;
    let tangent = clamp(pose.lean * aside, -MOST_LEAN, MOST_LEAN);
    let cosine = 1.0 / sqrt(1.0 + tangent * tangent);
    return vec2(tangent * cosine, cosine);
}

// The orientation after a small rotation about the Z axis of the body towards the lean with this
// sine and cosine. Slower for a steep body; a vertical one has nothing to roll back to. A
// quaternion of any length above 0.
fn roll(q: vec4<f32>, leaning: vec2<f32>) -> vec4<f32> {
    // Heights of the ends of the X and Y axes of the body: sine and cosine of the roll, both times
    // the cosine of the slope. A body that leans towards X lowers that end.
    let side_height = 2.0 * (q.x * q.y + q.w * q.z);
    let back_height = 1.0 - 2.0 * (q.x * q.x + q.z * q.z);
    var side = side_height;
    var back = back_height;
    if pose.lean > 0.0 {
        side = side_height * leaning.y + back_height * leaning.x;
        back = back_height * leaning.y - side_height * leaning.x;
    }
    // Upside down the sine falls again, but the roll must not stop there.
    var error = side;
    if back < 0.0 {
        let steep = sqrt(side * side + back * back);
        // Also the sign of a zero.
        error = select(steep, -steep, (bitcast<u32>(side) >> 31u) != 0u);
    }
    let roll = -0.5 * pose.roll * error;
    return vec4(q.x + q.y * roll, q.y - q.x * roll, q.z + q.w * roll, q.w - q.z * roll);
}

// Phase of the beat after a step at this speed.
fn phase(before: f32, speed: f32) -> f32 {
    return fraction(before + pose.beats_at_rest + pose.beats_per_speed * speed);
}
