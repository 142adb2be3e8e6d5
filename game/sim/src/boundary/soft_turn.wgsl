// Soft turns away from the boundary, as in soft_turn.rs.

struct WallTurn {
    // Away from the walls; of any length.
    inward: vec3<f32>,
    // s / margin.
    strength: f32,
}

// The velocity after a step on the curve.
fn soft_turn_turned(velocity: vec3<f32>, wall_turn: WallTurn) -> vec3<f32> {
    let normal = wall_turn.inward * (1.0 / max(length(wall_turn.inward), NO_DIRECTION));
    let speed = length(velocity);
    let heading = velocity * (1.0 / max(speed, NO_DIRECTION));
    let cosine = dot(heading, normal);
    let way = speed * boundary.dt + boundary.way;
    let angle = SHARPNESS * wall_turn.strength * (0.5 - 0.5 * cosine) * way;
    let across = normal - heading * cosine;
    let sine = length(across);
    var sideways = across * (1.0 / max(sine, HEAD_ON));
    if sine < HEAD_ON && cosine < 0.0 {
        sideways = soft_turn_perpendicular(heading);
    }
    // Not beyond the normal: this is the tangent of half the angle to it.
    var most = (1.0 - cosine) / max(sine, NO_DIRECTION);
    if cosine > 0.0 {
        most = sine / (1.0 + cosine);
    }
    // The tangent of half the angle, a little less for large ones.
    let tangent = min(0.5 * angle, most);
    let turned = heading * (1.0 - tangent * tangent) + sideways * (2.0 * tangent);
    if tangent > 0.0 && speed > NO_DIRECTION {
        return turned * (speed / length(turned));
    }
    return velocity;
}

// A unit vector at right angles to a heading.
fn soft_turn_perpendicular(heading: vec3<f32>) -> vec3<f32> {
    var axis = boundary.normal;
    if dot(axis, axis) == 0.0 {
        axis = select(vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0), abs(heading.x) < 0.6);
    }
    let across = cross(axis, heading);
    // The axis may lie along a velocity that is not yet in the plane of motion.
    return across * (1.0 / max(length(across), HEAD_ON));
}

// 1 / margin; zero for a margin too narrow for a curve.
fn soft_turn_share(margin: f32) -> f32 {
    return select(0.0, 1.0 / margin, margin >= LEAST_MARGIN);
}

// Smoothed depth, from one depth or the sum of several.
fn soft_turn_smooth(depth: f32) -> f32 {
    let most = min(depth, 1.0);
    return most * most * (3.0 - 2.0 * most);
}
