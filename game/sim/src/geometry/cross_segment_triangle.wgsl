// Crossing of a segment and a triangle, independent of the sweep, as in cross_segment_triangle.rs:
// the signs of volumes. Where rounding could change a sign, a separating direction is searched for;
// without one the segment counts as crossing.

// Rounding of a volume, as a share of the sum of the sizes of its terms.
const VOLUME_ROUNDING = 16.0 * UNIT;

// Sign of the volume of three vectors; 0 if rounding could have changed it. `size` is the size of
// the first vector, axis by axis, and of the terms of which it is the difference.
fn volume_sign(u: vec3<f32>, size: vec3<f32>, v: vec3<f32>, w: vec3<f32>) -> i32 {
    let plus = v.yzx * w.zxy;
    let minus = v.zxy * w.yzx;
    let volume = dot(u, plus - minus);
    let rounding = VOLUME_ROUNDING * dot(size, abs(plus) + abs(minus));
    return select(0, select(-1, 1, volume > 0.0), abs(volume) > rounding);
}

// Side of the plane of a triangle on which a point lies; 0 if rounding could have changed it.
fn side_of_plane(point: vec3<f32>, triangle: Triangle) -> i32 {
    let height = dot(triangle.normal, point - triangle.a);
    let rounding = 16.0 * UNIT * dot(abs(triangle.normal), abs(point) + abs(triangle.a));
    return select(0, select(-1, 1, height > 0.0), abs(height) > rounding);
}

// False for a segment that is sure to miss the triangle.
fn may_touch(end: vec3<f32>, triangle: Triangle) -> bool {
    let start_side = side_of_plane(vec3(0.0), triangle);
    let end_side = side_of_plane(end, triangle);
    if start_side * end_side > 0 {
        return false;
    }
    if start_side == 0 && end_side == 0 {
        return may_touch_in_plane(end, triangle);
    }
    let length = abs(end);
    let first = volume_sign(end, length, triangle.a, triangle.ab);
    let second = volume_sign(end, length, triangle.b, triangle.bc);
    let third = volume_sign(end, length, triangle.c, triangle.ca);
    let lowest = min(first, min(second, third));
    let highest = max(first, max(second, third));
    return !(lowest == -1 && highest == 1);
}

// The same for a segment in the plane of the triangle: neither an edge nor the segment separates
// the two.
fn may_touch_in_plane(end: vec3<f32>, triangle: Triangle) -> bool {
    let normal = triangle.normal;
    let first = volume_sign(normal, abs(normal), end, triangle.a);
    let second = volume_sign(normal, abs(normal), end, triangle.b);
    let third = volume_sign(normal, abs(normal), end, triangle.c);
    if abs(first + second + third) == 3 {
        return false;
    }
    return !is_beyond(normal, end, triangle.a, triangle.ab)
        && !is_beyond(normal, end, triangle.b, triangle.bc)
        && !is_beyond(normal, end, triangle.c, triangle.ca);
}

// True for a segment on the outer side of an edge. The triangle lies to the left of its edges.
fn is_beyond(normal: vec3<f32>, end: vec3<f32>, corner: vec3<f32>, edge: vec3<f32>) -> bool {
    let of_start = volume_sign(-corner, abs(corner), normal, edge);
    let of_end = volume_sign(end - corner, abs(end) + abs(corner), normal, edge);
    return of_start < 0 && of_end < 0;
}

// True if a direction separates a segment and a triangle by more than the rounding.
fn is_apart_along(direction: vec3<f32>, end: vec3<f32>, triangle: Triangle) -> bool {
    let size = length(direction);
    if !(size > NO_DIRECTION) {
        return false;
    }
    let unit = direction / size;
    let ahead = dot(unit, end);
    let corners = vec3(dot(unit, triangle.a), dot(unit, triangle.b), dot(unit, triangle.c));
    let noise = 16.0 * UNIT * (extent(triangle) + length(end));
    let lowest = min(corners.x, min(corners.y, corners.z));
    let highest = max(corners.x, max(corners.y, corners.z));
    return lowest > max(ahead, 0.0) + noise || highest < min(ahead, 0.0) - noise;
}

// Offset of a point from the line through a segment.
fn offset_from_line(point: vec3<f32>, end: vec3<f32>) -> vec3<f32> {
    let squared = dot(end, end);
    if squared == 0.0 {
        return point;
    }
    return point - end * (dot(point, end) / squared);
}

// True if a separating direction is found. The direction between the nearest points of a segment
// and a triangle is among these, since an end, a corner or an edge takes part.
fn are_apart(end: vec3<f32>, triangle: Triangle) -> bool {
    return is_apart_along(farthest_plane(triangle, vec3(0.0)).normal, end, triangle)
        || is_apart_along(farthest_plane(triangle, end).normal, end, triangle)
        || is_apart_along(cross(end, triangle.ab), end, triangle)
        || is_apart_along(cross(end, triangle.bc), end, triangle)
        || is_apart_along(cross(end, triangle.ca), end, triangle)
        || is_apart_along(offset_from_line(triangle.a, end), end, triangle)
        || is_apart_along(offset_from_line(triangle.b, end), end, triangle)
        || is_apart_along(offset_from_line(triangle.c, end), end, triangle);
}

fn cross_segment_triangle(end: vec3<f32>, triangle: Triangle) -> bool {
    return may_touch(end, triangle) && !are_apart(end, triangle);
}
