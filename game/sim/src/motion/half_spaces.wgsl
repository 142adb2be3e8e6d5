// The vector nearest to a wanted one that lies in some half-spaces, as in half_spaces.rs.

// Amount by which a vector may miss a half-space, as a share of the numbers, and at least.
const MAY_MISS = 1e-6;
const MAY_MISS_LEAST = 1e-7;

// Volume of three unit normals, and squared sine of the angle of two, below which they are dependent.
const DEPENDENT_PLANES = 1e-5;

// The vectors v with `dot(normal, v) >= least` for the first `count` of these normals and numbers.
struct HalfSpaces {
    planes: array<vec4<f32>, MOST_HALF_SPACES>,
    count: u32,
}

// A vector, if there is one.
struct Found {
    is_found: bool,
    vector: vec3<f32>,
}

const NOT_FOUND = Found(false, vec3<f32>(0.0));

// How much a vector lacks to a half-space.
fn lack(plane: vec4<f32>, vector: vec3<f32>) -> f32 {
    return plane.w - dot(plane.xyz, vector);
}

fn half_spaces_contain(all: ptr<function, HalfSpaces>, vector: vec3<f32>) -> bool {
    let size = length(vector);
    for (var i = 0u; i < (*all).count; i++) {
        let plane = (*all).planes[i];
        if !(lack(plane, vector) <= MAY_MISS * (abs(plane.w) + size) + MAY_MISS_LEAST) {
            return false;
        }
    }
    return true;
}

// The nearest vector: the wanted one, or one on a plane, on the line of two, or in the corner of three.
fn nearest_in_half_spaces(all: ptr<function, HalfSpaces>, wanted: vec3<f32>) -> Found {
    if half_spaces_contain(all, wanted) {
        return Found(true, wanted);
    }
    var nearest = NOT_FOUND;
    var least = MOST_DISTANCE;
    for (var i = 0u; i < (*all).count; i++) {
        for (var j = i; j < (*all).count; j++) {
            // The line of two with the third one equal to the second; the plane with all equal.
            let last = select((*all).count, j + 1u, j == i);
            for (var k = j; k < last; k++) {
                let found = on_planes((*all).planes[i], (*all).planes[j], (*all).planes[k], vec2(j > i, k > j), wanted);
                let away = found.vector - wanted;
                let squared = dot(away, away);
                if found.is_found && squared < least && half_spaces_contain(all, found.vector) {
                    nearest = found;
                    least = squared;
                }
            }
        }
    }
    return nearest;
}

// The vector nearest to the wanted one on the first of these planes, on all that are further ones.
fn on_planes(a: vec4<f32>, b: vec4<f32>, c: vec4<f32>, are_further: vec2<bool>, wanted: vec3<f32>) -> Found {
    if are_further.y {
        return corner_of(a, b, c);
    }
    if are_further.x {
        return line_of(a, b, wanted);
    }
    return Found(true, wanted + a.xyz * lack(a, wanted));
}

// The vector on two planes that is nearest to the wanted one. The second round removes the rounding of
// the first, which is large for planes that are almost parallel.
fn line_of(a: vec4<f32>, b: vec4<f32>, wanted: vec3<f32>) -> Found {
    let cosine = dot(a.xyz, b.xyz);
    let axis = cross(a.xyz, b.xyz);
    let determinant = dot(axis, axis);
    if !(determinant > DEPENDENT_PLANES) {
        return NOT_FOUND;
    }
    var vector = wanted;
    for (var i = 0u; i < 2u; i++) {
        let to_a = lack(a, vector);
        let to_b = lack(b, vector);
        vector += (a.xyz * (to_a - cosine * to_b) + b.xyz * (to_b - cosine * to_a)) / determinant;
    }
    return Found(true, vector);
}

// The common point of three planes.
fn corner_of(a: vec4<f32>, b: vec4<f32>, c: vec4<f32>) -> Found {
    let bc = cross(b.xyz, c.xyz);
    let ca = cross(c.xyz, a.xyz);
    let ab = cross(a.xyz, b.xyz);
    let volume = dot(a.xyz, bc);
    if !(abs(volume) > DEPENDENT_PLANES) {
        return NOT_FOUND;
    }
    var vector = vec3(0.0);
    for (var i = 0u; i < 2u; i++) {
        vector += (bc * lack(a, vector) + ca * lack(b, vector) + ab * lack(c, vector)) / volume;
    }
    return Found(true, vector);
}
