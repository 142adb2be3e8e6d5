// Memory of looks, as in memory.rs. `avoidance` is the uniform of the pass.

// Number of steps until the next look; negative for a look that is overdue.
fn wait_until(next: u32) -> i32 {
    return bitcast<i32>((next & ~1u) - (avoidance.step << 1u)) >> 1u;
}

fn has_escape(next: u32) -> bool {
    return (next & 1u) == 1u && next != NEVER_LOOKED;
}

// True if a boid remembers its last look and need not look again yet.
fn rests(next: u32) -> bool {
    let wait = wait_until(next);
    return next != NEVER_LOOKED && wait >= 1 && wait <= avoidance.longest_wait;
}

// True if a boid remembers its last look.
fn knows(next: u32) -> bool {
    let wait = wait_until(next);
    return next != NEVER_LOOKED && wait >= -avoidance.forgotten && wait <= avoidance.longest_wait;
}

// The next look, this number of steps from now.
fn next_after(wait: i32, has_escape_now: bool) -> u32 {
    let next = ((avoidance.step + bitcast<u32>(wait)) << 1u) | select(0u, 1u, has_escape_now);
    return select(next, NEVER_LOOKED - 2u, next == NEVER_LOOKED);
}
