// Boids that a way leads past all surfaces, as in clear_way.rs. `terms` is a buffer of the pass.

// True in the passes of steps with ways.
override HAS_WAYS: bool = false;

fn is_led_past_surfaces(term_count: u32, slot: u32, position: vec3<f32>) -> bool {
    let hash = hash_of(slot);
    for (var i = 0u; i < term_count; i++) {
        if terms[i].goal_count > 0u && hash <= terms[i].share && leads_past_surfaces(terms[i], position) {
            return true;
        }
    }
    return false;
}

fn leads_past_surfaces(term: InfluenceTermUniform, position: vec3<f32>) -> bool {
    let next = next_from(term.ways, position);
    let to_next = length(position - next.point);
    if !next.leads || (way_leads_to_goal(next) && to_next < term.ways.clear_distance) {
        return false;
    }
    let strength = influence_strength(term, to_next + max(next.beyond, 0.0) - term.ways.depth);
    return strength > 0.0 && strength >= term.ways.clear_strength;
}
