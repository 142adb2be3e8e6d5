// Narrow phase: the distance of a point from a triangle, bounded by planes that have all of the
// triangle behind them.

// A triangle relative to a point.
struct Triangle {
    // From the point to each corner.
    a: vec3<f32>,
    b: vec3<f32>,
    c: vec3<f32>,
    // From each corner to the next. Differences of the original corners, so that a distant point
    // does not round them.
    ab: vec3<f32>,
    bc: vec3<f32>,
    ca: vec3<f32>,
    // Unit vector; zero for a degenerate corners.
    normal: vec3<f32>,
}

fn relative_to(place: vec3<f32>, corners: GpuTriangle) -> Triangle {
    return Triangle(
        corners.a - place,
        corners.b - place,
        corners.c - place,
        corners.b - corners.a,
        corners.c - corners.b,
        corners.a - corners.c,
        vec3(corners.normal_x, corners.normal_y, corners.normal_z),
    );
}

// Distance to the farthest corner.
fn extent(triangle: Triangle) -> f32 {
    return sqrt(max(dot(triangle.a, triangle.a), max(dot(triangle.b, triangle.b), dot(triangle.c, triangle.c))));
}

// A plane with all of a triangle behind it.
struct BoundingPlane {
    // Unit vector towards the point.
    normal: vec3<f32>,
    // Distance of the point before the plane: a lower bound of the distance from the corners.
    distance: f32,
}

// The plane at right angles to a direction of unit length or zero.
fn plane_across(triangle: Triangle, normal: vec3<f32>, point: vec3<f32>) -> BoundingPlane {
    let to_b = dot(normal, point - triangle.b);
    let to_c = dot(normal, point - triangle.c);
    return BoundingPlane(normal, min(dot(normal, point - triangle.a), min(to_b, to_c)));
}

// The plane of the triangle itself.
fn plane_of_face(triangle: Triangle, point: vec3<f32>) -> BoundingPlane {
    let is_before = dot(triangle.normal, point - triangle.a) >= 0.0;
    return plane_across(triangle, select(-triangle.normal, triangle.normal, is_before), point);
}

// Offset of a point from the nearest point of an edge, given its offsets from the ends of the edge.
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
    // A rest along the edge, left by rounding, would tilt the plane towards one of the ends.
    return offset - edge * (dot(offset, edge) / squared);
}

// The farthest of these planes. Its distance is that of the triangle up to rounding, and never more
// than that, whatever the shape of the triangle. The proof is in gpu/geometry.rs.
fn farthest_plane(triangle: Triangle, point: vec3<f32>) -> BoundingPlane {
    let face = plane_of_face(triangle, point);
    let from_a = point - triangle.a;
    let from_b = point - triangle.b;
    let from_c = point - triangle.c;
    var offset = offset_from_edge(from_a, from_b, triangle.ab);
    var squared = dot(offset, offset);
    let second = offset_from_edge(from_b, from_c, triangle.bc);
    if dot(second, second) < squared {
        offset = second;
        squared = dot(second, second);
    }
    let third = offset_from_edge(from_c, from_a, triangle.ca);
    if dot(third, third) < squared {
        offset = third;
        squared = dot(third, third);
    }
    let size = sqrt(squared);
    let direction = select(vec3(0.0), offset / size, size > NO_DIRECTION);
    let side = plane_across(triangle, direction, point);
    if side.distance > face.distance {
        return side;
    }
    return face;
}
