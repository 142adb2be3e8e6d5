// Strength of an influence at a distance, as in strength.rs.

fn influence_strength(term: InfluenceTermUniform, distance: f32) -> f32 {
    let t = clamp(distance * (term.side * term.per_reach), 0.0, 1.0);
    let f = term.fall_off;
    let strength = max(f.x + t * (f.y + t * (f.z + t * f.w)), 0.0);
    return select(0.0, strength, t < 1.0 && distance > term.beyond);
}
