// Roaming at random.

// The inverse of two to the number of bits that single precision keeps of a share.
const SHARE = 5.9604644775390625e-8;

// What roaming asks for of the boid in a slot, of which the rules count so many neighbours.
fn roam(slot: u32, counts: vec3<f32>) -> vec3<f32> {
    let roaming = settings.roaming;
    let is_alone = counts.x + counts.y + counts.z == 0.0;
    if roaming.only_alone != 0u && !is_alone {
        return vec3(0.0);
    }
    return roaming.weight * roaming_direction(slot);
}

// Where a boid is drawn: a unit vector in the plane of the flock, or a shorter one.
fn roaming_direction(slot: u32) -> vec3<f32> {
    let roaming = settings.roaming;
    let phase = f32(hash(roaming.phases, slot, 0u) >> 8u) * SHARE;
    let is_late = roaming.share + phase >= 1.0;
    let share = roaming.share + phase - select(0.0, 1.0, is_late);
    let change = roaming.whole + select(0u, 1u, is_late);
    let start = random_vector(hash(roaming.ways, slot, change), roaming.axes);
    let end = random_vector(hash(roaming.ways, slot, change + 1u), roaming.axes);
    let blend = share * share * (3.0 - 2.0 * share);
    let between = start + (end - start) * blend;
    return settings.to_world * (between * (1.0 / max(length(between), SHORTEST)));
}
