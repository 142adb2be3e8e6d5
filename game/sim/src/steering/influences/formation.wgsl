// How an influence leads boids to their places in a formation, as in formation.rs.

// The place of a boid as the surface of a point.
fn surface_of_place(term: InfluenceTermUniform, slot: u32, position: vec3<f32>) -> vec4<f32> {
    let first = term.first_place + 4u * slot;
    if slot >= term.place_slots || fields[first + 3u] == 0u {
        return vec4(0.0, 0.0, 0.0, MOST_DISTANCE);
    }
    let place = bitcast<vec3<f32>>(vec3(fields[first], fields[first + 1u], fields[first + 2u]));
    let from_place = position - (term.form_origin + term.form_to_frame * place);
    return vec4(direction(from_place), length(from_place));
}

// What changes the wishes of the rules so that they rest near the place.
fn calm(term: InfluenceTermUniform, surface: vec4<f32>, sum: vec3<f32>) -> vec3<f32> {
    return sum * (-term.strictness * influence_strength(term, surface.w));
}
