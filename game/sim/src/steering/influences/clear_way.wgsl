// Boids that follow a way past all surfaces, as in clear_way.rs. `terms` is a buffer of the pass.

// True in the passes of steps with ways.
override HAS_WAYS: bool = false;

fn is_led_past_surfaces(
    term_count: u32,
    slot: u32,
    position: vec3<f32>,
    velocity: vec3<f32>,
) -> bool {
    let hash = hash_of(slot);
    for (var i = 0u; i < term_count; i++) {
        if terms[i].goal_count > 0u
            && hash <= terms[i].share
            && leads_past_surfaces(terms[i], position, velocity) {
            return true;
        }
    }
    return false;
}

fn leads_past_surfaces(
    term: InfluenceTermUniform,
    position: vec3<f32>,
    velocity: vec3<f32>,
) -> bool {
    let next = next_from(term.ways, position);
    // Without a plane, the normal is zero.
    let normal = term.ways.normal;
    if !next.leads || distance(position, term.ways.clear_center) < term.ways.clear_radius
        || abs(dot(normal, position) - term.ways.coordinate) > term.ways.finest {
        return false;
    }
    let way = next.point - position;
    let to_next = way - normal * dot(normal, way);
    let to_corner = length(to_next);
    if (way_leads_to_goal(next) && to_corner < term.ways.clear_distance)
        || dot(velocity, to_next) < LEAST_HEADING * length(velocity) * to_corner {
        return false;
    }
    let strength = influence_strength(term, way_length(term.ways, to_corner, max(next.beyond, 0.0)));
    return strength > 0.0 && strength >= term.ways.clear_strength;
}
