// The wish of avoidance, as in avoidance_wish.rs.

// Acceleration towards a free direction; a velocity where boids steer by velocity.
fn avoidance_wish(velocity: vec3<f32>, clear: vec3<f32>, nearness: f32) -> vec3<f32> {
    let growth = avoidance.growth.x + nearness * (avoidance.growth.y + nearness * avoidance.growth.z);
    let way = avoidance.eagerness * (clear - avoidance.turn * direction(in_plane(velocity)));
    let shortening = 1.0 / max(length(way), 1.0);
    return way * (shortening * (avoidance.weight * growth));
}
