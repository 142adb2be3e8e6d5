// The motion of the thing to which an influence is fixed, as in motion.rs.

fn influence_velocity_at(term: InfluenceTermUniform, point: vec3<f32>) -> vec3<f32> {
    return term.motion_velocity + cross(term.spin, point - term.about);
}
