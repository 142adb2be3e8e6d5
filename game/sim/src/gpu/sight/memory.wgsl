// When boids look again. The pass declares `lookout`.

// Of a boid that has never looked.
const NEVER_LOOKED = 0xffffffffu;

// How many steps after this one; negative if it should have been before.
fn wait_until(next: u32) -> i32 {
    return bitcast<i32>((next & ~1u) - (lookout.step << 1u)) >> 1u;
}

fn is_warned(next: u32) -> bool {
    return (next & 1u) == 1u && next != NEVER_LOOKED;
}

// Whether a boid still remembers what it saw, and need not look again yet.
fn rests(next: u32) -> bool {
    let wait = wait_until(next);
    return next != NEVER_LOOKED && wait >= 1 && wait <= lookout.longest_wait;
}

// Whether a boid remembers anything.
fn knows(next: u32) -> bool {
    let wait = wait_until(next);
    return next != NEVER_LOOKED && wait >= -lookout.forgotten && wait <= lookout.longest_wait;
}

// So many steps after this one.
fn next_after(wait: i32, has_warning: bool) -> u32 {
    let next = ((lookout.step + bitcast<u32>(wait)) << 1u) | select(0u, 1u, has_warning);
    return select(next, NEVER_LOOKED - 2u, next == NEVER_LOOKED);
}
