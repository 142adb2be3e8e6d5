// How far a sphere sees, and whether it has room: for those who only look, not for moves.

// A sphere that looks along a unit direction.
struct Look {
    direction: vec3<f32>,
    radius: f32,
}

// Longer than every way that is looked along.
const NEVER = 3e38;

// The way after which the sphere touches a triangle; NEVER if that is longer than `latest`. One that overlaps the triangle from the
// start touches it at once if it comes nearer, and never if it leaves or goes along.
fn cast_on_triangle(look: Look, seen: Seen, latest: f32) -> f32 {
    let height = -dot(seen.normal, seen.a);
    let side = select(-1.0, 1.0, height >= 0.0);
    let gap = abs(height) - look.radius;
    let descent = -side * dot(seen.normal, look.direction);
    if gap > 0.0 {
        if gap > latest * descent {
            return NEVER;
        }
        let way = gap / descent;
        if is_over(seen, look.direction * way) {
            return way;
        }
    } else {
        let plane = farthest_plane(seen, vec3(0.0));
        if plane.distance < look.radius {
            return select(NEVER, 0.0, dot(plane.normal, look.direction) < 0.0);
        }
    }
    var first = NEVER;
    first = min(first, cast_on_edge(look, seen.a, seen.ab, min(first, latest)));
    first = min(first, cast_on_edge(look, seen.b, seen.bc, min(first, latest)));
    first = min(first, cast_on_edge(look, seen.c, seen.ca, min(first, latest)));
    return first;
}

// Whether a point lies over the triangle, seen along its normal.
fn is_over(seen: Seen, point: vec3<f32>) -> bool {
    return dot(seen.normal, cross(seen.ab, point - seen.a)) >= 0.0
        && dot(seen.normal, cross(seen.bc, point - seen.b)) >= 0.0
        && dot(seen.normal, cross(seen.ca, point - seen.c)) >= 0.0;
}

// The way after which the sphere, which does not overlap an edge, touches it.
fn cast_on_edge(look: Look, corner: vec3<f32>, edge: vec3<f32>, latest: f32) -> f32 {
    let size = length(edge);
    let unit = edge / max(size, SHORTEST);
    let moment = cross(unit, corner);
    let turn = cross(unit, look.direction);
    // The distance from the line is the radius where `a t² - 2 b t + c = 0`.
    let a = dot(turn, turn);
    let b = dot(turn, moment);
    let c = dot(moment, moment) - look.radius * look.radius;
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
        place = dot(look.direction * way - corner, unit);
        if place >= 0.0 && place <= size {
            return way;
        }
    }
    return cast_on_corner(look, select(corner, corner + edge, place > 0.0), latest);
}

fn cast_on_corner(look: Look, corner: vec3<f32>, latest: f32) -> f32 {
    let turn = cross(look.direction, corner);
    let b = dot(look.direction, corner);
    let c = dot(corner, corner) - look.radius * look.radius;
    let discriminant = look.radius * look.radius - dot(turn, turn);
    if b <= 0.0 || c < 0.0 || discriminant < 0.0 {
        return NEVER;
    }
    let way = c / (b + sqrt(discriminant));
    return select(NEVER, way, way <= latest);
}

// How far a sphere could go from a place along a unit direction before it touches a surface, in metres; `most` if it can go that
// far.
fn cast_sphere(start: vec3<f32>, direction: vec3<f32>, most: f32, radius: f32) -> f32 {
    let rounding = ROUNDING * max(largest(start), largest(start + direction * most));
    let its_radius = max(radius, 2.0 * rounding);
    let look = Look(direction, its_radius * (1.0 - SKIN) - rounding);
    let reach = its_radius + 2.0 * rounding;
    var near = along(start, start + direction * most, reach);
    var first = most;
    var index = 0u;
    while finds_triangle(near, &index) {
        let triangle = triangles[triangle_of(nodes[index])];
        index += 1u;
        let way = cast_on_triangle(look, seen_from(start, triangle), first);
        if way < first {
            first = way;
            near = along(start, start + direction * way, reach);
        }
    }
    return first;
}

