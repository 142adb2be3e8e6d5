// Avoidance of obstacles that move, as in moving_obstacles.rs. The pass declares `moving`.

// Unit vector away from where boid and obstacle meet, across their relative velocity; zero if there is
// none.
fn aside(meeting: Approach) -> vec3<f32> {
    let along = direction(meeting.relative_velocity);
    if all(along == vec3(0.0)) {
        return vec3(0.0);
    }
    var found = across_both(meeting.normal, along);
    // Head-on every side is as good.
    var axes = array<vec3<f32>, 3>(vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0));
    for (var i = 0u; i < 3u && all(found == vec3(0.0)); i++) {
        found = across_both(cross(along, axes[i]), along);
    }
    return unit_part(across(found, moving.plane_normal));
}

// The direction of a vector within the plane of motion and across a unit vector.
fn across_both(vector: vec3<f32>, along: vec3<f32>) -> vec3<f32> {
    return unit_part(across(across(vector, moving.plane_normal), along));
}

// The direction of a part of a unit vector; zero for one that is too short.
fn unit_part(part: vec3<f32>) -> vec3<f32> {
    let size = length(part);
    return select(vec3(0.0), part / size, size > OBSTACLE_NO_DIRECTION);
}
