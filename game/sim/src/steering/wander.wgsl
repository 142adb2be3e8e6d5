// Wander, as in wander.rs.

// Wish of wander for the boid in a slot that has these numbers of neighbours.
fn wander_wish(slot: u32, counts: vec3<f32>) -> vec3<f32> {
    let is_alone = counts.x + counts.y + counts.z == 0.0;
    if wander.only_alone != 0u && !is_alone {
        return vec3(0.0);
    }
    return wander.weight * wander_direction(slot);
}

// Direction of wander: value noise over time. Shorter than 1 while one direction gives way to its
// opposite.
fn wander_direction(slot: u32) -> vec3<f32> {
    let phase = f32(hash(wander.phase_seed, slot, 0u) >> 8u) / WANDER_SHARES;
    let is_late = wander.share + phase >= 1.0;
    let share = wander.share + phase - select(0.0, 1.0, is_late);
    let change = wander.whole + select(0u, 1u, is_late);
    let start = random_vector(wander.directions, hash(wander.directions.seed, slot, change));
    let end = random_vector(wander.directions, hash(wander.directions.seed, slot, change + 1u));
    let blend = share * share * (3.0 - 2.0 * share);
    return random_direction(wander.directions, start + (end - start) * blend);
}
