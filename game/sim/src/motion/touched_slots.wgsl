// Bit sets of the slots of boids, as in marks.rs: in the lower half those that must be rescued, in the
// upper half those that met something solid. The pass declares `marks`.

fn mark_caught(slot: u32) {
    atomicOr(&marks[slot / 32u], 1u << (slot % 32u));
}

fn mark_touched(slot: u32) {
    let first = arrayLength(&marks) / 2u;
    atomicOr(&marks[first + slot / 32u], 1u << (slot % 32u));
}

// Removes a slot from both sets.
fn unmark(slot: u32) {
    let first = arrayLength(&marks) / 2u;
    let others = ~(1u << (slot % 32u));
    atomicAnd(&marks[slot / 32u], others);
    atomicAnd(&marks[first + slot / 32u], others);
}
