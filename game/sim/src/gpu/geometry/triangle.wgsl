// How far a point is from a triangle: by planes that have all of the triangle behind them.

struct Triangle {
    a: vec3<f32>,
    normal_x: f32,
    b: vec3<f32>,
    normal_y: f32,
    c: vec3<f32>,
    normal_z: f32,
}

// A triangle as seen from a place.
struct Seen {
    // From the place to each corner.
    a: vec3<f32>,
    b: vec3<f32>,
    c: vec3<f32>,
    // From each corner to the next. Of the original corners, so that they are not rounded if the place is far away.
    ab: vec3<f32>,
    bc: vec3<f32>,
    ca: vec3<f32>,
    // Unit vector, or zero if the triangle has none.
    normal: vec3<f32>,
}

fn seen_from(place: vec3<f32>, triangle: Triangle) -> Seen {
    return Seen(
        triangle.a - place,
        triangle.b - place,
        triangle.c - place,
        triangle.b - triangle.a,
        triangle.c - triangle.b,
        triangle.a - triangle.c,
        vec3(triangle.normal_x, triangle.normal_y, triangle.normal_z),
    );
}

// The distance to the farthest corner.
fn extent(seen: Seen) -> f32 {
    return sqrt(max(dot(seen.a, seen.a), max(dot(seen.b, seen.b), dot(seen.c, seen.c))));
}

// A plane that has all of a triangle behind it.
struct Plane {
    // Unit vector, towards the point.
    normal: vec3<f32>,
    // How far the point is before it: no more than the distance from the triangle.
    distance: f32,
}

// The plane across a direction, of unit length or zero.
fn plane_across(seen: Seen, normal: vec3<f32>, point: vec3<f32>) -> Plane {
    let to_b = dot(normal, point - seen.b);
    let to_c = dot(normal, point - seen.c);
    return Plane(normal, min(dot(normal, point - seen.a), min(to_b, to_c)));
}

// The plane of the triangle itself.
fn plane_of_face(seen: Seen, point: vec3<f32>) -> Plane {
    let is_before = dot(seen.normal, point - seen.a) >= 0.0;
    return plane_across(seen, select(-seen.normal, seen.normal, is_before), point);
}

// Shorter vectors have no direction: their squares are too small for single precision.
const SHORTEST = 1e-15;

// From the nearest point of an edge to a point, which is `from_start` and `from_end` away from the ends of the edge.
fn offset_from_edge(from_start: vec3<f32>, from_end: vec3<f32>, edge: vec3<f32>) -> vec3<f32> {
    let squared = dot(edge, edge);
    let along = dot(from_start, edge);
    if along <= 0.0 {
        return from_start;
    }
    if along >= squared {
        return from_end;
    }
    let offset = from_start - edge * (along / squared);
    // What rounding left along the edge would lean the plane towards one of its ends.
    return offset - edge * (dot(offset, edge) / squared);
}

// The farthest of the planes that a triangle is behind: its distance is that of the triangle, up to rounding, and however the
// triangle is shaped, never more than that and rounding. See the module's documentation.
fn farthest_plane(seen: Seen, point: vec3<f32>) -> Plane {
    let face = plane_of_face(seen, point);
    let from_a = point - seen.a;
    let from_b = point - seen.b;
    let from_c = point - seen.c;
    var offset = offset_from_edge(from_a, from_b, seen.ab);
    var squared = dot(offset, offset);
    let second = offset_from_edge(from_b, from_c, seen.bc);
    if dot(second, second) < squared {
        offset = second;
        squared = dot(second, second);
    }
    let third = offset_from_edge(from_c, from_a, seen.ca);
    if dot(third, third) < squared {
        offset = third;
        squared = dot(third, third);
    }
    let size = sqrt(squared);
    let direction = select(vec3(0.0), offset / size, size > SHORTEST);
    let side = plane_across(seen, direction, point);
    if side.distance > face.distance {
        return side;
    }
    return face;
}