// Whether any surface is nearer to a place than this.
fn is_near_surface(place: vec3<f32>, radius: f32) -> bool {
    let near = along(place, place, radius + ROUNDING * largest(place));
    var index = 0u;
    while finds_triangle(near, &index) {
        let triangle = triangles[triangle_of(nodes[index])];
        index += 1u;
        let seen = seen_from(place, triangle);
        if farthest_plane(seen, vec3(0.0)).distance < radius {
            return true;
        }
    }
    return false;
}

// Whether the line from the origin along a direction passes the edge from `a` to `b` on its left, looking along it. Both sides of
// the edge get opposite answers.
fn is_left(direction: vec3<f32>, a: vec3<f32>, b: vec3<f32>) -> bool {
    let turned = b.x < a.x || (b.x == a.x && (b.y < a.y || (b.y == a.y && b.z < a.z)));
    let first = select(a, b, turned);
    let second = select(b, a, turned);
    return (dot(direction, cross(first, second)) >= 0.0) != turned;
}

// 1 if a ray from the origin leaves through the front of a triangle, -1 if it enters through it, 0 if it misses.
fn crossing(direction: vec3<f32>, seen: Seen) -> i32 {
    let side = is_left(direction, seen.a, seen.b);
    if is_left(direction, seen.b, seen.c) != side || is_left(direction, seen.c, seen.a) != side {
        return 0;
    }
    let is_ahead = dot(seen.normal, seen.a) > 0.0;
    if side != is_ahead {
        return 0;
    }
    return select(-1, 1, side);
}

// Whether an endless ray touches a box, or misses it by no more than rounding. No component of `inverse` is infinite.
fn ray_touches(place: vec3<f32>, inverse: vec3<f32>, node: Node) -> bool {
    let rounding = ROUNDING * max(largest(place), max(largest(node.low), largest(node.high)));
    let to_low = (node.low - rounding - place) * inverse;
    let to_high = (node.high + rounding - place) * inverse;
    let enter = min(to_low, to_high);
    let leave = max(to_low, to_high);
    return max(enter.x, max(enter.y, max(enter.z, 0.0))) <= min(leave.x, min(leave.y, leave.z));
}

// Whether a ray leaves more closed surfaces than it enters, or fewer.
fn leads_out(place: vec3<f32>, direction: vec3<f32>) -> bool {
    let inverse = 1.0 / direction;
    var count = 0;
    var index = 0u;
    while index < arrayLength(&nodes) {
        let node = nodes[index];
        if !ray_touches(place, inverse, node) {
            index = behind(index, node);
            continue;
        }
        index += 1u;
        if !is_inner(node) && is_of_closed_surface(node) {
            count += crossing(direction, seen_from(place, triangles[triangle_of(node)]));
        }
    }
    return count != 0;
}

// Directions that are parallel to nothing that levels are built of.
const DIRECTIONS = array<vec3<f32>, 3>(
    vec3(0.57695244, 0.78877725, -0.21202907),
    vec3(-0.58646063, 0.21620093, 0.7805902),
    vec3(-0.56816734, -0.22015033, -0.7929185),
);

// Whether a place is inside a solid: by a majority of rays.
fn is_inside(place: vec3<f32>) -> bool {
    var directions = DIRECTIONS;
    var votes = 0u;
    for (var i = 0u; i < 3u; i++) {
        votes += u32(leads_out(place, directions[i]));
    }
    return votes >= 2u;
}

// Whether a sphere has room here: no surface is nearer than its radius, and it is not inside a solid.
fn is_clear(place: vec3<f32>, radius: f32) -> bool {
    return is_finite(place) && !is_near_surface(place, radius) && !is_inside(place);
}
