// Whether a straight way touches a surface, by other means than those by which moves are made: the signs of volumes, as in
// geometry/cross_segment_triangle.rs. Where rounding could hide those, a direction is looked for along which the way and the
// triangle are apart; what has none counts as touching.

// Bounds the rounding of a volume, as a share of the sum of the sizes of what it adds up.
const VOLUME_ROUNDING = 16.0 * UNIT;

// The sign of the volume that three vectors span; 0 if rounding could have changed it. `size` is that of the first vector, axis by
// axis, and of what it is the difference of.
fn volume_sign(u: vec3<f32>, size: vec3<f32>, v: vec3<f32>, w: vec3<f32>) -> i32 {
    let plus = v.yzx * w.zxy;
    let minus = v.zxy * w.yzx;
    let volume = dot(u, plus - minus);
    let rounding = VOLUME_ROUNDING * dot(size, abs(plus) + abs(minus));
    return select(0, select(-1, 1, volume > 0.0), abs(volume) > rounding);
}

// The side of the plane of a triangle that a point is on; 0 if rounding could have changed it.
fn side_of_plane(point: vec3<f32>, seen: Seen) -> i32 {
    let height = dot(seen.normal, point - seen.a);
    let rounding = 16.0 * UNIT * dot(abs(seen.normal), abs(point) + abs(seen.a));
    return select(0, select(-1, 1, height > 0.0), abs(height) > rounding);
}

fn may_touch(end: vec3<f32>, seen: Seen) -> bool {
    let start_side = side_of_plane(vec3(0.0), seen);
    let end_side = side_of_plane(end, seen);
    if start_side * end_side > 0 {
        return false;
    }
    if start_side == 0 && end_side == 0 {
        return may_touch_in_plane(end, seen);
    }
    let length = abs(end);
    let first = volume_sign(end, length, seen.a, seen.ab);
    let second = volume_sign(end, length, seen.b, seen.bc);
    let third = volume_sign(end, length, seen.c, seen.ca);
    let lowest = min(first, min(second, third));
    let highest = max(first, max(second, third));
    return !(lowest == -1 && highest == 1);
}

// For a segment in the plane of the triangle: whether neither an edge nor the segment has the two on different sides.
fn may_touch_in_plane(end: vec3<f32>, seen: Seen) -> bool {
    let normal = seen.normal;
    let first = volume_sign(normal, abs(normal), end, seen.a);
    let second = volume_sign(normal, abs(normal), end, seen.b);
    let third = volume_sign(normal, abs(normal), end, seen.c);
    if abs(first + second + third) == 3 {
        return false;
    }
    return !is_beyond(normal, end, seen.a, seen.ab)
        && !is_beyond(normal, end, seen.b, seen.bc)
        && !is_beyond(normal, end, seen.c, seen.ca);
}

// Whether a segment lies on the outer side of an edge. What is inside lies to the left.
fn is_beyond(normal: vec3<f32>, end: vec3<f32>, corner: vec3<f32>, edge: vec3<f32>) -> bool {
    let of_start = volume_sign(-corner, abs(corner), normal, edge);
    let of_end = volume_sign(end - corner, abs(end) + abs(corner), normal, edge);
    return of_start < 0 && of_end < 0;
}

// Whether a segment and a triangle are apart along a direction, by more than rounding hides.
fn is_apart_along(direction: vec3<f32>, end: vec3<f32>, seen: Seen) -> bool {
    let size = length(direction);
    if !(size > SHORTEST) {
        return false;
    }
    let unit = direction / size;
    let ahead = dot(unit, end);
    let corners = vec3(dot(unit, seen.a), dot(unit, seen.b), dot(unit, seen.c));
    let noise = 16.0 * UNIT * (extent(seen) + length(end));
    let lowest = min(corners.x, min(corners.y, corners.z));
    let highest = max(corners.x, max(corners.y, corners.z));
    return lowest > max(ahead, 0.0) + noise || highest < min(ahead, 0.0) - noise;
}

// From the line along a segment to a point.
fn offset_from_line(point: vec3<f32>, end: vec3<f32>) -> vec3<f32> {
    let squared = dot(end, end);
    if squared == 0.0 {
        return point;
    }
    return point - end * (dot(point, end) / squared);
}

// Where a segment and a triangle are nearest to each other, an end, a corner or an edge takes part: the direction from one to the other
// is among these.
fn are_apart(end: vec3<f32>, seen: Seen) -> bool {
    return is_apart_along(farthest_plane(seen, vec3(0.0)).normal, end, seen)
        || is_apart_along(farthest_plane(seen, end).normal, end, seen)
        || is_apart_along(cross(end, seen.ab), end, seen)
        || is_apart_along(cross(end, seen.bc), end, seen)
        || is_apart_along(cross(end, seen.ca), end, seen)
        || is_apart_along(offset_from_line(seen.a, end), end, seen)
        || is_apart_along(offset_from_line(seen.b, end), end, seen)
        || is_apart_along(offset_from_line(seen.c, end), end, seen);
}

fn segment_touches(end: vec3<f32>, seen: Seen) -> bool {
    return may_touch(end, seen) && !are_apart(end, seen);
}

// Whether the straight way of a point touches a surface, or is not finite.
fn crosses(start: vec3<f32>, end: vec3<f32>) -> bool {
    if !is_finite(start) || !is_finite(end) {
        return true;
    }
    let near = along(start, end, 2.0 * ROUNDING * max(largest(start), largest(end)));
    var index = 0u;
    while finds_triangle(near, &index) {
        let triangle = triangles[triangle_of(nodes[index])];
        index += 1u;
        let seen = seen_from(start, triangle);
        if segment_touches(end - start, seen) {
            return true;
        }
    }
    return false;
}
