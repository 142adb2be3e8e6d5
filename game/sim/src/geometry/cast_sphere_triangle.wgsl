// Cast of a sphere onto a triangle, as in cast_sphere_triangle.rs.

// A sphere that is cast along a unit direction.
struct SphereCast {
    direction: vec3<f32>,
    radius: f32,
}

// Longer than every cast.
const NEVER = 3e38;

// Distance after which the sphere touches a triangle; NEVER if that is longer than `latest`. A
// sphere that overlaps the triangle at the start touches it at once if it approaches, and never if
// it leaves or moves along.
fn cast_sphere_triangle(sphere: SphereCast, triangle: Triangle, latest: f32) -> f32 {
    let height = -dot(triangle.normal, triangle.a);
    let side = select(-1.0, 1.0, height >= 0.0);
    let gap = abs(height) - sphere.radius;
    let descent = -side * dot(triangle.normal, sphere.direction);
    if gap > 0.0 {
        if gap > latest * descent {
            return NEVER;
        }
        let way = gap / descent;
        if is_over(triangle, sphere.direction * way) {
            return way;
        }
    } else {
        let plane = farthest_plane(triangle, vec3(0.0));
        if plane.distance < sphere.radius {
            return select(NEVER, 0.0, dot(plane.normal, sphere.direction) < 0.0);
        }
    }
    var first = NEVER;
    first = min(first, cast_on_edge(sphere, triangle.a, triangle.ab, min(first, latest)));
    first = min(first, cast_on_edge(sphere, triangle.b, triangle.bc, min(first, latest)));
    first = min(first, cast_on_edge(sphere, triangle.c, triangle.ca, min(first, latest)));
    return first;
}

// True for a point over the triangle, along its normal.
fn is_over(triangle: Triangle, point: vec3<f32>) -> bool {
    return dot(triangle.normal, cross(triangle.ab, point - triangle.a)) >= 0.0
        && dot(triangle.normal, cross(triangle.bc, point - triangle.b)) >= 0.0
        && dot(triangle.normal, cross(triangle.ca, point - triangle.c)) >= 0.0;
}

// Distance after which the sphere touches an edge that it does not overlap.
fn cast_on_edge(sphere: SphereCast, corner: vec3<f32>, edge: vec3<f32>, latest: f32) -> f32 {
    let size = length(edge);
    let unit = edge / max(size, NO_DIRECTION);
    let moment = cross(unit, corner);
    let turn = cross(unit, sphere.direction);
    // The distance from the line is the radius where a t² - 2 b t + c = 0.
    let a = dot(turn, turn);
    let b = dot(turn, moment);
    let c = dot(moment, moment) - sphere.radius * sphere.radius;
    var place = -dot(corner, unit);
    if c > 0.0 {
        let discriminant = b * b - a * c;
        if b <= 0.0 || discriminant < 0.0 {
            return NEVER;
        }
        let way = c / (b + sqrt(discriminant));
        if way > latest {
            return NEVER;
        }
        place = dot(sphere.direction * way - corner, unit);
        if place >= 0.0 && place <= size {
            return way;
        }
    }
    return cast_on_corner(sphere, select(corner, corner + edge, place > 0.0), latest);
}

fn cast_on_corner(sphere: SphereCast, corner: vec3<f32>, latest: f32) -> f32 {
    let turn = cross(sphere.direction, corner);
    let b = dot(sphere.direction, corner);
    let c = dot(corner, corner) - sphere.radius * sphere.radius;
    let discriminant = sphere.radius * sphere.radius - dot(turn, turn);
    if b <= 0.0 || c < 0.0 || discriminant < 0.0 {
        return NEVER;
    }
    let way = c / (b + sqrt(discriminant));
    return select(NEVER, way, way <= latest);
}
