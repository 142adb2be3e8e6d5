// Which boids look around if only so many rays may be cast: the most urgent. The pass declares `selection`.
//
// Boids have keys, by urgency and then by slot, all different. The largest key up to which boids look is found digit by digit from the
// sums of what those with each digit cast: sums of whole numbers, which do not depend on the order of threads.

// Of a boid that is to look around.
struct Key {
    // The bits of the time that it takes to hit something at the earliest.
    urgency: u32,
    // The rays that it casts; 0 if it is out of the question.
    rays: u32,
}

struct Selection {
    // The digits found so far of the largest key, urgency and slot.
    digits: vec2<u32>,
    // The largest key of the selection before.
    largest: vec2<u32>,
    // How many digits there are.
    level: u32,
    // What the boids with smaller digits cast.
    spent: u32,
    // 0 while boids are selected that may have rays left for them, 1 while it is those that do.
    round: u32,
    // Number of boids that are to look around.
    count: u32,
}

// Digits of 8 bits, the highest first.
const DIGITS = 256u;
const LEVELS = 8u;

// Whether the selection before contains a boid.
fn is_selected(key: Key, slot: u32) -> bool {
    let largest = selection.largest;
    let comes_first = key.urgency < largest.x || (key.urgency == largest.x && slot <= largest.y);
    return key.rays > 0u && comes_first;
}
