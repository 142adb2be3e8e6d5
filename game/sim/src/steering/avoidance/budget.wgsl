// The budget of rays, whose result is that of budget.rs: the most urgent boids look. The pass
// declares `selection`.
//
// Boids have distinct keys: urgency, then slot. A radix selection finds the largest key up to which
// boids look, digit by digit, from the sums of the rays of the boids with each digit. Sums of
// integers do not depend on the order of threads.

// True if the last selection contains the boid.
fn is_selected(key: LookKey, slot: u32) -> bool {
    let largest = selection.largest;
    let comes_first = key.urgency < largest.x || (key.urgency == largest.x && slot <= largest.y);
    return key.rays > 0u && comes_first;
}
