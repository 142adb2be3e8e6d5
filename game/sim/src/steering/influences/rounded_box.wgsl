// Signed distance from a box with rounded edges, as in rounded_box.rs.

// Distance of a point from the surface (w), negative inside, and the normal towards the point.
fn rounded_box_surface(volume: RoundedBoxUniform, point: vec3<f32>) -> vec4<f32> {
    let offset = point - volume.center;
    let local = offset * volume.to_world;
    let beyond = abs(local) - volume.half_extents;
    let outside = max(beyond, vec3(0.0));
    let distance = length(outside);
    let deepest = max(max(beyond.x, beyond.y), beyond.z);
    var normal = outside / distance;
    if !(distance > 0.0) {
        let is_first = beyond.x == deepest;
        let is_second = !is_first && beyond.y == deepest;
        normal = select(vec3(0.0), vec3(1.0), vec3(is_first, is_second, !is_first && !is_second));
    }
    normal = select(normal, -normal, local < vec3(0.0));
    return vec4(volume.to_world * normal, distance + min(deepest, 0.0) - volume.radius);
}
