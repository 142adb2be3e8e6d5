// Crossings of a ray and a triangle, as in cross_ray_triangle.rs.

// True if the line from the origin along a direction passes the edge from `a` to `b` on its left,
// looking along the edge. Both triangles at an edge get opposite answers.
fn is_left(direction: vec3<f32>, a: vec3<f32>, b: vec3<f32>) -> bool {
    let turned = b.x < a.x || (b.x == a.x && (b.y < a.y || (b.y == a.y && b.z < a.z)));
    let first = select(a, b, turned);
    let second = select(b, a, turned);
    return (dot(direction, cross(first, second)) >= 0.0) != turned;
}

// 1 if a ray from the origin leaves through the front of a triangle, -1 if it enters through it, 0
// if it misses.
fn cross_ray_triangle(direction: vec3<f32>, triangle: Triangle) -> i32 {
    let side = is_left(direction, triangle.a, triangle.b);
    if is_left(direction, triangle.b, triangle.c) != side || is_left(direction, triangle.c, triangle.a) != side {
        return 0;
    }
    let is_ahead = dot(triangle.normal, triangle.a) > 0.0;
    if side != is_ahead {
        return 0;
    }
    return select(-1, 1, side);
}
