// The smooth curve in which boids turn away from the walls, as in boundary/curve.rs.

// Fastest turn, in radians on a way as long as the margin.
const SHARPNESS: f32 = 3.14159274;

// A boid heads straight for a wall if the sine of the angle between its velocity and the normal is below this.
const HEAD_ON: f32 = 1e-3;

// In a narrower margin, in metres, there is no room for a curve.
const LEAST_MARGIN: f32 = 1e-6;

// What turns a boid away from the walls.
struct Push {
    // Away from the walls; of any length.
    inward: vec3<f32>,
    // s / margin.
    strength: f32,
}

// The velocity after a step on the curve.
fn curve_follow(velocity: vec3<f32>, push: Push) -> vec3<f32> {
    let normal = push.inward * (1.0 / max(length(push.inward), NO_DIRECTION));
    let speed = length(velocity);
    let heading = velocity * (1.0 / max(speed, NO_DIRECTION));
    let cosine = dot(heading, normal);
    let way = speed * containment.dt + containment.way;
    let angle = SHARPNESS * push.strength * (0.5 - 0.5 * cosine) * way;
    let across = normal - heading * cosine;
    let sine = length(across);
    var sideways = across * (1.0 / max(sine, HEAD_ON));
    if sine < HEAD_ON && cosine < 0.0 {
        sideways = curve_perpendicular(heading);
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
fn curve_perpendicular(heading: vec3<f32>) -> vec3<f32> {
    var axis = containment.normal;
    if dot(axis, axis) == 0.0 {
        axis = select(vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0), abs(heading.x) < 0.6);
    }
    let across = cross(axis, heading);
    // Where velocities are not in the plane of the flock yet, the axis may lie along one.
    return across * (1.0 / max(length(across), HEAD_ON));
}

// 1 / margin; zero if there is no room for a curve.
fn curve_share(margin: f32) -> f32 {
    return select(0.0, 1.0 / margin, margin >= LEAST_MARGIN);
}

// The depth that counts, from one or the sum of several.
fn curve_smooth(depth: f32) -> f32 {
    let most = min(depth, 1.0);
    return most * most * (3.0 - 2.0 * most);
}
