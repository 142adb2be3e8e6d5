// The move of one boid with a limit of the work, as in boid_move.rs. The pass declares `counters`.

// Moves a boid of this clearance among geometry.
fn moved_among_geometry(start: vec3<f32>, velocity: vec3<f32>, clearance: f32) -> Arrival {
    let carried_by = boid_wind;
    let way = over_ground(velocity) * motion.dt;
    var made = arrival(start + way, velocity, false);
    let passes = WRAPS && is_passing(made.position);
    if !passes && is_far(clearance, start, made.position, way) {
        return made;
    }
    made = swept_move(start, velocity);
    if is_exceeded() {
        boid_wind = carried_by;
        made = stop_short(start, velocity);
        atomicAdd(&counters[STOPPED_SHORT], 1u);
    }
    return made;
}

// Moves a boid straight on by as much as the work permits, at most to a contact, and not through a
// periodic boundary.
fn stop_short(start: vec3<f32>, velocity: vec3<f32>) -> Arrival {
    let shares = vec2(SHORT_SHARE_1, SHORT_SHARE_2);
    for (var i = 0u; i < 2u; i++) {
        sweep_work = 0u;
        let end = start + over_ground(velocity) * (motion.dt * shares[i]);
        let contact = sweep(start, end, motion.radius);
        if !is_exceeded() {
            let position = select(end, at_contact(start, end, contact), contact.is_hit);
            if !WRAPS || !fold(position).is_folded {
                return arrival(position, velocity, true);
            }
        }
    }
    return arrival(start, velocity, true);
}
